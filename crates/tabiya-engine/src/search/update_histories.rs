// SPDX-License-Identifier: MIT OR Apache-2.0
//! History updates after a beta cutoff.

use tabiya_rules::{Color, Move, Role};

use super::histories::{bonus, piece_square};
use super::thread::Searcher;
use crate::eval::board::Board;

impl Searcher<'_> {
    /// A move caused a beta cutoff: raise its history, and lower that of the moves tried before it.
    pub(super) fn update_histories(
        &mut self,
        board: &Board,
        best: Move,
        depth: i32,
        ply: usize,
        quiets: &[Move],
        captures: &[Move],
    ) {
        let turn: Color = board.position.turn();
        let before = self.before(ply);
        let bonus = bonus(depth);
        let index = |mv: Move| piece_square(turn, board.mover(mv), mv);
        let victim = |mv: Move| board.victim(mv).map_or(Role::Pawn, |(role, _)| role);
        if board.is_tactical(best) {
            self.histories.update_capture(index(best), victim(best), bonus);
        } else {
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.histories.update_quiet(turn, best, index(best), before, bonus);
            for &mv in quiets {
                self.histories.update_quiet(turn, mv, index(mv), before, -bonus);
            }
        }
        for &mv in captures {
            self.histories.update_capture(index(mv), victim(mv), -bonus);
        }
    }
}
