// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helpers without an account: the bodies of their calls, and of those that give them codes.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::HelperGame;

/// A helper's code as organisers see it: never its digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct HelperCodeView {
    /// Its number in the event.
    pub number: u16,
    /// For whom it is.
    pub label: String,
    /// The first board that it opens.
    pub first: u16,
    /// The last board that it opens.
    pub last: u16,
    /// Whether it also corrects results.
    pub deputy: bool,
    /// When it ends.
    pub until: Time,
    /// Whether it was taken back.
    pub revoked: bool,
}

/// The body of `POST /api/page/events/ID/codes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct GiveHelperCode {
    /// For whom it is.
    pub label: String,
    /// The first board that it opens, from 1.
    pub first: u16,
    /// The last board that it opens.
    pub last: u16,
    /// Whether it also corrects results.
    pub deputy: bool,
}

/// The answer to it. Nobody sees the digits again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewHelperCode {
    /// Eight digits.
    pub code: String,
    /// What the helper's link has in their place.
    pub link: String,
}

/// The body of `POST /api/page/events/ID/results`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct HelperCall {
    /// The helper's eight digits, or what the link has in their place.
    pub code: String,
    /// The result to enter; absent to look only.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub result: Option<HelperResult>,
    /// The board whose result somebody at the results screen disputes.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub dispute: Option<DisputedBoard>,
    /// The game of a board that the helper has typed.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<HelperGame>,
}

/// A board whose result somebody says is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct DisputedBoard {
    /// The round, from 1.
    pub round: u16,
    /// The board, from 1.
    pub board: u16,
}

/// A result that a helper enters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct HelperResult {
    /// The number of the last entry that the helper has seen.
    pub seen: u64,
    /// The round, from 1.
    pub round: u16,
    /// The board, from 1.
    pub board: u16,
    /// Which game of the board, from 1.
    pub game: u16,
    /// The result, as arbiters write it, White of that game first.
    pub outcome: String,
}

/// What a code opens.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct HelperView {
    /// What the event is called.
    pub name: String,
    /// The number of its last entry.
    pub number: u64,
    /// The last published round; 0 if there is none.
    pub round: u16,
    /// The first board that the code opens.
    pub first: u16,
    /// The last board that the code opens.
    pub last: u16,
    /// Whether the code also corrects results.
    pub deputy: bool,
    /// Whether a result can be disputed here, as players do where they enter their own results.
    pub may_dispute: bool,
    /// The boards.
    pub boards: Vec<HelperBoard>,
    /// What the page sends from now on in place of the digits: wrong guesses of others do not keep it out.
    pub link: String,
}

/// A board of a helper.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct HelperBoard {
    /// Its number, from 1.
    pub number: u16,
    /// Its games, the first one first: one, or those of a knockout's match. The last one is played now, or was the last.
    pub games: Vec<HelperBoardGame>,
    /// Whether it is played on this server, and brings its result by itself.
    pub online: bool,
    /// Whether the result is disputed.
    pub disputed: bool,
}

/// A game of a helper's board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct HelperBoardGame {
    /// The name of White in this game.
    pub white: String,
    /// The name of Black in this game.
    pub black: String,
    /// The result, as arbiters write it; null while it is open.
    pub outcome: Option<String>,
    /// Whether somebody has typed the game.
    pub typed: bool,
}
