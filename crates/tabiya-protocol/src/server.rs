// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from the server to a client, over its one socket.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_rules::Color;

use crate::people::profile::RatingChanges;
use crate::{CommandId, GameEvent, GameView, MoveView, Refusal, Situation, Topic};

/// What the server says: one JSON object a text frame, told apart by `type`. Every message about a topic names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum ServerMessage {
    /// The whole game: the first message to a client that did not resume.
    State {
        /// The game.
        topic: Topic,
        /// The number of the newest event in it.
        seq: u32,
        /// Whose side this client plays; none for one who watches.
        you: Option<Color>,
        /// The game.
        game: Box<GameView>,
        /// Whether it is a long game, whose later moves follow at once in `moves`; left out where all are there.
        #[serde(default, skip_serializing_if = "is_false")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        more: bool,
    },
    /// The next moves of a long game, after a `state` or other `moves` with `more`.
    Moves {
        /// The game.
        topic: Topic,
        /// How many moves came before these.
        from: u32,
        /// The moves.
        moves: Vec<MoveView>,
        /// Whether others follow; left out where these are the last.
        #[serde(default, skip_serializing_if = "is_false")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        more: bool,
    },
    /// Something happened, and is stored. Numbered without gaps within a game.
    Event {
        /// The game.
        topic: Topic,
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
        /// The game.
        topic: Topic,
        /// The number of the newest event.
        seq: u32,
        /// Whose side this client plays; none for one who watches.
        you: Option<Color>,
        /// How the game stands now, clocks included.
        situation: Box<Situation>,
    },
    /// The client is told nothing more about this topic.
    Unsubscribed {
        /// Which one.
        topic: Topic,
    },
    /// A command or a subscription was refused, and nothing changed.
    Refused {
        /// What it was about; none where the message could not be read or was about no topic.
        topic: Option<Topic>,
        /// The command; none for a subscription, and where the message could not be read.
        id: Option<CommandId>,
        /// The number of the topic's newest event; none where the client is not subscribed to it.
        seq: Option<u32>,
        /// Why, for programs.
        refusal: Refusal,
        /// Why, in English.
        message: String,
    },
    /// Who is connected; told to all when a player comes or goes, and to players when a spectator does, at most twice
    /// a second. Not stored, not numbered.
    Presence {
        /// The game.
        topic: Topic,
        /// Whether White is connected; a computer always is.
        white: bool,
        /// Whether Black is connected; a computer always is.
        black: bool,
        /// How many sockets watch.
        watchers: u32,
    },
    /// A player has left a game with clocks on their turn, or has come back. Not stored, not numbered.
    Absence {
        /// The game.
        topic: Topic,
        /// Who.
        by: Color,
        /// After how many milliseconds the opponent may claim the game, 0 = now; none = has come back.
        claim_in_ms: Option<u32>,
    },
    /// How a rematch stands. Not stored, not numbered.
    Rematch {
        /// The game.
        topic: Topic,
        /// Who offers one.
        offered_by: Option<Color>,
        /// The new game, once both have agreed.
        game: Option<GameId>,
    },
    /// How a rated game has changed its players' ratings: a moment after its end, and to a client that comes later. Not
    /// numbered.
    Rated {
        /// The game.
        topic: Topic,
        /// Both players' changes.
        changes: RatingChanges,
    },
    /// The answer to a ping.
    Pong {
        /// The topic that the ping named.
        topic: Option<Topic>,
        /// The number of its newest event.
        seq: Option<u32>,
    },
    /// This client speaks another version; a page reloads itself once.
    Outdated {
        /// The server's version.
        protocol: u16,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for this signature")]
pub(crate) const fn is_false(value: &bool) -> bool {
    !*value
}
