// SPDX-License-Identifier: MIT OR Apache-2.0
//! The variants of chess that are played here, and what each is called.
//!
//! This is the one list of variants, from here to the page. It stands above [`Position`], which knows the rules of
//! standard chess and of Chess960: they differ only in the starting position and in how castling is written.
//! A starting position that somebody chose is no variant: such a game has the rules of standard chess.

mod pgn;

use core::fmt;
use core::str::FromStr;

use alloc::string::String;

use crate::castling::CastlingMode;
use crate::position::Position;

/// A variant of chess: by which rules a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", rename_all = "camelCase"))]
pub enum Variant {
    /// Chess by the FIDE Laws.
    #[default]
    Standard,
    /// Chess from one of 960 starting positions (FIDE Laws, Guidelines II).
    Chess960,
}

/// A variant has a name for each reader: [`key`](Variant::key) on the wire and in databases, which
/// [`Display`](fmt::Display) writes and [`FromStr`] reads, [`pgn_name`](Variant::pgn_name) in files and for people,
/// [`uci_variant`](Variant::uci_variant) and [`uci_chess960`](Variant::uci_chess960) for engines.
///
/// ```
/// use tabiya_rules::{Position, Variant};
///
/// let start = Position::chess960(0).unwrap();
/// assert_eq!(start.variant(), Variant::Chess960);
/// assert_eq!(start.variant().key(), "chess960");
/// assert_eq!(Variant::from_pgn("Fischerandom"), Some(Variant::Chess960));
/// assert_eq!("standard".parse(), Ok(Variant::Standard));
/// ```
impl Variant {
    /// All variants, in the order in which lists show them.
    pub const ALL: [Variant; 2] = [Variant::Standard, Variant::Chess960];

    /// The name on the wire and in databases; the same as lichess's.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
        }
    }

    /// The value of the option `UCI_Variant`, with which an engine is told the variant.
    #[must_use]
    pub const fn uci_variant(self) -> &'static str {
        match self {
            Variant::Standard | Variant::Chess960 => "chess",
        }
    }

    /// Whether the option `UCI_Chess960` is on for this variant.
    #[must_use]
    pub const fn uci_chess960(self) -> bool {
        match self.castling_mode() {
            CastlingMode::Standard => false,
            CastlingMode::Chess960 => true,
        }
    }

    /// The variant that an engine is told by these two options; `None` if there is none.
    #[must_use]
    pub fn from_uci(variant: &str, chess960: bool) -> Option<Variant> {
        let is_meant = |each: &Variant| each.uci_variant() == variant && each.uci_chess960() == chess960;
        Variant::ALL.into_iter().find(is_meant)
    }

    /// How castling is written in UCI.
    #[must_use]
    pub const fn castling_mode(self) -> CastlingMode {
        match self {
            Variant::Standard => CastlingMode::Standard,
            Variant::Chess960 => CastlingMode::Chess960,
        }
    }

    /// The position from which every game begins whose players chose no other one; `None` if chance decides.
    #[must_use]
    pub fn fixed_start(self) -> Option<Position> {
        match self {
            Variant::Standard => Some(Position::start()),
            Variant::Chess960 => None,
        }
    }

    /// Whether games begin from this position without anybody having chosen it.
    #[must_use]
    pub fn is_usual_start(self, position: &Position) -> bool {
        match self {
            Variant::Standard => *position == Position::start(),
            Variant::Chess960 => position.chess960_number().is_some(),
        }
    }
}

impl Position {
    /// The variant by whose rules this position is played: standard chess or Chess960.
    ///
    /// Only its castling mode tells, so the arrangement of standard chess may be either.
    ///
    /// ```
    /// use tabiya_rules::{CastlingMode, Position, Variant};
    ///
    /// let start = Position::start();
    /// assert_eq!(start.variant(), Variant::Standard);
    /// assert_eq!(start.with_castling_mode(CastlingMode::Chess960).variant(), Variant::Chess960);
    /// ```
    #[must_use]
    pub const fn variant(&self) -> Variant {
        match self.castling_mode() {
            CastlingMode::Standard => Variant::Standard,
            CastlingMode::Chess960 => Variant::Chess960,
        }
    }
}

/// Writes the key.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// A text that is no variant's key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantError {
    found: String,
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the variant ")?;
        for (number, variant) in Variant::ALL.iter().enumerate() {
            let before = if number == 0 { "" } else { " or " };
            write!(f, "{before}{variant}")?;
        }
        write!(f, ", found {:?}", self.found)
    }
}

impl core::error::Error for VariantError {}

impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(key: &str) -> Result<Variant, VariantError> {
        let found = Variant::ALL.into_iter().find(|variant| variant.key() == key);
        found.ok_or_else(|| VariantError { found: key.chars().take(20).collect() })
    }
}
