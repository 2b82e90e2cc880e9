// SPDX-License-Identifier: MIT OR Apache-2.0
//! Castling: its two sides, the rights, and how it is written.

use crate::color::Color;
use crate::square::{File, Square};

/// Towards the h-file or towards the a-file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", rename_all = "snake_case"))]
#[repr(u8)]
pub enum CastlingSide {
    /// `O-O`: the king ends on the g-file, the rook on the f-file.
    KingSide,
    /// `O-O-O`: the king ends on the c-file, the rook on the d-file.
    QueenSide,
}

impl CastlingSide {
    /// King's side, then queen's side.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

    /// 0 for the king's side, 1 for the queen's side.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file on which the king ends: g or c.
    #[must_use]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::KingSide => File::G,
            CastlingSide::QueenSide => File::C,
        }
    }

    /// The file on which the rook ends: f or d.
    #[must_use]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::KingSide => File::F,
            CastlingSide::QueenSide => File::D,
        }
    }
}

/// How castling is written in UCI and read from it. The rules of castling are the same in both modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", rename_all = "snake_case"))]
pub enum CastlingMode {
    /// As the king's move of two squares: `e1g1`.
    #[default]
    Standard,
    /// As the king capturing its own rook: `e1h1`.
    Chess960,
}

/// Which rooks may still castle, stored by their files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct CastlingRights {
    rooks: [[Option<File>; 2]; 2],
}

impl CastlingRights {
    /// No castling rights.
    pub const NONE: CastlingRights = CastlingRights { rooks: [[None; 2]; 2] };
    /// All four rights of the standard starting position.
    pub const STANDARD: CastlingRights = CastlingRights { rooks: [[Some(File::H), Some(File::A)]; 2] };

    /// The file of the rook with which `color` may castle to `side`.
    #[inline]
    #[must_use]
    pub const fn rook_file(&self, color: Color, side: CastlingSide) -> Option<File> {
        self.rooks[color.index()][side.index()]
    }

    /// The square of the rook with which `color` may castle to `side`.
    #[inline]
    #[must_use]
    pub const fn rook(&self, color: Color, side: CastlingSide) -> Option<Square> {
        match self.rook_file(color, side) {
            Some(file) => Some(Square::from_coords(file, color.back_rank())),
            None => None,
        }
    }

    /// Gives the right to castle with the rook on this file; `None` takes the right away.
    #[inline]
    pub const fn set(&mut self, color: Color, side: CastlingSide, rook: Option<File>) {
        self.rooks[color.index()][side.index()] = rook;
    }

    /// Whether neither side may castle.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == CastlingRights::NONE
    }

    /// All rights: White's first, and of each side the king's side first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, Square)> {
        let rights = *self;
        Color::ALL.into_iter().flat_map(move |color| {
            CastlingSide::ALL
                .into_iter()
                .filter_map(move |side| rights.rook(color, side).map(|square| (color, side, square)))
        })
    }
}
