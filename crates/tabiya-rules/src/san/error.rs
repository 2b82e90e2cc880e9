// SPDX-License-Identifier: MIT OR Apache-2.0
//! Errors in a text that should be SAN.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::{San, cannot_be_meant, squares};
use crate::chess_move::Move;
use crate::color::Color;
use crate::explain::Reason;
use crate::role::Role;
use crate::square::Square;

/// Why a text in SAN is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The text is not SAN in any position.
    Syntax {
        /// How many characters before the error are correct.
        at: usize,
        /// The character there; `None` at the end.
        found: Option<char>,
        /// What could stand there.
        expected: &'static str,
    },
    /// A piece is dropped on the board, as in `P@e4`. Crazyhouse has such moves, chess does not.
    Drop,
    /// Only one piece can be meant, and its move is illegal.
    Illegal(Reason),
    /// No piece of this kind can go there, and there is none or several that could be meant.
    NoCandidate {
        /// The side to move.
        color: Color,
        /// The kind of piece.
        role: Role,
        /// The target.
        to: Square,
        /// The pieces of that kind that the text could mean, each with the reason against its move.
        candidates: Vec<(Square, Reason)>,
    },
    /// More than one piece can go there.
    Ambiguous {
        /// The kind of piece.
        role: Role,
        /// The target.
        to: Square,
        /// The legal moves that the text could mean.
        candidates: Vec<Move>,
    },
    /// The move is legal, but not in the spelling of the export format.
    NotExportFormat {
        /// The text.
        found: String,
        /// The right spelling.
        expected: San,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SanError::Syntax { at, found: Some(found), expected } => {
                write!(f, "expected {expected}, found {found:?} at character {}", at + 1)
            }
            SanError::Syntax { found: None, expected, .. } => {
                write!(f, "expected {expected}, found the end of the move")
            }
            SanError::Drop => f.write_str("chess has no drops: @ belongs to Crazyhouse and variants like it"),
            SanError::Illegal(reason) => reason.fmt(f),
            SanError::NoCandidate { color, role, candidates, .. } if candidates.is_empty() => {
                write!(f, "There is no such {color} {role}.")
            }
            SanError::NoCandidate { color, role, to, candidates } => {
                write!(f, "No {color} {role} can go to {to}.")?;
                let near = candidates.iter().filter(|(_, reason)| !cannot_be_meant(reason));
                let mut sentences: Vec<String> = near.map(|(_, reason)| reason.to_string()).collect();
                sentences.dedup();
                sentences.iter().try_for_each(|sentence| write!(f, " {sentence}"))
            }
            SanError::Ambiguous { role, to, candidates } => {
                write!(f, "more than one {role} can go to {to}, from ")?;
                for (i, square) in squares(candidates).into_iter().enumerate() {
                    match i {
                        0 => write!(f, "{square}")?,
                        _ if i + 1 == candidates.len() => write!(f, " or {square}")?,
                        _ => write!(f, ", {square}")?,
                    }
                }
                Ok(())
            }
            SanError::NotExportFormat { found, expected } => {
                write!(f, "expected {expected}, found {found:?}")
            }
        }
    }
}

impl core::error::Error for SanError {}

impl From<Reason> for SanError {
    fn from(reason: Reason) -> SanError {
        SanError::Illegal(reason)
    }
}
