// SPDX-License-Identifier: AGPL-3.0-or-later
//! What can be wrong with a history.

use super::Uci;

/// Something that must never happen. Plies and numbers of events count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant's sentence names its fields")]
pub enum Fault {
    /// The log itself can't be read as one.
    Unreadable(String),
    /// An acknowledged move is not in the log.
    Lost { ply: u32, uci: Uci, seq: u32 },
    /// An acknowledged move stands in the log, but at another place than was told.
    Moved { ply: u32, uci: Uci, told: u32, found: u32 },
    /// A move stands in the log once more, right after it was played.
    Doubled { ply: u32, uci: Uci },
    /// A move in the log that no client sent at that ply.
    NobodySent { ply: u32, uci: Uci },
    /// A move in the log that the rules forbid.
    Illegal { ply: u32, uci: String, why: String },
    /// A client heard numbers with a gap, or backwards.
    Gap { client: usize, after: u32, heard: u32 },
    /// A client heard something else than the log says.
    Unequal { client: usize, seq: u32, heard: String, log: String },
    /// A client that was connected to the end has not heard the newest events.
    BehindAtTheEnd { client: usize, heard: u32, last: u32 },
    /// HTTP tells other moves than the log.
    ToldOtherMoves { told: usize, logged: usize },
    /// A clock shows more than what it showed, the increment, compensation and credits allow.
    ClockGained { seq: u32, shows: u64, at_most: u64 },
    /// Something after the end.
    AfterEnd { seq: u32, kind: String },
    /// A second end.
    EndedTwice { seq: u32 },
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "the log can't be read: {why}"),
            Self::Lost { ply, uci, seq } => {
                write!(f, "LOST: {uci} at ply {ply}, acknowledged as event {seq}, is not in the log")
            }
            Self::Moved { ply, uci, told, found } => {
                write!(f, "moved: {uci} at ply {ply} was acknowledged as event {told} and is event {found}")
            }
            Self::Doubled { ply, uci } => write!(f, "doubled: {uci} stands again at ply {ply}"),
            Self::NobodySent { ply, uci } => write!(f, "nobody sent {uci} at ply {ply}, which is in the log"),
            Self::Illegal { ply, uci, why } => {
                write!(f, "illegal move in the log: {uci} at ply {ply}: {why}")
            }
            Self::Gap { client, after, heard } => {
                write!(f, "gap: client {client} heard event {heard} after event {after}")
            }
            Self::Unequal { client, seq, heard, log } => {
                write!(f, "unequal: client {client} heard {heard} as event {seq}, the log says {log}")
            }
            Self::BehindAtTheEnd { client, heard, last } => {
                write!(f, "client {client} heard nothing after event {heard}, the log goes to {last}")
            }
            Self::ToldOtherMoves { told, logged } => {
                write!(f, "HTTP told {told} moves that are not the {logged} of the log")
            }
            Self::ClockGained { seq, shows, at_most } => {
                write!(
                    f,
                    "a clock gained: it shows {shows} ms at event {seq}, at most {at_most} ms were possible"
                )
            }
            Self::AfterEnd { seq, kind } => write!(f, "{kind} as event {seq}, after the end"),
            Self::EndedTwice { seq } => write!(f, "a second end as event {seq}"),
        }
    }
}
