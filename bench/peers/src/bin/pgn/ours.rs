// SPDX-License-Identifier: MIT OR Apache-2.0
//! The work done by `tabiya-pgn` and `tabiya-rules`.

use std::hint::black_box;

use tabiya_pgn::{PgnProblem, PgnReader, PgnSource, PgnVisitor};
use tabiya_rules::{Position, San};

/// Counts moves.
struct Counter(u64);

impl PgnVisitor for Counter {
    type Game = ();

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        black_box(san);
        self.0 += 1;
        Ok(())
    }

    fn end_game(&mut self) {}
}

/// Resolves and plays moves.
struct Player {
    position: Position,
    moves: u64,
}

impl PgnVisitor for Player {
    type Game = ();

    fn begin_game(&mut self) {
        self.position = Position::start();
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        self.position.play(san.to_move(&self.position)?);
        self.moves += 1;
        Ok(())
    }

    fn end_game(&mut self) {
        black_box(&self.position);
    }
}

fn read<S: PgnSource, V: PgnVisitor>(mut reader: PgnReader<S>, visitor: &mut V) {
    while let Some(game) = reader.read_game(visitor) {
        if let Err(fault) = game {
            eprintln!("tabiya: {fault}");
        }
    }
}

pub(crate) fn count(text: &[u8]) -> u64 {
    let mut counter = Counter(0);
    read(PgnReader::new(text), &mut counter);
    counter.0
}

pub(crate) fn count_slice(text: &[u8]) -> u64 {
    let mut counter = Counter(0);
    read(PgnReader::from_bytes(text), &mut counter);
    counter.0
}

pub(crate) fn play(text: &[u8]) -> u64 {
    let mut player = Player { position: Position::start(), moves: 0 };
    read(PgnReader::new(text), &mut player);
    player.moves
}

pub(crate) fn play_slice(text: &[u8]) -> u64 {
    let mut player = Player { position: Position::start(), moves: 0 };
    read(PgnReader::from_bytes(text), &mut player);
    player.moves
}
