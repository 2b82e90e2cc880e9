// SPDX-License-Identifier: AGPL-3.0-or-later
//! A tab whose line was cut comes back with the numbers of what it has, and is told what it has missed: in every kind of topic.

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame};

use crate::personal::Tab;
use crate::{Table, table};

/// A topic, and the number of the last message that a tab has of it.
type Known = Vec<(String, Value)>;

/// A game under way, and all topics that its White may follow.
async fn setting() -> (Table, Vec<String>) {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4"]).await;
    let game = &table.game;
    let topics = vec!["lobby".to_owned(), "me".to_owned(), format!("chat:{game}"), format!("game:{game}")];
    (table, topics)
}

/// Follows all topics from their start, and loses the line.
async fn followed(guest: &Guest, topics: &[String]) -> Known {
    let mut tab = Tab::open(guest).await;
    let mut known = Vec::new();
    for topic in topics {
        let seq = tab.follow(topic).await["seq"].clone();
        assert!(seq.is_u64(), "{topic} has numbers");
        known.push((topic.clone(), seq));
    }
    known
}

/// What is told of each topic to a tab that comes back, as types.
async fn resumed(guest: &Guest, known: &Known) -> (Vec<Vec<String>>, Known) {
    let mut tab = Tab::open(guest).await;
    let (mut all, mut now) = (Vec::new(), Vec::new());
    for (topic, after) in known {
        let told = tab.resume(topic, after).await;
        let last = told.last().expect("something is told")["seq"].clone();
        now.push((topic.clone(), last));
        all.push(told.iter().map(|message| message["type"].as_str().expect("a type").to_owned()).collect());
    }
    (all, now)
}

/// Alice and a stranger meet in the lobby, in another tab of hers.
async fn meet(table: &Table) {
    let stranger = Guest::new(&table.server).await;
    let mut tabs = [Tab::open(&table.alice).await, Tab::open(&stranger).await];
    for (place, tab) in tabs.iter_mut().enumerate() {
        tab.follow("me").await;
        tab.follow("lobby").await;
        let wish = json!({"time": {"initial_ms": 180_000, "increment_ms": 2_000}});
        tab.say(json!({"type": "seek", "topic": "lobby", "id": 1, "wish": wish})).await;
        tab.next("searching").await;
        if place == 0 {
            // The list that has Alice in it.
            tab.next("lobby").await;
        }
    }
    for tab in &mut tabs {
        tab.next("paired").await;
    }
}

async fn say(table: &Table, text: &str) {
    let topic = format!("chat:{}", table.game);
    let mut tab = Tab::open(&table.bob).await;
    tab.follow(&topic).await;
    tab.say(json!({"type": "say", "topic": topic, "id": 1, "text": text})).await;
    tab.next("chat_line").await;
}

#[tokio::test]
async fn a_line_that_was_cut_resumes_every_kind_of_topic_by_number() {
    let (mut table, topics) = setting().await;
    let known = followed(&table.alice, &topics).await;
    let (told, same) = resumed(&table.alice, &known).await;
    assert_eq!(told, [["resumed"], ["resumed"], ["resumed"], ["synced"]], "nothing has happened");
    assert_eq!(same, known);

    say(&table, "Good luck").await;
    say(&table, "Have fun").await;
    table.play(&["e7e5"]).await;
    meet(&table).await;
    let (told, now) = resumed(&table.alice, &known).await;
    assert_eq!(told[0], ["lobby"], "of the list the newest is told");
    assert_eq!(told[1], ["paired", "resumed"]);
    assert_eq!(told[2], ["chat_line", "chat_line", "resumed"]);
    assert_eq!(told[3], ["event", "synced"]);
    let (told, _) = resumed(&table.alice, &now).await;
    assert_eq!(told, [["resumed"], ["resumed"], ["resumed"], ["synced"]], "nothing is told twice");
}

#[tokio::test]
async fn a_number_that_a_topic_can_not_know_is_answered_with_everything() {
    let (mut table, topics) = setting().await;
    let known = followed(&table.alice, &topics).await;
    let everything = [["lobby"], ["mine"], ["chat"], ["state"]];
    let all = |number: &dyn Fn(usize) -> u64| -> Known {
        topics.iter().cloned().enumerate().map(|(place, topic)| (topic, json!(number(place)))).collect()
    };
    let number = |place: usize| known[place].1.as_u64().expect("a number");
    // From the future, of another topic, and of nothing.
    let wrong = [
        all(&|place| number(place) + 1_000),
        all(&|place| number((place + 1) % 3)),
        all(&|_| (1 << 53) - 1),
        all(&|_| u64::MAX),
    ];
    for known in &wrong {
        assert_eq!(resumed(&table.alice, known).await.0, everything, "{known:?}");
    }
    // A game's numbers are small; elsewhere they are from another topic.
    assert_eq!(resumed(&table.alice, &all(&|_| 1)).await.0[..3], everything[..3]);
    // Another player's topic `me` has numbers of its own.
    let mine = vec![known[1].clone()];
    assert_eq!(resumed(&table.bob, &mine).await.0, [["mine"]]);

    // From before the restart. A game's numbers are those of its log.
    table.server.kill().await;
    table.server.restart().await;
    let (told, _) = resumed(&table.alice, &known).await;
    assert_eq!(told, [["lobby"], ["mine"], ["chat"], ["synced"]]);
}

#[tokio::test]
async fn what_is_no_number_is_refused() {
    let (table, topics) = setting().await;
    let mut tab = Tab::open(&table.alice).await;
    for topic in &topics {
        for after in [json!(-1), json!(1.5), json!("1"), json!(1e300), json!([1])] {
            tab.say(json!({"type": "subscribe", "topic": topic, "after": after})).await;
            assert_eq!(tab.next("refused").await["refusal"]["kind"], "malformed", "{topic} after {after}");
        }
    }
}
