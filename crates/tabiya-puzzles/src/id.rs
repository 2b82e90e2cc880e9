// SPDX-License-Identifier: AGPL-3.0-or-later
//! The name of a puzzle.

use std::fmt;
use std::str::FromStr;

use tabiya_rules::Position;

/// Letters of an id that this site makes.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// How many of them an id has that this site makes.
const LENGTH: usize = 8;
/// The number of letters and digits in the id of a puzzle that is not for everybody.
const LENGTH_AMONG: usize = 10;

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
        Self::written(position.key(), LENGTH)
    }

    /// The id of the puzzle that begins with this position and is for these alone. It says nothing about the one for everybody.
    #[must_use]
    pub fn among(position: &Position, readers: &[&[u8]]) -> Self {
        let bytes = readers.iter().copied().flatten();
        // FNV-1a over 64 bits, and the finaliser of SplitMix64.
        let hash =
            bytes.fold(position.key(), |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
        let hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self::written(hash ^ (hash >> 31), LENGTH_AMONG)
    }

    fn written(mut rest: u64, length: usize) -> Self {
        let mut text = String::with_capacity(length);
        for _ in 0..length {
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
        let among = |readers: &[&[u8]]| PuzzleId::among(&Position::start(), readers);
        assert_eq!(among(&[&[1; 16]]).as_str().len(), LENGTH_AMONG);
        assert_ne!(among(&[&[1; 16]]), among(&[&[2; 16]]));
        assert_ne!(among(&[&[1; 16]]), among(&[&[1; 16], &[1; 16]]));
        for wrong in ["", "a b", "ä", "12345678901234567", "a-b"] {
            assert!(wrong.parse::<PuzzleId>().is_err(), "{wrong}");
        }
        assert!("000rZ".parse::<PuzzleId>().is_ok());
    }
}
