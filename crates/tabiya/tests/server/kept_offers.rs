// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges and offered rematches when the server is killed: what waits goes on waiting, what was answered
//! stays answered, and what was accepted is one game.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Answer, GameSocket, Guest, NewGame, Random, Server};

use crate::challenges::challenged;
use crate::clients::token_of_new;
use crate::people::registered;
use crate::programs::ask;
use crate::ratings::kills;
use crate::{game_of, server, server_with};

/// How often the server is killed while a challenge, and while a rematch, is accepted: `TABIYA_KILLS` says another number.
const KILLS: u64 = 6;

async fn two(server: &Server) -> [Guest; 2] {
    [registered(server, "Anna").await, registered(server, "Boris").await]
}

async fn again(server: &mut Server) {
    server.kill().await;
    server.restart().await;
}

async fn answer(player: &mut Guest, path: &str, what: &str, body: Value) -> Answer {
    player.act("POST", &format!("{path}/{what}"), &body).await
}

async fn accept(player: &mut Guest, path: &str) -> Answer {
    answer(player, path, "accept", json!({"version": 1})).await
}

async fn waiting(of: &Guest) -> Value {
    of.get("/api/page/challenges").await
}

/// The ids of all games of this player.
async fn games(of: &Guest) -> Vec<String> {
    let games = of.get("/api/games").await;
    let games = games.as_array().expect("a list");
    games.iter().map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
}

/// The ids of the games that this player is playing.
pub(crate) async fn unfinished(of: &Guest) -> Vec<String> {
    let games = of.get("/api/games").await;
    let games = games.as_array().expect("a list").iter().filter(|game| game["status"]["kind"] == "playing");
    games.map(|game| game["id"].as_str().expect("an id").to_owned()).collect()
}

/// On either database.
async fn what_was_said_about_a_challenge_holds_after_kill_9(mut server: Server) {
    let [mut anna, mut boris] = two(&server).await;
    let path = challenged(&mut anna, "Boris").await;
    let before = [waiting(&anna).await, waiting(&boris).await];
    again(&mut server).await;
    assert_eq!([waiting(&anna).await, waiting(&boris).await], before, "an open one is open");

    let reason = json!({"version": 1, "reason": "too_fast"});
    assert_eq!(answer(&mut boris, &path, "decline", reason.clone()).await.status, 204);
    again(&mut server).await;
    assert_eq!(waiting(&boris).await, json!([]));
    for (what, body) in [("accept", json!({"version": 1})), ("decline", reason)] {
        let late = answer(&mut boris, &path, what, body).await;
        assert_eq!((late.status, late.error_code().as_str()), (409, "challenge_gone"), "{what}");
    }
    let late = answer(&mut anna, &path, "cancel", json!({"version": 1})).await;
    assert_eq!((late.status, late.error_code().as_str()), (409, "challenge_gone"));

    let path = challenged(&mut anna, "Boris").await;
    assert_eq!(answer(&mut anna, &path, "cancel", json!({"version": 1})).await.status, 204);
    again(&mut server).await;
    assert_eq!(accept(&mut boris, &path).await.error_code(), "challenge_gone", "it was taken back");
    assert_eq!(games(&boris).await, [""; 0]);

    let path = challenged(&mut anna, "Boris").await;
    let challenge = accept(&mut boris, &path).await.json()["id"].as_str().expect("an id").to_owned();
    let link = anna.create(&NewGame::friend()).await;
    boris.open(&link).await.join().await;
    // Both games go on across two kills.
    let mut played = Vec::new();
    for moves in [["e2e4", "e7e5"], ["g1f3", "b8c6"], ["f1b5", "a7a6"]] {
        if !played.is_empty() {
            again(&mut server).await;
            let pressed_again = accept(&mut boris, &path).await;
            assert_eq!((pressed_again.status, &pressed_again.json()["id"]), (200, &json!(challenge)));
            let mut both = games(&anna).await;
            both.sort_unstable();
            assert_eq!(both, sorted([&challenge, &link]), "no game is lost or doubled");
        }
        played.extend(moves);
        for game in [&challenge, &link] {
            let (mut white, mut black) = (anna.open(game).await, boris.open(game).await);
            white.play(moves[0]).await.accepted();
            black.follow(&white).await;
            black.play(moves[1]).await.accepted();
            assert_eq!(anna.moves(game).await, played, "what was played before the kill");
        }
    }
}

fn sorted(ids: [&String; 2]) -> [String; 2] {
    let mut ids = ids.map(String::clone);
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn challenges_outlive_kill_9() {
    what_was_said_about_a_challenge_holds_after_kill_9(server().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_in_postgresql_outlive_kill_9() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let server = server_with(&["--database", &cluster.url(&database)]).await;
    what_was_said_about_a_challenge_holds_after_kill_9(server).await;
}

/// On either database: killed at a random instant of an acceptance.
async fn an_acceptance_is_one_game_however_the_server_dies(mut server: Server) {
    let [mut anna, boris] = two(&server).await;
    let mut random = Random::new(35);
    for round in 1..=kills(KILLS) {
        let path = challenged(&mut anna, "Boris").await;
        let presses = boris.clone();
        let pressed = path.clone();
        let acceptance = tokio::spawn(async move {
            let body = json!({"version": 1}).to_string();
            presses.try_call("POST", &format!("{pressed}/accept"), &body).await
        });
        tokio::time::sleep(Duration::from_micros(random.below(12_000))).await;
        server.kill().await;
        let acknowledged = acceptance.await.expect("the call ends").filter(|answer| answer.status == 200);
        server.restart().await;
        let begun = unfinished(&anna).await;
        assert!(begun.len() <= 1, "round {round}: {begun:?}");
        let mut presses = boris.clone();
        let game = accept(&mut presses, &path).await;
        assert_eq!(game.status, 200, "round {round}: {}", game.body);
        let game = game.json()["id"].as_str().expect("an id").to_owned();
        if let Some(acknowledged) = acknowledged {
            assert_eq!(acknowledged.json()["id"], json!(game), "round {round}: what was acknowledged");
        }
        let both = [unfinished(&anna).await, unfinished(&boris).await];
        assert!(both.iter().all(|games| *games == [game.clone()]), "round {round}: {both:?}");
        assert_eq!(waiting(&boris).await, json!([]));
        // The next round looks for one game again, and no limit of unfinished ones is reached.
        anna.open(&game).await.command("abort", json!({})).await.accepted();
    }
}

#[tokio::test]
async fn an_accepted_challenge_is_never_lost_or_doubled() {
    an_acceptance_is_one_game_however_the_server_dies(server().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_accepted_challenge_in_postgresql_is_never_lost_or_doubled() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let server = server_with(&["--database", &cluster.url(&database)]).await;
    an_acceptance_is_one_game_however_the_server_dies(server).await;
}

/// Brings the rows of a stopped server to where they are when it dies just before the game is created.
fn accepted_without_a_game(server: &Server) {
    let database = rusqlite::Connection::open(server.data().join("tabiya.db")).expect("a database");
    let sql = "UPDATE challenge SET stage = 1, game = id WHERE stage = 0";
    assert_eq!(database.execute(sql, []).expect("the table is there"), 1);
}

#[tokio::test]
async fn a_game_that_was_to_be_created_begins_at_the_next_start() {
    let mut server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let path = challenged(&mut anna, "Boris").await;
    let id = waiting(&anna).await[0]["game"].as_str().expect("an id").to_owned();
    server.kill().await;
    accepted_without_a_game(&server);
    server.restart().await;
    assert_eq!([games(&anna).await, games(&boris).await], [[id.clone()], [id.clone()]]);
    assert_eq!(waiting(&boris).await, json!([]));
    assert_eq!(accept(&mut boris, &path).await.json()["id"], json!(id));
    again(&mut server).await;
    assert_eq!(games(&anna).await, [id], "once");
}

/// A program knows a version by the id that its game will have.
#[tokio::test]
async fn programs_find_a_challenge_after_a_restart_and_how_it_ended() {
    let mut server = server().await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| token_of_new(&server, name, "challenge:read,challenge:write"));
    let made = ask(&server, "POST", "/api/challenge/bob", &ann, "days=2").await.json();
    let id = made["id"].as_str().expect("an id").to_owned();
    again(&mut server).await;
    let list = ask(&server, "GET", "/api/challenge", &bob, "").await.json();
    assert_eq!((&list["in"][0]["id"], &list["in"][0]["finalColor"]), (&made["id"], &made["finalColor"]));
    let path = format!("/api/challenge/{id}");
    assert_eq!(ask(&server, "POST", &format!("{path}/decline?reason=noBot"), &bob, "").await.status, 200);
    again(&mut server).await;
    let shown = ask(&server, "GET", &format!("{path}/show"), &ann, "").await.json();
    assert_eq!(
        (&shown["status"], &shown["declineReasonKey"]),
        (&json!("declined"), &json!("nobot")),
        "{shown}"
    );
    assert_eq!(ask(&server, "POST", &format!("{path}/accept"), &bob, "").await.status, 404);
}

/// Accepted by two people: only one of them was asked.
#[tokio::test]
async fn of_two_who_accept_only_the_one_who_was_asked_gets_the_game() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let mut carla = registered(&server, "Carla").await;
    let path = challenged(&mut anna, "Boris").await;
    let (stranger, asked) = tokio::join!(accept(&mut carla, &path), accept(&mut boris, &path));
    assert_eq!((asked.status, stranger.status), (200, 409), "{} {}", asked.body, stranger.body);
    let own = accept(&mut anna, &path).await;
    assert_eq!((own.status, own.error_code().as_str()), (409, "challenge_gone"), "{}", own.body);
    assert_eq!((games(&anna).await.len(), games(&carla).await.len()), (1, 0));
}

/// The players of a finished game, each with a socket.
async fn finished(server: &Server) -> ([Guest; 2], String, [GameSocket; 2]) {
    let [anna, boris] = two(server).await;
    let (game, mut white, black) = game_of(&anna, &boris, NewGame::friend().clocks(600_000, 0)).await;
    white.command("resign", json!({})).await.accepted();
    ([anna, boris], game, [white, black])
}

fn is_agreed(message: &Value) -> bool {
    message["type"] == "rematch" && message["game"].is_string()
}

/// On either database.
async fn what_was_said_about_a_rematch_holds_after_kill_9(mut server: Server) {
    let ([anna, boris], game, [mut white, mut black]) = finished(&server).await;
    let _ = white.send("rematch", json!({})).await;
    black.next("rematch").await;
    again(&mut server).await;
    let (mut white, mut black) = (anna.open(&game).await, boris.open(&game).await);
    for socket in [&mut white, &mut black] {
        let offer = socket.next("rematch").await;
        assert_eq!((&offer["offered_by"], &offer["game"]), (&json!("white"), &Value::Null), "{offer}");
    }
    // Declined stays declined.
    let _ = black.send("decline_rematch", json!({})).await;
    white.until("the answer", |message| message["declined_by"] == "black").await;
    again(&mut server).await;
    let (mut white, mut black) = (anna.open(&game).await, boris.open(&game).await);
    let refused = white.command("rematch", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "rematch_declined");
    // Who declined may change their mind.
    let _ = black.send("rematch", json!({})).await;
    white.next("rematch").await;
    again(&mut server).await;
    let (mut white, mut black) = (anna.open(&game).await, boris.open(&game).await);
    black.next("rematch").await;
    let _ = white.send("rematch", json!({})).await;
    let begun = black.until("the new game", is_agreed).await["game"].clone();
    again(&mut server).await;
    // A page that comes back is told of it, and nobody begins another one.
    let mut white = anna.open(&game).await;
    assert_eq!(white.until("the new game", is_agreed).await["game"], begun);
    let _ = white.send("rematch", json!({})).await;
    assert_eq!(white.until("the same game", is_agreed).await["game"], begun);
    let mut both = games(&anna).await;
    both.sort_unstable();
    assert_eq!(both, sorted([&game, &begun.as_str().expect("an id").to_owned()]));
    let mut white = boris.open(begun.as_str().expect("an id")).await;
    assert_eq!(white.you(), Some("white"), "colours change");
    white.play("e2e4").await.accepted();
}

#[tokio::test]
async fn rematches_outlive_kill_9() {
    what_was_said_about_a_rematch_holds_after_kill_9(server().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rematches_in_postgresql_outlive_kill_9() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let server = server_with(&["--database", &cluster.url(&database)]).await;
    what_was_said_about_a_rematch_holds_after_kill_9(server).await;
}

/// On either database: killed at a random instant of an agreement. The game that is agreed on is the next round's.
async fn an_agreed_rematch_is_one_game_however_the_server_dies(mut server: Server) {
    let ([anna, boris], mut before, [mut offers, mut accepts]) = finished(&server).await;
    let mut random = Random::new(53);
    for round in 1..=kills(KILLS) {
        let _ = offers.send("rematch", json!({})).await;
        accepts.next("rematch").await;
        let acceptance = tokio::spawn(async move {
            let _ = accepts.send("rematch", json!({})).await;
            while let Some(message) = accepts.receive().await {
                if is_agreed(&message) {
                    return Some(message["game"].clone());
                }
            }
            None
        });
        tokio::time::sleep(Duration::from_micros(random.below(12_000))).await;
        server.kill().await;
        let acknowledged = acceptance.await.expect("the line ends");
        server.restart().await;
        let begun = unfinished(&anna).await;
        assert!(begun.len() <= 1, "round {round}: {begun:?}");
        accepts = boris.open(&before).await;
        let _ = accepts.send("rematch", json!({})).await;
        let game = accepts.until("the new game", is_agreed).await["game"].clone();
        if let Some(acknowledged) = acknowledged {
            assert_eq!(acknowledged, game, "round {round}: what was acknowledged");
        }
        let game = game.as_str().expect("an id").to_owned();
        let both = [unfinished(&anna).await, unfinished(&boris).await];
        assert!(both.iter().all(|games| *games == [game.clone()]), "round {round}: {both:?}");
        before = game;
        offers = anna.open(&before).await;
        accepts = boris.open(&before).await;
        offers.command("resign", json!({})).await.accepted();
    }
}

#[tokio::test]
async fn an_agreed_rematch_is_never_lost_or_doubled() {
    an_agreed_rematch_is_one_game_however_the_server_dies(server().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agreed_rematch_in_postgresql_is_never_lost_or_doubled() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let server = server_with(&["--database", &cluster.url(&database)]).await;
    an_agreed_rematch_is_one_game_however_the_server_dies(server).await;
}

#[tokio::test]
async fn a_rematch_that_was_to_be_created_begins_at_the_next_start() {
    let mut server = server().await;
    let ([anna, boris], game, [mut white, mut black]) = finished(&server).await;
    let _ = white.send("rematch", json!({})).await;
    black.next("rematch").await;
    server.kill().await;
    accepted_without_a_game(&server);
    server.restart().await;
    let mut black = boris.open(&game).await;
    let begun = black.until("the new game", is_agreed).await["game"].clone();
    assert_eq!((games(&anna).await.len(), games(&boris).await.len()), (2, 2));
    let socket = anna.open(begun.as_str().expect("an id")).await;
    assert_eq!((socket.you(), socket.status()), (Some("black"), "playing"));
}
