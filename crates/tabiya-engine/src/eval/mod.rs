// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hand-crafted evaluation: the value of a quiet position.
//!
//! It is a sum of terms ([`terms`]), each with one weight for the middlegame and one for the endgame
//! ([`weights`]). The two sums are interpolated by the material left (tapered evaluation). Material and
//! piece-square values come from the [`Board`], which updates them incrementally. Pawn structure is cached by
//! the pawn key. All other terms are computed each time. [`endgame`] corrects positions that a sum evaluates
//! wrongly.

pub(crate) mod board;
pub(crate) mod endgame;
mod king;
pub(crate) mod pawns;
mod pieces;
pub(crate) mod terms;
pub(crate) mod weights;

use tabiya_rules::{Bitboard, Color, Role};

use self::board::{Board, FULL_PHASE};
use crate::score::{EVAL_LIMIT, Value};
use pawns::{PawnStructure, PawnTable};
use pieces::Attacks;
use terms::{Packed, Sink, Sum, TEMPO};

/// The pawns, by colour.
fn pawns_of(board: &Board) -> [Bitboard; 2] {
    Color::ALL.map(|color| board.position.pieces(color, Role::Pawn))
}

/// The value of the position for the side to move. It is meant for positions in which that side is not in
/// check.
pub(crate) fn evaluate(board: &Board, table: &mut PawnTable) -> Value {
    let turn = board.position.turn();
    if let Some(known) = endgame::known(board) {
        return known;
    }
    let structure = table.get(board.pawn_key, pawns_of(board));
    let sums = dynamic_terms(board, &structure, [Sum::default(), Sum::default()]);
    let [white, black] = sums;
    let total = board.placement + structure.score + (white.0 - black.0);
    let value = blend(board, total);
    damp(board, if turn == Color::White { value } else { -value })
}

/// Scales the value towards zero as the halfmove clock grows, and keeps it out of the range of mate scores.
pub(crate) fn damp(board: &Board, value: Value) -> Value {
    let slow = i32::from(board.position.halfmove_clock().min(100));
    (value * (220 - slow) / 220).clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// Interpolates between the middlegame and the endgame value by the material left; from White's view.
pub(crate) fn blend(board: &Board, total: Packed) -> Value {
    let phase = board.phase.min(FULL_PHASE);
    let scale = endgame::scale(board, total.end());
    let end = total.end() * scale / endgame::FULL_SCALE;
    (total.middle() * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
}

/// Adds all terms that depend on more than the pawns to the sinks (White's, then Black's).
pub(crate) fn dynamic_terms<S: Sink>(board: &Board, structure: &PawnStructure, mut sinks: [S; 2]) -> [S; 2] {
    let mut attacks = Attacks::new(board);
    for us in Color::ALL {
        pieces::mobility(us, board, &mut attacks, &mut sinks[us.index()]);
    }
    for us in Color::ALL {
        let sink = &mut sinks[us.index()];
        pieces::threats(us, board, &attacks, sink);
        pieces::passed(us, board, structure, &attacks, sink);
        king::safety(us, board, &attacks, sink);
    }
    sinks[board.position.turn().index()].add(TEMPO, 1);
    sinks
}

#[cfg(test)]
mod tests;
