// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whatever the request is, the answer is a clear sentence and never a panic.

use proptest::prelude::*;
use serde_json::json;

use crate::common::{answer, error};

#[test]
fn requests_that_are_none_are_refused() {
    for text in [
        "",
        "null",
        "{}",
        "[]",
        "{\"do\": 5}",
        "{\"do\": \"fly\"}",
        "\u{0}",
        "{\"do\":\"position\"",
        "{\"do\":\"play\"}",
    ] {
        let answer = tabiya_wasm::answer(text);
        assert!(answer.starts_with(r#"{"error":{"code":"request","message":"#), "{text} -> {answer}");
    }
    let nested = format!("{{\"do\":\"position\",\"moves\":{}", "[".repeat(1_000_000));
    assert!(tabiya_wasm::answer(&nested).contains("\"request\""));
    for request in [
        json!({ "do": "position", "moves": [1] }),
        json!({ "do": "write_pgn", "nodes": [{ "uci": "e2e4", "nags": [256] }] }),
        json!({ "do": "write_pgn", "nodes": [{ "uci": "e2e4", "parent": 0 }] }),
        json!({ "do": "write_pgn", "nodes": [{ "uci": "e2e4", "parent": -1 }] }),
        json!({ "do": "write_pgn", "nodes": [{ "uci": "e2e4" }, { "uci": "e7e5", "parent": 7 }] }),
        json!({ "do": "write_pgn", "result": "2-0" }),
        json!({ "do": "write_pgn", "nodes": [{ "uci": "e2e4", "shapes": [{ "brush": "pink", "from": "e4" }] }] }),
        json!({ "do": "write_pgn", "nodes": [{ "uci": "e2e4", "shapes": [{ "brush": "red", "from": "e9" }] }] }),
    ] {
        assert_eq!(error(request).0, "request");
    }
}

#[test]
fn positions_that_are_none_are_refused_with_what_is_wrong() {
    let long = "8/".repeat(200_000);
    for (fen, says) in [
        ("", ""),
        ("hello", ""),
        (long.as_str(), ""),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "king"),
        ("P6k/8/8/8/8/8/8/K7 w - - 0 1", "pawn"),
        ("k7/R7/8/8/8/8/8/K7 w - - 0 1", ""),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "turn"),
        ("\u{1F600}", ""),
    ] {
        for request in [
            json!({ "do": "fen", "text": fen }),
            json!({ "do": "position", "fen": fen }),
            json!({ "do": "write_pgn", "start": fen }),
        ] {
            let (code, message) = error(request);
            assert_eq!(code, "fen", "{message}");
            assert!(message.to_lowercase().contains(says), "{message}");
        }
    }
}

#[test]
fn moves_that_are_none_are_refused_with_what_is_wrong() {
    for text in [
        "",
        "e",
        "e2e5",
        "Ke2",
        "O-O",
        "e9e4",
        "z",
        "Nf6",
        "e2e4q",
        "\u{1F600}\u{1F600}\u{1F600}\u{1F600}",
        "P@e4",
        "e7e5",
    ] {
        let (code, message) = error(json!({ "do": "play", "fen": "startpos", "move": text }));
        assert_eq!(code, "move", "{text}: {message}");
    }
    let long = "e4".repeat(1_000_000);
    assert_eq!(error(json!({ "do": "play", "move": long })).0, "move");
    let (_, message) = error(json!({ "do": "position", "moves": ["e4", "e4"] }));
    assert!(message.contains("e4"), "{message}");
}

#[test]
fn a_line_has_an_end() {
    let moves = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2_500);
    let place = crate::common::ok(json!({ "do": "position", "moves": moves }));
    assert_eq!(place["line"].as_array().unwrap().len(), 10_000);
    let more = vec!["--"; 10_001];
    assert_eq!(error(json!({ "do": "position", "moves": more })).0, "too_long");
}

proptest! {
    #[test]
    fn any_text_has_an_answer(text in ".{0,200}") {
        for request in [
            json!({ "do": text }),
            json!({ "do": "fen", "text": text }),
            json!({ "do": "play", "move": text }),
            json!({ "do": "explain", "move": text }),
            json!({ "do": "replay", "moves": [text] }),
            json!({ "do": "read_pgn", "text": text }),
            json!({ "do": "write_pgn", "start": text }),
            json!({ "do": "write_pgn", "tags": [[text, text]], "comment": text, "commands": [text] }),
        ] {
            let answer = answer(&request);
            prop_assert!(answer.get("ok").is_some() != answer.get("error").is_some());
        }
        let answer = tabiya_wasm::answer(&text);
        prop_assert!(answer.starts_with('{'), "{}", answer);
    }

    #[test]
    fn any_bytes_that_look_like_pgn_have_an_answer(text in "([KQRBN]?[a-h][1-8]|[()]|\\{[^}]{0,9}\\}|\\$[0-9]{1,3}|[0-9]\\.|--|;.{0,5}\n|\\[[A-Z][a-z]{2} \"[^\"]{0,9}\"\\]\n|1-0|\\*| |\n){0,60}") {
        answer(&json!({ "do": "read_pgn", "text": text }));
    }
}
