// SPDX-License-Identifier: AGPL-3.0-or-later
//! Roles of accounts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What an account may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Plays.
    #[default]
    Player,
    /// Also makes players with code cards, and events.
    Organiser,
    /// Also warns, mutes, closes and reopens players' accounts.
    Moderator,
    /// Everything.
    Admin,
}

impl Role {
    /// All of them, the least first.
    pub const ALL: [Self; 4] = [Self::Player, Self::Organiser, Self::Moderator, Self::Admin];

    /// The role's word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Organiser => "organiser",
            Self::Moderator => "moderator",
            Self::Admin => "admin",
        }
    }

    /// The role with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.word() == word)
    }

    /// Whether the role is more than a player's.
    pub const fn is_staff(self) -> bool {
        !matches!(self, Self::Player)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
