// SPDX-License-Identifier: MIT OR Apache-2.0
//! Long algebraic notation: both squares of each move. `e2-e4`, `Ng1-f3`, `e7xd8=Q+`, `O-O`.
//!
//! Written: `-` or `x` between the squares, castling as in SAN, `+` and `#`. Read: the same, but check marks,
//! `=` and annotations like `!?` are optional, and castling may be written with zeros. The squares, the piece
//! and the `x` must be present and correct, because LAN writes them all so that they can be checked.
//! [`parse_san`](crate::parse_san) reads moves with less information.

use alloc::string::String;
use core::fmt::{self, Write};

use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::explain::{Context, Reason};
use crate::letters::Letters;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};
use crate::uci::Attempt;

/// A legal move in LAN.
///
/// ```
/// use tabiya_rules::{Move, Position, Square, lan};
///
/// // 8  . . . r k . . .
/// // 7  . . . . P . . .
/// // 6  . . . . . . . .
/// // 5  . . . . . . . .
/// // 4  . . . . . . . .
/// // 3  . . . . . . . .
/// // 2  . . . . . . . .
/// // 1  . . . . K . . R
/// //    a b c d e f g h
/// let position = Position::from_fen("3rk3/4P3/8/8/8/8/8/4K2R w K - 0 1")?;
/// let promotion = Move::promoting(Square::E7, Square::D8, tabiya_rules::Role::Queen);
/// assert_eq!(lan(&position, promotion), "e7xd8=Q+");
/// assert_eq!(lan(&position, Move::normal(Square::H1, Square::H8)), "Rh1-h8+");
/// # Ok::<(), tabiya_rules::FenError>(())
/// ```
#[must_use]
pub fn lan(position: &Position, mv: Move) -> String {
    let mut text = String::with_capacity(9);
    match mv.castling_side() {
        Some(CastlingSide::KingSide) => text.push_str("O-O"),
        Some(CastlingSide::QueenSide) => text.push_str("O-O-O"),
        None => {
            if let Some(role) = position.role_at(mv.from()).filter(|role| *role != Role::Pawn) {
                text.push(role.upper_char());
            }
            let between = if is_capture(position, mv) { 'x' } else { '-' };
            let written = write!(text, "{}{between}{}", mv.from(), mv.to());
            written.expect("writing to a string never fails");
            if let Some(role) = mv.promotion() {
                text.push('=');
                text.push(role.upper_char());
            }
        }
    }
    let after = position.after(mv);
    if after.is_check() {
        text.push(if after.has_legal_move() { '+' } else { '#' });
    }
    text
}

/// A legal move in LAN with the piece letters of another language.
///
/// ```
/// use tabiya_rules::{Letters, Move, Position, Square, lan_with};
///
/// let mv = Move::normal(Square::G1, Square::F3);
/// assert_eq!(lan_with(&Position::start(), mv, &Letters::FIGURINE), "♘g1-f3");
/// ```
#[must_use]
pub fn lan_with(position: &Position, mv: Move, letters: &Letters<'_>) -> String {
    letters.translate(&lan(position, mv), position.turn())
}

fn is_capture(position: &Position, mv: Move) -> bool {
    mv.is_en_passant() || (!mv.is_castling() && position.role_at(mv.to()).is_some())
}

/// Why a text in LAN is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanError {
    /// The text is not LAN in any position.
    Syntax {
        /// How many characters before the error are correct.
        at: usize,
        /// The character there; `None` at the end.
        found: Option<char>,
        /// What could stand there.
        expected: &'static str,
    },
    /// Another piece stands on the from-square than the text says.
    Piece {
        /// The from-square.
        square: Square,
        /// The piece in the text.
        written: Role,
        /// The piece on the square.
        found: Role,
    },
    /// There is an `x` but the move captures nothing, or there is none and the move captures.
    Capture {
        /// Whether there is an `x`.
        written: bool,
        /// The square that the move reaches.
        to: Square,
    },
    /// The move is not legal.
    Illegal(Reason),
}

impl fmt::Display for LanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LanError::Syntax { at, found: Some(found), expected } => {
                write!(f, "expected {expected}, found {found:?} at character {}", at + 1)
            }
            LanError::Syntax { found: None, expected, .. } => {
                write!(f, "expected {expected}, found the end of the move")
            }
            LanError::Piece { square, written, found } => {
                write!(f, "expected a {written} on {square}, found a {found}")
            }
            LanError::Capture { written: true, to } => {
                write!(f, "expected - before {to}, for nothing is captured there, found x")
            }
            LanError::Capture { written: false, to } => {
                write!(f, "expected x before {to}, for a piece is captured there, found -")
            }
            LanError::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl core::error::Error for LanError {}

impl From<Reason> for LanError {
    fn from(reason: Reason) -> LanError {
        LanError::Illegal(reason)
    }
}

/// Parses a text in LAN as a legal move.
///
/// ```
/// use tabiya_rules::{Move, Position, Square, parse_lan};
///
/// let position = Position::start();
/// assert_eq!(parse_lan(&position, "Ng1-f3"), Ok(Move::normal(Square::G1, Square::F3)));
/// assert_eq!(
///     parse_lan(&position, "Ng1xf3").unwrap_err().to_string(),
///     "expected - before f3, for nothing is captured there, found x"
/// );
/// assert!(parse_lan(&position, "Nf3").is_err());
/// ```
///
/// # Errors
/// [`LanError::Syntax`] if the text is not LAN, whatever the position. Else the error says what is wrong with
/// the move in this position.
pub fn parse_lan(position: &Position, text: &str) -> Result<Move, LanError> {
    let body = text.trim_end_matches(['+', '#', '!', '?']);
    let context = Context::of_position(position);
    match body {
        "O-O" | "0-0" => return Ok(context.resolve_castling(CastlingSide::KingSide)?),
        "O-O-O" | "0-0-0" => return Ok(context.resolve_castling(CastlingSide::QueenSide)?),
        _ => {}
    }
    let (role, attempt, captures) = syntax(body)?;
    let mv = context.resolve_plain(attempt)?;
    match position.role_at(mv.from()) {
        Some(found) if found != role => Err(LanError::Piece { square: mv.from(), written: role, found }),
        _ if is_capture(position, mv) != captures => {
            Err(LanError::Capture { written: captures, to: mv.to() })
        }
        _ => Ok(mv),
    }
}

/// The piece, the squares with the promotion, and whether there is an `x`.
fn syntax(body: &str) -> Result<(Role, Attempt, bool), LanError> {
    let mut reader = Reader { rest: body, read: 0 };
    let role = reader.accept(|c| Role::from_char(c).filter(|_| c.is_ascii_uppercase()));
    let from = reader.square(match role {
        Some(_) => "a file from a to h",
        None => "a piece (K, Q, R, B, N), a file from a to h or castling (O-O)",
    })?;
    let captures = reader.accept(|c| match c {
        '-' => Some(false),
        'x' => Some(true),
        _ => None,
    });
    let Some(captures) = captures else { return reader.expected("- or x") };
    let to = reader.square("a file from a to h")?;
    let sign = reader.accept(|c| (c == '=').then_some(()));
    let promotion = reader.accept(Role::from_char);
    if sign.is_some() && promotion.is_none() {
        return reader.expected("a piece to promote to (Q, R, B or N)");
    }
    if !reader.rest.is_empty() {
        return reader.expected("the end of the move");
    }
    Ok((role.unwrap_or(Role::Pawn), Attempt { from, to, promotion }, captures))
}

/// The rest of the text, and the number of characters that were read.
struct Reader<'a> {
    rest: &'a str,
    read: usize,
}

impl Reader<'_> {
    /// Consumes the next character if `meaning` knows it.
    fn accept<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let mut chars = self.rest.chars();
        let found = meaning(chars.next()?)?;
        self.rest = chars.as_str();
        self.read += 1;
        Some(found)
    }

    fn square(&mut self, file_expected: &'static str) -> Result<Square, LanError> {
        let Some(file) = self.accept(File::from_char) else { return self.expected(file_expected) };
        let Some(rank) = self.accept(Rank::from_char) else { return self.expected("a rank from 1 to 8") };
        Ok(Square::from_coords(file, rank))
    }

    fn expected<T>(&self, expected: &'static str) -> Result<T, LanError> {
        Err(LanError::Syntax { at: self.read, found: self.rest.chars().next(), expected })
    }
}
