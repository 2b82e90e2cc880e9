// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who judges quiet positions: a network, or the evaluation written by hand.

use std::sync::{Arc, LazyLock};

use crate::board::Board;
use crate::eval::pawns::PawnTable;
use crate::eval::{self, endgame};
use crate::nnue::{Accumulators, Net};
use crate::score::Value;

/// Who judges quiet positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// Terms and weights that people chose. It judged the first games that a network learnt from.
    ByHand,
    /// A network.
    Net(Arc<Net>),
}

/// The network within the engine; how it was made stands in `docs/training.md`.
static EMBEDDED: LazyLock<Arc<Net>> = LazyLock::new(|| {
    let net = Net::from_bytes(include_bytes!("../nets/2.net"));
    Arc::new(net.expect("a test reads the network that is built in"))
});

impl Default for Evaluation {
    /// The network within the engine.
    fn default() -> Evaluation {
        Evaluation::Net(Arc::clone(&EMBEDDED))
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::Position;

    fn worth(evaluation: Evaluation, fen: &str) -> Value {
        Judge::new(evaluation).evaluate(&Board::new(Position::from_fen(fen).unwrap()), 0)
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
