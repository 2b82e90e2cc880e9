// SPDX-License-Identifier: MIT OR Apache-2.0
//! Strategies for `proptest`: random squares, moves, positions and games.
//!
//! Failing games and positions shrink to fewer moves and smaller choices.
//!
//! ```
//! use proptest::prelude::*;
//! use tabiya_rules::{Position, strategies};
//!
//! proptest!(|(position in strategies::positions())| {
//!     prop_assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
//! });
//! ```

use alloc::vec::Vec;

use proptest::prelude::*;
use proptest::{collection, sample};

use crate::chess_move::Move;
use crate::color::Color;
use crate::history::History;
use crate::piece::Piece;
use crate::position::Position;
use crate::random::{random_board, random_game, random_position};
use crate::role::Role;
use crate::square::Square;

/// Any square.
pub fn squares() -> impl Strategy<Value = Square> {
    (0..64u32).prop_map(Square::wrapping)
}

/// Any piece.
pub fn pieces() -> impl Strategy<Value = Piece> {
    (sample::select(&Color::ALL[..]), sample::select(&Role::ALL[..]))
        .prop_map(|(color, role)| Piece::new(color, role))
}

/// A move that is legal in some position.
pub fn moves() -> impl Strategy<Value = Move> {
    (0..=u16::MAX).prop_filter_map("no move packs to these bits", Move::from_bits)
}

/// Legal positions of both kinds that [`random_position`] makes.
pub fn positions() -> impl Strategy<Value = Position> {
    numbers().prop_map(|numbers| random_position(&mut one_after_the_other(numbers)))
}

/// Positions of pieces on random squares, see [`random_board`].
pub fn boards() -> impl Strategy<Value = Position> {
    numbers().prop_map(|numbers| random_board(&mut one_after_the_other(numbers)))
}

/// Random games, see [`random_game`].
pub fn games() -> impl Strategy<Value = History> {
    numbers().prop_map(|numbers| random_game(&mut one_after_the_other(numbers)))
}

fn numbers() -> impl Strategy<Value = Vec<u16>> {
    collection::vec(any::<u16>(), 0..250)
}

/// A source of these numbers, then zeros.
fn one_after_the_other(numbers: Vec<u16>) -> impl FnMut() -> u64 {
    let mut numbers = numbers.into_iter();
    move || numbers.next().map_or(0, u64::from)
}
