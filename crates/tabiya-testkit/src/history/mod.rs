// SPDX-License-Identifier: AGPL-3.0-or-later
//! The history checker: what clients were told, held against the log that the server has in the end.
//!
//! Clients write down what they sent, what was acknowledged and every event that came in ([`GameHistory`]). After the
//! run the log is read from the database, in the form in which it is stored ([`Log`]), and [`check`] names every fault:
//! an acknowledged move that is missing, stands twice or elsewhere; a stream with a gap, or one that tells something else
//! than the log; a clock that gained; an end that is not one; a move against the rules. The moves are replayed with
//! `tabiya_rules` alone, not with the game's own replay, which the server uses itself.

mod check;
mod fault;
mod log;
#[cfg(test)]
mod tests;

use std::fmt;

pub use check::check;
pub use fault::Fault;
pub use log::{Log, LogError};

/// A move's name, `e2e4` or `e7e8q`; castling moves the king two squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Uci {
    letters: [u8; 5],
}

impl Uci {
    /// None unless it has four or five letters.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut letters = [0; 5];
        if !matches!(bytes.len(), 4 | 5) || !bytes.iter().all(u8::is_ascii_alphanumeric) {
            return None;
        }
        letters[..bytes.len()].copy_from_slice(bytes);
        Some(Self { letters })
    }

    /// The name.
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

/// A move that a client sent, perhaps more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Half-moves played before it.
    pub ply: u32,
    /// The move.
    pub uci: Uci,
}

/// A move whose event came in as the answer to its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    /// Half-moves played before it.
    pub ply: u32,
    /// The move.
    pub uci: Uci,
    /// The event's number.
    pub seq: u32,
}

/// Something that came in on a client's sockets, in its order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
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
    /// The whole game, in place of events; only on a new connection.
    State {
        /// The newest event in it.
        seq: u32,
        /// Every move so far.
        moves: Box<[Uci]>,
    },
    /// An answer once more, to a command that was sent again. It may lie before the newest event.
    Again {
        /// The event's number.
        seq: u32,
        /// The move.
        uci: Uci,
    },
    /// The number of the newest event, told without one.
    Head {
        /// That number.
        seq: u32,
    },
}

/// All that one client heard.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stream {
    /// Everything, over all its connections.
    pub heard: Vec<Heard>,
    /// Whether it must have heard the log's last event: it was connected at the end.
    pub to_the_end: bool,
}

/// One game as its clients saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHistory {
    /// The game's id.
    pub game: String,
    /// What was sent, legal or not.
    pub sent: Vec<Sent>,
    /// What was acknowledged.
    pub acknowledged: Vec<Acknowledged>,
    /// What each client heard.
    pub streams: Vec<Stream>,
    /// The moves as the server told them over HTTP in the end.
    pub told: Option<Vec<Uci>>,
}
