// SPDX-License-Identifier: MIT OR Apache-2.0
//! Whole games of the engine against itself: every move is legal.

use tabiya_engine::{Engine, Limits};
use tabiya_rules::{History, Position};

use crate::common::{random_opening, search, search_with};

/// Plays a game to its end, or for this number of plies, and checks every report.
fn play_out(mut history: History, nodes: u64, plies: usize) {
    let mut engine = Engine::new(1);
    while history.ply() < plies && history.outcome().is_none() {
        let report = search_with(&mut engine, &history, &Limits::nodes(nodes));
        assert!(report.nodes <= nodes);
        history.play(report.best.expect("the game is not over"));
    }
}

#[test]
fn scattered_openings_are_played_legally() {
    for seed in 0..12 {
        play_out(random_opening(Position::start(), 6 + seed as usize % 7, seed), 400, 160);
    }
}

#[test]
fn chess960_is_played_legally() {
    for seed in 0..10 {
        let start = Position::chess960((seed * 97 + 11) as u16 % 960).expect("below 960");
        play_out(random_opening(start, 4, seed), 300, 120);
    }
}

#[test]
fn the_same_search_gives_the_same_answer() {
    for seed in 0..3 {
        let history = random_opening(Position::start(), 10, seed);
        let limits = Limits::nodes(20_000);
        assert_eq!(search(&history, &limits), search(&history, &limits));
        let mut used = Engine::new(8);
        search_with(&mut used, &History::new(Position::start()), &limits);
        used.clear();
        assert_eq!(search_with(&mut used, &history, &limits), search(&history, &limits), "after clear");
    }
}
