// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position drawn in text, with the squares that a piece attacks.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt::{self, Write};

use crate::attacks::{knight_attacks, queen_attacks};
use crate::bitboard::Bitboard;
use crate::position::Position;
use crate::square::{File, Rank, Square};

impl Position {
    /// The squares that the piece on `square` attacks, those of own pieces included. For an empty square, the
    /// squares that a queen or a knight there would attack.
    #[must_use]
    pub fn seen_from(&self, square: Square) -> Bitboard {
        match self.piece_at(square) {
            Some(_) => self.attacks_from(square),
            None => queen_attacks(square, self.occupied()) | knight_attacks(square),
        }
    }

    /// A drawing of the board in text.
    ///
    /// ```
    /// use tabiya_rules::{Position, Square};
    ///
    /// let position = Position::from_fen("8/8/4k3/8/1p6/8/3N4/4K3 w - - 0 1").unwrap();
    /// let drawing = position.diagram().from_square(Square::D2).to_string();
    /// assert!(drawing.contains("4 │   │ p │ • │   │ • │   │   │   │"));
    /// assert!(drawing.contains("2 │   │   │   │<N>│   │   │   │   │"));
    /// ```
    #[must_use]
    pub const fn diagram(&self) -> Diagram<'_> {
        Diagram { position: self, from: None, styled: false }
    }
}

/// A position to be drawn with its [`Display`](fmt::Display) implementation. White pieces are capital
/// letters.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    from: Option<Square>,
    styled: bool,
}

impl Diagram<'_> {
    /// Marks a square as `<N>`, and what is [seen from it](Position::seen_from): ` • ` an empty square, `[p]`
    /// a piece.
    #[must_use]
    pub const fn from_square(mut self, square: Square) -> Self {
        self.from = Some(square);
        self
    }

    /// Whether the marks are also coloured with a terminal's escape codes.
    #[must_use]
    pub const fn styled(mut self, styled: bool) -> Self {
        self.styled = styled;
        self
    }

    /// How a square is marked, and its three characters.
    fn cell(&self, square: Square) -> (Mark, String) {
        let seen = self.from.is_some_and(|from| self.position.seen_from(from).contains(square));
        let piece = self.position.piece_at(square).map_or(' ', |piece| piece.char());
        if self.from == Some(square) {
            (Mark::Here, format!("<{piece}>"))
        } else if seen && piece == ' ' {
            (Mark::Seen, " • ".to_owned())
        } else if seen {
            (Mark::Seen, format!("[{piece}]"))
        } else {
            (Mark::None, format!(" {piece} "))
        }
    }
}

/// How a square is marked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Here,
    Seen,
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  ┌───┬───┬───┬───┬───┬───┬───┬───┐")?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{rank} ")?;
            for file in File::ALL {
                let (mark, cell) = self.cell(Square::from_coords(file, rank));
                match mark {
                    Mark::Here if self.styled => write!(f, "│\x1b[7m{cell}\x1b[0m")?,
                    Mark::Seen if self.styled => write!(f, "│\x1b[1;32m{cell}\x1b[0m")?,
                    Mark::None | Mark::Here | Mark::Seen => write!(f, "│{cell}")?,
                }
            }
            f.write_str("│\n")?;
            f.write_str(match rank {
                Rank::First => "  └───┴───┴───┴───┴───┴───┴───┴───┘\n",
                _ => "  ├───┼───┼───┼───┼───┼───┼───┼───┤\n",
            })?;
        }
        f.write_char(' ')?;
        File::ALL.into_iter().try_for_each(|file| write!(f, "   {file}"))?;
        writeln!(f)
    }
}
