// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from the server to a client, over the game's WebSocket.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_rules::Color;

use crate::{CommandId, GameEvent, GameView, Refusal, Situation};

/// What the server says on a game's socket: one JSON object a text frame, told apart by `type`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ServerMessage {
    /// The whole game; the first message on a socket that did not resume.
    State {
        /// The number of the newest event in it.
        seq: u32,
        /// Whose side this client plays; none for one who watches.
        you: Option<Color>,
        /// The game.
        game: Box<GameView>,
    },
    /// Something happened, and is stored. Numbered without gaps within a game.
    Event {
        /// The event's number.
        seq: u32,
        /// The command that caused it, where this client sent it.
        id: Option<CommandId>,
        /// What happened.
        event: GameEvent,
        /// How the game stands now.
        situation: Box<Situation>,
    },
    /// A resume is complete: all missed events have been sent, and this is how the game stands now.
    Synced {
        /// The number of the newest event.
        seq: u32,
        /// Whose side this client plays; none for one who watches.
        you: Option<Color>,
        /// How the game stands now, clocks included.
        situation: Box<Situation>,
    },
    /// A command was refused, and nothing changed.
    Refused {
        /// The command; none where the message could not be read.
        id: Option<CommandId>,
        /// The number of the newest event.
        seq: u32,
        /// Why, for programs.
        refusal: Refusal,
        /// Why, in English.
        message: String,
    },
    /// Who is connected; told to all when a player comes or goes, and to players when a watcher does. Not stored, not
    /// numbered.
    Presence {
        /// Whether White is connected; a computer always is.
        white: bool,
        /// Whether Black is connected; a computer always is.
        black: bool,
        /// How many sockets watch.
        watchers: u32,
    },
    /// A player has left a game with clocks on their turn, or has come back. Not stored, not numbered.
    Absence {
        /// Who.
        by: Color,
        /// After how many milliseconds the opponent may claim the game, 0 = now; none = has come back.
        claim_in_ms: Option<u32>,
    },
    /// How a rematch stands. Not stored, not numbered.
    Rematch {
        /// Who offers one.
        offered_by: Option<Color>,
        /// The new game, once both have agreed.
        game: Option<GameId>,
    },
    /// The answer to a ping.
    Pong {
        /// The number of the newest event.
        seq: u32,
    },
    /// This client speaks another version; a page reloads itself once.
    Outdated {
        /// The server's version.
        protocol: u16,
    },
}
