// SPDX-License-Identifier: MIT OR Apache-2.0
//! Draws: avoided when winning, sought when losing, and known to be dead.

use tabiya_engine::{Limits, Score};
use tabiya_rules::parse_san;

use crate::common::{game, play, search};

#[test]
fn a_winner_does_not_repeat() {
    // White is a queen up. The last moves went back and forth, and Kf1 again would repeat the position for
    // the third time.
    let mut history = game("6k1/5ppp/8/8/8/8/Q4PPP/5K2 w - - 0 1");
    play(&mut history, "Ke1 Kf8 Kf1 Kg8 Ke1 Kf8");
    let again = parse_san(history.position(), "Kf1").unwrap();
    let report = search(&history, &Limits::depth(7));
    assert_ne!(report.best, Some(again));
    assert!(report.score.rank() > 300, "{}", report.score);
}

#[test]
fn a_loser_takes_the_perpetual() {
    // Black is far ahead; White has a perpetual check on e8 and h5.
    let history = game("6k1/6p1/8/8/8/7P/qr4P1/4Q2K w - - 0 1");
    let report = search(&history, &Limits::depth(12));
    assert_eq!(report.score, Score::Cp(0), "{:?}", report.pv);
    assert_eq!(report.best, parse_san(history.position(), "Qe8+").ok());
}

#[test]
fn a_third_repetition_scores_nothing() {
    // White is winning, but Qg2 would repeat the position for the third time.
    let mut history = game("7k/8/8/8/8/8/6Q1/K7 b - - 0 1");
    play(&mut history, "Kh7 Qg3 Kh8 Qg2 Kh7 Qg3 Kh8");
    let report = search(&history, &Limits::depth(6));
    let repeating = parse_san(history.position(), "Qg2").unwrap();
    assert_ne!(report.best, Some(repeating));
    assert!(matches!(report.score, Score::Mate(n) if n > 0) || report.score.rank() > 1_000);
}

#[test]
fn fifty_moves_end_the_winning_chances() {
    // Mate in two, but the next move is the hundredth half-move.
    let history = game("7k/8/5K2/8/8/8/8/R7 w - - 99 120");
    assert_eq!(search(&history, &Limits::depth(8)).score, Score::Cp(0));
    let history = game("7k/8/5K2/8/8/8/8/R7 w - - 90 120");
    assert!(matches!(search(&history, &Limits::depth(8)).score, Score::Mate(_)));
    // A mate on that very move comes before the draw.
    let history = game("7k/8/6K1/8/8/8/8/R7 w - - 99 120");
    assert_eq!(search(&history, &Limits::depth(4)).score, Score::Mate(1));
}

#[test]
fn dead_positions_are_worth_nothing() {
    for fen in
        ["8/8/4k3/8/8/3BK3/8/8 w - - 0 1", "8/8/4k3/8/8/3NK3/8/8 b - - 0 1", "8/4k3/8/8/8/8/4K3/8 w - - 0 1"]
    {
        assert_eq!(search(&game(fen), &Limits::depth(6)).score, Score::Cp(0), "{fen}");
    }
}

#[test]
fn stalemate_is_a_trap_and_a_rescue() {
    // Qb6 or Qc7 would be stalemate, but there is a mate.
    let history = game("k7/8/2K5/8/8/8/1Q6/8 w - - 0 1");
    assert_eq!(search(&history, &Limits::depth(5)).score, Score::Mate(1));
    // White is lost, but can check with the rook endlessly: capturing it gives stalemate.
    let history = game("7k/8/8/8/8/6q1/8/R6K w - - 0 1");
    let report = search(&history, &Limits::depth(12));
    assert_eq!(report.score, Score::Cp(0), "{:?}", report.pv);
    let stale = search(&game("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), &Limits::depth(3));
    assert_eq!((stale.best, stale.score), (None, Score::Cp(0)));
}
