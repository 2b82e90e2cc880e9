// SPDX-License-Identifier: MIT OR Apache-2.0
//! The side to move as a type, so that the compiler makes a move generator for each side.

use crate::color::Color;

/// A side that is known at compile time.
pub(crate) trait Side {
    /// The side's colour.
    const COLOR: Color;
    /// Whether its pawns move up the board.
    const IS_WHITE: bool = matches!(Self::COLOR, Color::White);
    /// The other side.
    type Enemy: Side<Enemy = Self>;
}

/// White to move.
pub(crate) struct WhiteMoves;
/// Black to move.
pub(crate) struct BlackMoves;

impl Side for WhiteMoves {
    const COLOR: Color = Color::White;
    type Enemy = BlackMoves;
}

impl Side for BlackMoves {
    const COLOR: Color = Color::Black;
    type Enemy = WhiteMoves;
}
