// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results by players: the bodies of the calls of a phone at a table, and of those for the cards.

use serde::{Deserialize, Serialize};

use super::Side;

/// `GET /api/page/events/ID/tables`: what the cards of the tables have, for organisers alone.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TableCards {
    /// The cards, from table 1 on.
    pub cards: Vec<TableCard>,
}

/// What the card of a table has.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TableCard {
    /// The table: the number of its board.
    pub table: u16,
    /// Eight digits, to type.
    pub code: String,
    /// What the QR code has in their place.
    pub link: String,
}

/// The body of `POST /api/page/events/ID/table`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TableCall {
    /// The eight digits of the table's card, or what its QR code has in their place.
    pub code: String,
    /// What the phone does; absent to look only.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub act: Option<TableAct>,
}

/// What a phone at a table does. Each says the round that it shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum TableAct {
    /// It speaks for a player from now on.
    Sit {
        /// The round, from 1.
        round: u16,
        /// The player.
        side: Side,
    },
    /// It enters the result.
    Result {
        /// The round, from 1.
        round: u16,
        /// Which game of the board it is of, from 1: the one that the phone shows.
        game: u16,
        /// The result, as arbiters write it.
        outcome: String,
    },
    /// It says that the result is wrong.
    Dispute {
        /// The round, from 1.
        round: u16,
    },
    /// It calls the arbiter.
    Call {
        /// The round, from 1.
        round: u16,
    },
}

/// What a phone at a table sees.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TableView {
    /// What the event is called.
    pub name: String,
    /// The table.
    pub table: u16,
    /// What the page sends from now on in place of the digits.
    pub link: String,
    /// Whether players enter their own results in this event.
    pub on: bool,
    /// The last published round; 0 if there is none.
    pub round: u16,
    /// The board of this table in that round; null where there is none.
    pub board: Option<TableBoardView>,
}

/// The board of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TableBoardView {
    /// The name of the board's first player.
    pub white: String,
    /// The name of the second one.
    pub black: String,
    /// Which game of the board is played now, or was the last one, from 1.
    pub game: u16,
    /// Whether the second one has White in the game that is played now.
    pub turned: bool,
    /// Whether it is played on this server, and brings its result by itself.
    pub online: bool,
    /// The result of the last game, as arbiters write it; null while it is open.
    pub outcome: Option<String>,
    /// The result of the game before the one that is played now, as arbiters write it; null where there is none.
    pub before: Option<String>,
    /// Whether the second one had White in that game.
    pub before_turned: bool,
    /// For whom a phone speaks already.
    pub taken: Vec<Side>,
    /// For whom this phone speaks.
    pub own: Option<Side>,
    /// Which of the two entered the result; null for others.
    pub entered_by: Option<Side>,
    /// Whether the result is disputed.
    pub disputed: bool,
    /// Whether the arbiter has decided about the result: it is not disputed again.
    pub decided: bool,
    /// Whether the arbiter was called.
    pub called: bool,
}

/// What the arbiter's desk sees of a table; nobody else does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct TableNotes {
    /// For whom a phone speaks.
    pub taken: Vec<Side>,
    /// Which of the two entered the result; null for others.
    pub entered_by: Option<Side>,
    /// Whether the result is disputed.
    pub disputed: bool,
    /// Whether the arbiter was called.
    pub called: bool,
    /// Why the clocks of the board's game on this server are paused, perhaps empty; null while they run.
    pub paused: Option<String>,
}
