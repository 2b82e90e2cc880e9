// SPDX-License-Identifier: AGPL-3.0-or-later
//! Faults in a history.

use super::Uci;

/// Something that must never happen. Plies and event numbers count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant's sentence names its fields")]
pub enum Fault {
    /// The log is not valid.
    Unreadable(String),
    /// An acknowledged move is not in the log.
    Lost { ply: u32, uci: Uci, seq: u32 },
    /// An acknowledged move is in the log, but with another number than the client was told.
    Renumbered { ply: u32, uci: Uci, told: u32, found: u32 },
    /// The log repeats a move right after it.
    Duplicated { ply: u32, uci: Uci },
    /// A move in the log that no client sent at that ply.
    NeverSent { ply: u32, uci: Uci },
    /// A move in the log is illegal.
    Illegal { ply: u32, uci: String, why: String },
    /// A client received event numbers with a gap, or a lower number after a higher one.
    Gap { client: usize, after: u32, heard: u32 },
    /// A client received something else than the log has.
    Differs { client: usize, seq: u32, heard: String, log: String },
    /// A client that was connected at the end has not received the newest events.
    MissedNewest { client: usize, heard: u32, last: u32 },
    /// The moves over HTTP are not the log's.
    HttpMovesDiffer { told: usize, logged: usize },
    /// A clock shows more than its previous time, increment, compensation and credits allow.
    ClockGained { seq: u32, shows: u64, at_most: u64 },
    /// An event after the end.
    AfterEnd { seq: u32, kind: String },
    /// A second end.
    EndedTwice { seq: u32 },
    /// A move that was refused, and not sent again, is in the log.
    RefusedMove { ply: u32, uci: Uci },
    /// A command with a key was carried out more than once.
    DoneTwice { by: &'static str, key: String, first: u32, again: u32 },
    /// A command was refused each time that it was sent, and is in the log.
    RefusedButDone { by: &'static str, key: String, seq: u32 },
    /// A client was told that its command was carried out, and the log has it nowhere, or elsewhere.
    NotDone { by: &'static str, key: String, told: Option<u32>, found: Option<u32> },
    /// The event of a command's key is not of the kind that the command causes.
    DoneOtherwise { by: &'static str, key: String, seq: u32, kind: String },
    /// An event that only commands with keys cause has the key of none.
    NeverAsked { seq: u32, kind: String },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "the log can't be read: {why}"),
            Self::Lost { ply, uci, seq } => {
                write!(f, "LOST: {uci} at ply {ply}, acknowledged as event {seq}, is not in the log")
            }
            Self::Renumbered { ply, uci, told, found } => {
                write!(
                    f,
                    "renumbered: {uci} at ply {ply} was acknowledged as event {told} and is event {found}"
                )
            }
            Self::Duplicated { ply, uci } => write!(f, "duplicated: {uci} is repeated at ply {ply}"),
            Self::NeverSent { ply, uci } => write!(f, "nobody sent {uci} at ply {ply}, which is in the log"),
            Self::Illegal { ply, uci, why } => {
                write!(f, "illegal move in the log: {uci} at ply {ply}: {why}")
            }
            Self::Gap { client, after, heard } => {
                write!(f, "gap: client {client} heard event {heard} after event {after}")
            }
            Self::Differs { client, seq, heard, log } => {
                write!(f, "different: client {client} heard {heard} as event {seq}, the log has {log}")
            }
            Self::MissedNewest { client, heard, last } => {
                write!(f, "client {client} heard nothing after event {heard}, the log goes to {last}")
            }
            Self::HttpMovesDiffer { told, logged } => {
                write!(f, "HTTP returned {told} moves that are not the {logged} of the log")
            }
            Self::ClockGained { seq, shows, at_most } => {
                write!(
                    f,
                    "a clock gained: it shows {shows} ms at event {seq}, at most {at_most} ms were possible"
                )
            }
            Self::AfterEnd { seq, kind } => write!(f, "{kind} as event {seq}, after the end"),
            Self::EndedTwice { seq } => write!(f, "a second end as event {seq}"),
            Self::RefusedMove { ply, uci } => {
                write!(f, "{uci} at ply {ply} was refused and never sent again, and is in the log")
            }
            Self::DoneTwice { by, key, first, again } => {
                write!(f, "{by}'s command {key} was carried out as event {first} and as event {again}")
            }
            Self::RefusedButDone { by, key, seq } => {
                write!(f, "{by}'s command {key} was refused, and is event {seq}")
            }
            Self::NotDone { by, key, told, found } => {
                write!(f, "{by} was told that command {key} is event {told:?}; the log has it as {found:?}")
            }
            Self::DoneOtherwise { by, key, seq, kind } => {
                write!(f, "{by}'s command {key} has caused {kind} as event {seq}")
            }
            Self::NeverAsked { seq, kind } => write!(f, "nobody asked for {kind}, event {seq}"),
        }
    }
}
