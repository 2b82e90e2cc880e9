// SPDX-License-Identifier: AGPL-3.0-or-later
//! A tab whose line was cut comes back with the numbers of what it has, and is told what it has missed: in every kind of topic.

use serde_json::{Value, json};
use tabiya_protocol::Topic;
use tabiya_testkit::{Guest, NewGame, Random};

use crate::analysis::{ask, imported, until_done};
use crate::clients::tabiya;
use crate::people::registered;
use crate::personal::Tab;
use crate::{Table, server_with, table, table_on};

/// A topic, and the number of the last message that a tab has of it.
type Known = Vec<(String, Value)>;

/// A game under way, and all topics that its White may follow.
async fn setting() -> (Table, Vec<String>) {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4"]).await;
    let topics = of_player(&table);
    (table, topics)
}

fn of_player(table: &Table) -> Vec<String> {
    let game = &table.game;
    vec!["lobby".to_owned(), "me".to_owned(), format!("chat:{game}"), format!("game:{game}")]
}

/// Carol watches that game, follows the analysis of another one, and an event.
struct Watching {
    table: Table,
    carol: Guest,
    analysed: String,
    event: String,
}

impl Watching {
    async fn begin() -> Self {
        let server = server_with(&["--analysis-nodes=2000"]).await;
        let table = table_on(server, NewGame::friend()).await;
        let carol = registered(&table.server, "Carol").await;
        let analysed = imported(&carol, "1. f3 e5 2. g4 Qh4# 0-1").await;
        let said =
            tabiya(&table.server, &["event", "new", "Open", "--format", "round-robin", "--time", "5+3"]);
        let event = said.split_whitespace().last().expect("the id is the last word").to_owned();
        Self { table, carol, analysed, event }
    }

    /// All topics of somebody who does not play.
    fn topics(&self) -> Vec<String> {
        let Self { table: Table { game, .. }, analysed, event, .. } = self;
        vec![
            format!("watchers:{game}"),
            format!("analysis:{analysed}"),
            format!("event:{event}"),
            format!("event_chat:{event}"),
        ]
    }
}

/// Follows all topics from their start, and loses the line.
async fn followed(guest: &Guest, topics: &[String]) -> Known {
    let mut tab = Tab::open(guest).await;
    let mut known = Vec::new();
    for topic in topics {
        let first = tab.follow(topic).await;
        assert!(first["seq"].is_u64(), "{topic} has numbers: {first}");
        known.push((topic.clone(), first["seq"].clone()));
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
    let [hers, other] = &mut tabs;
    other.next("paired").await;
    // The list is told now and then: nothing is on its way any more once nobody waits in it.
    let [_, mut list] = hers.next_of(["paired", "lobby"]).await;
    while list["waiting"] != 0 {
        list = hers.next("lobby").await;
    }
}

async fn say(guest: &Guest, topic: &str, text: &str) {
    let mut tab = Tab::open(guest).await;
    tab.follow(topic).await;
    tab.say(json!({"type": "say", "topic": topic, "id": 1, "text": text})).await;
    tab.next("chat_line").await;
}

/// What begins the name of each topic.
fn kinds<'a>(topics: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    let kind = |topic: &'a String| topic.split(':').next().expect("a first part");
    let mut kinds: Vec<_> = topics.into_iter().map(kind).collect();
    kinds.sort_unstable();
    kinds
}

#[tokio::test]
async fn a_line_that_was_cut_resumes_every_kind_of_topic_by_number() {
    let mut watching = Watching::begin().await;
    watching.table.play(&["e2e4"]).await;
    let (played, watched) = (of_player(&watching.table), watching.topics());
    let mut every = Topic::KINDS.to_vec();
    every.sort_unstable();
    assert_eq!(kinds(played.iter().chain(&watched)), every, "a new kind of topic resumes here, too");

    let Watching { mut table, carol, analysed, event } = watching;
    let known = [followed(&table.alice, &played).await, followed(&carol, &watched).await];
    for (guest, known, last) in [(&table.alice, &known[0], "synced"), (&carol, &known[1], "resumed")] {
        let (told, same) = resumed(guest, known).await;
        assert_eq!(told, [["resumed"], ["resumed"], ["resumed"], [last]], "nothing has happened");
        assert_eq!(same, *known);
    }

    say(&table.bob, &played[2], "Good luck").await;
    say(&table.bob, &played[2], "Have fun").await;
    table.play(&["e7e5"]).await;
    meet(&table).await;
    let (told, now) = resumed(&table.alice, &known[0]).await;
    assert_eq!(told[0], ["lobby"], "of the list the newest is told");
    assert_eq!(told[1], ["paired", "resumed"]);
    assert_eq!(told[2], ["chat_line", "chat_line", "resumed"]);
    assert_eq!(told[3], ["event", "synced"]);
    let (told, _) = resumed(&table.alice, &now).await;
    assert_eq!(told, [["resumed"], ["resumed"], ["resumed"], ["synced"]], "nothing is told twice");

    say(&carol, &watched[0], "A fine game").await;
    say(&carol, &watched[3], "Who is next?").await;
    assert_eq!(ask(&carol, &analysed).await.status, 200);
    until_done(&carol, &analysed).await;
    let mut tab = Tab::open(&carol).await;
    tab.follow(&watched[2]).await;
    tabiya(&table.server, &["event", "enter", &event, "Dora", "--otb"]);
    // The server sees by and by what another program has done.
    tab.next("event_changed").await;
    let (told, now) = resumed(&carol, &known[1]).await;
    assert_eq!(told[0], ["chat_line", "resumed"]);
    assert!(told[1].iter().any(|kind| kind == "analysis_grew"), "{told:?}");
    assert_eq!(told[1].last().map(String::as_str), Some("resumed"), "{told:?}");
    assert_eq!(told[2], ["event_changed", "resumed"]);
    assert_eq!(told[3], ["chat_line", "resumed"]);
    let (told, _) = resumed(&carol, &now).await;
    assert_eq!(told, [["resumed"]; 4], "nothing is told twice");
}

#[tokio::test]
async fn a_number_that_a_topic_can_not_know_is_answered_with_everything() {
    let mut watching = Watching::begin().await;
    watching.table.play(&["e2e4"]).await;
    let (played, watched) = (of_player(&watching.table), watching.topics());
    let Watching { mut table, carol, .. } = watching;
    let known = [followed(&table.alice, &played).await, followed(&carol, &watched).await];
    let all = |known: &Known, number: &dyn Fn(usize) -> u64| -> Known {
        known.iter().enumerate().map(|(place, (topic, _))| (topic.clone(), json!(number(place)))).collect()
    };
    for (guest, known, everything) in [
        (&table.alice, &known[0], [["lobby"], ["mine"], ["chat"], ["state"]]),
        (&carol, &known[1], [["chat"], ["analysis"], ["event_state"], ["chat"]]),
    ] {
        let number = |place: usize| known[place].1.as_u64().expect("a number");
        // From the future, of another topic, and of nothing.
        let wrong = [
            all(known, &|place| number(place) + 1_000),
            all(known, &|place| number((place + 1) % 3)),
            all(known, &|_| (1 << 53) - 1),
            all(known, &|_| u64::MAX),
        ];
        for known in &wrong {
            assert_eq!(resumed(guest, known).await.0, everything, "{known:?}");
        }
        // A game's numbers are small; elsewhere they are from another topic.
        assert_eq!(resumed(guest, &all(known, &|_| 1)).await.0[..3], everything[..3]);
    }
    // Another player's topic `me` has numbers of its own.
    let mine = vec![known[0][1].clone()];
    assert_eq!(resumed(&table.bob, &mine).await.0, [["mine"]]);

    // So old that the topic has forgotten what came next.
    let mut random = Random::new(35);
    for _ in 0..36 {
        let mover = if table.white.ply().is_multiple_of(2) { &table.white } else { &table.black };
        let uci = random.pick(&mover.legal()).clone();
        table.play(&[&uci]).await;
    }
    assert_eq!(resumed(&table.alice, &vec![known[0][3].clone()]).await.0, [["state"]]);
    let newest = vec![(played[3].clone(), json!(table.white.seq()))];
    assert_eq!(resumed(&table.alice, &newest).await.0, [["synced"]]);

    // From before the restart. A game's numbers are those of its log.
    table.server.kill().await;
    table.server.restart().await;
    assert_eq!(resumed(&table.alice, &newest).await.0, [["synced"]]);
    let (told, _) = resumed(&table.alice, &known[0][..3].to_vec()).await;
    assert_eq!(told, [["lobby"], ["mine"], ["chat"]]);
    assert_eq!(resumed(&carol, &known[1]).await.0, [["chat"], ["analysis"], ["event_state"], ["chat"]]);
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
