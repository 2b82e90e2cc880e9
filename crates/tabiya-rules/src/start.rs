// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where every game of standard chess begins.

use crate::bitboard::Bitboard;
use crate::castling::{CastlingMode, CastlingRights};
use crate::color::Color;
use crate::position::Position;

impl Position {
    /// The start of standard chess.
    #[must_use]
    pub const fn start() -> Position {
        START
    }
}

const START: Position = {
    let mut position = Position {
        roles: [
            Bitboard(0x00FF_0000_0000_FF00),
            Bitboard(0x4200_0000_0000_0042),
            Bitboard(0x2400_0000_0000_0024),
            Bitboard(0x8100_0000_0000_0081),
            Bitboard(0x0800_0000_0000_0008),
            Bitboard(0x1000_0000_0000_0010),
        ],
        colors: [Bitboard(0xFFFF), Bitboard(0xFFFF << 48)],
        checkers: Bitboard::EMPTY,
        key: 0,
        castling: CastlingRights::STANDARD,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
        turn: Color::White,
        mode: CastlingMode::Standard,
    };
    position.key = position.key_from_scratch();
    position
};
