// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine, as a worker runs it: with a network that came from outside, one depth at a time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use tabiya_engine::nnue::Net;
use tabiya_engine::{Bound, Engine, Evaluation, Level, Limits, Untimed, bench_with};
use tabiya_rules::{History, Position, parse_san};
use tabiya_wasm::Session;

use crate::common::{check_sentence, net};

fn session() -> Session {
    let mut session = Session::new();
    assert_eq!(session.set_net(&net()), r#"{"ok":null}"#);
    session
}

fn call(session: &mut Session, request: Value) -> Value {
    serde_json::from_str(&session.call(&request.to_string())).expect("an answer is JSON")
}

/// All reports of a search.
fn reports(session: &mut Session, wish: &Value) -> Vec<Value> {
    assert_eq!(session.search(&wish.to_string()), r#"{"ok":null}"#, "{wish}");
    let mut reports: Vec<Value> = Vec::new();
    while session.step(&mut |text| reports.push(serde_json::from_str(text).expect("a report is JSON"))) {}
    reports
}

/// What the native engine finds, and how many nodes it had visited when the last complete depth was done.
fn native(game: &History, limits: &Limits) -> (tabiya_engine::Report, u64) {
    let mut engine = Engine::new(16);
    engine.set_evaluation(Evaluation::Net(Arc::new(Net::from_bytes(&net()).unwrap())));
    let mut complete = 0;
    let report = engine.search(game, limits, &AtomicBool::new(false), &Untimed, &mut |info| {
        if info.bound == Bound::Exact {
            complete = info.nodes;
        }
    });
    (report, complete)
}

#[test]
fn the_bench_counts_what_the_engine_counts() {
    let expected = bench_with(Evaluation::Net(Arc::new(Net::from_bytes(&net()).unwrap())), &Untimed).nodes;
    let counted = call(&mut session(), json!({ "do": "bench" }));
    assert_eq!(counted, json!({ "ok": { "nodes": expected } }));
}

#[test]
fn nothing_is_searched_without_a_network_or_with_a_damaged_one() {
    let mut session = Session::new();
    for request in [json!({ "do": "bench" }), json!({ "do": "choose", "level": 3 })] {
        let answer = call(&mut session, request);
        assert_eq!(answer["error"]["code"], "net", "{answer}");
    }
    assert!(session.search("{}").contains(r#""net""#));
    assert!(!session.step(&mut |_| panic!("nothing to report")));
    let mut damaged = net();
    damaged.truncate(1_000);
    for bytes in [&[][..], b"<!doctype html>", &damaged] {
        let answer: Value = serde_json::from_str(&session.set_net(bytes)).unwrap();
        assert_eq!(answer["error"]["code"], "net");
        check_sentence(answer["error"]["message"].as_str().unwrap());
    }
    // The requests without an engine are answered all the same.
    assert!(session.call(r#"{"do":"position"}"#).starts_with(r#"{"ok""#));
    assert_eq!(call(&mut session, json!({ "do": "version" }))["ok"]["net"], Value::Null);
}

#[test]
fn a_search_in_steps_finds_what_the_engine_finds() {
    let moves = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
    let mut game = History::new(Position::start());
    for text in moves {
        game.play(parse_san(game.position(), text).unwrap());
    }
    let limits = Limits { multi_pv: 3, ..Limits::nodes(60_000) };
    let (expected, _) = native(&game, &limits);
    let reports = reports(
        &mut session(),
        &json!({ "moves": moves, "lines": 3, "hashMb": 16, "until": { "nodes": 60_000 } }),
    );
    let last = reports.last().unwrap();
    assert_eq!(last["nodes"], expected.nodes);
    assert_eq!(last["done"], true);
    assert_eq!(last["lines"].as_array().unwrap().len(), 3);
    let depths: Vec<u64> = reports.iter().map(|report| report["depth"].as_u64().unwrap()).collect();
    assert!(depths.is_sorted() && depths[0] == 1, "{depths:?}");
    let mode = game.position().castling_mode();
    let complete = &reports[reports.len() - 2]["lines"][0];
    assert_eq!(complete["pv"].as_array().unwrap().len(), complete["san"].as_array().unwrap().len());
    let (best, _) = native(
        &game,
        &Limits { depth: Some(depths[depths.len() - 2] as u8), multi_pv: 3, ..Limits::default() },
    );
    assert_eq!(complete["pv"][0], best.best.unwrap().to_uci(mode));
}

#[test]
fn scores_and_chances_are_whites() {
    for (fen, sign) in [("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", 1), ("3qk3/8/8/8/8/8/8/4K3 b - - 0 1", -1)] {
        let reports = reports(&mut session(), &json!({ "fen": fen, "until": { "depth": 6 } }));
        let line = &reports.last().unwrap()["lines"][0];
        let score = line["score"]["cp"].as_i64().or(line["score"]["mate"].as_i64()).unwrap();
        assert_eq!(score.signum(), sign, "{line}");
        let won = line["wdl"][0].as_u64().unwrap();
        assert_eq!(won > 500, sign > 0, "{line}");
    }
    let mate = reports(
        &mut session(),
        &json!({ "fen": "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "until": { "depth": 4 } }),
    );
    assert_eq!(mate.last().unwrap()["lines"][0]["score"], json!({ "mate": 1 }));
    assert_eq!(mate.last().unwrap()["lines"][0]["san"][0], "Rd8#");
}

#[test]
fn a_threat_is_what_the_other_side_would_play() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 3";
    let wish = json!({ "fen": fen, "threat": true, "until": { "depth": 5 } });
    let line = reports(&mut session(), &wish).pop().unwrap()["lines"][0].take();
    assert_eq!((&line["san"][0], &line["score"]), (&json!("Qxf7#"), &json!({ "mate": 1 })));
    let check = json!({ "fen": "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "threat": true });
    let answer: Value = serde_json::from_str(&session().search(&check.to_string())).unwrap();
    assert_eq!(answer["error"]["code"], "null_move_in_check");
}

#[test]
fn a_finished_position_has_no_lines() {
    for fen in ["7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"] {
        let reports = reports(&mut session(), &json!({ "fen": fen }));
        assert_eq!(reports.len(), 1);
        assert_eq!((&reports[0]["lines"], &reports[0]["done"]), (&json!([]), &json!(true)));
    }
}

#[test]
fn a_new_search_replaces_the_old_one_and_bad_wishes_are_refused() {
    let mut session = session();
    session.search(r#"{"lines": 1}"#);
    assert!(session.step(&mut |_| ()));
    for wish in
        ["", "{}x", r#"{"fen": "x"}"#, r#"{"moves": ["e5"]}"#, r#"{"lines": -1}"#, r#"{"hashMb": 1e99}"#]
    {
        let answer: Value = serde_json::from_str(&session.search(wish)).unwrap();
        check_sentence(answer["error"]["message"].as_str().unwrap());
        assert!(!session.step(&mut |_| panic!("the old search is forgotten")));
    }
    let huge =
        json!({ "lines": 99, "hashMb": 4_000_000_000u32, "until": { "depth": 4_000_000, "nodes": 1 } });
    assert_eq!(reports(&mut session, &huge).last().unwrap()["done"], true);
}

#[test]
fn a_computer_player_chooses_as_the_servers_does() {
    let mut session = session();
    for level in [1, 4, 8, 13] {
        let mut game = History::new(Position::start());
        game.play(parse_san(game.position(), "e4").unwrap());
        let mut engine = Engine::new(16);
        engine.set_evaluation(Evaluation::Net(Arc::new(Net::from_bytes(&net()).unwrap())));
        let level = Level::new(level).unwrap();
        let never = AtomicBool::new(false);
        let expected =
            engine.play_at_level(&game, level, 77, &Limits::default(), &never, &Untimed).best.unwrap();
        let chosen =
            call(&mut session, json!({ "do": "choose", "moves": ["e4"], "level": level.get(), "seed": 77 }));
        assert_eq!(chosen["ok"]["uci"], expected.to_uci(game.position().castling_mode()));
    }
    let none =
        call(&mut session, json!({ "do": "choose", "fen": "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "level": 5 }));
    assert_eq!(none["ok"]["uci"], Value::Null);
    let answer = call(&mut session, json!({ "do": "choose", "level": 16 }));
    assert_eq!(answer["error"]["code"], "request");
}

/// Positions with what the native engine says of each, for the page's test of the committed module (`web/tests/judged.test.ts`).
const JUDGED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judged.json");
/// In each of them the search ends inside a depth.
const JUDGED_LINES: [&str; 6] = [
    "",
    "e2e4",
    "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4",
    "e2e4 e7e5 d2d4 e5d4 c2c3 d4c3 f1c4 c3b2 c1b2 d7d5",
    "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5",
    "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1",
];
const JUDGED_NODES: u64 = 100_000;

#[test]
fn the_last_report_is_what_the_engine_says_at_its_end_also_after_other_searches() {
    let mut session = session();
    let mut table = Vec::new();
    for line in JUDGED_LINES {
        let moves: Vec<&str> = line.split_whitespace().collect();
        let mut game = History::new(Position::start());
        for text in &moves {
            let mv = text.parse::<tabiya_rules::Attempt>().unwrap().to_move(game.position()).unwrap();
            game.play(mv);
        }
        let (expected, complete) = native(&game, &Limits::nodes(JUDGED_NODES));
        assert!(complete < expected.nodes, "{line}: the search ends with a depth, and not inside one");
        let sign = if moves.len().is_multiple_of(2) { 1 } else { -1 };
        let score = match expected.score {
            tabiya_engine::Score::Cp(cp) => json!({ "cp": sign * cp }),
            tabiya_engine::Score::Mate(mate) => json!({ "mate": sign * mate }),
        };
        // Giving the network once more clears what earlier searches have found.
        assert_eq!(session.set_net(&net()), r#"{"ok":null}"#);
        let wish = json!({ "moves": moves, "lines": 1, "hashMb": 16, "until": { "nodes": JUDGED_NODES } });
        let last = reports(&mut session, &wish).pop().unwrap();
        let best = expected.best.unwrap().to_uci(game.position().castling_mode());
        assert_eq!(
            (&last["lines"][0]["score"], &last["lines"][0]["pv"][0]),
            (&score, &json!(best)),
            "{line}"
        );
        assert_eq!(last["nodes"], expected.nodes, "{line}");
        table.push(json!({ "moves": moves, "nodes": JUDGED_NODES, "score": score, "best": best }));
    }
    let text = serde_json::to_string_pretty(&table).unwrap() + "\n";
    if std::env::var_os("TABIYA_CODEGEN").is_some() {
        std::fs::write(JUDGED, &text).unwrap();
    }
    let kept = std::fs::read_to_string(JUDGED).unwrap_or_default();
    assert!(kept == text, "tests/judged.json is old: run this test once with TABIYA_CODEGEN=1");
}
