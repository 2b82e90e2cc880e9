// SPDX-License-Identifier: AGPL-3.0-or-later
//! What staff does, as the log of staff's acts has it.

use super::rights::Permission;

/// Between what was and what is, in the details of an act.
pub const ARROW: &str = " → ";

/// Something that staff did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StaffAct {
    /// An admin has downloaded a backup of the database.
    Backup,
    /// A player got a new card to log in with.
    Card,
    /// Several players on an organiser's list were made, or got new cards.
    Cards,
    /// The words that are covered in chats were changed.
    ChatWords,
    /// An account was closed.
    Close,
    /// A link was made by which one player may register.
    Invite,
    /// Kid mode was switched for an account; the details say `on` or `off`.
    Kid,
    /// A player may not write in chats any more.
    Mute,
    /// A player's rating was set.
    Rating,
    /// A line of a chat was removed.
    RemoveLine,
    /// An account got another name.
    Rename,
    /// A closed account was opened again.
    Reopen,
    /// A report was settled.
    Report,
    /// A link was made by which a player sets a new password.
    Reset,
    /// An account got another role.
    Role,
    /// A player's second factor was removed.
    SecondFactor,
    /// All sessions of a player were ended.
    Sessions,
    /// The site's rules were changed.
    Site,
    /// An earlier act was undone; the details say its number.
    Undo,
    /// A player may write in chats again.
    Unmute,
    /// A game counts for the ratings no longer: both players got their points back.
    Unrate,
    /// A player was warned.
    Warn,
}

impl StaffAct {
    const ALL: [Self; 22] = [
        Self::Backup,
        Self::Card,
        Self::Cards,
        Self::ChatWords,
        Self::Close,
        Self::Invite,
        Self::Kid,
        Self::Mute,
        Self::Rating,
        Self::RemoveLine,
        Self::Rename,
        Self::Reopen,
        Self::Report,
        Self::Reset,
        Self::Role,
        Self::SecondFactor,
        Self::Sessions,
        Self::Site,
        Self::Undo,
        Self::Unmute,
        Self::Unrate,
        Self::Warn,
    ];

    /// Its word in the log. Words that were released never change: they stand in databases.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Backup => "backup",
            Self::Card => "card",
            Self::Cards => "cards",
            Self::ChatWords => "chat_words",
            Self::Close => "close",
            Self::Invite => "invite",
            Self::Kid => "kid",
            Self::Mute => "mute",
            Self::Rating => "rating",
            Self::RemoveLine => "remove_line",
            Self::Rename => "rename",
            Self::Reopen => "reopen",
            Self::Report => "report",
            Self::Reset => "reset",
            Self::Role => "role",
            Self::SecondFactor => "second_factor",
            Self::Sessions => "sessions",
            Self::Site => "site",
            Self::Undo => "undo",
            Self::Unmute => "unmute",
            Self::Unrate => "unrate",
            Self::Warn => "warn",
        }
    }

    /// The act with this word; `None` for one that a newer program has written.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|act| act.word() == word)
    }

    /// The permission that undoing this act needs; `None` where it can't be undone.
    pub const fn undone_by(self) -> Option<Permission> {
        match self {
            Self::Close | Self::Reopen | Self::Mute | Self::Unmute => Some(Permission::Moderate),
            Self::Rating | Self::Unrate => Some(Permission::Rate),
            Self::Role => Some(Permission::GiveRole),
            Self::Rename => Some(Permission::Rename),
            Self::Kid => Some(Permission::Reset),
            Self::Backup
            | Self::Card
            | Self::Cards
            | Self::ChatWords
            | Self::Invite
            | Self::RemoveLine
            | Self::Report
            | Self::Reset
            | Self::SecondFactor
            | Self::Sessions
            | Self::Site
            | Self::Undo
            | Self::Warn => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_is_known_by_its_own_word() {
        for act in StaffAct::ALL {
            assert_eq!(StaffAct::of(act.word()), Some(act));
        }
        assert_eq!(StaffAct::of("of tomorrow"), None);
    }
}
