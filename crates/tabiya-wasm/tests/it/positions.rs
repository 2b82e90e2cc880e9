// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions, moves, and why a move is illegal.

use serde_json::{Value, json};

use crate::common::{error, ok};

const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn the_start_has_twenty_moves_and_no_line() {
    let start = ok(json!({ "do": "position", "moves": [] }));
    assert_eq!(start["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(
        (&start["turn"], &start["check"], &start["outcome"]),
        (&json!("white"), &json!(false), &Value::Null)
    );
    let dests = start["dests"].as_object().unwrap();
    assert_eq!(dests.len(), 10);
    assert_eq!(dests["e2"], json!(["e3", "e4"]));
    assert_eq!(dests.values().map(|to| to.as_array().unwrap().len()).sum::<usize>(), 20);
    assert_eq!(start["promotions"], json!([]));
    assert_eq!(start["line"], json!([]));
    assert_eq!(start["key"].as_str().unwrap().len(), 16);
}

#[test]
fn each_move_of_the_line_is_told_in_uci_and_in_san_with_its_position() {
    let place = ok(json!({ "do": "position", "moves": ["e2e4", "e5", "Ng1-f3"] }));
    let line = place["line"].as_array().unwrap();
    let step = |at: usize| (line[at]["uci"].as_str().unwrap(), line[at]["san"].as_str().unwrap());
    assert_eq!((step(0), step(1), step(2)), (("e2e4", "e4"), ("e7e5", "e5"), ("g1f3", "Nf3")));
    assert_eq!(line[2]["fen"], place["fen"]);
    assert_eq!(line[0]["fen"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn castling_has_one_spelling_however_it_is_played() {
    for (text, variant, uci) in [
        ("e1g1", "standard", "e1g1"),
        ("e1h1", "standard", "e1g1"),
        ("O-O", "standard", "e1g1"),
        ("0-0-0", "standard", "e1c1"),
        ("e1g1", "chess960", "e1h1"),
        ("e1h1", "chess960", "e1h1"),
        ("O-O-O", "chess960", "e1a1"),
    ] {
        let played = ok(json!({ "do": "play", "fen": CASTLING, "move": text, "variant": variant }));
        assert_eq!(played["uci"], uci, "{text} {variant}");
        assert!(["O-O", "O-O-O"].contains(&played["san"].as_str().unwrap()));
    }
    let dests = |variant: &str| {
        ok(json!({ "do": "fen", "text": CASTLING, "variant": variant }))["dests"]["e1"].clone()
    };
    let has = |dests: &Value, square| dests.as_array().unwrap().contains(&json!(square));
    for square in ["g1", "h1", "c1", "a1"] {
        assert!(has(&dests("standard"), square), "{square}");
    }
    assert!(has(&dests("chess960"), "h1") && !has(&dests("chess960"), "g1"));
}

#[test]
fn promotions_are_told_once_for_all_pieces() {
    let place = ok(json!({ "do": "fen", "text": "1n6/P6k/8/8/8/8/7K/8 w - - 0 1" }));
    assert_eq!(place["promotions"], json!(["a7a8", "a7b8"]));
    assert_eq!(place["dests"]["a7"].as_array().unwrap().len(), 2);
    let played = ok(json!({ "do": "play", "fen": "1n6/P6k/8/8/8/8/7K/8 w - - 0 1", "move": "a7b8n" }));
    assert_eq!(played["san"], "axb8=N");
    let (code, message) =
        error(json!({ "do": "play", "fen": "1n6/P6k/8/8/8/8/7K/8 w - - 0 1", "move": "a7a8" }));
    assert_eq!(code, "move");
    assert!(message.contains("promot"), "{message}");
}

#[test]
fn a_null_move_passes_but_not_in_check() {
    for text in ["--", "0000", "null"] {
        let played = ok(json!({ "do": "play", "fen": "startpos", "move": text }));
        assert_eq!((&played["uci"], &played["san"]), (&json!("0000"), &json!("--")));
        assert_eq!(played["turn"], "black");
    }
    let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    let (code, message) = error(json!({ "do": "play", "fen": check, "move": "--" }));
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("null_move_in_check", "A side that is in check can't pass.")
    );
    let line = ok(json!({ "do": "position", "moves": ["e4", "--", "d4"] }));
    assert_eq!(line["line"][1]["uci"], "0000");
    assert_eq!(line["line"].as_array().unwrap().len(), 3);
}

#[test]
fn the_rules_say_how_a_game_ends() {
    for (fen, moves, kind, winner) in [
        ("startpos", vec!["f3", "e5", "g4", "Qh4#"], "checkmate", json!("black")),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", vec![], "stalemate", Value::Null),
        ("7k/8/8/8/8/8/8/K7 b - - 0 1", vec![], "insufficient_material", Value::Null),
        ("7k/8/8/8/8/8/R7/K7 w - - 150 90", vec![], "seventy_five_moves", Value::Null),
        ("startpos", ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(4), "fivefold_repetition", Value::Null),
    ] {
        let place = ok(json!({ "do": "position", "fen": fen, "moves": moves }));
        assert_eq!(place["outcome"], json!({ "kind": kind, "winner": winner }), "{fen}");
    }
}

#[test]
fn equal_positions_have_equal_keys() {
    let key = |moves: &[&str]| ok(json!({ "do": "position", "moves": moves }))["key"].clone();
    assert_eq!(key(&["Nf3", "d5", "d4"]), key(&["d4", "d5", "Nf3"]));
    assert_ne!(key(&["e4"]), key(&["d4"]));
}

#[test]
fn why_a_move_is_illegal_has_the_form_of_the_servers_refusal() {
    let explained =
        ok(json!({ "do": "explain", "fen": "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "move": "e2c3" }));
    assert_eq!(explained["message"], "The knight on e2 is pinned to the king by the rook on e8.");
    assert_eq!(explained["reason"]["reason"], "pinned");
    let legal = ok(json!({ "do": "explain", "fen": "startpos", "move": "e2e4" }));
    assert_eq!(legal, json!({ "reason": null, "message": "" }));
    // The moves before tell which move lost the right.
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "Ke2", "a6", "Ke1", "a5"];
    let castling = ok(json!({ "do": "explain", "moves": moves, "move": "e1g1" }));
    assert_eq!(castling["reason"]["reason"], "castling_king_moved");
    assert_eq!(castling["reason"]["move_number"], 4);
    // On the analysis board a game goes on where the rules have ended it.
    let bare = ok(json!({ "do": "explain", "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1", "move": "a1a2" }));
    assert_eq!(bare["reason"], Value::Null);
    let bare = ok(json!({ "do": "explain", "fen": "7k/8/8/8/8/8/8/K7 w - - 0 1", "move": "a1a3" }));
    assert_eq!(bare["reason"]["reason"], "does_not_move_so");
}

#[test]
fn a_line_is_replayed_as_far_as_it_is_legal() {
    let replayed =
        ok(json!({ "do": "replay", "fen": "startpos", "moves": ["e4", "e5", "Nf3", "Nf3", "Bb5"] }));
    assert_eq!(replayed["line"].as_array().unwrap().len(), 3);
    assert_eq!(replayed["stopped"]["at"], 3);
    crate::common::check_sentence(replayed["stopped"]["message"].as_str().unwrap());
    let whole = ok(json!({ "do": "replay", "fen": "startpos", "moves": ["e4", "e5"] }));
    assert_eq!(whole["stopped"], Value::Null);
}
