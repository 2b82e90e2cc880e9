// SPDX-License-Identifier: AGPL-3.0-or-later
//! Kinds of servers and their messages. Everything else about a load run is the same for all of them.
//!
//! Other projects' servers are driven for comparison. Such a server is a program that takes
//! `serve --listen HOST:PORT --data FOLDER` and prints a line with the address on which it listens.

mod pychess;
mod relay;
pub(super) mod tabiya;

use memchr::memmem;
use tabiya_rules::Color;

use crate::history::Uci;

/// The kind of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Dialect {
    /// Tabiya with protocol 3
    #[value(skip)]
    Tabiya,
    /// Socket.IO, as `bench/relay` in this repository
    Relay,
    /// PyChess-variants of January 2025, which creates a game and its users when their socket is opened
    Pychess,
}

/// A message of a server, as far as the load generator uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// The whole game.
    State { seq: u32, seated: bool, moves: Vec<Uci>, ended: bool },
    /// An event of the game.
    Event { seq: u32, id: Option<u32>, event: EventKind },
    /// The client now has all events up to `seq`; `ply` half-moves were played.
    Synced { seq: u32, ply: u32, seated: bool },
    /// A command was refused.
    Refused { id: Option<u32>, kind: String },
    /// The number of the newest event.
    Pong { seq: u32 },
    /// The number of half-moves played. This is all that other servers' messages tell.
    Ply(u32),
    /// The server expects this text as an answer.
    AnswerWith(String),
    /// A message that the generator does not use.
    Other,
}

/// The kind of an event, with what is used of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EventKind {
    Joined,
    Move { uci: Uci, clock: Option<u32> },
    Ended,
    TurnRestarted,
    Other,
}

impl Dialect {
    /// Whether the server is Tabiya. Only then are games created over HTTP, connections resumed and logs checked.
    pub(super) fn is_tabiya(self) -> bool {
        self == Self::Tabiya
    }

    /// The path of the socket of a player in this game.
    pub(super) fn path(self, game: &str) -> String {
        match self {
            Self::Tabiya => "/api/socket?protocol=3".into(),
            Self::Relay => "/socket.io/?EIO=4&transport=websocket".into(),
            Self::Pychess => pychess::path(game),
        }
    }

    /// The cookie header of a player. `guest` is the cookie of a guest of Tabiya.
    pub(super) fn cookie(self, game: &str, side: Option<Color>, guest: &str) -> String {
        match self {
            Self::Tabiya => guest.into(),
            Self::Relay => String::new(),
            Self::Pychess => pychess::cookie(game, side),
        }
    }

    /// The first message of a client on a new connection, which has the events up to `after`. `None` if the server
    /// sends first.
    pub(super) fn subscribe(self, game: &str, after: Option<u32>) -> Option<String> {
        match self {
            Self::Tabiya => Some(tabiya::subscribe(game, after)),
            Self::Relay | Self::Pychess => None,
        }
    }

    /// The command for a move, number `id` of this client. `seq` is the newest event that the client has, `ply` the
    /// number of half-moves before the move.
    pub(super) fn play(self, game: &str, id: u32, seq: u32, ply: u32, uci: Uci) -> String {
        match self {
            Self::Tabiya => tabiya::command("play", game, id, &format!(r#","seq":{seq},"uci":"{uci}""#)),
            Self::Relay => relay::play(ply, uci),
            Self::Pychess => pychess::play(game, ply, uci),
        }
    }

    /// Reads a message to this client; `None` if it is not valid.
    pub(super) fn read(self, game: &str, side: Option<Color>, text: &[u8]) -> Option<Message> {
        match self {
            Self::Tabiya => tabiya::read(text),
            Self::Relay => Some(relay::read(game, side, text)),
            Self::Pychess => Some(pychess::read(text)),
        }
    }
}

/// The number after the first occurrence of `name`. `None` if `name` does not occur or no number follows.
fn number_after(text: &[u8], name: &[u8]) -> Option<u32> {
    leading_number(&text[memmem::find(text, name)? + name.len()..])
}

fn leading_number(text: &[u8]) -> Option<u32> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&text[..digits]).ok()?.parse().ok()
}
