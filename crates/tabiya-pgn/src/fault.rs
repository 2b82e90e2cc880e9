// SPDX-License-Identifier: MIT OR Apache-2.0
//! Faults in a PGN, with their position.

use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use crate::PgnOddity;
use tabiya_rules::FenError;
use tabiya_rules::SanError;
use tabiya_rules::Variant;

/// What is wrong, in which game and at which position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnFault {
    /// The game's number in the file, from 1.
    pub game: u64,
    /// The line's number, from 1. Lines end with LF, CRLF or CR.
    pub line: u64,
    /// The character's number in its line, from 1.
    pub column: u64,
    /// What is wrong.
    pub problem: PgnProblem,
}

/// `line 3, column 14: game 1: ...`
impl fmt::Display for PgnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: game {}: {}", self.line, self.column, self.game, self.problem)
    }
}

impl core::error::Error for PgnFault {}

/// What is wrong in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnProblem {
    /// Other text is expected here.
    Expected {
        /// What is expected.
        expected: &'static str,
        /// The character found; `None` at the end of the file.
        found: Option<char>,
    },
    /// A move that is invalid or illegal.
    San {
        /// The text of the move.
        text: Box<str>,
        /// What is wrong with it.
        error: Box<SanError>,
    },
    /// A null move where only legal moves are allowed.
    NullMove,
    /// `$` without a number from 0 to 255.
    Nag,
    /// The `FEN` tag is not a legal position.
    Fen(Box<FenError>),
    /// The `Variant` tag names other rules than those of chess.
    Variant(Box<str>),
    /// A comment contains the start of the next game, so its closing brace is missing.
    UnclosedComment,
    /// A text is longer than this reader's limit.
    TooLong {
        /// The kind of text.
        what: &'static str,
        /// The limit in bytes.
        limit: usize,
    },
    /// Variations are nested too deeply.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A deviation from the standard where none is allowed.
    Odd(PgnOddity),
    /// Another objection of a visitor.
    Other(Box<str>),
    /// Reading the file failed.
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
                f.write_str("expected the variant ")?;
                for (number, variant) in Variant::ALL.iter().enumerate() {
                    let before = if number == 0 { "" } else { " or " };
                    write!(f, "{before}{}", variant.pgn_name())?;
                }
                write!(f, ", found {name:?}")
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
