// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading what a client sends: what stands in arrays or in unknown fields is refused.

use serde::de::DeserializeOwned;
use tabiya_protocol::http::CreateGame;
use tabiya_protocol::{ClientMessage, read};

fn refusal<T: DeserializeOwned + std::fmt::Debug>(json: &str) -> String {
    read::<T>(json.as_bytes()).expect_err(json).to_string()
}

#[test]
fn an_array_is_no_object() {
    for json in [
        r#"["play","game:00000007",1,0,"e2e4"]"#,
        r#"{"type":["ping"]}"#,
        r#" [ ] "#,
        r#"{"type":"ping","\"":[]}"#,
    ] {
        assert!(refusal::<ClientMessage>(json).contains("array"), "{json}");
    }
    for json in [
        r#"[["computer",3],null,"white"]"#,
        r#"{"opponent":["computer",3],"time":null,"color":"white"}"#,
        r#"{"opponent":{"kind":"friend"},"time":[300000,0],"color":"white"}"#,
        r#"{"opponent":{"kind":"friend"},"time":{"white":[300000,0],"black":[300000,0]},"color":"white"}"#,
    ] {
        assert!(refusal::<CreateGame>(json).contains("array"), "{json}");
    }
    let list = r#"{"type":"premoves","topic":"game:00000007","id":1,"seq":0,"moves":[ "e2e4" , "[" ]}"#;
    read::<ClientMessage>(list.as_bytes()).expect("a list of texts");
    for json in [
        r#"{"type":"premoves","topic":"game:00000007","id":1,"seq":0,"moves":[["e2e4"]]}"#,
        r#"{"type":"premoves","topic":"game:00000007","id":1,"seq":0,"moves":"x",["e2e4"]}"#,
        r#"{"type":["moves"],"topic":[]}"#,
        r#"["moves",:["e2e4"]]"#,
    ] {
        assert!(refusal::<ClientMessage>(json).contains("array"), "{json}");
    }
    for json in [
        r#"{"type":"premoves","topic":"game:00000007","id":1,"seq":0,"moves":[1]}"#,
        r#"{"type":"premoves","topic":"game:00000007","id":1,"seq":0,"moves":[{}]}"#,
        r#"{"type":"premoves","topic":"game:00000007","id":1,"seq":0,"moves":"e2e4"}"#,
    ] {
        refusal::<ClientMessage>(json);
    }
    let set = r#"{"name":"x","puzzles":["a1"],"filter":{"themes":["fork","pin"],"openings":["A"],"from":600,"to":900,"count":3}}"#;
    read::<tabiya_protocol::NewPuzzleSet>(set.as_bytes()).expect("two lists of texts");
    let event = r#"{"name":"Cup","format":{"kind":"team_match","games":1,"boards":0,"everyone":false},"teams":["Berg","Tal"],"time":{"initial_ms":600000,"increment_ms":5000},"rated":false,"over_the_board":true,"open":true}"#;
    let event = read::<tabiya_protocol::events::NewEvent>(event.as_bytes()).expect("two names");
    assert_eq!(event.teams, Some(["Berg".to_owned(), "Tal".to_owned()]));
    let sections = r#"{"name":"Cup","format":{"kind":"swiss","rounds":5},"sections":[{"name":"Open","rating_from":null,"rating_to":null,"format":null}],"time":{"initial_ms":600000,"increment_ms":5000},"rated":false,"over_the_board":true,"open":true}"#;
    let event = read::<tabiya_protocol::events::NewEvent>(sections.as_bytes()).expect("a list of sections");
    assert_eq!(event.sections.map(|sections| sections.len()), Some(1));
    let turned = sections.replace(
        r#"{"name":"Open","rating_from":null,"rating_to":null,"format":null}"#,
        r#"["Open",null,null,null]"#,
    );
    assert!(refusal::<tabiya_protocol::events::NewEvent>(&turned).contains("array"));
    let bracket =
        r#"{"opponent":{"kind":"friend"},"time":null,"color":"white","start":{"kind":"fen","fen":"[\"["}}"#;
    read::<CreateGame>(bracket.as_bytes()).expect("a bracket in a string is text");
}

#[test]
fn an_unknown_field_is_refused_wherever_it_stands() {
    for json in [
        r#"{"type":"ping","x":1}"#,
        r#"{"type":"subscribe","topic":"game:00000007","x":1}"#,
        r#"{"type":"unsubscribe","topic":"game:00000007","after":1}"#,
        r#"{"type":"play","topic":"game:00000007","id":1,"seq":0,"uci":"e2e4","ply":0}"#,
        r#"{"type":"resign","topic":"game:00000007","id":1,"accept":true}"#,
    ] {
        assert!(refusal::<ClientMessage>(json).contains("unknown field"), "{json}");
    }
    for json in [
        r#"{"opponent":{"kind":"friend"},"time":null,"color":"white","x":1}"#,
        r#"{"opponent":{"kind":"friend","level":3},"time":null,"color":"white"}"#,
        r#"{"opponent":{"kind":"friend"},"time":null,"color":"white","start":{"kind":"standard","fen":"x"}}"#,
        r#"{"opponent":{"kind":"friend"},"time":null,"color":"white","start":{"kind":"chess960","x":1}}"#,
    ] {
        assert!(refusal::<CreateGame>(json).contains("unknown field"), "{json}");
    }
    for time in [
        r#"{"initial_ms":300000,"increment_ms":0,"x":1}"#,
        r#"{"days":3,"x":1}"#,
        r#"{"white":{"initial_ms":300000,"increment_ms":0},"black":{"initial_ms":1,"increment_ms":0,"x":1}}"#,
    ] {
        let json = format!(r#"{{"opponent":{{"kind":"friend"}},"time":{time},"color":"white"}}"#);
        assert!(refusal::<CreateGame>(&json).contains("time is null"), "{json}");
    }
}
