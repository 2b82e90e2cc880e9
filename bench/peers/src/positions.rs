// SPDX-License-Identifier: MIT OR Apache-2.0
//! The positions that are counted: six positions with published counts, and two of Chess960.

/// A position, a depth, and the number of leaves.
#[derive(Debug)]
pub struct Case {
    /// Its name.
    pub name: &'static str,
    /// The FEN; castling with file letters for Chess960.
    pub fen: &'static str,
    /// Whether the FEN writes castling with file letters.
    pub shredder: bool,
    /// The depth in plies.
    pub depth: u8,
    /// The number of leaves at that depth.
    pub nodes: u64,
    /// The number of leaves one ply earlier, where that is counted, too.
    shallower: u64,
}

impl Case {
    /// The depth and the number of nodes; with 1, those one ply earlier.
    #[must_use]
    pub fn at(&self, less: u8) -> (u8, u64) {
        (self.depth - less, if less == 0 { self.nodes } else { self.shallower })
    }
}

const fn case(name: &'static str, fen: &'static str, depth: u8, nodes: u64, shallower: u64) -> Case {
    Case { name, fen, shredder: false, depth, nodes, shallower }
}

const fn shredder(name: &'static str, fen: &'static str, depth: u8, nodes: u64) -> Case {
    Case { name, fen, shredder: true, depth, nodes, shallower: 0 }
}

/// The start, Kiwipete, and the Chess Programming Wiki's positions 3 to 6.
pub const STANDARD: &[Case] = &[
    case("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324, 4_865_609),
    case(
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
        4_085_603,
    ),
    case("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661, 11_030_083),
    case(
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        6,
        706_045_033,
        15_833_292,
    ),
    case("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194, 2_103_487),
    case(
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        164_075_551,
        3_894_594,
    ),
];

/// Two openings of Chess960.
pub const CHESS960: &[Case] = &[
    shredder("960 a", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 6, 227_689_589),
    shredder("960 b", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 6, 590_751_109),
];
