// SPDX-License-Identifier: MIT OR Apache-2.0
//! The journal of an event, as organisers read it.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::EntrantId;

/// `GET /api/page/events/ID/journal`: the newest lines first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct EventJournal {
    /// The lines.
    pub lines: Vec<JournalLine>,
    /// What to ask for as `before` to read on; null at the journal's beginning.
    pub before: Option<u64>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct JournalLine {
    /// The number of the entry, from 1.
    pub number: u64,
    /// When.
    pub at: Time,
    /// Who did it.
    pub by: JournalBy,
    /// What was done.
    pub what: JournalWhat,
    /// Whom it is about: nobody, an entrant, or White and Black.
    pub entrants: Vec<EntrantId>,
    /// The round, from 1; null where it is about none.
    pub round: Option<u16>,
    /// The boards, from 1; none where it is about none, or about all of the round.
    pub boards: Vec<u16>,
    /// The result, the helper's name, or for whom a code is; empty where there is none.
    pub text: String,
    /// Why; empty if nobody has said so.
    pub why: String,
}

/// Who did something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum JournalBy {
    /// The server by itself, or the operator at the command line.
    Server {},
    /// An account.
    Account {
        /// Its name; null where it is closed.
        name: Option<String>,
    },
    /// An entrant whom an account has become by a code: the account's name is nobody's to know.
    Entrant {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A helper with a code.
    Code {
        /// For whom the code is.
        label: String,
    },
    /// A phone at a table.
    Table {},
}

/// What was done. The names say it; [`JournalLine`] has the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
#[expect(missing_docs, reason = "each is called what it is")]
pub enum JournalWhat {
    Created,
    SettingsChanged,
    PrizesSet,
    FeesSet,
    FeeChosen,
    SectionAdded,
    OwnerSet,
    AccountsLeft,
    AccountsBack,
    HelperNamed,
    HelperRemoved,
    Entered,
    TeamChosen,
    LinedUp,
    CardCorrected,
    BoardFixed,
    BoardFreed,
    PlaysOnline,
    PlaysAtVenue,
    Withdrew,
    Paused,
    Rejoined,
    Bye,
    HalfPointBye,
    Away,
    ComesAfterAll,
    Present,
    NotPresent,
    Paid,
    NotPaid,
    CodeGiven,
    CodeRevoked,
    ClaimGiven,
    ClaimRevoked,
    Claimed,
    Erased,
    CheckInClosed,
    Paired,
    PairedByHand,
    BoardAdded,
    ByeGiven,
    DraftUndone,
    Published,
    Unpublished,
    StartSet,
    StartByHand,
    Started,
    GameAdded,
    GameMade,
    GamesLeft,
    GamesBrought,
    Result,
    Corrected,
    PlayerResultsOn,
    PlayerResultsOff,
    TableCodesRenewed,
    SeatTaken,
    SeatFreed,
    Disputed,
    DisputeSettled,
    ArbiterCalled,
    CallAnswered,
    ClocksPaused,
    ClocksResumed,
    ClockSet,
    SetBack,
    GameTyped,
    GameRemoved,
    Postponed,
    ArenaOpened,
    ArenaPaired,
    ArenaResult,
    Reminded,
    Finished,
    Cancelled,
}
