// SPDX-License-Identifier: AGPL-3.0-or-later
//! Subscriptions and commands on the page's socket by everybody.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest};

use super::cast::Cast;
use super::table::{Form, Row, Table};

/// Refusals that say that the caller is the wrong one.
const NOT_FOR_YOU: [&str; 11] = [
    "not_a_player",
    "no_cookie",
    "needs_account",
    "not_allowed",
    "forbidden",
    "protected",
    "kept_apart",
    "blocked",
    "presets_only",
    "analysis_while_playing",
    "analysis_near_own_game",
];
/// Refusals that say that there is no such thing.
const HIDDEN: [&str; 3] = ["no_such_topic", "not_subscribed", "no_such_line"];

/// Every type of message that the server knows, as it says when it gets an unknown one.
async fn commands(guest: &Guest) -> BTreeSet<String> {
    let mut socket = open(guest).await;
    socket.send_text(r#"{"type":"no such command"}"#).await;
    let said = socket.next("refused").await["message"].as_str().expect("a sentence").to_owned();
    let names = said.split('`').skip(1).step_by(2).filter(|name| *name != "no such command");
    let names: BTreeSet<_> = names.map(str::to_owned).collect();
    assert!(names.contains("subscribe") && names.len() > 20, "{said}");
    names
}

async fn open(guest: &Guest) -> GameSocket {
    let opened = GameSocket::connect(guest, "none", "protocol=3", Some(&guest.origin())).await;
    opened.unwrap_or_else(|status| panic!("sockets are for everybody, not {status}"))
}

/// Commands and topics without a row.
pub(super) async fn check_commands(cast: &Cast, tables: &[Table]) -> Vec<String> {
    let rows = || tables.iter().filter(|table| table.form == Form::Socket).flat_map(|table| &table.rows);
    let known: BTreeSet<_> = rows().map(|row| row.method.clone()).collect();
    let missing = commands(&cast.guests()[0]).await;
    let missing = missing.difference(&known).map(|name| format!("{name}: this command has no row"));
    let subscribed: BTreeSet<_> = rows()
        .filter(|row| row.method == "subscribe")
        .filter_map(|row| row.template.split(':').next().map(str::to_owned))
        .collect();
    let topics = tabiya_protocol::Topic::KINDS.iter().filter(|kind| !subscribed.contains(**kind));
    missing.chain(topics.map(|kind| format!("{kind}: this topic has no row with subscribe"))).collect()
}

/// The letter of the answer to one command.
async fn letter(guest: &Guest, row: &Row) -> char {
    let mut socket = open(guest).await;
    if row.method != "subscribe" {
        let subscribe = json!({ "type": "subscribe", "topic": row.path });
        socket.send_text(&subscribe.to_string()).await;
        let about = row.path.clone();
        socket.until("the topic", |message| message["topic"] == about.as_str()).await;
    }
    let mut command = json!({ "type": row.method, "topic": row.path });
    if !["subscribe", "unsubscribe", "ping"].contains(&&*row.method) {
        command["id"] = json!(7);
    }
    if !row.body.is_empty() {
        let fields: Value =
            serde_json::from_str(&row.body).unwrap_or_else(|error| panic!("{}: {error}", row.place));
        command.as_object_mut().expect("an object").extend(fields.as_object().expect("fields").clone());
    }
    socket.send_text(&command.to_string()).await;
    let is_answer = |message: &Value| match &*row.method {
        "subscribe" => message["topic"] == row.path.as_str(),
        "unsubscribe" => message["type"] == "unsubscribed" || message["type"] == "refused",
        "ping" => message["type"] == "pong" || message["type"] == "refused",
        _ => message["id"] == 7,
    };
    let answer = socket.until(&format!("{}: an answer", row.place), is_answer).await;
    match answer["refusal"]["kind"].as_str() {
        None => '+',
        Some("malformed" | "wrong_topic" | "too_fast" | "unavailable") => {
            eprintln!("{}: {answer}", row.place);
            '!'
        }
        Some(kind) if NOT_FOR_YOU.contains(&kind) => 'x',
        Some(kind) if HIDDEN.contains(&kind) => 'h',
        Some(_) => 'r',
    }
}

pub(super) async fn check(cast: &Cast, table: &Table) -> Vec<String> {
    let mut faults = Vec::new();
    let nobody = cast.guests()[0].clone().without_cookie();
    for row in &table.rows {
        let mut found = vec!['?'; cast.guests().len() + 1];
        let all = std::iter::once(&nobody).chain(cast.guests()).enumerate();
        // The player comes last, see `call.rs`.
        let (last, others): (Vec<_>, Vec<_>) = all.partition(|(place, _)| *place == 3);
        for (place, guest) in others.into_iter().chain(last) {
            found[place] = letter(guest, row).await;
        }
        let found: String = found.into_iter().collect();
        if found != row.answers {
            let found = format!("{}/{}/{}", &found[..3], &found[3..8], &found[8..]);
            faults.push(format!(
                "{} {} {}: {found}, expected {}",
                row.place, row.method, row.template, row.answers
            ));
        }
    }
    faults
}
