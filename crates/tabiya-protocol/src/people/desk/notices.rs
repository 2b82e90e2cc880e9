// SPDX-License-Identifier: MIT OR Apache-2.0
//! Notices of one player, and the devices that they are pushed to.

use serde::{Deserialize, Serialize};

/// What a notice is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NoticeKind {
    /// It is the player's move in a game without a running clock.
    YourMove,
    /// Somebody wants to play.
    Challenge,
    /// A game has ended while the player was away.
    Result,
    /// Staff says something.
    Staff,
    /// An event begins soon.
    Event,
    /// The organiser has assigned a set of puzzles, or made a lesson of the player's games.
    Puzzles,
    /// The organiser has made a race of puzzles for the class.
    Race,
}

/// Where a notice leads: a page by its name among the page's addresses, with what stands in its path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "page", rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NoticePlace {
    /// The start page, where challenges are answered.
    Home,
    /// A game.
    Game {
        /// Which.
        id: tabiya_game::GameId,
    },
    /// An event.
    Event {
        /// Which.
        id: crate::events::EventId,
    },
    /// The puzzles of a set or a lesson, one after the other; or the page of puzzles, whose first line leads to the race of the class.
    Puzzles {
        /// Which set or lesson; its id is written like a game's. Null for the page.
        set: Option<tabiya_game::GameId>,
    },
}

impl NoticePlace {
    /// Its path, for letters.
    pub fn path(&self) -> String {
        match self {
            Self::Home => "/".to_owned(),
            Self::Game { id } => format!("/game/{id}"),
            Self::Event { id } => format!("/event/{id}"),
            Self::Puzzles { set: Some(set) } => format!("/puzzles#/in/{set}"),
            Self::Puzzles { set: None } => "/puzzles".to_owned(),
        }
    }
}

/// How a game has ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NoticeOutcome {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Without a result.
    Aborted,
    /// Lost in an event, because the player did not make the first move.
    LostByForfeit,
    /// The same, and the player is not paired until they rejoin.
    LostByForfeitAndPaused,
}

/// One notice, in the answer to `GET /api/page/notices`: an array, the latest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NoticeView {
    /// Counts up for each player.
    pub id: u64,
    /// When.
    pub at: u64,
    /// What it is about.
    pub kind: NoticeKind,
    /// What somebody has written; empty where nobody has.
    pub text: String,
    /// Whom it is about: the opponent, or who challenges; or the event, or the set of puzzles. Empty for a guest, the computer, and where it is about nobody.
    pub name: String,
    /// The computer's level, where that is the opponent; omitted otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub level: Option<u8>,
    /// How the game has ended for the player.
    pub outcome: Option<NoticeOutcome>,
    /// When the event begins, in milliseconds since 1970; omitted otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub starts: Option<u64>,
    /// Where it is followed up; `null` where there is nothing to do.
    pub place: Option<NoticePlace>,
    /// Whether the player has read it.
    pub read: bool,
}

/// The body of `POST /api/page/notices/read`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ReadNotices {
    /// Up to which number.
    pub up_to: u64,
}

/// The answer to `GET /api/page/push`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PushView {
    /// The server's public key, for the browser's push service; `null` where this site pushes nothing.
    pub key: Option<String>,
    /// Whether news are pushed to the device of this session.
    pub on: bool,
}

/// The body of `PUT /api/page/push`: what the browser says of its subscription.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PushTo {
    /// The address at the service of the browser's maker.
    pub endpoint: String,
    /// The device's public key, as base64url.
    pub key: String,
    /// The secret that the device shares with the server, as base64url.
    pub secret: String,
}
