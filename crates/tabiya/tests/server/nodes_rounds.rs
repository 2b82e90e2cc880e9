// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds that begin by themselves on several nodes: the owner of an event begins them, and nobody else does, not even when the owner
//! has died and nobody has taken its place.

use serde_json::{Value, json};
use tabiya_store::Slot;
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, NatsServer, Server, output};

use crate::events::until;
use crate::nodes::until_shared;
use crate::people::registered;
use crate::server_with;

/// A Swiss of Anna's over the board, in which each round begins when the one before is over; its id.
async fn swiss(url: &str) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["event", "new", "Hall", "--format", "swiss", "--rounds", "3", "--time", "5+3", "--otb"]);
    command.args(["--owner", "Anna"]).env("TABIYA_DATABASE", url);
    let made = output(command, "").await;
    let said = String::from_utf8(made.stdout).expect("text");
    said.split_whitespace().last().expect("the id is the last word").to_owned()
}

/// An act of Anna's that succeeds.
async fn act(anna: &Guest, event: &str, act: Value) {
    let body = json!({"seen": 999, "act": act}).to_string();
    let done = anna.call("POST", &format!("/api/page/events/{event}"), &body).await;
    assert_eq!(done.status, 200, "{act}: {}", done.body);
}

async fn result(anna: &Guest, event: &str, (round, board): (u16, u16)) {
    act(anna, event, json!({"do": "result", "round": round, "board": board, "outcome": "1-0"})).await;
}

async fn until_begun(anna: &Guest, event: &str, round: usize) {
    until(anna, event, "begins its next round", |view| view["rounds"][round - 1]["stage"] == "started").await;
}

/// Anna asks the node that stays. The other one owns the first of her events, and is killed before the last result of its first round:
/// the next round is due, and there is nobody whose it is, because the slot is held. The other event goes on meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_round_waits_for_the_heir_of_its_event_and_begins_once() {
    // A prepared transaction holds a slot, as the last append of a node does that has died.
    let Some(cluster) = Cluster::start_with(|_| vec!["max_prepared_transactions = 1".to_owned()]) else {
        return;
    };
    let Some(nats) = NatsServer::start() else { return };
    let database = cluster.database();
    let (url, bus) = (cluster.url(&database), nats.url());
    let node = async |name: &str| -> Server {
        server_with(&["--database", &url, "--bus", &bus, "--node", name]).await
    };
    let mut nodes = [node("one").await, node("two").await];
    until_shared(&url, |shares| shares == [512, 512]).await;
    let anna = registered(&nodes[1], "Anna").await;
    let of_one = "SELECT slot FROM slot JOIN node USING (incarnation) WHERE name = 'one'";
    let of_one = cluster.sql(&database, of_one);
    let slot = |event: &str| Slot::of_work(event).number().to_string();
    let is_of_one = |event: &str| of_one.lines().any(|number| number == slot(event));
    let (mut waits, mut goes_on) = (None, None);
    while waits.is_none() || goes_on.is_none() {
        let event = swiss(&url).await;
        let place = if is_of_one(&event) { &mut waits } else { &mut goes_on };
        *place = Some(event);
    }
    let both = [waits.expect("one of each"), goes_on.expect("one of each")];
    for event in &both {
        for name in ["Berg", "Lind", "Moor", "Zorn"] {
            act(&anna, event, json!({"do": "enter", "name": name, "rating": null})).await;
        }
        act(&anna, event, json!({"do": "timetable", "starts": null, "pause": 0})).await;
        for what in ["pair", "publish", "start"] {
            act(&anna, event, json!({"do": what})).await;
        }
        result(&anna, event, (1, 1)).await;
    }
    let [waits, goes_on] = &both;

    let hold = format!(
        "BEGIN; SELECT slot FROM slot WHERE slot = {} FOR NO KEY UPDATE; PREPARE TRANSACTION 'held'",
        slot(waits)
    );
    cluster.sql(&database, &hold);
    // From here on nobody can take this slot. Its owner may have changed before.
    let owner = format!("SELECT name FROM slot JOIN node USING (incarnation) WHERE slot = {}", slot(waits));
    let dies = usize::from(cluster.sql(&database, &owner) == "two");
    let anna = anna.moved_to(&nodes[1 - dies]);
    nodes[dies].kill().await;
    result(&anna, waits, (1, 2)).await;
    // Two rounds of the other event: what was entered before them has been looked at.
    result(&anna, goes_on, (1, 2)).await;
    until_begun(&anna, goes_on, 2).await;
    for board in [1, 2] {
        result(&anna, goes_on, (2, board)).await;
    }
    until_begun(&anna, goes_on, 3).await;
    let view = anna.get(&format!("/api/page/events/{waits}")).await;
    assert_eq!(view["event"]["rounds"].as_array().map(Vec::len), Some(1), "it is nobody's: {view}");

    cluster.sql(&database, "COMMIT PREPARED 'held'");
    for round in [2, 3] {
        until_begun(&anna, waits, round.into()).await;
        for board in [1, 2] {
            result(&anna, waits, (round, board)).await;
        }
    }
    until(&anna, waits, "ends", |view| view["facts"]["stage"] == "finished").await;
    for what in ["paired", "started"] {
        let entries = format!(
            "SELECT count(*) FROM event_entry WHERE entry LIKE '{{\"what\":\"{what}\"%' GROUP BY event"
        );
        assert_eq!(cluster.sql(&database, &entries), "3\n3", "each round is {what} once");
    }
}
