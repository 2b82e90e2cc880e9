// SPDX-License-Identifier: MIT OR Apache-2.0
//! Name, title and rating of a player at the moment when the player took a seat.
//!
//! Names, titles and ratings change, but a finished game must not. So the log stores them as they were, and
//! the game's page and PGN always show these. Logs from before there were accounts, and the seats of guests,
//! have none.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A player's name, title and rating at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerDetails {
    /// The name at that moment.
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
    /// Rating points, rounded.
    pub points: u16,
    /// Whether the rating is provisional, because it is based on few games.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

/// A name that can be displayed: 1 to 80 bytes of UTF-8, without spaces at the ends and without control
/// characters. Accounts have stricter rules for the names that players may choose.
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
    /// The text is empty or too long.
    #[error("a name has 1 to {} bytes, not {found}", PlayerName::MAX_BYTES)]
    Length {
        /// The text's length in bytes.
        found: usize,
    },
    /// The text has a space at one end, or a control character.
    #[error("a name has no blanks at its ends and no control characters")]
    Characters,
}

/// A title, written before the name: those of FIDE, of national federations, and that of programs.
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
