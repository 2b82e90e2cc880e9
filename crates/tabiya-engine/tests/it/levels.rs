// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels: their moves are legal and reproducible, and each level clearly beats the third level below it.

use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Level, Limits, Report, Score, Untimed};
use tabiya_rules::{Color, History, Move, Position, parse_san};

use crate::common::{check_report, game, random_opening};

fn level(number: u8) -> Level {
    Level::new(number).expect("1 to 15")
}

fn think(history: &History, number: u8, seed: u64, limits: &Limits) -> Report {
    let never = AtomicBool::new(false);
    let report = Engine::new(1).play_at_level(history, level(number), seed, limits, &never, &Untimed);
    check_report(history, &report);
    report
}

fn answer(history: &History, number: u8, seed: u64) -> Option<Move> {
    think(history, number, seed, &Limits::default()).best
}

#[test]
fn there_are_fifteen() {
    assert_eq!(Level::all().map(Level::get).collect::<Vec<_>>(), (1..=15).collect::<Vec<_>>());
    assert!(Level::new(0).is_none() && Level::new(16).is_none());
}

#[test]
fn the_same_game_gets_the_same_move() {
    for number in [1, 2, 3, 4, 6, 9, 12] {
        let history = random_opening(Position::start(), 9, number.into());
        assert_eq!(
            think(&history, number, 5, &Limits::default()),
            think(&history, number, 5, &Limits::default())
        );
    }
}

#[test]
fn openings_vary_from_game_to_game() {
    let start = History::new(Position::start());
    for number in [1, 3, 4, 7, 11, 15] {
        let mut first: Vec<_> =
            (0..24).filter_map(|seed| answer(&start, number, seed)).map(Move::to_bits).collect();
        first.sort_unstable();
        first.dedup();
        assert!(first.len() >= 3, "level {number} knows {} first moves", first.len());
    }
}

#[test]
fn mates_in_one_are_found_more_often_with_the_level() {
    let fens = [
        "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
    ];
    let found = |number: u8| -> usize {
        let all = fens.iter().flat_map(|fen| (0..30).map(move |seed| (game(fen), seed)));
        all.filter(|(history, seed)| {
            let mut after = *history.position();
            answer(history, number, *seed).into_iter().for_each(|mv| after.play(mv));
            after.is_check() && !after.has_legal_move()
        })
        .count()
    };
    let counts = [4, 6, 8].map(found);
    assert!(counts[0] >= 20 && counts[0] <= 75, "{counts:?}");
    assert!(counts.is_sorted() && counts[2] >= 80, "{counts:?}");
    assert_eq!(found(12), 90);
    let novices = [1, 2, 3].map(found);
    assert!(novices.is_sorted() && novices[0] <= 25, "{novices:?}");
}

#[test]
fn what_is_free_is_taken_from_the_middle_levels_on() {
    // A queen can be captured for nothing.
    let history = game("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let wanted = parse_san(history.position(), "Nxh4").ok();
    let taken = |number: u8| (0..20).filter(|seed| answer(&history, number, *seed) == wanted).count();
    assert!((5..20).contains(&taken(4)), "{}", taken(4));
    for number in [8, 10, 12] {
        assert_eq!(taken(number), 20, "level {number}");
    }
}

#[test]
fn limits_and_stops_are_obeyed() {
    let history = random_opening(Position::start(), 12, 3);
    for number in 1..=15 {
        let report = think(&history, number, 1, &Limits::nodes(300));
        assert!(report.nodes <= 300);
        let stopped = AtomicBool::new(true);
        let report =
            Engine::new(1).play_at_level(&history, level(number), 1, &Limits::default(), &stopped, &Untimed);
        check_report(&history, &report);
    }
    let mated = game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    assert_eq!(think(&mated, 2, 0, &Limits::default()).score, Score::Mate(0));
}

/// Plays a game between two levels. Returns the points of `white`.
fn contest(white: u8, black: u8, seed: u64, nodes: Option<u64>) -> f64 {
    let mut history = random_opening(Position::start(), 4, seed / 2);
    let limits = Limits { nodes, ..Limits::default() };
    while history.ply() < 160 {
        if let Some(outcome) = history.outcome() {
            return match outcome.winner() {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None => 0.5,
            };
        }
        let number = if history.position().turn() == Color::White { white } else { black };
        let report = think(&history, number, seed, &limits);
        // A side that is a queen ahead has won: there is no need to play on.
        if history.ply() > 60 && report.score.rank().abs() > 900 {
            let white_wins = (report.score.rank() > 0) == (history.position().turn() == Color::White);
            return f64::from(u8::from(white_wins));
        }
        history.play(report.best.expect("the game is not over"));
    }
    0.5
}

#[test]
fn a_level_beats_the_third_below_it() {
    for (weak, strong, games, nodes) in [
        (1, 4, 12, None),
        (2, 5, 12, None),
        (4, 7, 12, None),
        (5, 8, 10, None),
        (6, 9, 8, None),
        (7, 10, 6, None),
    ] {
        let points: f64 = (0..games)
            .map(|n| {
                if n % 2 == 0 {
                    contest(strong, weak, n, nodes)
                } else {
                    1.0 - contest(weak, strong, n, nodes)
                }
            })
            .sum();
        println!("level {strong} against {weak}: {points} of {games}");
        assert!(points / games as f64 >= 0.7, "level {strong} against {weak}: {points} of {games}");
    }
}
