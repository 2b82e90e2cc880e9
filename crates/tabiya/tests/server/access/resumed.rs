// SPDX-License-Identifier: AGPL-3.0-or-later
//! A line that was cut comes back with the numbers that it had, after the rights of its player have changed.
//!
//! Two things keep what they may not see any more from them. A subscription with a number asks all that one without asks;
//! [`ASKED_AGAIN`] says what that is. And where the player, or anything else that decides what is told, is another one than
//! when the page got its numbers, the server takes no number and tells everything as it may be seen now, so that the page
//! does not go on showing what it had.

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, NewGame};

use crate::clients::tabiya;
use crate::desk::{staff, with_admin};
use crate::game_of;
use crate::people::{PASSWORD, login, registered};

/// What each kind of topic asks again of a client that resumes. [`whoever_resumes_is_told_by_the_rights_that_they_have_now`]
/// tries those that are marked.
const ASKED_AGAIN: [(&str, &[&str]); 8] = [
    ("game", &["who may watch on this site", "a private game's players and staff: tried", "the delay"]),
    (
        "chat",
        &["chats are on", "the seat, or staff: tried", "kid mode: tried", "whom the reader blocks", "mutes"],
    ),
    (
        "watchers",
        &["chats are on", "who may watch", "a private game", "whom the reader blocks: tried", "mutes"],
    ),
    ("lobby", &["who may watch on this site", "who the reader is: tried"]),
    ("me", &["who the reader is: tried", "closed accounts: tried"]),
    (
        "analysis",
        &["who may watch", "a private game", "own running games", "who may see it yet", "the reader: tried"],
    ),
    ("event", &["who may watch on this site", "roles: tried", "helpers"]),
    ("event_chat", &["chats are on", "who may watch", "whom the reader blocks", "mutes: tried"]),
];

/// What a page has of a topic when its line is cut.
struct Cut {
    topic: String,
    /// By which rights it was told.
    rights: String,
    after: u64,
}

/// A line to the server of a page that was told what it knows by these rights, and those that it has now.
async fn line(guest: &Guest, rights: &str) -> (GameSocket, String) {
    let query = format!("protocol=3&rights={rights}");
    let opened = GameSocket::connect(guest, "none", &query, Some(&guest.origin())).await;
    let mut line = opened.unwrap_or_else(|status| panic!("sockets are for everybody, not {status}"));
    let first = line.receive().await.expect("the line holds");
    assert_eq!(first["type"], "rights", "before anything else: {first}");
    let now = first["rights"].as_str().expect("a text").to_owned();
    (line, now)
}

/// What a subscription is answered with: everything, that all was told, or a refusal.
async fn subscribe(line: &mut GameSocket, topic: &str, after: Option<u64>) -> Value {
    let mut subscribe = json!({"type": "subscribe", "topic": topic});
    if let Some(after) = after {
        subscribe["after"] = after.into();
    }
    line.send_text(&subscribe.to_string()).await;
    const ANSWERS: [&str; 9] =
        ["state", "synced", "resumed", "refused", "chat", "lobby", "mine", "analysis", "event_state"];
    let is_answer = |message: &Value| {
        message["topic"] == topic && ANSWERS.iter().any(|answer| message["type"] == **answer)
    };
    line.until(&format!("{topic}: an answer"), is_answer).await
}

/// Follows a topic, and loses the line. Returns what was told, too.
async fn cut(guest: &Guest, topic: &str) -> (Cut, Value) {
    let (mut line, rights) = line(guest, "").await;
    let told = subscribe(&mut line, topic, None).await;
    let after = told["seq"].as_u64().unwrap_or_else(|| panic!("{topic} is followed: {told}"));
    line.drop_connection();
    (Cut { topic: topic.to_owned(), rights, after }, told)
}

/// The line comes back.
async fn back(guest: &Guest, cut: &Cut) -> Value {
    let (mut line, _) = line(guest, &cut.rights).await;
    subscribe(&mut line, &cut.topic, Some(cut.after)).await
}

fn kind(told: &Value) -> &str {
    told["refusal"]["kind"].as_str().or(told["type"].as_str()).unwrap_or_default()
}

#[test]
fn each_kind_of_topic_says_what_it_asks_again() {
    let mut said = ASKED_AGAIN.map(|(kind, _)| kind);
    let mut kinds = tabiya_protocol::Topic::KINDS.to_vec();
    said.sort_unstable();
    kinds.sort_unstable();
    assert_eq!(said[..], kinds[..]);
    let mut measured = tabiya_testkit::TOPIC_KINDS;
    measured.sort_unstable();
    assert_eq!(measured[..], kinds[..], "`cargo xtask bench topics` measures each");
    assert!(ASKED_AGAIN.iter().all(|(_, rights)| rights.iter().any(|right| right.ends_with(": tried"))));
}

#[tokio::test]
async fn whoever_resumes_is_told_by_the_rights_that_they_have_now() {
    let (server, mut admin) = with_admin().await;
    let (mut ann, bob) = (registered(&server, "ann").await, registered(&server, "bob").await);
    let (mut carol, dave) = (registered(&server, "carol").await, registered(&server, "dave").await);
    let wish = || NewGame::friend().clocks(300_000, 0);
    let (running, _white, _black) = game_of(&ann, &bob, wish()).await;
    let (over, mut white, _) = game_of(&bob, &dave, wish()).await;
    white.command("resign", json!({})).await.accepted();
    let new = ["event", "new", "Hall", "--format", "swiss", "--rounds", "2", "--time", "5+3", "--otb"];
    let said = tabiya(&server, &new);
    let event = said.split_whitespace().last().expect("the id is the last word");
    let chat = format!("chat:{running}");
    let watchers = format!("watchers:{running}");
    let event_chat = format!("event_chat:{event}");
    let public = [
        ("me".to_owned(), "mine"),
        ("lobby".to_owned(), "lobby"),
        (format!("game:{running}"), "state"),
        (watchers.clone(), "chat"),
        (format!("analysis:{over}"), "analysis"),
        (format!("event:{event}"), "event_state"),
        (event_chat.clone(), "chat"),
    ];

    // As long as nothing has changed, each topic goes on from its number: also in another session.
    let mut cuts = vec![(cut(&ann, &chat).await.0, "not_a_player")];
    assert!(["resumed", "synced"].contains(&kind(&back(&ann, &cuts[0].0).await)), "chat");
    for (topic, everything) in &public {
        let (cut, told) = cut(&carol, topic).await;
        assert_eq!(kind(&told), *everything);
        login(&mut carol, "carol", PASSWORD).await;
        let told = back(&carol, &cut).await;
        assert!(["resumed", "synced"].contains(&kind(&told)), "{topic}: {told}");
        cuts.push((cut, everything));
    }

    // Somebody else at the same browser: a guest.
    assert_eq!(ann.act("POST", "/api/logout", &Value::Null).await.status, 204);
    assert_eq!(carol.act("POST", "/api/logout", &Value::Null).await.status, 204);
    for (cut, now) in &cuts {
        let guest = if *now == "not_a_player" { &ann } else { &carol };
        let told = back(guest, cut).await;
        assert_eq!(kind(&told), *now, "{}: {told}", cut.topic);
        assert_eq!(told["account"], Value::Null, "{told}");
        assert_ne!(told["may_say"], "anything", "{told}");
    }
    for (who, name) in [(&mut ann, "ann"), (&mut carol, "carol")] {
        assert_eq!(login(who, name, PASSWORD).await.status, 200);
    }

    // A player who is blocked since is not read any more.
    let (mut daves, _) = line(&dave, "").await;
    subscribe(&mut daves, &watchers, None).await;
    daves
        .send_text(&json!({"type": "say", "topic": watchers, "id": 1, "text": "Look at e4"}).to_string())
        .await;
    daves.until("the line", |message| message["type"] == "chat_line").await;
    let (read, told) = cut(&carol, &watchers).await;
    assert_eq!(told["lines"].as_array().map(Vec::len), Some(1));
    assert_eq!(carol.act("POST", "/api/page/players/dave/block", &Value::Null).await.status, 204);
    let told = back(&carol, &read).await;
    assert_eq!((kind(&told), &told["lines"]), ("chat", &json!([])), "{told}");

    // A player who is muted since is not shown a field to write in.
    let (before, told) = cut(&carol, &event_chat).await;
    assert_eq!(told["may_say"], "anything");
    let mute = admin.act("POST", "/api/page/desk/users/carol/mute", &json!({"text": "rude"})).await;
    assert_eq!(mute.status, 204);
    let told = back(&carol, &before).await;
    assert_eq!((kind(&told), &told["may_say"]), ("chat", &json!("nothing")), "{told}");

    // A child reads ready-made words alone.
    let (mut bobs, _) = line(&bob, "").await;
    subscribe(&mut bobs, &chat, None).await;
    bobs.send_text(&json!({"type": "say", "topic": chat, "id": 1, "text": "Where do you live"}).to_string())
        .await;
    bobs.until("the line", |message| message["type"] == "chat_line").await;
    let (read, told) = cut(&ann, &chat).await;
    assert_eq!(told["lines"].as_array().map(Vec::len), Some(1));
    let kid = admin.act("POST", "/api/page/desk/users/ann/kid", &json!({"kid": true})).await;
    assert_eq!(kid.status, 204);
    login(&mut ann, "ann", PASSWORD).await;
    let told = back(&ann, &read).await;
    assert_eq!(
        (kind(&told), &told["lines"], &told["may_say"]),
        ("chat", &json!([]), &json!("presets")),
        "{told}"
    );

    // The seat of a private game is taken.
    let private = bob.create(&NewGame::friend().private()).await;
    let (seen, _) = cut(&carol, &format!("game:{private}")).await;
    dave.open(&private).await.join().await;
    assert_eq!(kind(&back(&carol, &seen).await), "no_such_topic");
    assert_eq!(kind(&back(&bob, &seen).await), "state", "and a player is told everything");

    // Staff who are none any more, and an account that was closed.
    let mut judge = staff(&server, &mut admin, "judge", "moderator").await;
    let (organised, _) = cut(&judge, &format!("event:{event}")).await;
    let role = admin.act("POST", "/api/page/desk/users/judge/role", &json!({"role": "player"})).await;
    assert_eq!(role.status, 204);
    assert_eq!(kind(&back(&judge, &organised).await), "event_state", "as a guest");
    login(&mut judge, "judge", PASSWORD).await;
    assert_eq!(kind(&back(&judge, &organised).await), "event_state");
    let (own, told) = cut(&dave, "me").await;
    assert_eq!(told["account"], "dave");
    let close = admin.act("POST", "/api/page/desk/users/dave/close", &json!({"text": "rude"})).await;
    assert_eq!(close.status, 204);
    let told = back(&dave, &own).await;
    assert_eq!((kind(&told) == "mine", &told["account"]), (true, &Value::Null), "{told}");
}
