// SPDX-License-Identifier: MIT OR Apache-2.0
//! What only the arbiter's desk sees of an event.

use serde::{Deserialize, Serialize};
use tabiya_game::Time;

use super::ByesView;
use super::EntrantFee;

/// What the desk has noted about an entrant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct DeskNotes {
    /// Whether somebody at the desk has seen the entrant.
    pub present: bool,
    /// Whether the fee is paid.
    pub paid: bool,
    /// What the entrant pays or has paid, in hundredths of the money; 0 where the event has no fees.
    pub fee: u32,
    /// Which fee the desk has said; null for what follows from the date of birth.
    pub fee_class: Option<EntrantFee>,
    /// Whether the entrant is not in the next round: marked absent, paused, or with a bye.
    pub out: bool,
    /// The board that is fixed for the entrant; null for any.
    pub fixed_board: Option<u16>,
    /// The rounds in which the entrant is not paired; null where nobody asks for byes.
    pub byes: Option<ByesView>,
    /// Whether the entrant has an account.
    pub account: MemberAccount,
    /// Whether the entrant came with an account that is on another server, from which the event was taken up: only then the desk says of
    /// somebody without an account here where they play.
    pub elsewhere: bool,
    /// When the code ends by which an account becomes the entrant; null without one.
    pub claim_until: Option<Time>,
}

/// Whether an entrant has an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum MemberAccount {
    /// Entered with it.
    Own,
    /// An account has become the entrant by a code.
    Claimed,
    /// None.
    None,
    /// None, and the name was erased.
    Erased,
}

/// The answer to `POST /api/page/events/ID/entrants/ENTRANT/claim`. Nobody sees the code again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NewClaimCode {
    /// Twelve letters and digits, in groups of four with a blank between two.
    pub code: String,
    /// When it ends.
    pub until: Time,
}

/// The body of `POST /api/page/events/ID/claim`. The answer is the event.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct ClaimEntrant {
    /// Twelve letters and digits: with blanks and dashes or without, in capital letters or small ones.
    pub code: String,
}

/// How far the check-in of an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct CheckInView {
    /// Whether it has closed: whoever was not there then is not paired.
    pub closed: bool,
    /// When it closes by itself; null if an organiser closes it.
    pub closes: Option<Time>,
}
