// SPDX-License-Identifier: MIT OR Apache-2.0
//! The evaluation: what a quiet position is worth, written by hand.
//!
//! It is a sum of terms ([`terms`]) with one weight for the middlegame and one for the endgame ([`weights`]), blended by the
//! material left. Material and piece squares come from the [`Board`], which keeps them up to date; pawn structure is
//! kept by the pawns' key; the rest is read off the board each time. [`endgame`] knows what sums can't.

pub(crate) mod endgame;
mod king;
pub(crate) mod pawns;
mod pieces;
pub(crate) mod terms;
pub(crate) mod weights;

use tabiya_rules::{Bitboard, Color, Role};

use crate::board::{Board, FULL_PHASE};
use crate::score::{EVAL_LIMIT, Value};
use pawns::{PawnStructure, PawnTable};
use pieces::Attacks;
use terms::{Packed, Sink, Sum, TEMPO};

/// The pawns by colour.
fn pawns_of(board: &Board) -> [Bitboard; 2] {
    Color::ALL.map(|color| board.position.pieces(color, Role::Pawn))
}

/// What the position is worth for the side to move. Meant for positions without check.
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
    temper(board, if turn == Color::White { value } else { -value })
}

/// Draws the value towards zero the longer nothing lasting has happened, and keeps it off the mates.
pub(crate) fn temper(board: &Board, value: Value) -> Value {
    let slow = i32::from(board.position.halfmove_clock().min(100));
    (value * (220 - slow) / 220).clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The middlegame's and the endgame's number in the proportion of the material left; White's view.
pub(crate) fn blend(board: &Board, total: Packed) -> Value {
    let phase = board.phase.min(FULL_PHASE);
    let scale = endgame::scale(board, total.end());
    let end = total.end() * scale / endgame::FULL_SCALE;
    (total.middle() * phase + end * (FULL_PHASE - phase)) / FULL_PHASE
}

/// Feeds the sinks (White's, Black's) with all terms that depend on more than the pawns.
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
