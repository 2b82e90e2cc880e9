// SPDX-License-Identifier: MIT OR Apache-2.0
//! The starting position of standard chess.

use crate::board::{Board, code};
use crate::castling::CastlingMode;
use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;
use crate::zobrist;

const BACK_RANK: [Role; 8] =
    [Role::Rook, Role::Knight, Role::Bishop, Role::Queen, Role::King, Role::Bishop, Role::Knight, Role::Rook];

const START: Position = {
    let mut board = Board::EMPTY;
    let mut file = 0;
    while file < 8 {
        board.toggle(Color::White, code(BACK_RANK[file as usize]), Square::wrapping(file));
        board.toggle(Color::White, code(Role::Pawn), Square::wrapping(8 + file));
        board.toggle(Color::Black, code(Role::Pawn), Square::wrapping(48 + file));
        board.toggle(Color::Black, code(BACK_RANK[file as usize]), Square::wrapping(56 + file));
        file += 1;
    }
    // Every rook may castle.
    board.special = board.line_sliders() & !board.diagonal;
    Position {
        board,
        key: zobrist::key(&board, Color::White),
        halfmove_clock: 0,
        fullmove_number: 1,
        turn: Color::White,
        mode: CastlingMode::Standard,
    }
};

impl Position {
    /// The starting position of standard chess.
    #[must_use]
    pub const fn start() -> Position {
        START
    }
}
