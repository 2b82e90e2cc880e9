// SPDX-License-Identifier: MIT OR Apache-2.0
//! The desk: the log of what staff has done.

use serde::{Deserialize, Serialize};

use super::site::SiteView;
use crate::people::account::RoleView;

/// One line of the log of what staff has done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ActionView {
    /// Counts up.
    pub id: u64,
    /// When.
    pub at: u64,
    /// Who, as they were called then.
    pub by: String,
    /// What.
    pub deed: DeedView,
    /// Why, or more about it, in the words of whoever did it; may be empty.
    pub why: String,
    /// To whom, as they are called now; empty where it was not about one player.
    pub about: String,
    /// In which game; none where it was not about one.
    pub game: Option<tabiya_game::GameId>,
    /// Whether somebody has undone it.
    pub undone: bool,
    /// Whether it can be undone.
    pub can_undo: bool,
}

/// What staff has done, with what was before and what is after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "did", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum DeedView {
    /// Made an account at the command line.
    Add {
        /// Its role.
        role: RoleView,
    },
    /// Downloaded a backup.
    Backup {
        /// How long it is.
        bytes: u64,
    },
    /// Made a new card for a player.
    Card,
    /// Made cards for a list.
    Cards {
        /// How many.
        count: u32,
    },
    /// Changed the words that are covered in chats.
    ChatWords,
    /// Closed an account.
    Close,
    /// Made an invitation.
    Invite,
    /// Switched kid mode for an account.
    Kid {
        /// Whether it is on since.
        on: bool,
    },
    /// Muted a player.
    Mute,
    /// Set a rating.
    Rating {
        /// In which category.
        category: tabiya_game::Category,
        /// Before.
        before: SetRatingView,
        /// After.
        after: SetRatingView,
    },
    /// Removed a line of a chat.
    RemoveLine {
        /// What it said.
        text: String,
    },
    /// Gave an account another name.
    Rename {
        /// Before.
        before: String,
        /// After.
        after: String,
    },
    /// Opened a closed account again.
    Reopen,
    /// Settled a report.
    Report {
        /// Its number.
        number: u64,
    },
    /// Made a link by which a player sets a new password.
    Reset,
    /// Gave an account another role.
    Role {
        /// Before.
        before: RoleView,
        /// After.
        after: RoleView,
    },
    /// Removed a second factor.
    SecondFactor,
    /// Ended all sessions of a player.
    Sessions,
    /// Changed the site.
    Site {
        /// Before.
        before: Box<SiteView>,
        /// After.
        after: Box<SiteView>,
    },
    /// Stopped the server.
    Stop,
    /// Made an access token at the command line: a program acts for a player with it.
    Token {
        /// What it allows, as names with a blank between them.
        scopes: String,
    },
    /// Undid an earlier act.
    Undo {
        /// Its number.
        act: u64,
    },
    /// Let a player write again.
    Unmute,
    /// Gave the points of a game back.
    Unrate,
    /// Warned a player.
    Warn,
    /// Something that is known by its words alone: an earlier version wrote it, or a newer one.
    Words {
        /// What, in a word.
        word: String,
        /// More, in words.
        details: String,
    },
}

/// A rating as staff sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SetRatingView {
    /// In points.
    pub points: u16,
    /// How uncertain it is, in points.
    pub deviation: u16,
}

/// The answer to `GET /api/page/desk/log`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ActionsPage {
    /// The latest first.
    pub entries: Vec<ActionView>,
    /// What to send as `after` for the next page; none at the end.
    pub next: Option<String>,
}
