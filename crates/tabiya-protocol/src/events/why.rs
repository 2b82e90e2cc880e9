// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why an entrant meets this opponent: computed once when a round is paired.
//!
//! The reasons are values and no sentences, because the page says them in the reader's language.

use serde::{Deserialize, Serialize};

use super::EntrantId;

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

/// How strongly a colour was wanted (C.04.3 article 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Wish {
    /// No colour: no game was played yet.
    None,
    /// Mildly: the colours alternate.
    Mild,
    /// Strongly: one game more with the other colour.
    Strong,
    /// Absolutely: two games more, or the same colour twice running.
    Absolute,
}

/// Which rule gave the colour (C.04.3 article 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ColourReason {
    /// Both have what they want.
    BothWishes,
    /// The stronger wish.
    Stronger,
    /// Other than in the last round in which they had different colours.
    Alternate,
    /// The higher-ranked player's wish.
    HigherRanked,
    /// By the number of the higher-ranked player.
    Number,
}

/// Why a pair that comes first in the order was not made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NotPaired {
    /// They met in this round.
    Met {
        /// The round.
        round: u16,
    },
    /// Both must have this colour.
    SameColour {
        /// The colour.
        side: Side,
    },
    /// The organiser keeps them apart.
    Forbidden,
    /// One of them is not there.
    Absent,
    /// Then the others can't all be paired.
    NoCompletion,
    /// The player had the bye, or a win's points without playing.
    HadBye,
    /// The number of players is even.
    NoBye,
    /// Another criterion would be met less well.
    Worse {
        /// The criterion of C.04.3 article 2, like `C12`.
        criterion: String,
        /// The score of the bracket in tenths of a point.
        bracket: i32,
        /// The values of the pairing that was made.
        made: Vec<i32>,
        /// The values that the other pairing would have.
        other: Vec<i32>,
    },
    /// As good, but later in the order of article 4.
    Later,
}

/// Why this opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum OpponentReason {
    /// The first in the order of article 3.3.
    First,
    /// Another one comes first, and could not be.
    NotFirst {
        /// That opponent.
        first: EntrantId,
        /// Why not.
        because: NotPaired,
    },
    /// The order leaves this player over.
    LeftOver,
    /// The pairing-allocated bye.
    Bye,
}

/// The reasons for one entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Why {
    /// Whose.
    pub entrant: EntrantId,
    /// By which rules.
    pub reason: PairingReason,
}

/// The reasons of each format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum PairingReason {
    /// FIDE Dutch. Scores are tenths of a point.
    Dutch {
        /// The score with which the entrant was paired.
        score: i32,
        /// The score of the bracket.
        bracket: i32,
        /// The opponent's score; `None` with the bye.
        opponent_score: Option<i32>,
        /// The colour that the entrant has.
        side: Option<Side>,
        /// The colour that the entrant wanted.
        wanted: Option<Side>,
        /// How strongly.
        wish: Wish,
        /// Which rule gave the colour.
        colour: Option<ColourReason>,
        /// Why this opponent.
        opponent: OpponentReason,
    },
    /// The Berger table.
    Table {
        /// The entrant's number in the table.
        number: u16,
        /// The opponent's number; `None` where the table has no opponent.
        opponent: Option<u16>,
    },
    /// The bracket of a knockout.
    Bracket {
        /// The entrant's place in the seeding.
        seed: u16,
        /// The opponent's; `None` where the entrant goes on without a match.
        opponent: Option<u16>,
    },
    /// The list of a Keizer.
    Keizer {
        /// The entrant's place in the list.
        place: u16,
        /// The entrant's own value.
        value: u32,
        /// The opponent's place; `None` with the bye.
        opponent_place: Option<u16>,
        /// What a win is worth today; `None` with the bye.
        opponent_value: Option<u32>,
        /// The colour that the entrant has.
        side: Option<Side>,
        /// Which rule gave the colour.
        colour: Option<KeizerColour>,
        /// Who stood nearer and was passed over: told of the higher one of a pair, and of who has the bye.
        passed: Vec<PassedOver>,
    },
    /// The boards of two teams.
    Team {
        /// The entrant's board in their team.
        board: u16,
        /// The opponent's board in theirs; `None` where the other team has nobody there.
        opponent: Option<u16>,
        /// The colour that the entrant has.
        side: Option<Side>,
        /// Whether everybody of one team meets everybody of the other.
        everyone: bool,
    },
}

/// Which rule gave the colour in a Keizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum KeizerColour {
    /// Whoever had White less often has White.
    FewerWhites,
    /// The other colour than in the last game.
    Alternate,
    /// By turns from board to board.
    Board,
}

/// Somebody who stood nearer in the list of a Keizer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct PassedOver {
    /// Who.
    pub entrant: EntrantId,
    /// Why not.
    pub because: NotPaired,
}

/// `GET /api/page/events/ID/why/ROUND/ENTRANT`: why an entrant meets this opponent; null where the reasons are still computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventWhy {
    /// The reasons.
    pub why: Option<Why>,
}
