// SPDX-License-Identifier: MIT OR Apache-2.0
//! A piece: a colour and a role.

use alloc::format;
use alloc::string::String;
use core::fmt;

use crate::color::Color;
use crate::role::Role;

/// A piece: its colour and its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Its kind.
    pub role: Role,
}

impl Piece {
    /// A piece of this colour and role.
    #[must_use]
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece { color, role }
    }

    /// The FEN letter: capital for White, small for Black.
    #[must_use]
    pub const fn char(self) -> char {
        match self.color {
            Color::White => self.role.upper_char(),
            Color::Black => self.role.char(),
        }
    }

    /// Reads a FEN letter.
    #[must_use]
    pub const fn from_char(c: char) -> Option<Piece> {
        match Role::from_char(c) {
            Some(role) if c.is_ascii_uppercase() => Some(Piece::new(Color::White, role)),
            Some(role) => Some(Piece::new(Color::Black, role)),
            None => None,
        }
    }

    /// In words: "white pawn".
    #[must_use]
    pub fn name(self) -> String {
        format!("{} {}", self.color, self.role)
    }
}

/// The FEN letter.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}
