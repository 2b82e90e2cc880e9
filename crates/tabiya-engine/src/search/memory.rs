// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the search remembers about moves: which ones refuted others, wherever they were played; and about its own
//! evaluation: by how much it was wrong in positions alike.
//!
//! All numbers move by "gravity": a bonus counts less the nearer the number is to its bound, so nothing overflows and old
//! lessons fade.

use tabiya_rules::{Color, Move, Role};

use crate::board::Board;
use crate::score::{EVAL_LIMIT, Value};

/// Histories stay within ± this.
const MOST: i32 = 16_384;
/// Corrections stay within ± this, in [`GRAIN`]ths of a hundredth of a pawn.
const MOST_CORRECTION: i32 = 16_384;
const GRAIN: i32 = 256;
/// Slots of each correction table; a power of two.
const CORRECTIONS: usize = 1 << 14;
/// Piece and target square together.
pub(crate) const PIECE_SQUARES: usize = 12 * 64;

/// Which piece went where: the index of a continuation; or [`NOTHING`].
pub(crate) type PieceSquare = usize;
/// No piece went anywhere: a pass, or before the game began.
pub(crate) const NOTHING: PieceSquare = PIECE_SQUARES;

/// The index of that move's piece and target.
pub(crate) fn piece_square(color: Color, role: Role, mv: Move) -> PieceSquare {
    (color.index() * 6 + role.index()) * 64 + mv.to().index()
}

/// The memory of one searching thread.
pub(crate) struct Memory {
    /// By colour, from and to.
    quiets: Vec<i16>,
    /// By piece, target and victim.
    captures: Vec<i16>,
    /// By an earlier move's piece and target, and the move's own. The row of [`NOTHING`] stays zero.
    continuations: Vec<[i16; PIECE_SQUARES]>,
    /// By colour and a key: pawns, White's pieces, Black's pieces.
    corrections: [Vec<i32>; 3],
}

/// Moves a number towards ±[`MOST`].
fn pull(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / MOST) as i16;
}

impl Memory {
    pub(crate) fn new() -> Memory {
        Memory {
            quiets: vec![0; 2 * 64 * 64],
            captures: vec![0; PIECE_SQUARES * 6],
            continuations: vec![[0; PIECE_SQUARES]; PIECE_SQUARES + 1],
            corrections: [(); 3].map(|()| vec![0; 2 * CORRECTIONS]),
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.quiets.fill(0);
        self.captures.fill(0);
        self.continuations.fill([0; PIECE_SQUARES]);
        for table in &mut self.corrections {
            table.fill(0);
        }
    }

    /// The view of what was learnt about quiet moves, after the moves one, two and four plies before.
    #[inline]
    pub(crate) fn after(&self, color: Color, before: [PieceSquare; 3]) -> QuietHistory<'_> {
        QuietHistory {
            color: color.index() * 64,
            quiets: &self.quiets,
            rows: before.map(|earlier| &self.continuations[earlier]),
        }
    }

    /// Rewards or punishes a quiet move.
    pub(crate) fn learn_quiet(
        &mut self,
        color: Color,
        mv: Move,
        moved: PieceSquare,
        before: [PieceSquare; 3],
        bonus: i32,
    ) {
        pull(&mut self.quiets[(color.index() * 64 + mv.from().index()) * 64 + mv.to().index()], bonus);
        self.learn_continuation(moved, before, bonus);
    }

    /// Rewards or punishes a quiet move as an answer to the moves before it.
    pub(crate) fn learn_continuation(&mut self, moved: PieceSquare, before: [PieceSquare; 3], bonus: i32) {
        for earlier in before.into_iter().filter(|earlier| *earlier != NOTHING) {
            pull(&mut self.continuations[earlier][moved], bonus);
        }
    }

    /// How well it did to take that victim so.
    pub(crate) fn capture(&self, moved: PieceSquare, victim: Role) -> i32 {
        i32::from(self.captures[moved * 6 + victim.index()])
    }

    /// Rewards or punishes a capture.
    pub(crate) fn learn_capture(&mut self, moved: PieceSquare, victim: Role, bonus: i32) {
        pull(&mut self.captures[moved * 6 + victim.index()], bonus);
    }

    fn correction_slots(board: &Board) -> [usize; 3] {
        let turn = board.position.turn().index() * CORRECTIONS;
        let [white, black] = board.piece_keys;
        [board.pawn_key, white, black].map(|key| turn + key as usize % CORRECTIONS)
    }

    /// The evaluation, put right by what searches of positions alike found.
    pub(crate) fn corrected(&self, board: &Board, eval: Value) -> Value {
        let [pawns, white, black] = Memory::correction_slots(board);
        let sum = self.corrections[0][pawns] + self.corrections[1][white] + self.corrections[2][black];
        (eval + sum / (2 * GRAIN)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// A search to that depth found that the evaluation was wrong by `error`.
    pub(crate) fn learn_correction(&mut self, board: &Board, error: Value, depth: i32) {
        let weight = (depth + 1).min(14);
        let target = (error * GRAIN).clamp(-MOST_CORRECTION, MOST_CORRECTION);
        for (table, slot) in self.corrections.iter_mut().zip(Memory::correction_slots(board)) {
            let number = &mut table[slot];
            *number = (*number * (256 - weight) + target * weight) / 256;
        }
    }
}

/// What is known about the quiet moves of one node.
pub(crate) struct QuietHistory<'a> {
    color: usize,
    quiets: &'a [i16],
    rows: [&'a [i16; PIECE_SQUARES]; 3],
}

impl QuietHistory<'_> {
    /// How well the move did, within ± 65,536.
    #[inline]
    pub(crate) fn of(&self, mv: Move, moved: PieceSquare) -> i32 {
        let everywhere = self.quiets[(self.color + mv.from().index()) * 64 + mv.to().index()];
        self.rows.iter().fold(i32::from(everywhere), |sum, row| sum + i32::from(row[moved]))
    }
}

/// What a cutoff at that depth is worth to the move that made it.
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
        let mut memory = Memory::new();
        for _ in 0..200 {
            memory.learn_correction(&board, 60, 10);
        }
        assert!((40..=100).contains(&memory.corrected(&board, 0)), "{}", memory.corrected(&board, 0));
        memory.clear();
        assert_eq!(memory.corrected(&board, 7), 7);
    }
}
