// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya moves`

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{tabiya, tabiya_reading};

#[test]
fn the_start_has_twenty_moves() {
    let run = tabiya(&["moves"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!((lines.len(), run.code), (20, 0));
    assert!(lines.contains(&"e2e4") && lines.contains(&"g1f3"));
    let san = tabiya(&["moves", "--format", "san"]).out;
    assert!(san.lines().any(|line| line == "Nf3") && san.lines().count() == 20);
}

#[test]
fn json_tells_how_the_position_stands() {
    let run = tabiya(&["moves", "7k/5Q2/8/6K1/8/8/8/8 b - - 3 70", "--format", "json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        found,
        json!({"fen": "7k/5Q2/8/6K1/8/8/8/8 b - - 3 70", "moves": [], "check": false, "outcome": "stalemate"})
    );
    let run = tabiya(&["moves", "7k/8/8/8/8/8/8/K7 w - - 0 1", "--format", "json"]);
    let found: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(found["outcome"], "insufficient_material");
    assert_eq!(
        found["moves"],
        json!([
            {"uci": "a1a2", "san": "Ka2"}, {"uci": "a1b1", "san": "Kb1"}, {"uci": "a1b2", "san": "Kb2"},
        ])
    );
}

#[test]
fn castling_is_written_as_the_fen_asks() {
    let uci = |fen| tabiya(&["moves", fen]).out;
    assert!(uci("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").lines().any(|line| line == "e1g1"));
    assert!(uci("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1").lines().any(|line| line == "e1h1"));
}

#[test]
fn each_line_of_the_input_gets_one_line_whatever_it_holds() {
    let mut input = Vec::new();
    input.extend_from_slice(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\r\n");
    input.extend_from_slice(b"not a position\n");
    input.extend_from_slice(b"\n");
    input.extend_from_slice(b"\xff\xfe\x00\n");
    input.extend_from_slice("8".repeat(3_000_000).as_bytes());
    input.extend_from_slice(b"\n");
    input.extend_from_slice(b"8/8/8/8/8/8/8/8 w - - 0 1\n");
    input.extend_from_slice(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1"); // no line's end
    let run = tabiya_reading(&["moves", "-"], &input);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), run.code), (7, 0));
    assert_eq!(lines[0]["moves"].as_array().unwrap().len(), 20);
    for line in &lines[1..6] {
        assert!(line["error"].as_str().is_some_and(|error| !error.is_empty()), "{line}");
    }
    assert_eq!(
        lines[5]["error"],
        "impossible position: white has no king, exactly one is needed; black has no king, exactly one is needed"
    );
    assert_eq!(lines[6]["fen"], "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["moves", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        questions.write_all(b"7k/8/8/8/8/8/8/K7 w - - 0 1\n").unwrap();
        assert!(answers.next().unwrap().unwrap().contains("Kb2"));
    }
    drop(questions);
    assert!(answers.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["moves", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    // It may be gone before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(&b"7k/8/8/8/8/8/8/K7 w - - 0 1\n".repeat(1000));
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, "");
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_bad_fen_names_the_field() {
    let run = tabiya(&["moves", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"]);
    assert_eq!((run.out.as_str(), run.code), ("", 2));
    assert!(run.err.starts_with("error: ") && run.err.contains("w or b"), "{}", run.err);
}

#[test]
fn an_error_is_said_once() {
    let run = tabiya(&["moves", "8/8/8/8/8/8/8/K7 w - - 0 1"]);
    assert_eq!(run.err, "error: impossible position: black has no king, exactly one is needed\n");
    assert_eq!(run.code, 2);
}
