// SPDX-License-Identifier: MIT OR Apache-2.0
//! The checks that only [`Validity::Strict`](super::Validity::Strict) makes: they find positions that work
//! but that no game can reach.
//!
//! They don't find all of them. Deciding whether a game can reach a position is a hard problem (retrograde
//! analysis). Here the pieces are counted and the last move is examined.

use alloc::vec::Vec;

use super::last_move::could_have_given_check;
use super::{Setup, SetupFault};
use crate::bitboard::Bitboard;
use crate::castling::{CastlingMode, CastlingSide};
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Square};

/// Adds faults to the list. `position` holds the pieces of `setup`.
pub(crate) fn find_faults(position: &Position, setup: &Setup, faults: &mut Vec<SetupFault>) {
    for color in Color::ALL {
        count_pieces(position, color, faults);
    }
    let rights = setup.castling_rights.iter();
    faults.extend(rights.filter_map(|(color, side, rook)| {
        non_standard_fault(position, setup.castling_mode, color, side, rook)
    }));
    find_impossible_check(position, setup, faults);
    compare_counters(setup, faults);
}

/// Each piece beyond those of the start must be a promoted pawn.
fn count_pieces(position: &Position, color: Color, faults: &mut Vec<SetupFault>) {
    let pawns = position.pieces(color, Role::Pawn).len();
    if pawns > 8 {
        faults.push(SetupFault::TooManyPawns { color, found: pawns });
    }
    let bishops = position.pieces(color, Role::Bishop);
    let promoted = [
        (position.pieces(color, Role::Knight), 2),
        (bishops & Bitboard::LIGHT, 1),
        (bishops & Bitboard::DARK, 1),
        (position.pieces(color, Role::Rook), 2),
        (position.pieces(color, Role::Queen), 1),
    ]
    .into_iter()
    .map(|(pieces, at_first)| pieces.len().saturating_sub(at_first))
    .sum();
    let missing_pawns = 8usize.saturating_sub(pawns);
    if promoted > missing_pawns {
        faults.push(SetupFault::TooManyPromoted { color, promoted, missing_pawns });
    }
}

/// In standard chess a king with castling rights stands on the e-file, and its rook in the corner.
pub(crate) fn non_standard_fault(
    position: &Position,
    mode: CastlingMode,
    color: Color,
    side: CastlingSide,
    rook: Square,
) -> Option<SetupFault> {
    let king = position.pieces(color, Role::King);
    let usual = king.is_subset(File::E.into()) && matches!(rook.file(), File::A | File::H);
    (mode == CastlingMode::Standard && !usual).then_some(SetupFault::CastlingNotStandard { color, side })
}

fn find_impossible_check(position: &Position, setup: &Setup, faults: &mut Vec<SetupFault>) {
    let us = setup.turn;
    let kings = [us, !us].map(|color| position.pieces(color, Role::King).single());
    let [Some(king), Some(_)] = kings else { return };
    let checkers = position.attackers_to(king, position.occupied()) & position.by_color(!us);
    if checkers.any() && !could_have_given_check(position, setup, king) {
        faults.push(SetupFault::ImpossibleCheck { king, checkers });
    }
}

fn compare_counters(setup: &Setup, faults: &mut Vec<SetupFault>) {
    let &Setup { halfmove_clock, fullmove_number, .. } = setup;
    if setup.en_passant.is_some() && halfmove_clock != 0 {
        faults.push(SetupFault::EnPassantClock { halfmove_clock });
    }
    if fullmove_number == 0 {
        faults.push(SetupFault::MoveNumberZero);
    }
    let played = 2 * u32::from(fullmove_number.max(1) - 1) + u32::from(setup.turn == Color::Black);
    if u32::from(halfmove_clock) > played {
        faults.push(SetupFault::HalfmoveClock { halfmove_clock, played });
    }
}
