// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a player was known when they took their seat.
//!
//! Names, titles and ratings change; a game that was played does not. So the log carries what was true at that
//! moment, and a game's page and PGN show it for ever. Logs from before there were accounts carry nothing, and so do
//! the seats of guests.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's name, title and rating at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerDetails {
    /// The name as it was written then.
    pub name: PlayerName,
    /// The title; `None` for a player without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Title>,
    /// The rating in the category of the game; `None` for a player without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<RatingThen>,
}

/// A rating at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatingThen {
    /// In rating points, rounded.
    pub points: u16,
    /// Whether it rested on few games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

/// A name that can be shown: 1 to 80 bytes of UTF-8, not blank at either end, without control characters. Which names
/// players may choose is for the accounts to say, and stricter.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct PlayerName(Box<str>);

impl PlayerName {
    /// The longest name, in bytes: twenty characters of any script.
    pub const MAX_BYTES: usize = 80;

    /// The name's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PlayerName {
    type Error = PlayerNameError;

    fn try_from(name: String) -> Result<Self, PlayerNameError> {
        if name.is_empty() || name.len() > Self::MAX_BYTES {
            return Err(PlayerNameError::Length { found: name.len() });
        }
        if name.trim() != name || name.chars().any(char::is_control) {
            return Err(PlayerNameError::Characters);
        }
        Ok(Self(name.into()))
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0.into()
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// A text that is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerNameError {
    /// Empty, or too long.
    #[error("a name has 1 to {} bytes, not {found}", PlayerName::MAX_BYTES)]
    Length {
        /// How many bytes the text has.
        found: usize,
    },
    /// Blank at one end, or with control characters.
    #[error("a name has no blanks at its ends and no control characters")]
    Characters,
}

/// A title, written before the name: those of FIDE, of national federations, and the one of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Title {
    /// Grandmaster.
    Gm,
    /// Woman grandmaster.
    Wgm,
    /// International master.
    Im,
    /// Woman international master.
    Wim,
    /// FIDE master.
    Fm,
    /// Woman FIDE master.
    Wfm,
    /// Candidate master.
    Cm,
    /// Woman candidate master.
    Wcm,
    /// National master.
    Nm,
    /// A program.
    Bot,
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Gm => "GM",
            Self::Wgm => "WGM",
            Self::Im => "IM",
            Self::Wim => "WIM",
            Self::Fm => "FM",
            Self::Wfm => "WFM",
            Self::Cm => "CM",
            Self::Wcm => "WCM",
            Self::Nm => "NM",
            Self::Bot => "BOT",
        })
    }
}
