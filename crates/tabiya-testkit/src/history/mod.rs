// SPDX-License-Identifier: AGPL-3.0-or-later
//! The history checker compares what clients received with the server's log.
//!
//! Clients record what they sent, which moves were acknowledged, and every event that they received
//! ([`GameHistory`]). After the run the log is read from the database in its stored form ([`Log`]), and
//! [`check`] reports every fault: an acknowledged move that is missing, duplicated or elsewhere; a stream
//! with a gap or with something else than the log; a clock that gained time; events after the end; an illegal
//! move; a command with a key that was carried out twice, or after it had been refused. The moves are replayed with `tabiya_rules` alone, because the server itself uses the game's replay.

mod charges;
mod check;
mod fault;
mod keys;
mod log;
#[cfg(test)]
mod tests;

use std::fmt;

pub use charges::{Charge, charges};
pub use check::check;
pub use fault::Fault;
pub use log::{Log, LogError};

/// A move as clients write it, `e2e4` or `e7e8q`. Castling is the king's move of two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uci {
    letters: [u8; 5],
}

impl Uci {
    /// `None` unless it has four or five letters and digits.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut letters = [0; 5];
        if !matches!(bytes.len(), 4 | 5) || !bytes.iter().all(u8::is_ascii_alphanumeric) {
            return None;
        }
        letters[..bytes.len()].copy_from_slice(bytes);
        Some(Self { letters })
    }

    /// The text of the move.
    pub fn as_str(&self) -> &str {
        let length = if self.letters[4] == 0 { 4 } else { 5 };
        std::str::from_utf8(&self.letters[..length]).expect("it was made of ASCII letters and digits")
    }
}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A move that a client sent, once or several times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The number of half-moves before it.
    pub ply: u32,
    /// The move.
    pub uci: Uci,
}

/// A move whose event came as the answer to its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    /// The number of half-moves before it.
    pub ply: u32,
    /// The move.
    pub uci: Uci,
    /// The event's number.
    pub seq: u32,
}

/// A command with a key: any but a move. A client sends it again under its key when an answer was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The side of its player, as the log writes it.
    pub by: &'static str,
    /// The key.
    pub key: String,
    /// The event that the command causes, as the log writes it.
    pub event: &'static str,
    /// What the client was told.
    pub answer: Answer,
}

/// The answer to a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was carried out; the number of its event, where that was told.
    Done(Option<u32>),
    /// Each time that it was sent it was refused.
    Refused,
    /// None, at least to one of its copies: it may have been carried out.
    Unknown,
}

/// Something that a client received on its sockets, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A move.
    Move {
        /// The event's number.
        seq: u32,
        /// The move.
        uci: Uci,
        /// The mover's clock after it, in milliseconds.
        clock: Option<u32>,
    },
    /// The game's end.
    Ended {
        /// The event's number.
        seq: u32,
    },
    /// Another event.
    Other {
        /// The event's number.
        seq: u32,
    },
    /// The whole game instead of events; only on a new connection.
    State {
        /// The number of the newest event in it.
        seq: u32,
        /// All moves so far.
        moves: Box<[Uci]>,
    },
    /// The repeated answer to a command that was sent again. Its event may be older than the newest.
    Repeated {
        /// The event's number.
        seq: u32,
        /// The move.
        uci: Uci,
    },
    /// The same of a command that is no move.
    RepeatedOther {
        /// The event's number.
        seq: u32,
    },
    /// The number of the newest event, without the event.
    Newest {
        /// That number.
        seq: u32,
    },
}

/// Everything that one client received.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// On all its connections, in order.
    pub heard: Vec<Received>,
    /// Whether it must have received the newest event, because it was connected at the end.
    pub to_the_end: bool,
}

/// One game as its clients saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHistory {
    /// The game's id.
    pub game: String,
    /// All moves that were sent, legal or not.
    pub sent: Vec<Sent>,
    /// All moves that were acknowledged.
    pub acknowledged: Vec<Acknowledged>,
    /// Moves that were refused each time that they were sent.
    pub refused: Vec<Sent>,
    /// All commands with keys.
    pub asked: Vec<Asked>,
    /// What each client received.
    pub streams: Vec<Stream>,
    /// The moves as the server sent them over HTTP at the end.
    pub http_moves: Option<Vec<Uci>>,
    /// The number of the newest event, as the game's clients had it when the run ended. `None` means the
    /// log's last event.
    pub newest: Option<u32>,
}
