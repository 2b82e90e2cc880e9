// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events on several nodes: one of them plays an event, whichever is asked to change it, and another one goes on when it dies.

use serde_json::json;
use tabiya_store::Slot;
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{GameSocket, Guest, NatsServer, Server, output, patiently};

use crate::events::{games, until};
use crate::nodes::until_shared;
use crate::people::registered;
use crate::server_with;

/// An event of Anna's in which two play each other twice; its id.
async fn double_round_robin(url: &str) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["event", "new", "Double", "--format", "round-robin", "--double", "--time", "5+3"]);
    command.args(["--owner", "Anna"]).env("TABIYA_DATABASE", url);
    let made = output(command, "").await;
    let said = String::from_utf8(made.stdout).expect("text");
    said.split_whitespace().last().expect("the id is the last word").to_owned()
}

/// Both sockets of the game of a round, White's first, once there is one.
async fn sockets([anna, boris]: [&Guest; 2], event: &str, round: usize) -> [GameSocket; 2] {
    let started = |view: &serde_json::Value| {
        view["rounds"][round]["stage"] == "started"
            && view["rounds"][round]["boards"][0]["games"][0]["game"].is_string()
    };
    let view = until(anna, event, "has a game", started).await;
    let [game] = &games(&view, round)[..] else { panic!("one board: {view}") };
    patiently("the game of the round", async {
        while anna.call("GET", &format!("/api/games/{game}"), "").await.status != 200 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    let both = [anna.open(game).await, boris.open(game).await];
    let [hers, his] = both;
    if hers.you() == Some("white") { [hers, his] } else { [his, hers] }
}

/// Everything is asked of the node that does not play the event. The other one begins the games, and is killed in the middle of the
/// first: its result and the second round, which follows by itself, are then the affair of the one that is left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_goes_on_when_the_node_dies_that_plays_it() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let database = cluster.database();
    let (url, bus) = (cluster.url(&database), nats.url());
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name]).await
    };
    let names = ["one", "two"];
    let mut nodes = [node("one").await, node("two").await];
    until_shared(&url, |shares| shares == [512, 512]).await;
    let [anna, boris] = [registered(&nodes[0], "Anna").await, registered(&nodes[0], "Boris").await];
    let event = double_round_robin(&url).await;
    let owner = format!(
        "SELECT name FROM slot JOIN node USING (incarnation) WHERE slot = {}",
        Slot::of_work(&event).number()
    );
    let owner = cluster.sql(&database, &owner);
    let owner = names.iter().position(|name| *name == owner).expect("one of them plays it");
    let [mut anna, mut boris] = [anna, boris].map(|guest| guest.moved_to(&nodes[1 - owner]));
    let path = format!("/api/page/events/{event}");
    for player in [&mut anna, &mut boris] {
        let joined = player.act("POST", &path, &json!({"seen": 1, "act": {"do": "join"}})).await;
        assert_eq!(joined.status, 200, "{}", joined.body);
    }
    let timetable = json!({"do": "timetable", "starts": null, "pause": 0});
    for act in [timetable, json!({"do": "pair"}), json!({"do": "publish"}), json!({"do": "start"})] {
        let done = anna.act("POST", &path, &json!({"seen": 99, "act": act})).await;
        assert_eq!(done.status, 200, "{act}: {}", done.body);
    }
    let [mut white, mut black] = sockets([&anna, &boris], &event, 0).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    nodes[owner].kill().await;
    black.play("e7e5").await.accepted();
    white.follow(&black).await;
    white.command("resign", json!({})).await.accepted();

    let [mut white, _black] = sockets([&anna, &boris], &event, 1).await;
    white.command("resign", json!({})).await.accepted();
    until(&anna, &event, "ends", |view| view["facts"]["stage"] == "finished").await;
}
