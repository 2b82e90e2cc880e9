// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions that do not occur in sensible games: no panic, no illegal move, no endless search.

use tabiya_engine::{Limits, Score};
use tabiya_rules::Position;

use crate::common::{game, search};

#[test]
fn odd_positions_are_searched() {
    for fen in [
        // 218 legal moves; nine queens a side; only pawns; blocked pawns; all kinds of promotion.
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "qqqqkqqq/qq6/8/8/8/8/6QQ/QQQKQQQQ w - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/p1p1p1p1/P1P1P1P1/1p1p1p1p/1P1P1P1P/8/4K3 w - - 0 1",
        "1n2k1n1/P1P3P1/8/3pP3/8/8/1p1p2p1/R3K2R w KQ d6 0 1",
        // One legal move; clocks at their limits; en passant as the only way out of check.
        "7k/8/8/8/8/8/6q1/7K w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 65535 65535",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        // Chess960 castling with king and rook in each other's way.
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "4k3/8/8/8/8/8/8/RK6 w A - 0 1",
        "1r1k4/8/8/8/8/8/8/6KR w H - 0 1",
    ] {
        match Position::from_fen(fen) {
            Ok(_) => {
                search(&game(fen), &Limits::nodes(8_000));
                search(&game(fen), &Limits { multi_pv: 300, ..Limits::nodes(3_000) });
            }
            Err(error) => println!("the rules refuse {fen}: {error}"),
        }
    }
}

#[test]
fn castling_in_chess960_is_found_where_it_mates() {
    // Castling brings the rook to f1 with mate on the f-file.
    let history = game("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 1");
    let report = search(&history, &Limits::depth(5));
    assert_eq!(report.score, Score::Mate(1));
    assert!(report.best.is_some_and(|mv| mv.is_castling()) || report.pv.len() == 1);
}

#[test]
fn a_far_mate_in_a_pawn_ending_is_a_clear_win() {
    let report = search(&game("8/8/8/8/4k3/8/4P3/4K3 b - - 0 1"), &Limits::depth(10));
    assert!(report.score.rank() <= 60, "{}", report.score);
    let report = search(&game("8/4k3/8/4P3/4K3/8/4P3/8 w - - 0 1"), &Limits::nodes(60_000));
    assert!(report.score.rank() > 150, "{}", report.score);
}
