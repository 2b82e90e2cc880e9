// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya analyse`: games go in, judged games come out; with our engine, and with one at a path.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tabiya_pgn::{GameTree, PgnReader};

use crate::program::{tabiya, tabiya_reading};

const GAMES: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n\
    1. e4 {[%eval 9.99] Best by test.} e5 (1... c5) 2. Qh5 Ke7 3. Qxe5# 1-0\n\n\
    [White \"Cleo\"]\n\n1. d4 d5 2. Bh6 *\n";

/// A file of games, and the folder that holds it until it is dropped.
fn games(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("games.pgn");
    fs::write(&path, text).expect("a file can be written");
    (folder, path)
}

fn analyse(text: &str, more: &[&str]) -> (String, String, i32) {
    let (_folder, path) = games(text);
    let arguments = [&["analyse", path.to_str().expect("the folder has a plain name")], more].concat();
    let run = tabiya(&arguments);
    (run.out, run.err, run.code)
}

#[test]
fn a_move_had_two_glyphs_where_it_had_one_before() {
    let (out, err, code) =
        analyse("1. f3 $1 $13 { first } e5 2. g4 $2 $14 { second } Qh4# $3 0-1\n", &["--nodes", "3000"]);
    assert_eq!((code, err.contains("panicked")), (0, false), "{err}");
    let text = out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("g4 $14 $4") && text.contains("second"), "{text}");
    assert!(!text.contains("$2 "), "{text}");
    // Whoever called the mate brilliant is not contradicted.
    assert!(text.contains("Qh4# $3"), "{text}");
}

#[test]
fn games_come_out_judged() {
    let (out, err, code) = analyse(GAMES, &["--nodes", "3000", "--threads", "2"]);
    assert_eq!((code, err.as_str()), (0, ""));
    let mut reader = PgnReader::from_bytes(out.as_bytes());
    let mut games = Vec::new();
    while let Some(game) = reader.read_game(&mut tabiya_pgn::GameTreeBuilder::default()) {
        games.push(game.expect("the output is PGN"));
    }
    let [first, second] = &games[..] else { panic!("two games") };
    assert!(first.node(GameTree::ROOT).unwrap().comments()[0].starts_with("White: accuracy "), "{out}");
    let nodes: Vec<_> = first.main_line(GameTree::ROOT).collect();
    let node = |ply: usize| first.node(nodes[ply]).unwrap();
    // One evaluation, and what was said before.
    assert_eq!(node(0).comments()[0], "Best by test.");
    assert!(node(0).comments()[1].starts_with("[%eval 0."), "{out}");
    assert!(node(0).children().len() == 2, "the variation is still there");
    assert_eq!(node(3).nags(), [4]);
    assert_eq!(node(3).comments(), ["[%eval #1] Allows mate in 1."]);
    assert!(node(2).children().len() == 2, "there is a better line");
    assert_eq!(node(4).comments(), ["[%eval #0]"]);
    let in_one_line = second.to_string().replace('\n', " ");
    assert!(in_one_line.contains("Hangs the bishop on h6: attacked twice, not defended."), "{out}");
}

#[test]
fn a_summary_for_people_has_both_sides_and_each_bad_move() {
    let (out, err, code) = analyse(GAMES, &["--nodes", "3000", "--format", "text"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("Anna - Ben  1-0\n"), "{out}");
    let line =
        |start: &str| out.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{out}"));
    assert_eq!(line("  blunders").split_whitespace().collect::<Vec<_>>(), ["blunders", "0", "1"]);
    assert!(line("  accuracy").ends_with(" %"), "{out}");
    let blunder = line("2... Ke7??");
    assert!(blunder.contains("to #1. Allows mate in 1. Better: "), "{blunder}");
    assert!(out.contains("\n\nCleo - Black  *\n"), "{out}");
}

#[test]
fn json_says_the_same_on_any_number_of_threads() {
    let run = |threads: &str| {
        let (out, err, code) =
            analyse(GAMES, &["--nodes", "2000", "--lines", "2", "--json", "--threads", threads]);
        assert_eq!((code, err.as_str()), (0, ""));
        out
    };
    let out = run("1");
    assert_eq!(out, run("3"));
    let games: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["white"], "Anna");
    assert_eq!(games[0]["moves"][3]["judgement"], "blunder");
    assert_eq!(games[0]["moves"][3]["reason"], "Allows mate in 1.");
    assert_eq!(games[0]["moves"][4]["eval"]["mate"], 0);
    assert_eq!(games[0]["start"]["lines"].as_array().unwrap().len(), 2);
    assert_eq!(games[0]["summary"]["black"]["blunders"], 1);
    assert!(games[0]["summary"]["white"]["accuracy"].as_f64().unwrap() > 60.0);
    assert!(games[1]["summary"]["white"]["accuracy"].as_f64().unwrap() < 60.0);
}

#[cfg(unix)]
#[test]
fn another_engine_is_asked_by_its_path() {
    // Our own program, behind a script, as if it were another's.
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("engine");
    fs::write(&script, format!("#!/bin/sh\nexec {} uci\n", env!("CARGO_BIN_EXE_tabiya"))).unwrap();
    fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = script.to_str().unwrap();
    let common = ["--nodes", "2000", "--json"];
    let own = analyse(GAMES, &common);
    let other = analyse(GAMES, &[&common[..], &["--engine", path, "--option", "Hash=16"]].concat());
    assert_eq!(other, own);
    let (out, err, code) = analyse(GAMES, &["--engine", path, "--option", "Style=Risky"]);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(err.contains("has no option \"Style\""), "{err}");
}

#[test]
fn what_is_wrong_is_said() {
    let (out, err, code) = analyse("1. e4 e5 2. Ke3 *\n\n1. d4 *\n", &["--nodes", "500"]);
    assert_eq!(code, 1);
    assert!(err.contains(":1:13: game 1: Ke3: "), "{err}");
    assert!(out.contains("1. d4"), "{out}");
    let (_, err, code) = analyse(GAMES, &["--engine", "/nowhere/engine"]);
    assert_eq!(code, 2);
    assert!(err.contains("can't use /nowhere/engine"), "{err}");
    for nonsense in
        [&["--nodes", "0"][..], &["--time", "x"], &["--time", "0"], &["--nodes", "5", "--time", "1"]]
    {
        assert_eq!(analyse(GAMES, nonsense).2, 2, "{nonsense:?}");
    }
}

/// It talks for ever, so that no wait for its next line ever ends.
#[cfg(unix)]
#[test]
fn a_program_that_is_no_engine_is_given_up() {
    let (out, err, code) = analyse(GAMES, &["--engine", "/usr/bin/yes"]);
    assert_eq!((out.as_str(), code), ("", 2));
    assert!(err.contains("can't use /usr/bin/yes") && err.contains("no uciok"), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
}

/// The whole file was refused at the null move.
#[test]
fn a_game_is_judged_up_to_its_null_move() {
    let (out, err, code) = analyse("1. e4 e5 2. -- d6 3. d4 *\n", &["--nodes", "500"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.ends_with("game 1: half-move 3 is a null move; judged until there\n"), "{err}");
    let game = GameTree::from_pgn(out.as_bytes()).expect("the output is PGN");
    let nodes: Vec<_> = game.main_line(GameTree::ROOT).collect();
    let judged = |node: &&tabiya_pgn::NodeId| {
        game.node(**node).expect("it is in the tree").comments().iter().any(|text| text.contains("[%eval"))
    };
    assert_eq!((nodes.len(), nodes.iter().filter(judged).count()), (5, 2), "{out}");
}

#[test]
fn what_is_no_pgn_is_given_up() {
    let run = tabiya_reading(&["analyse", "-"], &vec![0; 20 << 20]);
    assert_ne!(run.code, 0);
    assert!(run.err.contains("16 MiB"), "{}", run.err);
}
