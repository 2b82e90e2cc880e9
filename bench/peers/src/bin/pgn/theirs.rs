// SPDX-License-Identifier: MIT OR Apache-2.0
//! The work done by pgn-reader and shakmaty, through their documented interface.

use std::hint::black_box;
use std::ops::ControlFlow;

use pgn_reader::{Reader, SanPlus, Skip, Visitor};
use shakmaty::{Chess, Position};

/// Counts moves.
struct Counter(u64);

impl Visitor for Counter {
    type Tags = ();
    type Movetext = ();
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn san(&mut self, (): &mut (), san: SanPlus) -> ControlFlow<()> {
        black_box(san);
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, (): &mut ()) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, (): ()) {}
}

/// Resolves and plays moves.
struct Player(u64);

impl Visitor for Player {
    type Tags = ();
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => position.play_unchecked(mv),
            Err(error) => {
                eprintln!("shakmaty: {error}");
                return ControlFlow::Break(());
            }
        }
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, position: Chess) {
        black_box(&position);
    }
}

fn read<V: Visitor>(text: &[u8], visitor: &mut V) {
    let mut reader = Reader::new(text);
    while reader.read_game(visitor).expect("memory can be read").is_some() {}
}

pub(crate) fn count(text: &[u8]) -> u64 {
    let mut counter = Counter(0);
    read(text, &mut counter);
    counter.0
}

pub(crate) fn play(text: &[u8]) -> u64 {
    let mut player = Player(0);
    read(text, &mut player);
    player.0
}
