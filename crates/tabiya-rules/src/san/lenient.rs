// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads SAN as people and programs write it, and reports errors. [`parse_san`](crate::parse_san) lists the
//! spellings.

use core::iter::Peekable;
use core::str::Chars;

use super::SanError;
use super::token::{San, SanMark, What};
use crate::castling::CastlingSide;
use crate::role::Role;
use crate::square::{File, Rank, Square};

impl San {
    /// Parses a whole text leniently, as [`parse_san`](crate::parse_san) documents. Bytes that are not UTF-8
    /// are an error.
    ///
    /// # Errors
    /// [`SanError::Syntax`].
    pub fn from_bytes(text: &[u8]) -> Result<San, SanError> {
        match San::decode_slice(text) {
            Some(san) => Ok(san),
            None => parse(text),
        }
    }
}

/// Parses a whole text.
fn parse(text: &[u8]) -> Result<San, SanError> {
    let (text, rest) = match core::str::from_utf8(text) {
        Ok(text) => (text, None),
        Err(error) => {
            let (valid, rest) = text.split_at(error.valid_up_to());
            (core::str::from_utf8(valid).unwrap_or_default(), rest.first())
        }
    };
    let mut reader =
        Reader { chars: text.chars().peekable(), read: 0, rest: rest.map(|byte| char::from(*byte)) };
    if text.contains('@') {
        return Err(SanError::Drop);
    }
    let san = match reader.peek() {
        Some('O' | '0' | 'o') => San::castling(castling(&mut reader)?),
        Some(_) | None => target(&mut reader)?,
    };
    let mark = ending(&mut reader)?;
    Ok(San { mark, ..san })
}

/// `O-O` or `O-O-O`, with letters or zeros, but not both.
fn castling(reader: &mut Reader<'_>) -> Result<CastlingSide, SanError> {
    let Some(letter) = reader.accept(|c| matches!(c, 'O' | '0' | 'o').then_some(c)) else {
        return reader.expected("O-O or O-O-O");
    };
    for wing in [CastlingSide::KingSide, CastlingSide::QueenSide] {
        let more = reader.take('-');
        if !more && wing == CastlingSide::QueenSide {
            return Ok(CastlingSide::KingSide);
        }
        if !more || !reader.take(letter) {
            return reader.expected("O-O or O-O-O");
        }
    }
    Ok(CastlingSide::QueenSide)
}

/// Reads the piece, its origin, the target and the promotion.
fn target(reader: &mut Reader<'_>) -> Result<San, SanError> {
    let piece = reader.accept(piece);
    let mut file = reader.accept(File::from_char);
    let mut rank = reader.accept(Rank::from_char);
    // An x or a hyphen needs a piece or an origin before it.
    let begun = piece.is_some() || file.is_some() || rank.is_some();
    let captures = begun && reader.accept(|c| matches!(c, 'x' | 'X' | ':' | '×').then_some(())).is_some();
    let separated = captures || (begun && reader.accept(|c| matches!(c, '-' | '–').then_some(())).is_some());
    let next_file = reader.accept(File::from_char);
    let (mut from_file, mut from_rank) = (None, None);
    if separated || next_file.is_some() {
        (from_file, from_rank) = (file, rank);
        file = next_file;
        rank = reader.accept(Rank::from_char);
    }
    let (Some(to_file), Some(to_rank)) = (file, rank) else {
        return reader.expected(match (file, begun) {
            (Some(_), _) => "a rank from 1 to 8",
            (None, true) => "a file from a to h",
            (None, false) => "a piece (K, Q, R, B, N), a file from a to h or castling (O-O)",
        });
    };
    let what = match piece {
        Some(role) => What::Piece(role),
        None if from_file.is_some() && from_rank.is_some() => What::Squares,
        None => What::Piece(Role::Pawn),
    };
    Ok(San {
        what,
        to: Square::from_coords(to_file, to_rank),
        origin: San::origin(from_file, from_rank),
        promotion: promotion(reader)?,
        captures,
        mark: SanMark::None,
    })
}

/// A capital letter or a figurine of either colour. A small `b` is always the file, and other small letters
/// are no pieces.
fn piece(c: char) -> Option<Role> {
    match c {
        '♔' | '♚' => Some(Role::King),
        '♕' | '♛' => Some(Role::Queen),
        '♖' | '♜' => Some(Role::Rook),
        '♗' | '♝' => Some(Role::Bishop),
        '♘' | '♞' => Some(Role::Knight),
        '♙' | '♟' => Some(Role::Pawn),
        c if c.is_ascii_uppercase() => Role::from_char(c),
        _ => None,
    }
}

/// `=Q`, `/Q`, `(Q)`, or the letter alone.
fn promotion(reader: &mut Reader<'_>) -> Result<Option<Role>, SanError> {
    let sign = reader.accept(|c| matches!(c, '=' | '/' | '(').then_some(c));
    let role = reader.accept(|c| piece(c).or_else(|| Role::from_char(c)));
    match (sign, role) {
        (Some(_), None) => reader.expected("a piece to promote to (Q, R, B or N)"),
        (Some('('), Some(_)) if !reader.take(')') => reader.expected("a closing parenthesis"),
        (_, role) => Ok(role),
    }
}

/// Reads check marks, annotations and `e.p.`. They are optional and not checked.
fn ending(reader: &mut Reader<'_>) -> Result<SanMark, SanError> {
    let mut mark = SanMark::None;
    for _ in 0..2 {
        mark = reader.accept(check_mark).unwrap_or(mark);
    }
    for sign in ['!', '?', '!', '?'] {
        reader.take(sign);
        reader.take(sign);
    }
    let spaced = reader.take(' ');
    if spaced || reader.peek() == Some('e') {
        for (letter, needed) in [('e', true), ('.', false), ('p', true), ('.', false)] {
            if !reader.take(letter) && needed {
                return reader.expected("\"e.p.\" or the end of the move");
            }
        }
        mark = reader.accept(check_mark).unwrap_or(mark);
    }
    match reader.peek() {
        None => Ok(mark),
        Some(_) => reader.expected("the end of the move"),
    }
}

/// `+` and `#`, and the daggers of old books.
fn check_mark(c: char) -> Option<SanMark> {
    match c {
        '+' | '†' => Some(SanMark::Check),
        '#' | '‡' => Some(SanMark::Mate),
        _ => None,
    }
}

/// The characters, how many of them were read, and the bytes after them that are not UTF-8.
struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    read: usize,
    rest: Option<char>,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied().or(self.rest)
    }

    /// Consumes the next character if `meaning` knows it.
    fn accept<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let found = meaning(*self.chars.peek()?)?;
        self.chars.next();
        self.read += 1;
        Some(found)
    }

    /// Consumes the next character if it is this one.
    fn take(&mut self, wanted: char) -> bool {
        self.accept(|c| (c == wanted).then_some(())).is_some()
    }

    fn expected<T>(&mut self, expected: &'static str) -> Result<T, SanError> {
        Err(SanError::Syntax { at: self.read, found: self.peek(), expected })
    }
}
