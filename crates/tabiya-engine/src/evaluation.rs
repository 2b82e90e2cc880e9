// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two evaluations of quiet positions: a neural network, and the hand-crafted one.

use std::sync::Arc;
#[cfg(feature = "built-in-net")]
use std::sync::LazyLock;

use crate::eval::board::Board;
use crate::eval::pawns::PawnTable;
use crate::eval::{self, endgame};
use crate::nnue::{Accumulators, Net};
use crate::score::Value;

/// The evaluation that a search uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// The hand-crafted evaluation. The engine played the first training games for a network with it.
    ByHand,
    /// A neural network.
    Net(Arc<Net>),
}

/// The network built into the engine. `docs/training.md` says how it was trained.
#[cfg(feature = "built-in-net")]
static EMBEDDED: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let net = Net::from_bytes(include_bytes!("../nets/2.net"));
    Arc::new(net.expect("a test reads the network that is built in"))
});

impl Default for Evaluation {
    /// The network built into the engine. Without the feature `built-in-net` it is the hand-crafted evaluation,
    /// until [`Engine::set_evaluation`](crate::Engine::set_evaluation) is called with a network.
    fn default() -> Evaluation {
        #[cfg(feature = "built-in-net")]
        return Evaluation::Net(Arc::clone(&EMBEDDED));
        #[cfg(not(feature = "built-in-net"))]
        Evaluation::ByHand
    }
}

/// An evaluation with the caches that one thread keeps between calls.
pub(crate) struct Evaluator {
    evaluation: Evaluation,
    pawns: PawnTable,
    accumulators: Accumulators,
}

impl Evaluator {
    pub(crate) fn new(evaluation: Evaluation) -> Evaluator {
        Evaluator { evaluation, pawns: PawnTable::new(), accumulators: Accumulators::new() }
    }

    /// The value of the position for the side to move. `ply` is the distance from the root. It is meant for
    /// positions in which that side is not in check.
    pub(crate) fn evaluate(&mut self, board: &Board, ply: usize) -> Value {
        match &self.evaluation {
            Evaluation::ByHand => eval::evaluate(board, &mut self.pawns),
            Evaluation::Net(net) => endgame::known(board).unwrap_or_else(|| {
                let value = self.accumulators.evaluate(net, &board.position, ply);
                eval::damp(board, endgame::without_winning_means(board, value))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::Position;

    fn worth(evaluation: Evaluation, fen: &str) -> Value {
        Evaluator::new(evaluation).evaluate(&Board::new(Position::from_fen(fen).unwrap()), 0)
    }

    #[test]
    fn the_network_within_knows_what_pieces_are_worth() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(worth(Evaluation::default(), start).abs() < 80);
        for (removed, at_least) in [("pppppppp", 30), ("rnbqkbnr", 150)] {
            let less = start.replacen(removed, &removed.replacen(&removed[1..2], "1", 1), 1);
            assert!(worth(Evaluation::default(), &less) > at_least, "{less}");
        }
        let without_queen = start.replacen("rnbqk", "rnb1k", 1);
        assert!(worth(Evaluation::default(), &without_queen) > 500);
    }

    #[test]
    fn endings_without_means_to_win_are_drawn_for_the_network_too() {
        for fen in [
            "8/8/4k3/8/8/3NN3/8/4K3 w - - 0 1",
            "8/8/4k3/4n3/8/3R4/4K3/8 w - - 0 1",
            "7k/8/8/8/8/3B4/7P/6K1 w - - 0 1",
            "8/8/8/3kb3/8/8/2RK4/8 b - - 0 1",
        ] {
            let value = worth(Evaluation::default(), fen);
            assert!(value.abs() < 80, "{fen}: {value}");
        }
        assert!(worth(Evaluation::default(), "7k/8/8/8/8/4B3/7P/6K1 w - - 0 1") > 200);
    }
}
