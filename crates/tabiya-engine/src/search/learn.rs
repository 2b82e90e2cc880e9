// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a node that failed high teaches about moves.

use tabiya_rules::{Color, Move, Role};

use super::memory::{bonus, piece_square};
use super::thread::Searcher;
use crate::board::Board;

impl Searcher<'_> {
    /// A move failed high: reward it, punish those tried before it.
    pub(super) fn learn(
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
            self.memory.learn_capture(index(best), victim(best), bonus);
        } else {
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            self.memory.learn_quiet(turn, best, index(best), before, bonus);
            for &mv in quiets {
                self.memory.learn_quiet(turn, mv, index(mv), before, -bonus);
            }
        }
        for &mv in captures {
            self.memory.learn_capture(index(mv), victim(mv), -bonus);
        }
    }
}
