// SPDX-License-Identifier: MIT OR Apache-2.0
//! The questions about a position agree with each other and with the legal moves.

use proptest::prelude::*;
use tabiya_rules::{
    Attempt, Bitboard, CastlingSide, Color, History, Move, Outcome, Position, Role, Square, explain,
};

use crate::properties::{boards, starts};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn what_hangs_and_what_is_attacked() {
    // The queen attacks bishop and pawn, which defend each other. No piece defends the queen.
    let position = position("4k3/8/8/3q4/4B3/3P4/6N1/4K3 b - - 0 1");
    assert_eq!(position.attacked(Color::White), Bitboard::from(Square::D3) | Square::E4.into());
    assert_eq!(position.hanging(Color::White), Bitboard::EMPTY);
    assert_eq!(position.hanging(Color::Black), Square::D5.into());
}

#[test]
fn castling_says_what_stands_against_it() {
    let said = |fen: &str, side| match position(fen).castling_now(side) {
        Ok(mv) => format!("{mv:?}"),
        Err(reason) => reason.to_string(),
    };
    let king_side = |fen| said(fen, CastlingSide::KingSide);
    assert_eq!(king_side("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1h1 castling");
    assert_eq!(
        king_side("4k3/8/8/8/8/8/8/4KB1R w K - 0 1"),
        "White may not castle: the bishop on f1 is in the way."
    );
    assert_eq!(king_side("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), "There is no rook on h1 to castle with.");
    let lost = position("r3k2r/8/8/8/8/8/8/R3K2R w KQq - 0 1");
    assert_eq!(lost.castling_ever(Color::Black, CastlingSide::QueenSide), Ok(Square::A8));
    assert_eq!(
        lost.castling_ever(Color::Black, CastlingSide::KingSide).unwrap_err().to_string(),
        "Black may no longer castle with the rook on h8: the right was lost earlier."
    );
}

#[test]
fn a_discovered_check_has_its_candidates() {
    let position = position("4k3/8/8/4N3/8/8/8/4R1K1 w - - 0 1");
    assert_eq!(position.discoverers(Color::White), Square::E5.into());
    assert_eq!(position.discoverers(Color::Black), Bitboard::EMPTY);
}

/// Compares every answer with the legal moves or with a simpler answer.
fn check(position: &Position) {
    for color in Color::ALL {
        let pins = position.pins(color);
        let pinned: Bitboard = pins.iter().map(|pin| pin.pinned).collect();
        assert_eq!(pinned, position.pinned(color), "{position:?}");
        if color == position.turn() && !position.is_check() {
            for pin in pins {
                // A pawn may also capture en passant along the line.
                let leaves = |mv: &Move| mv.from() == pin.pinned && !pin.line.contains(mv.to());
                assert!(!position.legal_moves().iter().any(leaves), "{pin:?} in {position:?}");
            }
        }
        for square in Square::all() {
            for by in position.attackers(square, color) {
                assert!(position.attacks_from(by).contains(square));
            }
            for xray in position.xray_attackers(square, color) {
                assert_eq!(position.obstacles(xray.by, square), Some(xray.through.into()));
                assert!(position.xrays_from(xray.by).contains(square));
                assert!(!position.attacks_from(xray.by).contains(square));
            }
        }
        assert!(position.hanging(color).is_subset(position.attacked(color)));
    }
    let moves = position.legal_moves();
    let before = position.occupied().len();
    let captures = moves.iter().filter(|mv| position.after(**mv).occupied().len() < before).count();
    assert_eq!(position.legal_captures().len(), captures, "{position:?}");
    let by_square: usize = Square::all().map(|square| position.legal_moves_of(square).len()).sum();
    assert_eq!(by_square, moves.len());
    let mated = matches!(position.outcome(), Some(Outcome::Checkmate { .. }));
    assert_eq!(position.is_checkmate(), mated);
    assert_eq!(position.is_stalemate(), position.outcome() == Some(Outcome::Stalemate));
    for side in CastlingSide::ALL {
        let castling = moves.iter().copied().find(|mv| mv.castling_side() == Some(side));
        assert_eq!(position.castling_now(side).ok(), castling, "{position:?}");
        for color in Color::ALL {
            let right = position.castling_rook(color, side);
            assert_eq!(position.castling_ever(color, side).ok(), right, "{position:?}");
        }
    }
    // A move that discovers a check is made by one of the `discoverers`.
    for mv in moves {
        let after = position.after(mv);
        let direct = Bitboard::from(mv.destination());
        let king = position.role_at(mv.from()) == Some(Role::King);
        if (after.checkers() - direct).any() && !mv.is_en_passant() && !king {
            assert!(position.discoverers(position.turn()).contains(mv.from()), "{mv:?} in {position:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn answers_agree_on_random_boards(position in boards()) {
        if let Some(position) = position {
            check(&position);
        }
    }

    #[test]
    fn answers_agree_in_games(start in starts(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let mut history = History::new(start);
        for choice in choices {
            let moves = history.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            history.play(*choice.get(&moves));
        }
        check(history.position());
        // What a game says about castling equals what it says about an attempt.
        for side in CastlingSide::ALL {
            let color = history.position().turn();
            if let (Err(reason), Some(rook), None) =
                (history.castling_ever(color, side), history.start().castling_rook(color, side), history.outcome())
                && history.position().king_of(color) == history.start().king_of(color)
            {
                let attempt = Attempt { from: history.start().king_of(color), to: rook, promotion: None };
                if history.position().piece_at(rook).is_some_and(|piece| piece.color == color && piece.role == Role::Rook) {
                    prop_assert_eq!(explain(&history, attempt).unwrap_err(), reason);
                }
            }
        }
    }
}
