// SPDX-License-Identifier: AGPL-3.0-or-later
//! Races of puzzles on several nodes: one node has a race, and players of all nodes find it.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, NatsServer, Server, patiently};

use crate::nodes::until_shared;
use crate::people::registered;
use crate::server_with;

/// Does something in the race that succeeds; the race as the player sees it then.
async fn act(player: &mut Guest, race: &str, what: &str, body: &Value) -> Value {
    let done = player.act("POST", &format!("/api/page/puzzle-races/{race}/{what}"), body).await;
    assert_eq!(done.status, 200, "{what}: {}", done.body);
    done.json()
}

/// Looks until the race is so.
async fn until(player: &Guest, race: &str, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    patiently(what, async {
        loop {
            let seen = player.get(&format!("/api/page/puzzle-races/{race}")).await;
            if is_so(&seen) {
                return seen;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await
}

/// Anna makes a race on the first node. Boris and a guest come to the second one, and a refusal reaches them, too. When the first node has
/// been killed there is no such race.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_race_is_found_on_every_node() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let url = cluster.url(&cluster.database());
    let bus = nats.url();
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name]).await
    };
    let (mut one, two) = (node("one").await, node("two").await);
    until_shared(&url, |shares| shares == [512, 512]).await;
    let mut anna = registered(&one, "Anna").await;
    let made = patiently("the puzzles that the program brings", async {
        loop {
            let wish = json!({"themes": [], "openings": []});
            let made = anna.act("POST", "/api/page/puzzle-races", &wish).await;
            if made.status == 201 {
                return made.json();
            }
            assert_eq!(made.error_code(), "few_puzzles", "{}", made.body);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await;
    let race = made["id"].as_str().expect("an id").to_owned();
    let (mut boris, mut guest) = (registered(&two, "Boris").await, Guest::new(&two).await);
    for player in [&mut anna, &mut boris, &mut guest] {
        assert_eq!(act(player, &race, "join", &Value::Null).await["has_joined"], true);
    }
    let refused = boris.act("POST", &format!("/api/page/puzzle-races/{race}/start"), &Value::Null).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    assert!(refused.body.contains("whoever made the race starts it"), "{}", refused.body);
    act(&mut anna, &race, "start", &Value::Null).await;
    let [hers, his] = [&anna, &boris]
        .map(|player| until(player, &race, "the first puzzle", |seen| seen["puzzle"].is_object()));
    let (hers, his) = tokio::join!(hers, his);
    assert_eq!(hers["puzzle"], his["puzzle"], "the same for all");
    // The page offers legal moves only; a program may send anything.
    let played = json!({"number": 1, "found": 0, "uci": "a1a1"});
    let refused = boris.act("POST", &format!("/api/page/puzzle-races/{race}/move"), &played).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    let path = format!("/api/racer/{race}");
    let [here, there] = [one.get(&path).await.json(), two.get(&path).await.json()];
    assert_eq!(here["players"].as_array().map(Vec::len), Some(3), "{here}");
    assert_eq!(here, there, "programs see the same");
    let removed = act(&mut anna, &race, "remove", &json!({"number": 3})).await;
    assert_eq!(removed["racers"].as_array().map(Vec::len), Some(2));
    let seen = guest.get(&format!("/api/page/puzzle-races/{race}")).await;
    assert_eq!(seen["was_removed"], true);

    one.kill().await;
    patiently("the race to be gone", async {
        loop {
            let gone = boris.call("GET", &format!("/api/page/puzzle-races/{race}"), "").await;
            if gone.status == 404 {
                break;
            }
            // The bus has not noticed yet that the node is gone.
            assert_eq!(gone.error_code(), "busy", "{}", gone.body);
        }
    })
    .await;
}
