// SPDX-License-Identifier: MIT OR Apache-2.0
//! A small opening book, so that games of the levels do not all begin alike.
//!
//! It has well-known main lines. A position that was reached by another order of moves is found, too. The
//! level decides for how many plies a player follows the book.

use std::sync::LazyLock;

use tabiya_rules::{History, Move, Position, parse_san};

use crate::eval::board::mix;

/// The lines, from the starting position.
const LINES: [&str; 48] = [
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
    "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Nd6 Bxc6 dxc6 dxe5 Nf5",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3 d6 O-O O-O",
    "e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Re1 d6",
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5",
    "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Bc5 Be3 Qf6 c3 Nge7",
    "e4 e5 Nf3 Nc6 Nc3 Nf6 Bb5 Bb4 O-O O-O d3 d6",
    "e4 e5 Nf3 Nf6 Nxe5 d6 Nf3 Nxe4 d4 d5 Bd3 Nc6 O-O Be7",
    "e4 e5 Nc3 Nf6 g3 d5 exd5 Nxd5 Bg2 Nxc3 bxc3 Bd6",
    "e4 e5 Bc4 Nf6 d3 c6 Nf3 d5 Bb3 Bd6",
    "e4 e5 f4 exf4 Nf3 d6 d4 g5 h4 g4",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3 O-O Qd2 Nc6",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5 Ndb5 d6 Bg5 a6 Na3 b5",
    "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6 c4 Bg7 Be3 Nf6 Nc3 O-O",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6 Bd3 Nf6 O-O Qc7",
    "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6 Nc3 Qc7 Be3 a6",
    "e4 c5 Nf3 Nc6 Bb5 g6 O-O Bg7 Re1 Nf6 c3 O-O",
    "e4 c5 c3 Nf6 e5 Nd5 d4 cxd4 Nf3 Nc6 cxd4 d6",
    "e4 c5 Nc3 Nc6 g3 g6 Bg2 Bg7 d3 d6",
    "e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7 e5 Nfd7 Bxe7 Qxe7 f4 O-O",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3 bxc3 Ne7",
    "e4 e6 d4 d5 Nd2 Nf6 e5 Nfd7 Bd3 c5 c3 Nc6 Ne2 cxd4 cxd4 f6",
    "e4 e6 d4 d5 e5 c5 c3 Nc6 Nf3 Qb6 a3 c4",
    "e4 e6 d4 d5 exd5 exd5 Nf3 Nf6 Bd3 Bd6 O-O O-O",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5 Ng3 Bg6 h4 h6 Nf3 Nd7",
    "e4 c6 d4 d5 e5 Bf5 Nf3 e6 Be2 c5 Be3 Qb6",
    "e4 c6 d4 d5 exd5 cxd5 c4 Nf6 Nc3 e6 Nf3 Bb4",
    "e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 Bf5 Bc4 e6",
    "e4 d6 d4 Nf6 Nc3 g6 Nf3 Bg7 Be2 O-O O-O c6",
    "e4 Nf6 e5 Nd5 d4 d6 Nf3 Bg4 Be2 e6 O-O Be7",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6",
    "d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5 Bg5 c6 e3 Be7 Bd3 Nbd7",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4",
    "d4 d5 c4 dxc4 Nf3 Nf6 e3 e6 Bxc4 c5 O-O a6",
    "d4 d5 Nf3 Nf6 Bf4 e6 e3 c5 c3 Nc6 Nbd2 Bd6",
    "d4 d5 Nf3 Nf6 e3 e6 Bd3 c5 c3 Nc6 Nbd2 Bd6",
    "d4 Nf6 c4 e6 Nc3 Bb4 e3 O-O Bd3 d5 Nf3 c5 O-O Nc6",
    "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3 Qxc3 b6",
    "d4 Nf6 c4 e6 Nf3 b6 g3 Ba6 b3 Bb4 Bd2 Be7 Bg2 c6",
    "d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6",
    "d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5 e4 Nxc3 bxc3 Bg7 Nf3 c5",
    "d4 f5 g3 Nf6 Bg2 e6 Nf3 Be7 O-O O-O c4 d6",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6",
    "c4 c5 Nf3 Nf6 Nc3 Nc6 g3 g6 Bg2 Bg7 O-O O-O",
    "Nf3 d5 g3 Nf6 Bg2 e6 O-O Be7 d3 O-O Nbd2 c5",
    "Nf3 Nf6 c4 g6 g3 Bg7 Bg2 O-O O-O d6 d4 Nbd7",
];

/// The moves that the lines play, each with the key of its position, sorted by key. A move that several lines play is in the list
/// several times.
static REPERTOIRE: LazyLock<Vec<(u64, Move)>> = LazyLock::new(|| {
    let mut moves = Vec::new();
    for line in LINES {
        let mut position = Position::start();
        for san in line.split(' ') {
            // A test plays all lines. Here a misspelt move only ends its line early.
            let Ok(mv) = parse_san(&position, san) else { break };
            moves.push((position.key(), mv));
            position.play(mv);
        }
    }
    // Stable: the moves of a position stay in the order of the lines, which the choice depends on.
    moves.sort_by_key(|(key, _)| *key);
    moves
});

/// Chooses a move from the book; moves that occur in more lines are chosen more often. `None` if the position
/// is not in the book.
pub(crate) fn choose(history: &History, most_plies: usize, seed: u64) -> Option<Move> {
    if history.ply() >= most_plies || *history.start() != Position::start() {
        return None;
    }
    let key = history.position().key();
    let from = REPERTOIRE.partition_point(|(known, _)| *known < key);
    let moves = REPERTOIRE[from..].split(|(known, _)| *known != key).next()?;
    if moves.is_empty() {
        return None;
    }
    let roll = mix(seed ^ mix(history.ply() as u64)) >> 16;
    let (_, mv) = *moves.get(roll as usize % moves.len())?;
    history.position().is_legal(mv).then_some(mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lines_can_be_played() {
        for line in LINES {
            let mut position = Position::start();
            for san in line.split(' ') {
                let mv = parse_san(&position, san).unwrap_or_else(|error| panic!("{line}: {san}: {error}"));
                position.play(mv);
            }
        }
    }

    #[test]
    fn games_differ_and_the_book_ends() {
        let history = History::new(Position::start());
        let first: std::collections::HashSet<Move> =
            (0..50).filter_map(|seed| choose(&history, 10, seed)).collect();
        assert!(first.len() >= 3);
        assert_eq!(choose(&history, 0, 1), None);
        let elsewhere = History::new(Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap());
        assert_eq!(choose(&elsewhere, 10, 1), None);
    }
}
