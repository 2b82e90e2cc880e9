// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server is killed before, while and right after a round of an event starts, on both databases: each pair has one game, and
//! nobody is left out.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, Random, Server, patiently};
use tokio::time::sleep;

use crate::desk::become_admin;
use crate::events::{games, until};
use crate::kept_offers::unfinished;
use crate::people::registered;
use crate::ratings::kills;
use crate::server_with;

/// How often the server is killed: `TABIYA_KILLS` says another number.
const KILLS: u64 = 6;
/// The rounds of a double round robin of four.
const ROUNDS: u64 = 6;

/// An act of whoever runs the event, which succeeds.
async fn act(chief: &Guest, path: &str, what: &str) {
    let answer = chief.call("POST", path, &command(what)).await;
    assert_eq!(answer.status, 200, "{what}: {}", answer.body);
}

fn command(what: &str) -> String {
    json!({"seen": 999, "act": {"do": what}}).to_string()
}

/// A new double round robin of these players.
async fn double_round_robin(chief: &Guest, players: &[Guest]) -> String {
    let new = json!({
        "name": "Double", "format": {"kind": "round_robin", "cycles": 2},
        "time": {"initial_ms": 300_000, "increment_ms": 3_000},
        "rated": false, "over_the_board": false, "open": true,
    });
    let made = chief.call("POST", "/api/page/events", &new.to_string()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let event = made.json()["id"].as_str().expect("an id").to_owned();
    for player in players {
        act(player, &format!("/api/page/events/{event}"), "join").await;
    }
    event
}

/// White of each game resigns.
async fn all_resign(players: &[Guest], round: &Value, ids: &[String]) {
    for (board, game) in ids.iter().enumerate() {
        let white = round["boards"][board]["white"].as_u64().expect("a number");
        let mut socket = players[white as usize - 1].open(game).await;
        socket.play("e2e4").await.accepted();
        socket.command("resign", json!({})).await.accepted();
    }
}

/// On either database.
async fn a_round_starts_once_however_the_server_dies(mut server: Server) {
    let mut chief = Guest::new(&server).await;
    become_admin(&server, &mut chief, "chief").await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dora"] {
        players.push(registered(&server, name).await);
    }
    let mut random = Random::new(40);
    let mut event = String::new();
    for number in 0..kills(KILLS) {
        let round = usize::try_from(number % ROUNDS).expect("a small number");
        if round == 0 {
            event = double_round_robin(&chief, &players).await;
        }
        let path = format!("/api/page/events/{event}");
        act(&chief, &path, "pair").await;
        act(&chief, &path, "publish").await;
        let acknowledged = match number % 3 {
            // Before the start.
            0 => {
                server.kill().await;
                None
            }
            // Somewhere in it.
            1 => {
                let (pressed, at) = (chief.clone(), path.clone());
                let starting =
                    tokio::spawn(async move { pressed.try_call("POST", &at, &command("start")).await });
                sleep(Duration::from_micros(random.below(12_000))).await;
                server.kill().await;
                starting.await.expect("the call ends")
            }
            // Right after it, perhaps before its games begin.
            _ => {
                let answer = chief.try_call("POST", &path, &command("start")).await;
                server.kill().await;
                answer
            }
        };
        let acknowledged = acknowledged.filter(|answer| answer.status == 200);
        server.restart().await;
        let stage = chief.get(&path).await["event"]["rounds"][round]["stage"].clone();
        if stage != "started" {
            assert!(stage == "published" && acknowledged.is_none(), "round {round}: {stage}");
            act(&chief, &path, "start").await;
        }
        let view =
            until(&chief, &event, "has started", |view| view["rounds"][round]["stage"] == "started").await;
        let ids = games(&view, round);
        if let Some(acknowledged) = acknowledged {
            assert_eq!(games(&acknowledged.json(), round), ids, "what was acknowledged");
        }
        patiently("the games of the round", async {
            for game in &ids {
                while chief.call("GET", &format!("/api/games/{game}"), "").await.status != 200 {
                    sleep(Duration::from_millis(20)).await;
                }
            }
        })
        .await;
        let mut seated = Vec::new();
        for (number, player) in (1_u64..).zip(&players) {
            let own = unfinished(player).await;
            assert!(own.len() == 1 && ids.contains(&own[0]), "round {round}, player {number}: {own:?}");
            seated.extend(own);
        }
        seated.sort_unstable();
        seated.dedup();
        assert_eq!((ids.len(), seated.len()), (2, 2), "each pair has a game of its own");
        all_resign(&players, &view["rounds"][round], &ids).await;
        let is_played = |view: &Value| {
            let boards = view["rounds"][round]["boards"].as_array().expect("boards");
            boards.iter().all(|board| board["games"][0]["outcome"] == "0-1")
        };
        until(&chief, &event, "has the results", is_played).await;
    }
}

#[tokio::test]
async fn a_round_starts_once_across_kills() {
    a_round_starts_once_however_the_server_dies(server_with(&["--staff-totp", "off"]).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_in_postgresql_starts_once_across_kills() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let server = server_with(&["--staff-totp", "off", "--database", &cluster.url(&database)]).await;
    a_round_starts_once_however_the_server_dies(server).await;
}
