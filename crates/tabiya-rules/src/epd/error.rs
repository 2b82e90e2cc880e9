// SPDX-License-Identifier: MIT OR Apache-2.0
//! What can be wrong with a line of EPD, and where.

use alloc::string::String;
use core::fmt;

use crate::fen::FenError;
use crate::san::SanError;

/// Why a line is no EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdError {
    /// The character where it goes wrong, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: EpdProblem,
}

/// What is wrong with an EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdProblem {
    /// The four fields of the position are none.
    Position(FenError),
    /// An operation does not begin with an opcode.
    Opcode {
        /// What stands there, shortened.
        found: String,
    },
    /// A text has no second quote.
    OpenText,
    /// An operand that should be a move of the position is none.
    Move {
        /// The operation's opcode.
        opcode: String,
        /// What stands there, shortened.
        found: String,
        /// Why it is no move.
        error: SanError,
    },
    /// `hmvc` or `fmvn` without a number that fits.
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
