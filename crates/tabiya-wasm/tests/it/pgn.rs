// SPDX-License-Identifier: MIT OR Apache-2.0
//! PGN is read into nodes, and nodes are written as PGN.

use serde_json::{Value, json};

use crate::common::{check_sentence, error, ok};

fn read(text: &str) -> Vec<Value> {
    let mut read = ok(json!({ "do": "read_pgn", "text": text }));
    let Value::Array(games) = read["games"].take() else { panic!("no games") };
    games
}

fn write(game: &Value) -> String {
    let mut request = game.clone();
    request["do"] = json!("write_pgn");
    ok(request)["text"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_with_everything_is_read() {
    let text = "[Event \"Club\"]\n[White \"Anna\"]\n\n{[%csl Gd4] Before it begins.} 1. e4 $1 {Best by test. [%clk 0:05:00.5] \
                [%eval 0.25,20] [%cal Ge2e4,Rd7d5] [%emt 0:00:07]} ({Or} 1. d4 $2 d5 (1... Nf6)) 1... e5 {[%eval #-3]} 2. -- *";
    let games = read(text);
    let [game] = games.as_slice() else { panic!("{games:?}") };
    assert_eq!(game["tags"][4], json!(["White", "Anna"]));
    assert_eq!((&game["result"], &game["variant"]), (&json!("*"), &json!("standard")));
    assert_eq!(game["comment"], "Before it begins.");
    assert_eq!(game["shapes"], json!([{ "brush": "green", "from": "d4" }]));
    let nodes = game["nodes"].as_array().unwrap();
    let tree: Vec<_> =
        nodes.iter().map(|node| (node["parent"].as_u64(), node["san"].as_str().unwrap())).collect();
    assert_eq!(
        tree,
        [(None, "e4"), (None, "d4"), (Some(1), "d5"), (Some(1), "Nf6"), (Some(0), "e5"), (Some(4), "--")]
    );
    let e4 = &nodes[0];
    assert_eq!(
        (&e4["comment"], &e4["nags"], &e4["clock"]),
        (&json!("Best by test."), &json!([1]), &json!(300_500))
    );
    assert_eq!(e4["eval"], json!({ "cp": 25, "depth": 20 }));
    assert_eq!(e4["shapes"][1], json!({ "brush": "red", "from": "d7", "to": "d5" }));
    assert_eq!(e4["commands"], json!(["[%emt 0:00:07]"]));
    assert_eq!((&nodes[1]["before"], &nodes[1]["nags"]), (&json!("Or"), &json!([2])));
    assert_eq!(nodes[4]["eval"], json!({ "mate": -3 }));
    assert_eq!(nodes[5]["uci"], "0000");
    assert_eq!(game["problems"], json!([]));
    let again = read(&write(game));
    assert_eq!(&again[0], game);
}

#[test]
fn a_game_with_a_fault_is_kept_up_to_it_and_the_next_one_is_read() {
    let games = read("[White \"Anna\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n1. d4 *\n");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["nodes"].as_array().unwrap().len(), 2);
    let problem = &games[0]["problems"][0];
    assert_eq!((&problem["line"], &problem["column"]), (&json!(3), &json!(13)));
    check_sentence(problem["message"].as_str().unwrap());
    assert_eq!(games[1]["nodes"][0]["san"], "d4");
}

#[test]
fn broken_texts_are_told_with_their_place() {
    for (text, moves) in [
        ("1. e4 {never closed\n\n[Event \"x\"]\n\n1. d4 *", 1),
        ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", 0),
        ("[Variant \"Atomic\"]\n\n1. e4 *", 0),
        ("1. e4 (1. d4 (1. c4 (1. Nc3 Ke7", 4),
        ("1. e4 e5 2. O-O *", 2),
        ("( 1. e4 ) *", 0),
    ] {
        let games = read(text);
        assert_eq!(games[0]["nodes"].as_array().unwrap().len(), moves, "{text}");
        let problem = &games[0]["problems"][0];
        assert!(problem["line"].as_u64() >= Some(1) && problem["column"].as_u64() >= Some(1), "{problem}");
        check_sentence(problem["message"].as_str().unwrap());
    }
    // Nothing to read.
    for text in ["", "   \n\n  "] {
        assert_eq!(error(json!({ "do": "read_pgn", "text": text })).0, "pgn");
    }
    // A null move in check.
    let games = read("1. e4 f5 2. Qh5+ -- *");
    assert!(games[0]["problems"][0]["message"].as_str().unwrap().contains("check"));
}

#[test]
fn what_is_left_out_is_named_and_the_rest_is_read() {
    for (text, moves, column, says) in [
        ("1. e4 ) e5 *", 2, 7, "')'"),
        ("1. e4 e5 2. Nf3 $300 Nc6 *", 4, 17, "255"),
        // Another spelling comes first, and loses nothing.
        ("1. e2e4 e5 ) *", 2, 12, "')'"),
    ] {
        let games = read(text);
        assert_eq!(games[0]["nodes"].as_array().unwrap().len(), moves, "{text}");
        let problem = &games[0]["problems"][0];
        assert_eq!((problem["line"].as_u64(), problem["column"].as_u64()), (Some(1), Some(column)), "{text}");
        let message = problem["message"].as_str().unwrap();
        check_sentence(message);
        assert!(message.contains(says), "{message}");
    }
    assert_eq!(read("1. e2e4 e5 2. g1f3 1/2")[0]["problems"], json!([]), "only another spelling");
}

#[test]
fn a_broken_variation_costs_itself_alone() {
    let games = read("1. e4 e5 (1... c5 2. Ke5) 2. Nf3 Nc6 1-0");
    let played: Vec<_> =
        games[0]["nodes"].as_array().unwrap().iter().map(|node| node["san"].clone()).collect();
    assert_eq!(played, ["e4", "e5", "c5", "Nf3", "Nc6"]);
    assert_eq!(games[0]["problems"][0]["column"], 22, "{}", games[0]["problems"]);
    assert_eq!(games[0]["played"], 4);
}

#[test]
fn what_was_tried_behind_the_end_is_told_from_the_game() {
    let games = read("1. e4 e5 (1... e5 2. Nf3) 1-0");
    assert_eq!((games[0]["nodes"].as_array().unwrap().len(), &games[0]["played"]), (3, &json!(2)));
}

#[test]
fn ten_thousand_deep_overflows_nothing() {
    let deep = "1. e4 (1. d4 (".repeat(5_000);
    let games = read(&deep);
    assert!(
        games[0]["problems"][0]["message"].as_str().unwrap().contains("deep"),
        "{}",
        games[0]["problems"]
    );
    // A line as long, and a tree whose every move has a variation.
    let long = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2_500);
    let games = read(&long.join(" "));
    assert_eq!(games[0]["nodes"].as_array().unwrap().len(), 10_000);
    assert_eq!(read(&write(&games[0])), games);
    // The second move of each pair goes on, so each variation lies in another one.
    let nodes = (0..10_000usize).flat_map(|ply| {
        let parent = ply.checked_sub(1).map(|before| 2 * before + 1);
        ["--", ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]].map(|mv| json!({ "parent": parent, "uci": mv }))
    });
    let text = write(&json!({ "nodes": nodes.collect::<Vec<_>>() }));
    assert_eq!(text.matches('(').count(), 10_000);
    assert!(read(&text)[0]["problems"][0]["message"].as_str().unwrap().contains("deep"));
}

#[test]
fn limits_are_told() {
    let text = "1. e4 *\n\n".repeat(130);
    let read = ok(json!({ "do": "read_pgn", "text": text }));
    assert_eq!(read["games"].as_array().unwrap().len(), 100);
    assert_eq!(read["more"], true);
    let (code, message) = error(json!({ "do": "read_pgn", "text": "x".repeat(1_600_000) }));
    assert_eq!(
        (code.as_str(), message.as_str()),
        ("too_long", "A PGN may have at most 1 MB here, and this one is larger.")
    );
    let huge = format!("1. e4 {{{}}} *", "word ".repeat(200_000));
    assert_eq!(read_len(&huge), 1);
}

fn read_len(text: &str) -> usize {
    read(text)[0]["nodes"].as_array().unwrap().len()
}

#[test]
fn what_somebody_types_never_becomes_a_clock_or_ends_a_comment() {
    for comment in [
        "a } b",
        "[%clk 1:00:00] mine",
        "[%",
        "x [%csl Ga1",
        "[[%a b]%c d]",
        "} [%eval 3.0] {",
        "; not a line } comment",
        "two\nlines\r\nand a tab\t.",
        "[Event \"no tag\"]",
        "% no escape",
        "1-0",
        "(1. d4)",
        "é – “quoted” 日本語 \u{1F600}",
        "\\ back \\} slash",
    ] {
        let nodes = json!([
            { "uci": "e2e4", "comment": comment, "shapes": [{ "brush": "blue", "from": "e4" }], "clock": 5_000 },
            { "uci": "d2d4", "before": comment, "comment": comment },
            { "uci": "e7e5", "parent": 0 },
        ]);
        let text = write(&json!({ "nodes": nodes, "comment": comment, "result": "1/2-1/2" }));
        let games = read(&text);
        let [game] = games.as_slice() else { panic!("{comment}: {text}") };
        let read = &game["nodes"][0];
        let expected = comment.replace("\r\n", " ").replace('\n', " ").replace("[%", "[ %");
        assert_eq!(read["comment"], expected.trim(), "{text}");
        assert_eq!(game["comment"], expected.trim(), "{text}");
        assert_eq!(game["nodes"][1]["before"], expected.trim(), "{text}");
        assert_eq!((&read["clock"], &read["eval"]), (&json!(5_000), &Value::Null), "{text}");
        assert_eq!(read["shapes"], json!([{ "brush": "blue", "from": "e4" }]));
        assert_eq!(game["problems"], json!([]), "{text}");
        assert_eq!(write(game), text);
    }
}

#[test]
fn tags_and_starts_come_back() {
    let fen = "nqrbbkrn/pppppppp/8/8/8/8/PPPPPPPP/NQRBBKRN w GCgc - 0 1";
    let text = write(&json!({
        "start": fen, "variant": "chess960", "result": "0-1",
        "tags": [["White", "A \"quoted\" \\ name"], ["Opening", "Own"], ["FEN", "nonsense"], ["bad name", "x"]],
        "nodes": [{ "uci": "g2g3" }],
    }));
    let games = read(&text);
    assert_eq!((&games[0]["variant"], &games[0]["result"]), (&json!("chess960"), &json!("0-1")));
    assert_eq!(games[0]["tags"][4], json!(["White", "A \"quoted\" \\ name"]));
    assert_eq!(games[0]["tags"][6], json!(["Opening", "Own"]));
    assert_eq!(games[0]["tags"].as_array().unwrap().len(), 7);
    assert!(games[0]["start"].as_str().unwrap().starts_with("nqrbbkrn/"));
}
