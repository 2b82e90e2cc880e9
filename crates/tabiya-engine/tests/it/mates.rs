// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine finds mates, and the shortest ones.

use tabiya_engine::{Limits, Score};

use crate::common::{check_report, epd, game, search, shared_suite};

/// Our own positions in which the side to move mates in this number of moves and not sooner. An exhaustive
/// search confirmed each number.
const MATES: [(&str, i32); 35] = [
    // Mate in 1.
    ("8/5N2/8/5B1k/8/1R5p/5p2/5K2 w - - 0 1", 1),
    ("4Q3/8/8/8/8/k1K5/5r2/8 w - - 0 1", 1),
    ("8/P7/8/8/8/8/k1K3p1/6R1 w - - 0 1", 1),
    ("8/k1K5/7R/1P6/8/2p5/8/8 w - - 0 1", 1),
    ("Q7/8/p7/q6p/5N2/6P1/2K5/6k1 w - - 0 1", 1),
    ("5k2/8/3KP1Q1/8/6qN/1p1p4/8/8 w - - 0 1", 1),
    ("8/8/8/N4pQ1/8/kP3q2/4p3/K7 w - - 0 1", 1),
    ("8/1R5p/k1K4p/6n1/5R2/8/8/8 w - - 0 1", 1),
    // Mate in 2.
    ("8/2n3R1/8/8/4p1K1/8/3R3p/7k w - - 0 1", 2),
    ("2r5/1Q6/p7/1R1p2q1/K3P3/8/8/k7 w - - 0 1", 2),
    ("8/1R1R2p1/2K1p3/8/7n/8/k7/8 w - - 0 1", 2),
    ("8/8/2B5/8/6Q1/2Kp1r2/7k/8 w - - 0 1", 2),
    ("K7/6k1/7r/5q2/1P6/P7/3Q4/8 b - - 0 1", 2),
    ("8/8/K1p5/8/7r/3Q3B/8/7k w - - 0 1", 2),
    ("8/3P4/1K5k/8/6R1/8/3p4/8 w - - 0 1", 2),
    ("6K1/8/8/8/3B4/N5p1/1p5R/k7 w - - 0 1", 2),
    ("7k/1P6/2p5/8/4R3/8/8/3K4 w - - 0 1", 2),
    ("8/3r4/8/k5q1/P7/PQK5/8/8 b - - 0 1", 2),
    ("8/7k/7p/1Q1Kp3/8/6R1/1P5r/q7 w - - 0 1", 2),
    ("8/8/1P6/8/3NR3/2b1p3/2K5/k7 w - - 0 1", 2),
    ("8/k5n1/2KR1p2/6p1/6R1/8/8/8 w - - 0 1", 2),
    ("1k6/8/1PK5/2R5/8/8/6p1/8 w - - 0 1", 2),
    ("8/R4p2/4p3/6N1/6B1/1K6/8/1k6 w - - 0 1", 2),
    // Mate in 3.
    ("3B3k/8/4KN2/4p3/8/8/8/2B5 w - - 0 1", 3),
    ("6B1/8/8/8/5K2/2p4k/8/rQ6 w - - 0 1", 3),
    ("kB6/6p1/8/1K6/1R4p1/1N6/8/8 w - - 0 1", 3),
    ("1k6/3KP3/8/4p3/2Q5/pq6/2N5/8 w - - 0 1", 3),
    ("5KR1/5p2/3n4/8/8/p1R5/8/4k3 w - - 0 1", 3),
    ("B1k5/4K3/8/8/2p5/6B1/4N3/8 w - - 0 1", 3),
    ("8/p7/5R2/1N6/3p3K/8/4B2k/8 w - - 0 1", 3),
    ("8/5P1p/8/1R6/8/2K5/5k2/8 w - - 0 1", 3),
    ("8/3q4/5PK1/1r2R3/4p1k1/1p6/3Q4/8 w - - 0 1", 3),
    ("8/7P/2R5/8/8/p7/6K1/4k3 w - - 0 1", 3),
    ("3k4/8/2BK4/p7/8/7N/4B3/8 w - - 0 1", 3),
    ("n7/8/2R3R1/8/p5p1/3K4/7k/8 w - - 0 1", 3),
];

#[test]
fn a_mate_search_finds_the_shortest_mate() {
    for (fen, moves) in MATES {
        let history = game(fen);
        let limits = Limits { mate: Some(moves as u8), ..Limits::default() };
        let report = search(&history, &limits);
        assert_eq!(report.score, Score::Mate(moves), "{fen}");
        assert_eq!(report.pv.len(), 2 * moves as usize - 1, "{fen}: {:?}", report.pv);
        let mut end = *history.position();
        report.pv.iter().for_each(|mv| end.play(*mv));
        assert!(end.is_check() && !end.has_legal_move(), "{fen}: the line does not end in mate");
    }
}

#[test]
fn an_ordinary_search_finds_nearly_all_mates_too() {
    let mut found = 0;
    for (fen, moves) in MATES {
        let report = search(&game(fen), &Limits::nodes(60_000));
        if let Score::Mate(within) = report.score {
            assert!(within >= moves, "{fen}: mate in {within}, but {moves} are needed");
            found += usize::from(within <= moves + 1);
        } else {
            println!("{fen}: {}", report.score);
        }
    }
    assert!(found * 100 >= MATES.len() * 85, "{found} of {}", MATES.len());
}

#[test]
fn a_mate_that_is_not_there_is_not_found() {
    for (fen, moves) in MATES.into_iter().filter(|(_, moves)| *moves > 1) {
        let limits = Limits { mate: Some(moves as u8 - 1), nodes: Some(20_000), ..Limits::default() };
        let report = search(&game(fen), &limits);
        if let Score::Mate(found) = report.score {
            assert!(found >= moves, "{fen}: mate in {found}, but {moves} are needed");
        }
    }
}

#[test]
fn being_mated_is_seen_and_delayed() {
    // Black is mated in two whatever it plays.
    let report = search(&game("k7/8/1K6/8/8/8/8/7R b - - 0 1"), &Limits::depth(6));
    assert_eq!(report.score, Score::Mate(-1));
    let mated = search(&game("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), &Limits::depth(3));
    assert_eq!((mated.best, mated.score), (None, Score::Mate(0)));
}

/// Checks a shared suite of mates in `moves`.
fn check_suite(name: &str, moves: u8, at_most: usize, nodes: u64) {
    let Some(lines) = shared_suite(name) else { return };
    for line in lines.iter().take(at_most) {
        let (history, _) = epd(line);
        let limits = Limits { mate: Some(moves), nodes: Some(nodes), ..Limits::default() };
        let report = search(&history, &limits);
        check_report(&history, &report);
        assert_eq!(report.score, Score::Mate(moves.into()), "{line}");
    }
    println!("{}: {} mates in {moves} found", name, lines.len().min(at_most));
}

#[test]
fn the_shared_mates_in_two_are_found_exactly() {
    check_suite("tactics/mate_in_2.epd", 2, 400, 100_000);
}

#[test]
fn the_shared_mates_in_three_are_found_exactly() {
    check_suite("tactics/mate_in_3.epd", 3, 150, 1_000_000);
}
