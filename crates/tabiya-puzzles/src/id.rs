// SPDX-License-Identifier: AGPL-3.0-or-later
//! The name of a puzzle.

use std::fmt;
use std::str::FromStr;

use tabiya_rules::Position;

/// Letters of an id that this site makes.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// How many of them an id has that this site makes.
const LENGTH: usize = 8;

/// The id of a puzzle: 1 to 16 letters and digits. Puzzles from elsewhere keep theirs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId(String);

/// A text that names no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a puzzle's id has 1 to 16 letters and digits, not {found:?}")]
pub struct PuzzleIdError {
    found: String,
}

impl PuzzleId {
    /// The longest id, in characters.
    pub const MOST: usize = 16;

    /// The id of the puzzle that begins with this position: the same on every machine.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut rest = position.key();
        let mut text = String::with_capacity(LENGTH);
        for _ in 0..LENGTH {
            text.push(char::from(LETTERS[(rest % 62) as usize]));
            rest /= 62;
        }
        Self(text)
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PuzzleId {
    type Err = PuzzleIdError;

    fn from_str(text: &str) -> Result<Self, PuzzleIdError> {
        let fits = (1..=Self::MOST).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric());
        if fits {
            Ok(Self(text.to_owned()))
        } else {
            Err(PuzzleIdError { found: text.chars().take(40).collect() })
        }
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_one_id() {
        let id = PuzzleId::of(&Position::start());
        assert_eq!(id.as_str().len(), LENGTH);
        assert_eq!(id.as_str().parse(), Ok(id.clone()));
        assert_ne!(PuzzleId::of(&Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap()), id);
        for wrong in ["", "a b", "ä", "12345678901234567", "a-b"] {
            assert!(wrong.parse::<PuzzleId>().is_err(), "{wrong}");
        }
        assert!("000rZ".parse::<PuzzleId>().is_ok());
    }
}
