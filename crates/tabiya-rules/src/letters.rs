// SPDX-License-Identifier: MIT OR Apache-2.0
//! Piece letters of other languages, and figurines, for moves that people read.
//!
//! Files and programs use English letters. Section 17 of the PGN standard lists the others "for local
//! presentation".

use crate::chess_move::Move;
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::san::san;

use alloc::string::String;

/// The letters or symbols of the six kinds of pieces in the order of [`Role::ALL`]: pawn, knight, bishop,
/// rook, queen, king. Moves don't show the pawn's letter, but sentences and diagrams may.
///
/// ```
/// use tabiya_rules::{Letters, Move, Position, Square, san_with};
///
/// let position = Position::start();
/// let knight = Move::normal(Square::G1, Square::F3);
/// assert_eq!(san_with(&position, knight, &Letters::GERMAN), "Sf3");
/// assert_eq!(san_with(&position, knight, &Letters::FIGURINE), "♘f3");
/// assert_eq!(san_with(&position, knight, Letters::of_language("fr").unwrap()), "Cf3");
///
/// // Another language: Esperanto.
/// let own = Letters::same_for_both(["P", "Ĉ", "K", "T", "D", "R"]);
/// assert_eq!(san_with(&position, knight, &own), "Ĉf3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters<'a> {
    white: [&'a str; 6],
    black: [&'a str; 6],
}

/// Each language's code (ISO 639-1) and letters. Norwegian is listed as `no`, `nb` and `nn`.
static LANGUAGES: [(&str, Letters<'static>); 20] = [
    ("cs", Letters::same_for_both(["P", "J", "S", "V", "D", "K"])),
    ("da", Letters::GERMAN),
    ("de", Letters::GERMAN),
    ("en", Letters::ENGLISH),
    ("es", Letters::same_for_both(["P", "C", "A", "T", "D", "R"])),
    ("et", Letters::same_for_both(["P", "R", "O", "V", "L", "K"])),
    ("fi", Letters::same_for_both(["P", "R", "L", "T", "D", "K"])),
    ("fr", Letters::same_for_both(["P", "C", "F", "T", "D", "R"])),
    ("hu", Letters::same_for_both(["G", "H", "F", "B", "V", "K"])),
    ("is", Letters::same_for_both(["P", "R", "B", "H", "D", "K"])),
    ("it", Letters::same_for_both(["P", "C", "A", "T", "D", "R"])),
    ("nb", Letters::GERMAN),
    ("nl", Letters::same_for_both(["O", "P", "L", "T", "D", "K"])),
    ("nn", Letters::GERMAN),
    ("no", Letters::GERMAN),
    ("pl", Letters::same_for_both(["P", "S", "G", "W", "H", "K"])),
    ("pt", Letters::same_for_both(["P", "C", "B", "T", "D", "R"])),
    ("ro", Letters::same_for_both(["P", "C", "N", "T", "D", "R"])),
    ("ru", Letters::same_for_both(["п", "К", "С", "Л", "Ф", "Кр"])),
    ("sv", Letters::GERMAN),
];

impl<'a> Letters<'a> {
    /// `P N B R Q K`, as in SAN.
    pub const ENGLISH: Letters<'static> = Letters::same_for_both(["P", "N", "B", "R", "Q", "K"]);
    /// `B S L T D K`, also Danish, Norwegian and Swedish.
    pub const GERMAN: Letters<'static> = Letters::same_for_both(["B", "S", "L", "T", "D", "K"]);
    /// `♙♘♗♖♕♔`, the white pieces for both sides, as books print moves.
    pub const FIGURINE: Letters<'static> = Letters::same_for_both(["♙", "♘", "♗", "♖", "♕", "♔"]);
    /// `♙♘♗♖♕♔` for White's moves and `♟♞♝♜♛♚` for Black's.
    pub const FIGURINE_BY_COLOR: Letters<'static> =
        Letters::new(["♙", "♘", "♗", "♖", "♕", "♔"], ["♟", "♞", "♝", "♜", "♛", "♚"]);

    /// Letters that differ between the sides, each list in the order of [`Role::ALL`].
    #[must_use]
    pub const fn new(white: [&'a str; 6], black: [&'a str; 6]) -> Letters<'a> {
        Letters { white, black }
    }

    /// The same letters for both sides, in the order of [`Role::ALL`].
    #[must_use]
    pub const fn same_for_both(letters: [&'a str; 6]) -> Letters<'a> {
        Letters::new(letters, letters)
    }

    /// The letter or symbol of a piece.
    #[must_use]
    pub const fn of(&self, piece: Piece) -> &'a str {
        match piece.color {
            Color::White => self.white[piece.role.index()],
            Color::Black => self.black[piece.role.index()],
        }
    }

    /// A move in English letters, as [`san`](fn@san) or [`lan`](crate::lan) write it, changed to these
    /// letters.
    pub(crate) fn translate(&self, english: &str, color: Color) -> String {
        let mut text = String::with_capacity(english.len() + 4);
        for c in english.chars() {
            match Role::from_char(c).filter(|_| c.is_ascii_uppercase()) {
                Some(role) => text.push_str(self.of(Piece::new(color, role))),
                None => text.push(c),
            }
        }
        text
    }
}

impl Letters<'static> {
    /// The letters of a language by its two-letter code (ISO 639-1): the seventeen languages in section 17 of
    /// the PGN standard (cs da de en es et fi fr hu is it nl no pl pt ro sv) and ru. `None` for other codes.
    ///
    /// ```
    /// use tabiya_rules::{Color, Letters, Piece, Role};
    ///
    /// let polish = Letters::of_language("pl").unwrap();
    /// assert_eq!(polish.of(Piece::new(Color::Black, Role::Queen)), "H");
    /// assert!(Letters::of_language("xx").is_none());
    /// ```
    #[must_use]
    pub fn of_language(code: &str) -> Option<&'static Letters<'static>> {
        LANGUAGES.iter().find(|(language, _)| *language == code).map(|(_, letters)| letters)
    }

    /// The codes that [`of_language`](Letters::of_language) knows, in alphabetical order.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        LANGUAGES.iter().map(|(language, _)| *language)
    }
}

/// A legal move in SAN with the letters of another language: `Sf3`, `♘f3`, `e8=♕#`. For people; programs read
/// [`san`](fn@san).
#[must_use]
pub fn san_with(position: &Position, mv: Move, letters: &Letters<'_>) -> String {
    letters.translate(&san(position, mv), position.turn())
}
