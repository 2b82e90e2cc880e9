// SPDX-License-Identifier: MIT OR Apache-2.0
//! Challenges: one player asks another, by name, for a game.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;

use crate::http::{ColorChoice, StartPosition};
use crate::{PlayerView, TimeControlView};

/// The game that a challenge is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChallengeTerms {
    /// The time control; null if unlimited.
    pub time: Option<TimeControlView>,
    /// The colour of the player who challenges.
    pub color: ColorChoice,
    /// The starting position.
    #[serde(default)]
    pub start: StartPosition,
    /// Whether the game is rated.
    #[serde(default)]
    pub rated: bool,
    /// Whether only the players and staff may see the game; false if omitted. Rated games can't be private.
    #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub private: bool,
    /// What is forbidden in the game. Only programs ask for it.
    #[serde(default, skip_serializing_if = "tabiya_game::Restrictions::is_empty")]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub restrictions: tabiya_game::Restrictions,
}

/// The body of `POST /api/page/challenges`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct MakeChallenge {
    /// The name of the player who is challenged.
    pub to: String,
    /// The game.
    pub terms: ChallengeTerms,
}

/// A challenge that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChallengeView {
    /// Its id, which stays when its terms change.
    pub id: GameId,
    /// Counts the changes of its terms. An answer names the version that it answers.
    pub version: u32,
    /// The id that the game of this version will have. Programs call the version by it.
    pub game: GameId,
    /// Who challenges; after a counter-proposal, the player who made it.
    pub from: PlayerView,
    /// Who is to answer.
    pub to: PlayerView,
    /// The game.
    pub terms: ChallengeTerms,
    /// Whether the player who is told this is the one to answer.
    pub yours: bool,
    /// When it expires, in milliseconds since 1970.
    pub expires: u64,
}

/// The body of `POST /api/page/challenges/ID/accept` and `/cancel`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct AnswerChallenge {
    /// The version that the player has seen.
    pub version: u32,
}

/// The body of `POST /api/page/challenges/ID/decline`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct DeclineChallenge {
    /// The version that the player has seen.
    pub version: u32,
    /// Why.
    pub reason: DeclineReason,
}

/// The body of `POST /api/page/challenges/ID/change`: other terms, from either player. Whoever is to answer proposes them
/// to the other one, who is then to answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ChangeChallenge {
    /// The version that the player has seen.
    pub version: u32,
    /// The game.
    pub terms: ChallengeTerms,
}

/// Why a challenge is declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum DeclineReason {
    /// No reason is given.
    None,
    /// Not now.
    Later,
    /// The time control is too fast.
    TooFast,
    /// The time control is too slow.
    TooSlow,
    /// Only rated games, please.
    Rated,
    /// Only casual games, please.
    Casual,
    /// Only from the standard position, please.
    Standard,
}

/// How a challenge ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ChallengeEnd {
    /// It was accepted.
    Accepted {
        /// The game.
        game: GameId,
    },
    /// It was declined.
    Declined {
        /// By whom.
        by: PlayerView,
        /// Why.
        reason: DeclineReason,
        /// The word of a program that has declined it, for other programs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(skip))]
        word: Option<String>,
    },
    /// The player who made it has taken it back.
    Cancelled,
    /// Nobody has answered.
    Expired,
}

/// None of its bodies has a field that is a list.
pub(crate) const LISTS: &[&str] = &[];

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<AnswerChallenge>();
    page.visit::<ChangeChallenge>();
    page.visit::<DeclineChallenge>();
    page.visit::<MakeChallenge>();
}
