// SPDX-License-Identifier: MIT OR Apache-2.0
//! The text alone, without a position.

use core::iter::Peekable;
use core::str::Chars;

use super::SanError;
use crate::castling::CastlingSide;
use crate::role::Role;
use crate::square::{File, Rank, Square};

/// What a text in SAN says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum San {
    Castling(CastlingSide),
    Piece(Target),
}

/// Any move but castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) role: Role,
    pub(super) from_file: Option<File>,
    pub(super) from_rank: Option<Rank>,
    /// Whether an `x` was written.
    pub(super) captures: bool,
    pub(super) to: Square,
    pub(super) promotion: Option<Role>,
}

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Result<San, SanError> {
    let mut reader = Reader { chars: text.chars().peekable(), read: 0 };
    let san = match reader.peek() {
        Some('O' | '0') => San::Castling(castling(&mut reader)?),
        Some(_) | None => San::Piece(target(&mut reader)?),
    };
    ending(&mut reader)?;
    Ok(san)
}

/// `O-O` or `O-O-O`, with letters or zeros, but not both.
fn castling(reader: &mut Reader<'_>) -> Result<CastlingSide, SanError> {
    let Some(letter) = reader.accept(|c| matches!(c, 'O' | '0').then_some(c)) else {
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

/// Piece, where it comes from, where it goes, what it becomes.
fn target(reader: &mut Reader<'_>) -> Result<Target, SanError> {
    let piece = reader.accept(|c| Role::from_char(c).filter(|_| c.is_ascii_uppercase()));
    let mut file = reader.accept(File::from_char);
    let mut rank = reader.accept(Rank::from_char);
    // Something must come before an x or a hyphen.
    let begun = piece.is_some() || file.is_some() || rank.is_some();
    let captures = begun && reader.take('x');
    let separated = captures || (begun && reader.take('-'));
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
    let role = piece.unwrap_or(Role::Pawn);
    let promotion = promotion(reader)?;
    Ok(Target { role, from_file, from_rank, captures, to: Square::from_coords(to_file, to_rank), promotion })
}

/// `=Q`, or the letter alone.
fn promotion(reader: &mut Reader<'_>) -> Result<Option<Role>, SanError> {
    if reader.take('=') {
        match reader.accept(Role::from_char) {
            Some(role) => Ok(Some(role)),
            None => reader.expected("a piece to promote to (Q, R, B or N)"),
        }
    } else {
        Ok(reader.accept(Role::from_char))
    }
}

/// Check marks, annotations and `e.p.`; nothing of it is needed, and nothing of it is believed.
fn ending(reader: &mut Reader<'_>) -> Result<(), SanError> {
    for mark in ['+', '#', '!', '?'] {
        for _ in 0..2 {
            reader.take(mark);
        }
    }
    reader.take('?');
    reader.take('!');
    let spaced = reader.take(' ');
    if spaced || reader.peek() == Some('e') {
        for letter in ['e', '.', 'p', '.'] {
            if !reader.take(letter) {
                return reader.expected("\"e.p.\" or the end of the move");
            }
        }
        for mark in ['+', '#'] {
            reader.take(mark);
        }
    }
    match reader.peek() {
        None => Ok(()),
        Some(_) => reader.expected("the end of the move"),
    }
}

/// The characters, and how many of them were read.
struct Reader<'a> {
    chars: Peekable<Chars<'a>>,
    read: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.chars.peek().copied()
    }

    /// Goes past a character that means something.
    fn accept<T>(&mut self, meaning: impl Fn(char) -> Option<T>) -> Option<T> {
        let found = meaning(self.peek()?)?;
        self.chars.next();
        self.read += 1;
        Some(found)
    }

    /// Goes past that character, if it comes next.
    fn take(&mut self, wanted: char) -> bool {
        self.accept(|c| (c == wanted).then_some(())).is_some()
    }

    fn expected<T>(&mut self, expected: &'static str) -> Result<T, SanError> {
        Err(SanError::Syntax { at: self.read, found: self.peek(), expected })
    }
}
