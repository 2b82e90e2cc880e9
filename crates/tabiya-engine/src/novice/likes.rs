// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a novice likes about a move, whatever it wins or loses: its habits.
//!
//! Children like to take, to give check, and to play on with the piece that they moved last. In the opening
//! they have seen others play the pawns in the centre, bring out knights and bishops, and castle; they also
//! like to bring out the queen. Later they play forward, toward the opponent's king, and forget the pieces that
//! never moved.

use tabiya_rules::{History, Move, Role, Square};

use crate::eval::board::Board;
use crate::score::Value;

/// All of these are in hundredths of a pawn.
pub(super) const TAKING: Value = 60;
const CHECKING: Value = 70;
const AGAIN: Value = 45;
/// For moving a piece back to the square that it came from.
const BACK: Value = -60;
/// For a piece on the first rank once the opening is over.
const FORGOTTEN: Value = -50;
/// For a move of the king while there are many pieces.
const KING: Value = -40;
/// The opening ends after this number of plies.
const OPENING: usize = 16;

/// The habits at one move.
pub(super) struct Likes<'a> {
    history: &'a History,
    /// Its last move.
    before: Option<Move>,
    /// The opponent's king.
    king: Square,
    /// How much it likes to move the queen.
    queen: Value,
}

impl<'a> Likes<'a> {
    pub(super) fn new(history: &'a History, queen: Value) -> Likes<'a> {
        let moves = history.moves();
        let before = moves.len().checked_sub(2).map(|at| moves[at]);
        let position = history.position();
        Likes { history, before, king: position.king_of(position.turn().opposite()), queen }
    }

    /// How much it likes the move. `check`: the move gives check.
    pub(super) fn of(&self, board: &Board, mv: Move, check: bool) -> Value {
        let us = board.position.turn();
        let rank = |square: Square| square.rank().seen_by(us).index() as Value;
        let role = board.mover(mv);
        let mut like = if check { CHECKING } else { 0 };
        if let Some(before) = self.before.filter(|before| before.destination() == mv.from()) {
            like += if before.from() == mv.destination() { BACK } else { AGAIN };
        }
        if mv.is_castling() {
            return like + 60;
        }
        let forward = rank(mv.to()) - rank(mv.from());
        let opening = self.history.ply() < OPENING;
        if role != Role::Pawn && rank(mv.from()) == 0 && !opening {
            like += FORGOTTEN;
        }
        like + match role {
            Role::Pawn if opening => centre(mv.from()) * 12 + forward * 8,
            Role::Pawn => forward * 5 + rank(mv.to()) * 5,
            Role::Knight | Role::Bishop if opening => centre(mv.to()) * 10 + forward * 8,
            Role::Queen => self.queen + forward * 5 + self.nearer(mv) * 8,
            Role::Knight | Role::Bishop => forward * 5 + self.nearer(mv) * 8,
            Role::Rook => self.nearer(mv) * 8 - if opening { 30 } else { 0 },
            Role::King if board.phase > 8 => KING,
            Role::King => forward * 5,
        }
    }

    /// By how many squares the move comes closer to the opponent's king.
    fn nearer(&self, mv: Move) -> Value {
        distance(mv.from(), self.king) - distance(mv.to(), self.king)
    }
}

/// From 0 on the outer files to 3 on the two middle ones.
fn centre(square: Square) -> Value {
    let file = square.file().index() as Value;
    file.min(7 - file)
}

/// In moves of a king.
fn distance(a: Square, b: Square) -> Value {
    let apart = |a: usize, b: usize| a.abs_diff(b) as Value;
    apart(a.file().index(), b.file().index()).max(apart(a.rank().index(), b.rank().index()))
}
