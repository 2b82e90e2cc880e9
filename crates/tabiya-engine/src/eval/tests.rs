// SPDX-License-Identifier: MIT OR Apache-2.0
//! Properties of the evaluation that hold for any weights.

use super::*;
use tabiya_rules::Position;

fn worth(fen: &str) -> Value {
    evaluate(&Board::new(Position::from_fen(fen).unwrap()), &mut PawnTable::new())
}

/// The same position with colours and ranks swapped.
fn mirrored(fen: &str) -> String {
    let mut fields = fen.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect()
    };
    fields[0] = swap(&fields[0]).split('/').rev().collect::<Vec<_>>().join("/");
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    fields[2] = swap(&fields[2]);
    fields[3] = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    fields.join(" ")
}

const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP3PPP/R2QKB1R b KQ - 3 8",
    "2r3k1/5ppp/p3p3/1p1pP3/3P4/1P3N2/P4PPP/2R3K1 w - - 0 25",
    "4k3/8/8/1P6/8/8/p7/4K3 b - - 0 1",
    "6k1/5p1p/4p1p1/3b4/8/1P2B1P1/5P1P/6K1 w - - 30 40",
    "r4rk1/ppp2p1p/2np2p1/2b1p1q1/2B1P3/2NP1Q1P/PPP2PP1/R4RK1 b - - 1 12",
];

#[test]
fn colours_are_alike() {
    for fen in POSITIONS {
        assert_eq!(worth(fen), worth(&mirrored(fen)), "{fen}");
    }
}

#[test]
fn the_start_is_nearly_even() {
    assert!(worth(POSITIONS[0]).abs() < 60);
}

#[test]
fn more_is_better() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for (missing, at_least) in [("pppppppp/", 40), ("nbqkbnr", 150), ("qkbnr", 500)] {
        let less = match missing {
            "pppppppp/" => start.replacen("pppppppp/", "ppp1pppp/", 1),
            "nbqkbnr" => start.replacen("rnbqkbnr", "r1bqkbnr", 1),
            _ => start.replacen("rnbqkbnr", "rnb1kbnr", 1),
        };
        assert!(worth(&less) > worth(start) + at_least, "{less}");
    }
}

#[test]
fn extreme_boards_stay_within_bounds() {
    for fen in [
        "QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/k1K5 b - - 0 1",
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    ] {
        if let Ok(position) = Position::from_fen(fen) {
            let value = evaluate(&Board::new(position), &mut PawnTable::new());
            assert!(value.abs() <= EVAL_LIMIT, "{fen}: {value}");
        }
    }
}
