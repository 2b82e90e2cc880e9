// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions in 32 bytes.

use proptest::prelude::*;
use tabiya_rules::{CastlingMode, PackedError, PackedPosition, Position, Square};

use crate::properties::{boards, starts};

fn round_trip(position: &Position) {
    let packed = PackedPosition::new(position);
    assert_eq!(packed.unpack().as_ref(), Ok(position), "{position}");
}

#[test]
fn the_form_never_changes() {
    // Stored bytes must stay readable for ever.
    let position = Position::from_fen("r3k2r/8/8/3pP3/8/8/8/R3K1R1 w Qkq d6 7 300").unwrap();
    let packed = PackedPosition::new(&position);
    let mut expected = [0; 32];
    expected[..8].copy_from_slice(&[0x51, 0, 0, 0, 0x18, 0, 0, 0x91]);
    // Rook a1 that may castle, king e1; rook g1, black pawn d5; white pawn e5, rook a8; king e8, rook h8.
    expected[8..12].copy_from_slice(&[0x5C, 0xE3, 0xD0, 0xDB]);
    expected[24..29].copy_from_slice(&[0, 7, 0, 0x2C, 1]);
    assert_eq!(*packed.as_bytes(), expected);
    round_trip(&position);
}

#[test]
fn extremes_round_trip() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b HAha - 65535 65535",
        "k7/2QQQQQQ/1QQQQQQQ/1Q5Q/8/8/8/7K b - - 0 1",
        "8/8/8/1p6/pPk5/K1p5/2P5/1rr5 b - b3 0 1",
        "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        round_trip(&position);
        round_trip(&position.with_castling_mode(CastlingMode::Chess960));
    }
}

#[test]
fn what_is_no_position_is_named() {
    let good = *PackedPosition::new(&Position::start()).as_bytes();
    let with = |changes: &[(usize, u8)]| {
        let mut bytes = good;
        changes.iter().for_each(|(i, byte)| bytes[*i] = *byte);
        PackedPosition::from_bytes(bytes).unpack()
    };
    assert_eq!(with(&[]), Ok(Position::start()));
    assert_eq!(with(&[(3, 1)]), Err(PackedError::TooManyPieces { found: 33 }));
    assert_eq!(with(&[(24, 4)]), Err(PackedError::Unused { byte: 24 }));
    assert_eq!(with(&[(31, 4)]), Err(PackedError::Unused { byte: 31 }));
    assert_eq!(with(&[(8, 0xFC)]), Err(PackedError::Code { square: Square::B1, found: 15 }));
    assert_eq!(with(&[(8, 0xCC)]), Err(PackedError::Code { square: Square::B1, found: 12 }));
    assert_eq!(with(&[(8, 0xEC)]), Err(PackedError::Code { square: Square::B1, found: 14 }));
    assert!(matches!(with(&[(8, 0x15), (12, 0)]), Err(PackedError::Setup(_))));
    // A move number of 0 would become 1.
    assert_eq!(with(&[(27, 0)]), Err(PackedError::NotNormal));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn positions_round_trip(position in boards(), start in starts(), choices in prop::collection::vec(any::<u16>(), 0..60)) {
        if let Some(position) = position {
            round_trip(&position);
        }
        let mut position = start;
        for choice in choices {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            position.play(*mv);
            round_trip(&position);
        }
    }

    #[test]
    fn any_bytes_are_a_position_or_an_error(
        start in starts(),
        changes in prop::collection::vec((0..32usize, any::<u8>()), 0..6),
    ) {
        let mut bytes = *PackedPosition::new(&start).as_bytes();
        changes.iter().for_each(|(i, byte)| bytes[*i] = *byte);
        match PackedPosition::from_bytes(bytes).unpack() {
            Ok(position) => prop_assert_eq!(*PackedPosition::new(&position).as_bytes(), bytes),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
