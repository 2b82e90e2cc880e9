// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors in a line of EPD, with their position.

use alloc::string::String;
use core::fmt;

use crate::fen::FenError;
use crate::san::SanError;

/// Why a text is not a line of EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdError {
    /// The character where the error is, counted from 1.
    pub column: usize,
    /// The error.
    pub problem: EpdProblem,
}

/// What is wrong in a line of EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdProblem {
    /// The four fields are not a position.
    Position(FenError),
    /// An operation does not begin with an opcode.
    Opcode {
        /// The text found there, shortened.
        found: String,
    },
    /// A text in quotes has no closing quote.
    OpenText,
    /// An operand that should be a move is not a legal one.
    Move {
        /// The operation's opcode.
        opcode: String,
        /// The text found there, shortened.
        found: String,
        /// Why it is not a legal move.
        error: SanError,
    },
    /// `hmvc` or `fmvn` does not have exactly one number that fits.
    Counter {
        /// The opcode.
        opcode: String,
    },
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match &self.problem {
            EpdProblem::Position(error) => error.fmt(f),
            EpdProblem::Opcode { found } => {
                write!(
                    f,
                    "expected an opcode like bm (a letter, then letters, digits and _), found {found:?}"
                )
            }
            EpdProblem::OpenText => f.write_str("expected a second quote before the end of the line"),
            EpdProblem::Move { opcode, found, error } => {
                write!(f, "expected a move for {opcode}, found {found:?}: {error}")
            }
            EpdProblem::Counter { opcode } => {
                let least = if opcode == "fmvn" { 1 } else { 0 };
                write!(f, "expected one number from {least} to 65535 for {opcode}")
            }
        }
    }
}

impl core::error::Error for EpdError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.problem {
            EpdProblem::Position(error) => Some(error),
            EpdProblem::Move { error, .. } => Some(error),
            EpdProblem::Opcode { .. } | EpdProblem::OpenText | EpdProblem::Counter { .. } => None,
        }
    }
}
