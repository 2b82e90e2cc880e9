// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who judges quiet positions: a network, or the evaluation written by hand.

use std::sync::Arc;

use crate::board::Board;
use crate::eval::pawns::PawnTable;
use crate::eval::{self, endgame};
use crate::nnue::{Accumulators, Net};
use crate::score::Value;

/// Who judges quiet positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// Terms and weights that people chose. It judged the first games that a network learnt from.
    #[default]
    ByHand,
    /// A network.
    Net(Arc<Net>),
}

/// What one thread keeps between evaluations.
pub(crate) struct Judge {
    evaluation: Evaluation,
    pawns: PawnTable,
    accumulators: Accumulators,
}

impl Judge {
    pub(crate) fn new(evaluation: Evaluation) -> Judge {
        Judge { evaluation, pawns: PawnTable::new(), accumulators: Accumulators::new() }
    }

    /// What the position is worth for the side to move, so many plies from the root. Meant for positions without check.
    pub(crate) fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        match &self.evaluation {
            Evaluation::ByHand => eval::evaluate(board, &mut self.pawns),
            Evaluation::Net(net) => endgame::known(board).unwrap_or_else(|| {
                let value = self.accumulators.evaluate(net, &board.position, ply);
                eval::temper(board, endgame::without_winning_means(board, value))
            }),
        }
    }
}
