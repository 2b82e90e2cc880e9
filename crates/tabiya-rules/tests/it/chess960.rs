// SPDX-License-Identifier: MIT OR Apache-2.0
//! The 960 starting positions.

use std::collections::HashSet;

use tabiya_rules::{Bitboard, CastlingMode, CastlingSide, Color, Position, Role};

#[test]
fn all_starts_differ_and_keep_the_rules() {
    let mut seen = HashSet::new();
    for number in 0..960 {
        let position = Position::chess960(number).unwrap();
        let fen = position.to_fen();
        assert!(seen.insert(fen.clone()), "{fen} twice");
        let bishops = position.pieces(Color::White, Role::Bishop);
        assert!(bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK), "{fen}");
        let king = position.king_of(Color::White);
        let short = position.castling_rook(Color::White, CastlingSide::KingSide).unwrap();
        let long = position.castling_rook(Color::White, CastlingSide::QueenSide).unwrap();
        assert!(long < king && king < short, "{fen}");
        assert_eq!(position.castling_mode(), CastlingMode::Chess960);
    }
}

#[test]
fn scharnagls_numbers() {
    for (number, rank) in [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (959, "RKRNNQBB")] {
        let fen = Position::chess960(number).unwrap().to_fen();
        assert!(fen.contains(&format!("/{rank} w")), "{number}: {fen}");
    }
    assert_eq!(
        Position::chess960(518).unwrap().with_castling_mode(CastlingMode::Standard),
        Position::start()
    );
    assert_eq!(Position::chess960(960), None);
}
