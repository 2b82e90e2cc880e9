// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fast search for a SAN's move finds the same move as a search through all legal moves.

use proptest::prelude::*;
use tabiya_rules::{Attempt, Move, Position, Role, San, Square, parse_san_strict, san};

use crate::properties::starts;

/// The only legal move that fits, found by trying all of them.
fn by_trying(position: &Position, san: San) -> Option<Move> {
    let fits = |mv: &&Move| {
        if let Some(side) = san.castling_side() {
            return mv.castling_side() == Some(side);
        }
        let (from, to) = (mv.from(), mv.to());
        let captures = mv.is_en_passant() || position.piece_at(to).is_some();
        // Only squares are named: any piece, castling included.
        if san.role().is_none() {
            let straight = position.role_at(from) == Some(Role::Pawn) && from.file() == to.file();
            let attempt = Attempt {
                from: Square::from_coords(san.from_file().unwrap(), san.from_rank().unwrap()),
                to: san.to().unwrap(),
                promotion: san.promotion(),
            };
            let same = [mv.as_uci(position.castling_mode()), Attempt::from(**mv)].contains(&attempt);
            return same && !(straight && san.is_capture());
        }
        let pawn_fits = san.role() != Some(Role::Pawn)
            || (san.is_capture() || san.from_file().is_some_and(|file| file != to.file())) == captures;
        !mv.is_castling()
            && position.role_at(from) == san.role()
            && san.to() == Some(to)
            && san.from_file().is_none_or(|file| file == from.file())
            && san.from_rank().is_none_or(|rank| rank == from.rank())
            && san.promotion() == mv.promotion()
            && pawn_fits
    };
    let moves = position.legal_moves();
    let mut found = moves.iter().filter(fits);
    let first = found.next().copied();
    if found.next().is_some() { None } else { first }
}

fn check(position: &Position) {
    for piece in ["", "P", "N", "B", "R", "Q", "K"] {
        for to in (0..64).filter_map(Square::new) {
            for origin in ["", "a", "d", "e", "1", "2", "5", "7", "e2", "d5"] {
                for (capture, promotion) in [("", ""), ("x", ""), ("", "=Q"), ("x", "=N")] {
                    let text = format!("{piece}{origin}{capture}{to}{promotion}");
                    let Ok(san) = text.parse::<San>() else { continue };
                    let expected = by_trying(position, san);
                    assert_eq!(san.find(position), expected, "{text} in {position}");
                    assert_eq!(san.to_move(position).ok(), expected, "{text} in {position}");
                }
            }
        }
    }
    for castling in ["O-O", "O-O-O"] {
        let san: San = castling.parse().unwrap();
        assert_eq!(san.find(position), by_trying(position, san), "{castling} in {position}");
    }
    for mv in &position.legal_moves() {
        let text = san(position, *mv);
        let read: San = text.parse().unwrap();
        assert_eq!((read, read.to_string()), (San::of(position, *mv), text.clone()), "{position}");
        assert_eq!(parse_san_strict(position, &text), Ok(*mv), "{text} in {position}");
        let longer = format!("{text}!");
        assert!(parse_san_strict(position, &longer).is_err());
    }
}

#[test]
fn tricky_positions() {
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Pins, a check, a double check, en passant that would expose the king, promotions with captures.
        "4r1k1/8/8/b7/8/2N5/4N3/4K3 w - - 0 1",
        "4r1k1/8/8/8/8/3n4/8/R3K3 w - - 0 1",
        "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1",
        "8/8/8/2PpP3/8/8/8/K6k w - d6 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1",
        "6k1/8/8/8/8/8/8/RKR5 w CA - 0 1",
        // The check is answered by capturing en passant, or by a move in between.
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/7b/8/8/4P1P1/3K4 w - - 0 1",
    ] {
        check(&Position::from_fen(fen).expect(fen));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_positions(start in starts(), choices in prop::collection::vec(any::<usize>(), 0..150)) {
        let mut position = start;
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice % moves.len()]);
        }
        check(&position);
    }
}
