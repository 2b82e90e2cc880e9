// SPDX-License-Identifier: AGPL-3.0-or-later
use std::sync::atomic::AtomicBool;

use tabiya_engine::Untimed;
use tabiya_engine::analysis::OwnEngine;
use tabiya_rules::{Color, History, Position, parse_san, san};

use super::*;
use crate::check::{Unproved, check};
use crate::puzzle::Step;

const EFFORT: Effort = Effort { screen: 3_000, first: 10_000, second: 40_000 };

fn engine() -> impl Analyst {
    OwnEngine::new(4, || Box::new(Untimed))
}

fn game(fen: &str, moves: &str) -> History {
    let mut history = History::new(Position::from_fen(fen).unwrap());
    for san in moves.split_whitespace() {
        history.play(parse_san(history.position(), san).unwrap());
    }
    history
}

/// The puzzle after the only move, in SAN: right moves, `/` and good ones, `>` and the reply.
fn found(fen: &str, mistake: &str) -> Option<String> {
    let (mut engine, stop) = (engine(), AtomicBool::new(false));
    let game = game(fen, mistake);
    let puzzle =
        Finder::new(&mut engine, &stop, EFFORT).puzzle_at(game.start(), game.moves()[0], &Origin::File);
    let puzzle = puzzle.unwrap()?;
    assert_eq!(Puzzle::from_line(&puzzle.to_line()), Ok(puzzle.clone()), "what is written is read");
    let told = puzzle.steps().iter().zip(puzzle.positions()).map(|(step, position)| {
        let list = |moves: &[Move]| {
            let mut moves: Vec<_> = moves.iter().map(|mv| san(&position, *mv)).collect();
            moves.sort_unstable();
            moves.join(",")
        };
        let Step { right, good, reply } = step;
        let good = if good.is_empty() { String::new() } else { format!("/{}", list(good)) };
        let reply =
            reply.map_or(String::new(), |reply| format!(">{}", san(&position.after(right[0]), reply)));
        format!("{}{good}{reply}", list(right))
    });
    Some(told.collect::<Vec<_>>().join(" "))
}

#[test]
fn a_fork_ends_when_the_queen_is_taken() {
    let told = found("6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1", "Qd7").unwrap();
    assert!(told.starts_with("Nf6+>K") && told.contains(" Nxd7"), "{told}");
    assert_eq!(told.split(' ').count(), 2, "{told}");
}

/// White's king is chased for ever: each check saves the draw, and the last one to find is the one before the first that comes again.
#[test]
fn a_perpetual_check_ends_before_a_position_comes_again() {
    let told = found("2R3rk/1p1P1R1p/8/p7/7P/8/PP4r1/6K1 w - - 0 32", "Kh1").unwrap();
    assert_eq!(told, "Rg1+>Kh2 Rg2+>Kh3 Rg3+");
}

#[test]
fn the_end_of_a_puzzle_is_no_puzzle_of_its_own() {
    let game = game("6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1", "Qd7 Nf6+ Kf8");
    let (mut engine, stop) = (engine(), AtomicBool::new(false));
    let mut before = *game.start();
    let mut starts = Vec::new();
    let mut finder = Finder::new(&mut engine, &stop, EFFORT);
    for mv in game.moves() {
        if before.turn() == Color::Black {
            starts.extend(finder.puzzle_at(&before, *mv, &Origin::File).unwrap().map(|found| found.uci()));
        }
        before.play(*mv);
    }
    assert_eq!(starts, [["e7d7", "d5f6", "g8f8", "f6d7"]]);
}

#[test]
fn several_right_answers_are_kept_as_such() {
    let told = found("r5k1/5ppp/2n5/8/8/8/1B3PPP/3R2K1 b - - 0 1", "Nd4");
    assert_eq!(told.as_deref(), Some("Bxd4,Rxd4"));
}

#[test]
fn every_mate_in_one_is_right() {
    let told = found("7k/5ppp/7q/8/8/8/5PPP/R2R2K1 b - - 0 1", "Kg8");
    assert_eq!(told.map(|told| told.split('/').next().unwrap().to_owned()).as_deref(), Some("Ra8#,Rd8#"));
}

#[test]
fn positions_that_are_no_puzzle() {
    for (fen, mistake) in [
        // Nothing has happened yet.
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e4"),
        // The solver is lost.
        ("4k3/8/8/8/8/8/qqq5/6K1 b - - 0 1", "Kd8"),
        // Every move wins.
        ("k7/8/8/8/8/8/8/1QQQ2K1 b - - 0 1", "Ka7"),
    ] {
        assert_eq!(found(fen, mistake), None, "{fen}");
    }
}

#[test]
fn a_game_gives_the_puzzle_after_its_mistake_and_gives_it_once() {
    let start = Position::start().to_fen();
    let game = game(&start, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#");
    let (mut engine, stop) = (engine(), AtomicBool::new(false));
    let mut finder = Finder::new(&mut engine, &stop, EFFORT);
    let puzzles = finder.puzzles_of(&game, &Origin::File).unwrap();
    assert_eq!(puzzles.iter().map(Puzzle::uci).collect::<Vec<_>>(), [["g8f6", "h5f7"]]);
    assert!(puzzles[0].themes.contains(&Theme::MateIn1), "{:?}", puzzles[0].themes);
    assert_eq!(finder.puzzles_of(&game, &Origin::File).unwrap(), []);
}

#[test]
fn who_misses_the_same_twice_in_a_game_gets_it_once() {
    // Each time Re8 mates, and the first position comes again with the last move.
    let game = game("6k1/5ppp/8/8/8/1nn5/n4PPP/4R1K1 b - - 0 1", "Kh8 Kf1 Kg8 Kg1 Kh8 h3");
    let (mut engine, stop) = (engine(), AtomicBool::new(false));
    let mut finder = Finder::new(&mut engine, &stop, EFFORT);
    let scores = finder.scores_of(&game).unwrap();
    let found = finder.own_mistakes(&game, &scores, (Color::White, 3), &Origin::File, &|_| false).unwrap();
    let mut starts: Vec<_> = found.iter().map(|mistake| mistake.puzzle.start().to_fen()).collect();
    let of_board = |fen: &String| fen.split(' ').next().map(str::to_owned);
    starts.sort_by_key(of_board);
    starts.dedup_by_key(|fen| of_board(fen));
    assert_eq!((starts.len(), found.len()), (2, 2));
}

#[test]
fn passing_would_save_the_opponent() {
    // After Kd5 whoever must move loses the pawn; in the other one it makes no difference.
    for (fen, moves, expected) in [
        ("8/8/8/2K1p3/4P1k1/8/8/8 b - - 0 1", "Kf4 Kd5", true),
        ("6k1/8/8/8/8/8/8/QK6 b - - 0 1", "Kf7 Kb2", false),
    ] {
        let game = game(fen, moves);
        let steps = vec![Step { right: vec![game.moves()[1]], good: vec![], reply: None }];
        let puzzle = Puzzle::new(*game.start(), game.moves()[0], steps, Origin::File, None).unwrap();
        let (mut engine, stop) = (engine(), AtomicBool::new(false));
        let mut eyes = Eyes { analyst: &mut engine, stop: &stop };
        assert_eq!(zugzwang::is_zugzwang(&mut eyes, &puzzle, 20_000).unwrap(), expected, "{fen}");
    }
}

#[test]
fn a_proof_is_checked_and_a_false_one_is_found() {
    let game = game("6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1", "Qd7");
    let (mut engine, stop) = (engine(), AtomicBool::new(false));
    let puzzle =
        Finder::new(&mut engine, &stop, EFFORT).puzzle_at(game.start(), game.moves()[0], &Origin::File);
    let puzzle = puzzle.unwrap().unwrap();
    check(&puzzle, &mut engine, &stop).unwrap();
    let line = puzzle.to_line();
    let changed = |from: &str, to: &str| Puzzle::from_line(&line.replacen(from, to, 1)).unwrap();
    // Another engine may give other scores, ours may not.
    let mut other_scores = puzzle.clone();
    other_scores.proof.as_mut().unwrap().steps[0].first.depth += 1;
    assert!(matches!(check(&other_scores, &mut engine, &stop), Err(Unproved::OtherScores { step: 1, .. })));
    let mut other_engine = other_scores;
    other_engine.proof.as_mut().unwrap().engine = "another".to_owned();
    check(&other_engine, &mut engine, &stop).unwrap();
    // A move that the proof does not call right.
    let too_much = changed("\t- -\t", "\t/g1f1 -\t");
    assert!(matches!(check(&too_much, &mut engine, &stop), Err(Unproved::Stored { .. })), "{line}");
    let stopped = AtomicBool::new(true);
    assert!(matches!(check(&puzzle, &mut engine, &stopped), Err(Unproved::Interrupted(_))));
}
