// SPDX-License-Identifier: MIT OR Apache-2.0
//! The content of a move in SAN, in eight bytes and independent of a position.

use core::fmt;
use core::str::FromStr;

use super::SanError;
use crate::castling::CastlingSide;
use crate::role::Role;
use crate::square::{File, Rank, Square};

/// The content of a move in SAN, with which [`to_move`](San::to_move) finds the move in a position.
///
/// [`Display`](fmt::Display) writes it in the standard's spelling.
///
/// ```
/// use tabiya_rules::{Position, Role, San, Square};
///
/// let san: San = "Ngf3".parse()?;
/// assert_eq!((san.role(), san.to()), (Some(Role::Knight), Some(Square::F3)));
/// assert_eq!(san.to_move(&Position::start())?.from(), Square::G1);
/// # Ok::<(), tabiya_rules::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San {
    pub(super) what: What,
    /// Has no meaning for castling.
    pub(super) to: Square,
    /// The file of the origin, 1 to 8, plus 16 times its rank, 1 to 8. 0 for a part that is not named.
    pub(super) origin: u8,
    pub(super) promotion: Option<Role>,
    pub(super) captures: bool,
    pub(super) mark: SanMark,
}

/// What moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    Piece(Role),
    /// Any piece on the origin, which is named in full: `g1f3`.
    Squares,
    Castling(CastlingSide),
}

/// The ending of a move in SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SanMark {
    /// No mark.
    #[default]
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl San {
    /// The kind of piece that moves: the king for castling, `None` if only squares are named, as in `g1f3`.
    #[must_use]
    pub const fn role(self) -> Option<Role> {
        match self.what {
            What::Piece(role) => Some(role),
            What::Squares => None,
            What::Castling(_) => Some(Role::King),
        }
    }

    /// The target; `None` for castling.
    #[must_use]
    pub const fn to(self) -> Option<Square> {
        match self.what {
            What::Piece(_) | What::Squares => Some(self.to),
            What::Castling(_) => None,
        }
    }

    /// The file of the origin, if the text names it.
    #[must_use]
    pub const fn from_file(self) -> Option<File> {
        File::new((self.origin & 0xF).wrapping_sub(1))
    }

    /// The rank of the origin, if the text names it.
    #[must_use]
    pub const fn from_rank(self) -> Option<Rank> {
        Rank::new((self.origin >> 4).wrapping_sub(1))
    }

    /// The role that a pawn promotes to.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// Whether the text has an `x`.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.captures
    }

    /// The side to which the king castles; `None` for other moves.
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self.what {
            What::Piece(_) | What::Squares => None,
            What::Castling(side) => Some(side),
        }
    }

    /// The text's check mark. It was not checked.
    #[must_use]
    pub const fn mark(self) -> SanMark {
        self.mark
    }

    /// An origin in the form of the field of the same name.
    pub(super) const fn origin(file: Option<File>, rank: Option<Rank>) -> u8 {
        let file = match file {
            Some(file) => file as u8 + 1,
            None => 0,
        };
        let rank = match rank {
            Some(rank) => rank as u8 + 1,
            None => 0,
        };
        file | rank << 4
    }

    pub(super) const fn castling(side: CastlingSide) -> San {
        San {
            what: What::Castling(side),
            to: Square::A1,
            origin: 0,
            promotion: None,
            captures: false,
            mark: SanMark::None,
        }
    }
}

impl FromStr for San {
    type Err = SanError;

    fn from_str(text: &str) -> Result<San, SanError> {
        San::from_bytes(text.as_bytes())
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what {
            What::Castling(CastlingSide::KingSide) => f.write_str("O-O")?,
            What::Castling(CastlingSide::QueenSide) => f.write_str("O-O-O")?,
            What::Piece(_) | What::Squares => {
                if let What::Piece(role) = self.what
                    && role != Role::Pawn
                {
                    write!(f, "{}", role.upper_char())?;
                }
                if let Some(file) = self.from_file() {
                    write!(f, "{file}")?;
                }
                if let Some(rank) = self.from_rank() {
                    write!(f, "{rank}")?;
                }
                if self.captures {
                    f.write_str("x")?;
                }
                write!(f, "{}", self.to)?;
                if let Some(role) = self.promotion {
                    write!(f, "={}", role.upper_char())?;
                }
            }
        }
        f.write_str(match self.mark {
            SanMark::None => "",
            SanMark::Check => "+",
            SanMark::Mate => "#",
        })
    }
}

/// `San("Nf3")`.
impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San(\"{self}\")")
    }
}
