// SPDX-License-Identifier: MIT OR Apache-2.0
//! History tables: how often each move caused a cutoff in other positions; and correction history: by how
//! much the evaluation was wrong in similar positions.
//!
//! Move histories are updated with "gravity": a bonus counts less the closer the value is to its bound. So
//! nothing overflows, and old results fade.

use tabiya_rules::{Color, Move, Role};

use crate::eval::board::Board;
use crate::score::{EVAL_LIMIT, Value};

/// The bound of move histories.
const MOST: i32 = 16_384;
/// The bound of corrections, in units of 1 / [`GRAIN`] of a hundredth of a pawn.
const MAX_CORRECTION: i32 = 16_384;
const GRAIN: i32 = 256;
/// The number of entries of each correction table: a power of two.
const CORRECTIONS: usize = 1 << 14;
/// The number of combinations of piece and target square.
pub(crate) const PIECE_SQUARES: usize = 12 * 64;

/// A moved piece with its target square: the index into a continuation history. Or [`NOTHING`].
pub(crate) type PieceSquare = usize;
/// No piece moved: a null move, or a ply before the root.
pub(crate) const NOTHING: PieceSquare = PIECE_SQUARES;

/// The index of the move's piece and target square.
pub(crate) fn piece_square(color: Color, role: Role, mv: Move) -> PieceSquare {
    (color.index() * 6 + role.index()) * 64 + mv.to().index()
}

/// The history tables of one search thread.
pub(crate) struct Histories {
    /// By colour, origin and target square (butterfly history).
    quiets: Vec<i16>,
    /// By piece, target square and captured role.
    captures: Vec<i16>,
    /// By piece and target of an earlier move, then of the move itself. The row of [`NOTHING`] stays zero.
    continuations: Vec<[i16; PIECE_SQUARES]>,
    /// By side to move and one key each: the pawns, White's pieces, Black's pieces.
    corrections: [Vec<i32>; 3],
}

/// Adds a bonus to a history value, with gravity towards ±[`MOST`].
fn pull(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / MOST) as i16;
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            quiets: vec![0; 2 * 64 * 64],
            captures: vec![0; PIECE_SQUARES * 6],
            continuations: vec![[0; PIECE_SQUARES]; PIECE_SQUARES + 1],
            corrections: [(); 3].map(|()| vec![0; 2 * CORRECTIONS]),
        }
    }

    /// Clears all tables.
    pub(crate) fn clear(&mut self) {
        self.quiets.fill(0);
        self.captures.fill(0);
        self.continuations.fill([0; PIECE_SQUARES]);
        for table in &mut self.corrections {
            table.fill(0);
        }
    }

    /// The histories of quiet moves in a node. `before` has the moves one, two and four plies earlier.
    #[inline]
    pub(crate) fn after(&self, color: Color, before: [PieceSquare; 3]) -> QuietHistory<'_> {
        QuietHistory {
            color: color.index() * 64,
            quiets: &self.quiets,
            rows: before.map(|earlier| &self.continuations[earlier]),
        }
    }

    /// Adds a bonus (or, if negative, a malus) to a quiet move.
    pub(crate) fn update_quiet(
        &mut self,
        color: Color,
        mv: Move,
        moved: PieceSquare,
        before: [PieceSquare; 3],
        bonus: i32,
    ) {
        pull(&mut self.quiets[(color.index() * 64 + mv.from().index()) * 64 + mv.to().index()], bonus);
        self.update_continuation(moved, before, bonus);
    }

    /// Adds a bonus or malus to a quiet move as a reply to the earlier moves.
    pub(crate) fn update_continuation(&mut self, moved: PieceSquare, before: [PieceSquare; 3], bonus: i32) {
        for earlier in before.into_iter().filter(|earlier| *earlier != NOTHING) {
            pull(&mut self.continuations[earlier][moved], bonus);
        }
    }

    /// The history of a capture.
    pub(crate) fn capture(&self, moved: PieceSquare, victim: Role) -> i32 {
        i32::from(self.captures[moved * 6 + victim.index()])
    }

    /// Adds a bonus or malus to a capture.
    pub(crate) fn update_capture(&mut self, moved: PieceSquare, victim: Role, bonus: i32) {
        pull(&mut self.captures[moved * 6 + victim.index()], bonus);
    }

    fn correction_slots(board: &Board) -> [usize; 3] {
        let turn = board.position.turn().index() * CORRECTIONS;
        let [white, black] = board.piece_keys;
        [board.pawn_key, white, black].map(|key| turn + key as usize % CORRECTIONS)
    }

    /// The evaluation, corrected by the errors found in similar positions.
    pub(crate) fn corrected(&self, board: &Board, eval: Value) -> Value {
        let [pawns, white, black] = Histories::correction_slots(board);
        let sum = self.corrections[0][pawns] + self.corrections[1][white] + self.corrections[2][black];
        (eval + sum / (2 * GRAIN)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// Records that a search to that depth found an error of the evaluation.
    pub(crate) fn update_correction(&mut self, board: &Board, error: Value, depth: i32) {
        let weight = (depth + 1).min(14);
        let target = (error * GRAIN).clamp(-MAX_CORRECTION, MAX_CORRECTION);
        for (table, slot) in self.corrections.iter_mut().zip(Histories::correction_slots(board)) {
            let number = &mut table[slot];
            *number = (*number * (256 - weight) + target * weight) / 256;
        }
    }
}

/// The histories of the quiet moves of one node.
pub(crate) struct QuietHistory<'a> {
    color: usize,
    quiets: &'a [i16],
    rows: [&'a [i16; PIECE_SQUARES]; 3],
}

impl QuietHistory<'_> {
    /// The history of a move, within ±65,536.
    #[inline]
    pub(crate) fn of(&self, mv: Move, moved: PieceSquare) -> i32 {
        let everywhere = self.quiets[(self.color + mv.from().index()) * 64 + mv.to().index()];
        self.rows.iter().fold(i32::from(everywhere), |sum, row| sum + i32::from(row[moved]))
    }
}

/// The history bonus for a cutoff at that depth.
pub(crate) fn bonus(depth: i32) -> i32 {
    (16 * depth * depth + 120 * depth - 80).clamp(20, 1_900)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_bounds() {
        let mut number = 0;
        for _ in 0..1_000 {
            pull(&mut number, 1_700);
        }
        assert!((15_000..=16_384).contains(&number));
        for _ in 0..1_000 {
            pull(&mut number, -50_000);
        }
        assert_eq!(number, -16_384);
    }

    #[test]
    fn corrections_go_where_the_errors_point() {
        let board = Board::new(tabiya_rules::Position::start());
        let mut histories = Histories::new();
        for _ in 0..200 {
            histories.update_correction(&board, 60, 10);
        }
        assert!((40..=100).contains(&histories.corrected(&board, 0)), "{}", histories.corrected(&board, 0));
        histories.clear();
        assert_eq!(histories.corrected(&board, 7), 7);
    }
}
