// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ids of games and players. The caller supplies the random bits; nothing here is random.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A game's id: eight of the characters `0-9A-Za-z`, as in the address `/game/ID`.
///
/// There are 62⁸ ≈ 2·10¹⁴ of them: short enough to read aloud, and too many to guess one that is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts", type = "string"))]
pub struct GameId([u8; GameId::LEN]);

impl GameId {
    /// The number of characters of an id.
    pub const LEN: usize = 8;

    /// The id for these bits. If the bits are uniformly distributed, the probabilities of any two ids differ
    /// by at most one part in eighty thousand.
    ///
    /// ```
    /// # use tabiya_game::GameId;
    /// assert_eq!(GameId::from_bits(0).to_string(), "00000000");
    /// assert_eq!(GameId::from_bits(61).to_string(), "0000000z");
    /// ```
    pub const fn from_bits(mut bits: u64) -> Self {
        let mut text = [0; Self::LEN];
        let mut place = Self::LEN;
        while place > 0 {
            place -= 1;
            text[place] = BASE62[(bits % 62) as usize];
            bits /= 62;
        }
        Self(text)
    }

    /// The id's text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("base62 is ASCII")
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameId({self})")
    }
}

impl FromStr for GameId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        match <[u8; Self::LEN]>::try_from(text.as_bytes()) {
            Ok(bytes) if bytes.iter().all(u8::is_ascii_alphanumeric) => Ok(Self(bytes)),
            _ => Err(IdError::Game { found: clipped(text) }),
        }
    }
}

impl TryFrom<String> for GameId {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> Self {
        id.to_string()
    }
}

/// A player's id: sixteen bytes, written as 32 hexadecimal digits.
///
/// It identifies the holder of a guest's cookie but is not the cookie. It is never sent to clients.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlayerId([u8; PlayerId::LEN]);

impl PlayerId {
    /// The number of bytes of an id.
    pub const LEN: usize = 16;

    /// The id of these bytes.
    pub const fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        Self(bytes)
    }

    /// The id's bytes.
    pub const fn as_bytes(&self) -> &[u8; Self::LEN] {
        &self.0
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PlayerId({self})")
    }
}

impl FromStr for PlayerId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let error = || IdError::Player { found: clipped(text) };
        let digit = |byte: u8| match byte {
            b'0'..=b'9' => Ok(byte - b'0'),
            b'a'..=b'f' => Ok(byte - b'a' + 10),
            _ => Err(error()),
        };
        if text.len() != 2 * Self::LEN {
            return Err(error());
        }
        let mut bytes = [0; Self::LEN];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for PlayerId {
    type Error = IdError;

    fn try_from(text: String) -> Result<Self, IdError> {
        text.parse()
    }
}

impl From<PlayerId> for String {
    fn from(id: PlayerId) -> Self {
        id.to_string()
    }
}

/// A text that is not an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not a game's id.
    #[error("a game's id is {} letters and digits, not \"{found}\"", GameId::LEN)]
    Game {
        /// The text, cut to 40 characters.
        found: String,
    },
    /// Not a player's id.
    #[error("a player's id is {} hexadecimal digits in lower case, not \"{found}\"", 2 * PlayerId::LEN)]
    Player {
        /// The text, cut to 40 characters.
        found: String,
    },
}

/// Enough of an invalid text to recognise it. Not more, because anybody could have sent it.
fn clipped(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut clipped: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        clipped.push('…');
    }
    clipped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_round_trip_and_bad_ones_are_named() {
        for bits in [0, 1, 61, 62, 62u64.pow(8) - 1, 62u64.pow(8), u64::MAX] {
            let id = GameId::from_bits(bits);
            assert_eq!(id.to_string().parse(), Ok(id));
        }
        for bad in ["", "1234567", "123456789", "1234-678", "12345é7"] {
            assert!(bad.parse::<GameId>().is_err(), "{bad}");
        }
        let player = PlayerId::from_bytes(*b"0123456789abcdef");
        assert_eq!(player.to_string(), "30313233343536373839616263646566");
        assert_eq!(player.to_string().parse(), Ok(player));
        assert!("3031323334353637383961626364656F".parse::<PlayerId>().is_err());
        let error = "x\n".repeat(100).parse::<PlayerId>().unwrap_err().to_string();
        assert!(error.len() < 200 && error.contains("x\\nx") && error.contains('…'), "{error}");
    }
}
