// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be wrong in a PGN, and where.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::PgnOddity;
use tabiya_rules::FenError;
use tabiya_rules::SanError;

/// What is wrong, in which game and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnFault {
    /// The game's number in the file, from 1.
    pub game: u64,
    /// The line's number, from 1. Lines end with LF, CRLF or CR.
    pub line: u64,
    /// The character's number in its line, from 1.
    pub column: u64,
    /// What is wrong there.
    pub problem: PgnProblem,
}

/// `line 3, column 14: game 1: ...`
impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: game {}: {}", self.line, self.column, self.game, self.problem)
    }
}

impl core::error::Error for PgnFault {}

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnProblem {
    /// Something else should stand here.
    Expected {
        /// What would be right.
        expected: &'static str,
        /// The character that stands here; `None` at the end of the file.
        found: Option<char>,
    },
    /// A move that can't be read or played.
    San {
        /// As it was written.
        text: Box<str>,
        /// What is wrong with it.
        error: Box<SanError>,
    },
    /// A null move, where only legal ones may stand.
    NullMove,
    /// `$` with a number above 255, or with none.
    Nag,
    /// The `FEN` tag holds no legal position.
    Fen(Box<FenError>),
    /// The `Variant` tag names rules that are not those of chess.
    Variant(Box<str>),
    /// A comment in which a game begins: its closing brace is missing.
    UnclosedComment,
    /// More text than this reader holds at a time.
    TooLong {
        /// What it is.
        what: &'static str,
        /// How many bytes it may have.
        limit: usize,
    },
    /// Variations in variations, more than this.
    TooDeep {
        /// How many there may be.
        limit: usize,
    },
    /// Something odd, where nothing odd is wanted.
    Odd(PgnOddity),
    /// Anything else that a visitor objects to.
    Other(Box<str>),
    /// The file could not be read any further.
    Unreadable(Box<str>),
}

impl PgnProblem {
    /// A visitor's own objection, in lower case without a full stop.
    #[must_use]
    pub fn other(what: impl Into<String>) -> PgnProblem {
        PgnProblem::Other(what.into().into_boxed_str())
    }
}

/// The reader adds the text of the move.
impl From<SanError> for PgnProblem {
    #[cold]
    fn from(error: SanError) -> PgnProblem {
        PgnProblem::San { text: "".into(), error: Box::new(error) }
    }
}

impl From<PgnOddity> for PgnProblem {
    fn from(oddity: PgnOddity) -> PgnProblem {
        PgnProblem::Odd(oddity)
    }
}

impl From<FenError> for PgnProblem {
    fn from(error: FenError) -> PgnProblem {
        PgnProblem::Fen(Box::new(error))
    }
}

impl fmt::Display for PgnProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnProblem::Expected { expected, found: Some(found) } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            PgnProblem::Expected { expected, found: None } => {
                write!(f, "expected {expected}, found the end of the file")
            }
            PgnProblem::San { text, error } if text.is_empty() => error.fmt(f),
            PgnProblem::San { text, error } => write!(f, "{text}: {error}"),
            PgnProblem::NullMove => f.write_str("expected a legal move, found a null move"),
            PgnProblem::Nag => f.write_str("expected a number from 0 to 255 after $"),
            PgnProblem::Fen(error) => write!(f, "FEN tag: {error}"),
            PgnProblem::Variant(name) => {
                write!(f, "expected the variant Standard or Chess960, found {name:?}")
            }
            PgnProblem::UnclosedComment => f.write_str(
                "expected } at the end of this comment, found the next game or the end of the file",
            ),
            PgnProblem::TooLong { what, limit } => write!(f, "expected {what} of at most {limit} bytes"),
            PgnProblem::TooDeep { limit } => write!(f, "expected variations at most {limit} deep"),
            PgnProblem::Odd(oddity) => oddity.fmt(f),
            PgnProblem::Other(what) | PgnProblem::Unreadable(what) => f.write_str(what),
        }
    }
}

impl core::error::Error for PgnProblem {}
