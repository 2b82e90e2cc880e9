// SPDX-License-Identifier: MIT OR Apache-2.0
//! The side to move as a type, so that each side's generator is compiled by itself.

use crate::color::Color;

/// A side that the compiler knows.
pub(crate) trait Side {
    /// Which one.
    const COLOR: Color;
    /// Whether it moves up the board.
    const IS_WHITE: bool = matches!(Self::COLOR, Color::White);
    /// The other one.
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
