// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tactics at a fixed number of nodes: a lower limit for the strength of the search.

use tabiya_engine::{Engine, Limits};
use tabiya_rules::{Move, parse_san};

use crate::common::{epd, game, search, search_with, shared_suite};

/// Our own small combinations, each with the only winning move.
const COMBINATIONS: [(&str, &str); 10] = [
    // A knight forks king and queen, then king and rook.
    ("2q3k1/5pp1/7p/3N4/8/8/5PPP/6K1 w - - 0 1", "Ne7+"),
    ("r3k3/8/8/1N6/8/8/4P3/4K3 w - - 0 1", "Nc7+"),
    // A pin on the queen; then a skewer of the king, twice.
    ("4k3/8/2q5/8/P7/8/5P2/4KB2 w - - 0 1", "Bb5"),
    ("8/8/8/q3k3/8/8/8/R5K1 w - - 0 1", "Rxa5+"),
    ("8/3q4/8/3k4/8/8/4P1K1/7R w - - 0 1", "Rd1+"),
    // The study of Barbier and Saavedra (1895) begins with a pawn move.
    ("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "c7"),
    // Three pawns break through three.
    ("8/ppp5/8/PPP5/6k1/8/8/6K1 w - - 0 1", "b6"),
    // A discovered check wins the queen; doubled rooks mate on the back rank; one more attacker than
    // defenders.
    ("3qk3/8/8/4N3/8/8/5P2/4R1K1 w - - 0 1", "Nc6+"),
    ("r5k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1", "Re8+"),
    ("r1b3k1/5ppp/8/8/8/2R5/5PPP/2R3K1 w - - 0 1", "Rxc8+"),
];

#[test]
fn small_combinations_are_seen() {
    let mut solved = 0;
    for (fen, san) in COMBINATIONS {
        let history = game(fen);
        let wanted = parse_san(history.position(), san).ok();
        assert!(wanted.is_some(), "{fen}: {san}");
        let report = search(&history, &Limits::nodes(50_000));
        if report.best == wanted {
            solved += 1;
        } else {
            println!("{fen}: {:?} instead of {san}, {}", report.best, report.score);
        }
    }
    assert!(solved >= 8, "{solved} of {}", COMBINATIONS.len());
}

#[test]
fn win_at_chess_keeps_its_floor() {
    let Some(lines) = shared_suite("tactics/wac.epd") else { return };
    let mut engine = Engine::new(8);
    let (mut solved, mut tried) = (0, 0);
    for line in lines.iter().step_by(4) {
        let (history, operations) = epd(line);
        let moves = operations.trim_start_matches("bm ").split(';').next().unwrap_or_default();
        let best: Vec<Move> =
            moves.split_whitespace().filter_map(|san| parse_san(history.position(), san).ok()).collect();
        engine.clear();
        let report = search_with(&mut engine, &history, &Limits::nodes(60_000));
        tried += 1;
        solved += usize::from(report.best.is_some_and(|mv| best.contains(&mv)));
    }
    println!("Win at Chess: {solved} of {tried} at 60,000 nodes");
    assert!(solved * 100 >= tried * 60, "{solved} of {tried}");
}
