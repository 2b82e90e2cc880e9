// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages from the server to a client, on its only socket.

use serde::{Deserialize, Serialize};
use tabiya_game::GameId;
use tabiya_rules::{Attempt, Color};

use crate::people::profile::RatingChanges;
use crate::{
    ChallengeEnd, ChallengeView, ChatLineView, CommandId, GameEvent, GameView, MaySay, MoveView, PlayerView,
    Refusal, SearchEnd, SeekView, Situation, Topic,
};

/// A message of the server: one JSON object in a text frame, whose `type` is the variant. Every message about
/// a topic names it.
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
        /// The side that this client plays; null for a spectator.
        you: Option<Color>,
        /// The game.
        game: Box<GameView>,
        /// Whether more moves of a long game follow directly in `moves`; omitted if there are no more.
        #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        more: bool,
    },
    /// The next moves of a long game, after a `state` or other `moves` with `more`.
    Moves {
        /// The game.
        topic: Topic,
        /// The number of moves before these.
        from: u32,
        /// The moves.
        moves: Vec<MoveView>,
        /// Whether more moves follow; omitted if there are no more.
        #[serde(default, skip_serializing_if = "crate::left_out::is_false")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
        more: bool,
    },
    /// An event, which is stored. The numbers within a game have no gaps.
    Event {
        /// The game.
        topic: Topic,
        /// The event's number.
        seq: u32,
        /// The command that caused it, if this client sent it.
        id: Option<CommandId>,
        /// The event.
        event: GameEvent,
        /// The situation after it.
        situation: Box<Situation>,
    },
    /// A resume is complete: all missed events have been sent.
    Synced {
        /// The game.
        topic: Topic,
        /// The number of the newest event.
        seq: u32,
        /// The side that this client plays; null for a spectator.
        you: Option<Color>,
        /// The current situation, clocks included.
        situation: Box<Situation>,
    },
    /// A resume is complete in a topic that is no game: all missed messages have been sent.
    Resumed {
        /// The topic.
        topic: Topic,
        /// The number of its newest message.
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seq: u64,
    },
    /// The subscription to this topic has ended.
    Unsubscribed {
        /// The topic.
        topic: Topic,
    },
    /// A command or a subscription was refused, and nothing changed.
    Refused {
        /// The topic of the message; null if the message was not valid or had no topic.
        topic: Option<Topic>,
        /// The command; null for a subscription, and if the message was not valid.
        id: Option<CommandId>,
        /// The number of the topic's newest message; null if the client is not subscribed to it.
        seq: Option<u64>,
        /// The reason, for programs.
        refusal: Refusal,
        /// The reason in English.
        message: String,
    },
    /// Who is connected. Sent to everybody when a player connects or disconnects, and to the players when a
    /// spectator does, at most twice a second. Neither stored nor numbered.
    Presence {
        /// The game.
        topic: Topic,
        /// Whether White is connected; a computer always is.
        white: bool,
        /// Whether Black is connected; a computer always is.
        black: bool,
        /// The number of spectators' sockets.
        watchers: u32,
        /// The names of spectators with an account, at most twenty; omitted if there are none.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
        names: Vec<String>,
    },
    /// A player who is to move has left a game with clocks, or has come back. Neither stored nor numbered.
    Absence {
        /// The game.
        topic: Topic,
        /// The player's side.
        by: Color,
        /// After how many milliseconds the opponent may claim the game; 0 means now, null that the player has
        /// come back.
        claim_in_ms: Option<u32>,
    },
    /// The queue of premoves of this client's player, whenever it has changed and after a subscription if it
    /// is not empty. Only the player's own connections get it. Neither stored nor numbered.
    Premoves {
        /// The game.
        topic: Topic,
        /// The command that changed the queue, if this client sent it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<CommandId>,
        /// The moves that wait, in UCI notation.
        #[cfg_attr(feature = "ts", ts(type = "Array<string>"))]
        moves: Vec<Attempt>,
        /// The move that could not be played; the moves behind it are gone, too.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        dropped: Option<Box<DroppedPremove>>,
    },
    /// The state of a rematch. Neither stored nor numbered.
    Rematch {
        /// The game.
        topic: Topic,
        /// The side that offers one.
        offered_by: Option<Color>,
        /// The new game, when both sides have agreed.
        game: Option<GameId>,
        /// The side that has declined the last offer; omitted if nobody has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        declined_by: Option<Color>,
    },
    /// How a rated game changed its players' ratings. Sent shortly after its end, and to clients that
    /// subscribe later. Not numbered.
    Rated {
        /// The game.
        topic: Topic,
        /// Both players' changes.
        changes: RatingChanges,
    },
    /// The beginning of everything on the topic `me`: the first message to a client that subscribed to it, and again after it
    /// has missed messages. The client forgets what it was told before; what still holds follows directly.
    Mine {
        /// The topic `me`.
        topic: Topic,
        /// The name of the account for which this connection speaks; omitted for a guest.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        account: Option<String>,
    },
    /// The latest lines of a chat: the first message of a subscription.
    Chat {
        /// The chat.
        topic: Topic,
        /// The latest lines, the oldest first.
        lines: Vec<ChatLineView>,
        /// What this client may say.
        may_say: MaySay,
    },
    /// Something was said in a chat.
    ChatLine {
        /// The chat.
        topic: Topic,
        /// The command that said it, if this client sent it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<CommandId>,
        /// The line.
        line: ChatLineView,
    },
    /// Staff have removed a line of a chat.
    ChatLineRemoved {
        /// The chat.
        topic: Topic,
        /// The line's number.
        number: u32,
    },
    /// Staff will look at a line.
    ChatReported {
        /// The chat.
        topic: Topic,
        /// The command.
        id: CommandId,
        /// The line's number.
        number: u32,
    },
    /// The player's notices have changed, or were read in another tab: ask for them again.
    Notices {
        /// The topic `me`.
        topic: Topic,
    },
    /// The player has an opponent: a search, a challenge or an organiser's round has become a game.
    Paired {
        /// The topic `me`.
        topic: Topic,
        /// The new game.
        game: GameId,
        /// The opponent.
        opponent: PlayerView,
    },
    /// A challenge to or from the player: a new one, or one with new terms.
    Challenge {
        /// The topic `me`.
        topic: Topic,
        /// The challenge.
        challenge: ChallengeView,
    },
    /// A challenge to or from the player waits no longer.
    ChallengeEnded {
        /// The topic `me`.
        topic: Topic,
        /// The challenge.
        challenge: ChallengeView,
        /// How it ended.
        ended: ChallengeEnd,
    },
    /// Who looks for an opponent. Sent after subscribing and, at most twice a second, when it has changed.
    Lobby {
        /// The topic `lobby`.
        topic: Topic,
        /// Who has waited longest, the longest first; at most 40.
        seeks: Vec<SeekView>,
        /// How many there are in all.
        waiting: u32,
    },
    /// What this client looks for. Other clients of the same player are not told.
    Searching {
        /// The topic `lobby`.
        topic: Topic,
        /// The command that this answers; null if it answers none.
        id: Option<CommandId>,
        /// What it looks for; null if it looks for nothing any more.
        seek: Option<SeekView>,
        /// Why the search is over; null if it is not.
        ended: Option<SearchEnd>,
    },
    /// Somebody who looks for the same game, but casual, while this client looks for a rated one and has found nobody. The
    /// client accepts with `accept_seek`.
    CasualOffer {
        /// The topic `lobby`.
        topic: Topic,
        /// The other one; null if that offer is gone.
        seek: Option<SeekView>,
    },
    /// The answer to a ping.
    Pong {
        /// The topic that the ping named.
        topic: Option<Topic>,
        /// The number of the topic's newest message.
        seq: Option<u64>,
    },
    /// The client speaks another version of the protocol. The page reloads itself once.
    Outdated {
        /// The server's version.
        protocol: u16,
    },
}

impl ServerMessage {
    /// Whether the message has a place for the number of the command that caused it, which only the sender is told.
    pub const fn names_its_command(&self) -> bool {
        matches!(
            self,
            Self::Event { .. } | Self::Premoves { .. } | Self::ChatLine { .. } | Self::Searching { .. }
        )
    }

    /// The same message for the client whose command caused it.
    #[must_use]
    pub fn caused_by(mut self, command: CommandId) -> Self {
        match &mut self {
            Self::Event { id, .. }
            | Self::Premoves { id, .. }
            | Self::ChatLine { id, .. }
            | Self::Searching { id, .. } => *id = Some(command),
            _ => {}
        }
        self
    }
}

/// A premove that could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct DroppedPremove {
    /// The move.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub uci: Attempt,
    /// The reason, for programs.
    pub refusal: Refusal,
    /// The reason in English.
    pub message: String,
}

/// Declares the types of this file to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    page.visit::<ServerMessage>();
}
