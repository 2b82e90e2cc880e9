// SPDX-License-Identifier: MIT OR Apache-2.0
//! A fast test of which moves give check.

use tabiya_rules::{Move, Role, Square, bishop_attacks, knight_attacks, pawn_attacks, rook_attacks};

use crate::eval::board::Board;

/// The squares from which each role would give check, with the pieces where they are now. Discovered checks
/// are missed.
pub(super) struct CheckSquares([u64; 6]);

impl CheckSquares {
    pub(super) fn new(board: &Board) -> CheckSquares {
        let position = &board.position;
        let them = position.turn().opposite();
        let king: Square = position.king_of(them);
        let (diagonals, lines) =
            (bishop_attacks(king, position.occupied()).0, rook_attacks(king, position.occupied()).0);
        let pawns = pawn_attacks(them, king).0;
        CheckSquares([pawns, knight_attacks(king).0, diagonals, lines, diagonals | lines, 0])
    }

    pub(super) fn gives_check(&self, role: Role, mv: Move) -> bool {
        let role = mv.promotion().unwrap_or(role);
        !mv.is_castling() && self.0[role.index()] >> mv.to().index() & 1 != 0
    }
}
