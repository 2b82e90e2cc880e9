// SPDX-License-Identifier: MIT OR Apache-2.0
//! Searches a fixed set of positions. The total node count identifies the behaviour of search and evaluation.
//!
//! A commit that changes the engine's choices changes the count. A commit that only makes the engine faster
//! does not.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_rules::{History, Position};

use crate::evaluation::Evaluation;
use crate::limits::{Limits, Stopwatch};
use crate::search::Engine;

/// The depth of each search, in plies.
const DEPTH: u8 = 11;
/// The size of the transposition table, in MiB.
const HASH: usize = 16;

/// Our own positions, from openings to endgames, with a few unusual ones.
const POSITIONS: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP2BPPP/R1BQK2R b KQ - 3 6",
    "r2q1rk1/1b1nbppp/pp1ppn2/8/2PQP3/1PN2NP1/PB3PBP/R2R2K1 b - - 0 13",
    "r1b2rk1/2q1bppp/p1nppn2/1p6/3NPP2/2N1B3/PPP1B1PP/R3QR1K w - - 0 12",
    "3r1rk1/pp3pp1/2p1bq1p/4n3/4P3/2N1B2P/PPQ2PP1/3R1RK1 w - - 4 20",
    "2r2rk1/pb2qppp/1p1bpn2/8/3P4/P1N1BN2/1P2QPPP/3R1RK1 w - - 2 17",
    "r4rk1/1pp1q1pp/p1np4/4pb2/2P5/1P1P2P1/P3PPBP/R2Q1RK1 w - - 1 16",
    "1k1r3r/ppp2p2/2nq1n1p/3p2p1/3P4/2PBPQ1P/PP3PP1/R4RK1 b - - 3 17",
    "r5k1/5ppp/1qp1b3/3p4/1p1P1P2/1Q2P2P/PP1N2P1/2R3K1 w - - 0 27",
    "8/1p3pk1/p2p2p1/3Pp1np/2P1P3/1P2NPP1/P5K1/8 b - - 4 38",
    "8/5pk1/R5p1/7p/1r5P/5PP1/6K1/8 w - - 12 48",
    "6k1/2r2p1p/1p2p1p1/pP1pP3/P2P1P2/2R3KP/6P1/8 w - - 7 36",
    "8/8/3k2p1/1p1b1p1p/pP1K1P1P/P1N3P1/8/8 w - - 24 60",
    "8/2k5/1p6/p1pP4/P1P2K2/1P6/8/8 b - - 0 55",
    "3q1rk1/1b3ppp/pb2p3/8/Np6/1Q3NP1/PP3PBP/3R2K1 b - - 1 22",
    "5rk1/pR4pp/4p3/3pP1q1/3n4/2P3Q1/P5PP/5RK1 b - - 0 29",
    "4k3/8/8/8/8/2n5/1p6/1K1B4 w - - 0 70",
    "nqrbbkrn/pppppppp/8/8/8/8/PPPPPPPP/NQRBBKRN w GCgc - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
];

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// Nodes visited: always the same for the same version of the engine.
    pub nodes: u64,
    /// Measured by the stopwatch that was passed in.
    pub elapsed: Duration,
}

impl Bench {
    /// Nodes per second; zero if no time passed.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        if self.elapsed.is_zero() { 0 } else { (self.nodes as f64 / self.elapsed.as_secs_f64()) as u64 }
    }
}

/// The format that engine testing tools read: `1234567 nodes 2345678 nps`.
impl std::fmt::Display for Bench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Searches the fixed set of positions with the default evaluation, clearing the engine's memory before each.
#[must_use]
pub fn bench(watch: &dyn Stopwatch) -> Bench {
    bench_with(Evaluation::default(), watch)
}

/// The same with another evaluation, which has another node count.
#[must_use]
pub fn bench_with(evaluation: Evaluation, watch: &dyn Stopwatch) -> Bench {
    let mut engine = Engine::new(HASH);
    engine.set_evaluation(evaluation);
    let mut nodes = 0;
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("the bench's own positions are legal");
        engine.clear();
        let history = History::new(position);
        let never = AtomicBool::new(false);
        nodes += engine.search(&history, &Limits::depth(DEPTH), &never, watch, &mut |_| ()).nodes;
    }
    Bench { nodes, elapsed: watch.elapsed() }
}
