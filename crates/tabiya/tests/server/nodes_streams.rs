// SPDX-License-Identifier: AGPL-3.0-or-later
//! The compatible API's streams on a node that owns no game: a program is told there what happens on the others, also when the owner
//! of its game dies.

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, LineStream, NatsServer, Server, output};

use crate::nodes::until_shared;
use crate::people::registered;
use crate::programs::ask;
use crate::server_with;

/// A token that a player makes in the browser.
async fn token(player: &Guest) -> String {
    let wish = json!({"note": "board", "scopes": "challenge:read,challenge:write,board:play"}).to_string();
    let made = player.call("POST", "/api/page/tokens", &wish).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["token"].as_str().expect("a token").to_owned()
}

/// A call that succeeds; its answer.
async fn call(server: &Server, path: &str, token: &str, body: &str) -> Value {
    let answer = ask(server, "POST", path, token, body).await;
    assert!(answer.status < 300, "{path}: {} {}", answer.status, answer.body);
    answer.json()
}

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |line| line["type"] == kind
}

/// The moves of a game, as a line of its stream tells them.
fn has_moves(moves: &'static str) -> impl Fn(&Value) -> bool {
    move |line| line["moves"] == moves
}

/// The second node is drained, so it owns nothing: Bob's program is on it. Ann's is on the node where the game begins, which is killed
/// in the middle. The third node goes on with the game, and both of Bob's streams stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_plays_through_a_node_that_owns_nothing() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name]).await
    };
    let (mut one, two) = (node("one").await, node("two").await);
    let [ann, bob] =
        [token(&registered(&one, "Ann").await).await, token(&registered(&two, "Bob").await).await];
    let mut drain = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    drain.args(["cluster", "drain", "two"]).env("TABIYA_DATABASE", &url);
    assert!(output(drain, "").await.status.success());

    let mut events = LineStream::open(&two, "GET", "/api/stream/event", &bob, "").await;
    let wish = "clock.limit=600&clock.increment=0&color=white";
    let challenge = call(&one, "/api/challenge/bob", &ann, wish).await;
    let heard = events.until("the challenge", is("challenge")).await;
    assert_eq!(heard["challenge"]["id"], challenge["id"], "{heard}");
    let id = challenge["id"].as_str().expect("an id").to_owned();
    call(&two, &format!("/api/challenge/{id}/accept"), &bob, "").await;
    let start = events.until("the game", is("gameStart")).await;
    let game = start["game"]["gameId"].as_str().expect("an id").to_owned();
    assert_eq!(game, id, "a program knows its game by the challenge's id");

    let mut board = LineStream::open(&two, "GET", &format!("/api/board/game/stream/{game}"), &bob, "").await;
    assert_eq!(board.next().await.expect("the game")["type"], "gameFull");
    let act = |what: &str| format!("/api/board/game/{game}/{what}");
    call(&one, &act("move/e2e4"), &ann, "").await;
    board.until("Ann's move", has_moves("e2e4")).await;
    call(&two, &act("move/e7e5"), &bob, "").await;
    board.until("the own move", has_moves("e2e4 e7e5")).await;
    call(&two, &act("chat"), &bob, "room=player&text=Good+luck").await;
    let said = board.until("what was said", is("chatLine")).await;
    assert_eq!(said["text"], "Good luck");

    let three = node("three").await;
    until_shared(&url, |shares| shares.iter().filter(|slots| **slots == 512).count() == 2).await;
    one.kill().await;
    until_shared(&url, |shares| shares.contains(&1024)).await;
    call(&three, &act("move/g1f3"), &ann, "").await;
    board.until("Ann's next move", has_moves("e2e4 e7e5 g1f3")).await;
    call(&three, &act("resign"), &ann, "").await;
    board.until("the end", |line| line["status"] == "resign").await;
    let finish = events.until("the end of the game", is("gameFinish")).await;
    assert_eq!(finish["game"]["gameId"], json!(game));
}
