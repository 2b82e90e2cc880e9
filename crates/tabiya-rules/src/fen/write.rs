// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing FEN.

use alloc::string::{String, ToString};
use core::fmt::{self, Write};

use super::read::outermost_rook;
use crate::position::Position;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

impl Position {
    /// The FEN, with all six fields.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_setup().to_fen()
    }
}

/// The FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_fen())
    }
}

impl Setup {
    /// The FEN, with all six fields.
    #[must_use]
    pub fn to_fen(&self) -> String {
        let mut fen = String::with_capacity(90);
        write_board(self, &mut fen);
        fen.push(' ');
        fen.push(self.turn.char());
        fen.push(' ');
        write_castling(self, &mut fen);
        fen.push(' ');
        match self.en_passant {
            Some(square) => fen += &square.to_string(),
            None => fen.push('-'),
        }
        let written = write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number);
        written.expect("writing to a string never fails");
        fen
    }
}

fn write_board(setup: &Setup, fen: &mut String) {
    for rank in Rank::ALL.into_iter().rev() {
        let mut empty = 0;
        for file in File::ALL {
            match setup.piece_at(Square::from_coords(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    push_count(empty, fen);
                    empty = 0;
                    fen.push(piece.char());
                }
            }
        }
        push_count(empty, fen);
        if rank != Rank::First {
            fen.push('/');
        }
    }
}

fn push_count(empty: u8, fen: &mut String) {
    if empty > 0 {
        fen.push(char::from(b'0' + empty));
    }
}

fn write_castling(setup: &Setup, fen: &mut String) {
    for (color, side, rook) in setup.castling_rights.iter() {
        let letter = if outermost_rook(setup, color, side) == rook.file() {
            match side {
                crate::CastlingSide::KingSide => 'k',
                crate::CastlingSide::QueenSide => 'q',
            }
        } else {
            rook.file().char()
        };
        fen.push(match color {
            crate::Color::White => letter.to_ascii_uppercase(),
            crate::Color::Black => letter,
        });
    }
    if setup.castling_rights.is_empty() {
        fen.push('-');
    }
}
