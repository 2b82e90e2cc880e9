// SPDX-License-Identifier: MIT OR Apache-2.0
//! The desk: accounts, as staff sees and changes them.

use serde::{Deserialize, Serialize};

use crate::people::account::RoleView;

/// One account, in the answer to `GET /api/page/desk/users`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct UserRow {
    /// The name.
    pub name: String,
    /// What the account may do.
    pub role: RoleView,
    /// Whether it is in kid mode.
    pub kid: bool,
    /// Whether staff have muted it: its player plays, and does not write.
    pub muted: bool,
    /// Whether log-in asks for a second factor.
    pub second_factor: bool,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// Whether it is closed.
    pub closed: bool,
    /// When one of its sessions was used last, give or take a few minutes; none without a session.
    pub last_seen: Option<u64>,
    /// Whether the player has a page open.
    pub online: bool,
    /// Whether the account was made by list, with a code card.
    pub by_list: bool,
}

/// The answer to `GET /api/page/desk/users`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct UsersPage {
    /// In the order of their names.
    pub users: Vec<UserRow>,
    /// What to send as `after` for the next page; none at the end.
    pub next: Option<String>,
}

/// The body of `POST /api/page/desk/users/{name}/role`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GiveRole {
    /// What the account may do from now on.
    pub role: RoleView,
}

/// The body of the calls that say something: warn, close, reopen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SayWhy {
    /// In words; may be empty where there is nothing to say.
    #[serde(default)]
    pub text: String,
}

/// The body of `POST /api/page/desk/users/{name}/rating`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SetRating {
    /// In which category.
    pub category: tabiya_game::Category,
    /// The rating, in points.
    pub rating: u16,
    /// How uncertain it is, from 30 to 350 points.
    pub deviation: u16,
}

/// The body of `POST /api/page/desk/users/{name}/rename`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Rename {
    /// The new name.
    pub name: String,
}

/// The body of `POST /api/page/desk/users/{name}/reset`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Reset {
    /// Removes the second factor, in place of making a link for a new password.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub second_factor: bool,
}

/// A link to be carried to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct LinkMade {
    /// The whole address, with the secret behind `#`. It works once.
    pub link: String,
}

/// The body of `POST /api/page/desk/users/{name}/kid`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SayKid {
    /// Whether the account is in kid mode from now on.
    pub kid: bool,
}
