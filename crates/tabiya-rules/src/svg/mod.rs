// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position as a picture: an SVG file with pieces of our own design.

mod mark;
mod pieces;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use self::mark::Shape;
use crate::bitboard::Bitboard;
use crate::chess_move::Move;
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};

pub use mark::{MarkColor, MarkError};

/// The side of a square in units of the picture.
const SQUARE: i32 = 45;
/// The side of the board in units of the picture.
const BOARD: i32 = 8 * SQUARE;

/// The colours of the board in CSS notation (`#f0d9b5`). They are copied into the picture unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SvgTheme {
    /// Light squares.
    pub light: &'static str,
    /// Dark squares.
    pub dark: &'static str,
    /// The from- and to-square of the last move; painted half transparent.
    pub last_move: &'static str,
    /// The square of a king in check.
    pub check: &'static str,
}

impl SvgTheme {
    /// For light pages: sand and clay.
    pub const LIGHT: SvgTheme =
        SvgTheme { light: "#efe3cf", dark: "#b99b7a", last_move: "#d8c24a", check: "#d2493a" };
    /// For dark pages: two greys of slate.
    pub const DARK: SvgTheme =
        SvgTheme { light: "#a9b4bd", dark: "#62717e", last_move: "#b9a93c", check: "#d2493a" };
}

/// A position to be drawn with its [`Display`](fmt::Display) implementation. Made by [`Position::svg`].
#[derive(Clone, Debug)]
pub struct Svg<'a> {
    position: &'a Position,
    theme: SvgTheme,
    bottom: Color,
    coordinates: bool,
    last_move: Option<Move>,
    shapes: Vec<Shape>,
}

impl Position {
    /// A picture of the position. A king in check is marked. Other marks must be added.
    ///
    /// ```
    /// use tabiya_rules::{Color, MarkColor, Position, Square};
    ///
    /// let position = Position::start();
    /// let picture = position
    ///     .svg()
    ///     .bottom(Color::Black)
    ///     .arrow(Square::E2, Square::E4, MarkColor::Green)
    ///     .circle(Square::D5, MarkColor::Red)
    ///     .to_string();
    /// assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
    /// assert!(picture.len() < 15_000);
    /// ```
    #[must_use]
    pub const fn svg(&self) -> Svg<'_> {
        Svg {
            position: self,
            theme: SvgTheme::LIGHT,
            bottom: Color::White,
            coordinates: true,
            last_move: None,
            shapes: Vec::new(),
        }
    }
}

impl Svg<'_> {
    /// The side at the bottom; White by default.
    #[must_use]
    pub const fn bottom(mut self, color: Color) -> Self {
        self.bottom = color;
        self
    }

    /// Whether files and ranks are labelled; true by default.
    #[must_use]
    pub const fn coordinates(mut self, shown: bool) -> Self {
        self.coordinates = shown;
        self
    }

    /// The colours; [`SvgTheme::LIGHT`] by default.
    #[must_use]
    pub const fn theme(mut self, theme: SvgTheme) -> Self {
        self.theme = theme;
        self
    }

    /// Marks the move that led to the position.
    #[must_use]
    pub const fn last_move(mut self, mv: Move) -> Self {
        self.last_move = Some(mv);
        self
    }

    /// Draws an arrow, as `%cal` in PGN means it. From a square to itself, a circle.
    #[must_use]
    pub fn arrow(mut self, from: Square, to: Square, color: MarkColor) -> Self {
        self.shapes.push(Shape { color, from, to });
        self
    }

    /// Draws a circle around a square, as `%csl` in PGN means it.
    #[must_use]
    pub fn circle(self, square: Square, color: MarkColor) -> Self {
        self.arrow(square, square, color)
    }

    /// Draws arrows and circles from the text of PGN's `%cal` and `%csl`: `Ge2e4,Rd5`.
    ///
    /// # Errors
    /// The first mark that can't be read.
    pub fn marks(mut self, text: &str) -> Result<Self, MarkError> {
        for mark in text.split(',').map(str::trim).filter(|mark| !mark.is_empty()) {
            self.shapes.push(mark.parse()?);
        }
        Ok(self)
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        let (file, rank) = (square.file().index() as i32, square.rank().index() as i32);
        let (column, row) = match self.bottom {
            Color::White => (file, 7 - rank),
            Color::Black => (7 - file, rank),
        };
        (column * SQUARE, row * SQUARE)
    }

    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SvgTheme { light, dark, last_move, check } = self.theme;
        write!(f, "<path fill=\"{light}\" d=\"M0 0h{BOARD}v{BOARD}H0z\"/>")?;
        write!(f, "<path fill=\"{dark}\" d=\"")?;
        for square in Bitboard::DARK {
            let (x, y) = self.corner(square);
            write!(f, "M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z")?;
        }
        f.write_str("\"/>")?;
        if let Some(mv) = self.last_move {
            for square in [mv.from(), mv.destination()] {
                self.write_square(f, square, last_move, "0.55")?;
            }
        }
        if self.position.is_check() {
            self.write_square(f, self.position.king_of(self.position.turn()), check, "0.7")?;
        }
        Ok(())
    }

    fn write_square(
        &self,
        f: &mut fmt::Formatter<'_>,
        square: Square,
        fill: &str,
        opacity: &str,
    ) -> fmt::Result {
        let (x, y) = self.corner(square);
        write!(f, "<path fill=\"{fill}\" opacity=\"{opacity}\" d=\"M{x} {y}h{SQUARE}v{SQUARE}h-{SQUARE}z\"/>")
    }

    /// Letters in the lowest row, digits in the left column, each in the colour of the opposite squares.
    fn write_coordinates(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SvgTheme { light, dark, .. } = self.theme;
        let (left, lowest) = match self.bottom {
            Color::White => (File::A, Rank::First),
            Color::Black => (File::H, Rank::Eighth),
        };
        f.write_str("<g font-family=\"system-ui,sans-serif\" font-size=\"9\" font-weight=\"600\">")?;
        let fill = |square: Square| if square.is_light() { dark } else { light };
        for file in File::ALL {
            let square = Square::from_coords(file, lowest);
            let (x, y) = self.corner(square);
            let (x, y) = (x + SQUARE - 3, y + SQUARE - 3);
            write!(
                f,
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"{}\">{file}</text>",
                fill(square)
            )?;
        }
        for rank in Rank::ALL {
            let square = Square::from_coords(left, rank);
            let (x, y) = self.corner(square);
            write!(f, "<text x=\"{}\" y=\"{}\" fill=\"{}\">{rank}</text>", x + 3, y + 10, fill(square))?;
        }
        f.write_str("</g>")
    }

    /// Defines each kind of piece once, and places it on its squares.
    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<defs>")?;
        for role in Role::ALL {
            if self.position.by_role(role).any() {
                let (body, foot, lines) = pieces::shape(role);
                write!(f, "<g id=\"tabiya-{role}\">{body}{foot}{lines}</g>")?;
            }
        }
        f.write_str("</defs>")?;
        for color in Color::ALL {
            write_side(f, color)?;
            for square in self.position.by_color(color) {
                let (x, y) = self.corner(square);
                if let Some(role) = self.position.role_at(square) {
                    write!(f, "<use href=\"#tabiya-{role}\" x=\"{x}\" y=\"{y}\"/>")?;
                }
            }
            f.write_str("</g>")?;
        }
        Ok(())
    }

    /// The text for screen readers: the side to move, and the pieces by side.
    fn write_words(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let check = if self.position.is_check() { ", in check" } else { "" };
        write!(f, "Chess position, {} to move{check}.", self.position.turn())?;
        for color in Color::ALL {
            write!(f, " {}:", if color == Color::White { "White" } else { "Black" })?;
            let mut separator = " ";
            for role in Role::ALL.into_iter().rev() {
                for square in self.position.pieces(color, role) {
                    write!(f, "{separator}{role} {square}")?;
                    separator = ", ";
                }
            }
            f.write_str(".")?;
        }
        Ok(())
    }
}

/// The beginning of a group of one side's pieces.
fn write_side(f: &mut impl fmt::Write, color: Color) -> fmt::Result {
    let (fill, stroke, lines) = match color {
        Color::White => ("#fffdf8", "#3a3430", "#3a3430"),
        Color::Black => ("#3f3a38", "#1c1917", "#d9d2ca"),
    };
    write!(
        f,
        "<g fill=\"{fill}\" stroke=\"{stroke}\" color=\"{lines}\" stroke-width=\"1.3\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
    )
}

/// One piece as an SVG document of its own, on a transparent square.
///
/// ```
/// use tabiya_rules::{Color, Piece, Role, piece_svg};
///
/// let knight = piece_svg(Piece::new(Color::Black, Role::Knight));
/// assert!(knight.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 45 45\""));
/// ```
#[must_use]
pub fn piece_svg(piece: Piece) -> String {
    let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {SQUARE} {SQUARE}\">");
    let (body, foot, lines) = pieces::shape(piece.role);
    // Writing to a text does not fail.
    let _ = write_side(&mut text, piece.color);
    text.push_str(&format!("{body}{foot}{lines}</g></svg>"));
    text
}

/// The whole document in one line.
impl fmt::Display for Svg<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {BOARD} {BOARD}\" role=\"img\" aria-label=\""
        )?;
        self.write_words(f)?;
        write!(f, "\"><title>{}</title>", self.position.to_fen())?;
        self.write_board(f)?;
        if self.coordinates {
            self.write_coordinates(f)?;
        }
        self.write_pieces(f)?;
        for shape in &self.shapes {
            shape.write(f, |square| {
                let (x, y) = self.corner(square);
                (x * 2 + SQUARE, y * 2 + SQUARE)
            })?;
        }
        f.write_str("</svg>")
    }
}
