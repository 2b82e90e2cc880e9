// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages about a game.

use serde::{Deserialize, Serialize};
use tabiya_game::{CommandKey, GameId};
use tabiya_rules::{Attempt, Color};

use crate::people::profile::RatingChanges;
use crate::{CommandId, GameEvent, GameView, MoveView, Refusal, Situation, Topic};

/// What a client asks of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum GameCommand {
    /// Attempt a move. An illegal move is answered with the reason.
    Play {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The number of the newest event that the client had when the move was made. The move is stale if
        /// another was played or taken back after that. The same move may be sent again with the same number.
        seq: u32,
        /// The move in UCI notation: `e2e4`, `e7e8q`; castling as `e1g1`, or as the king capturing its own
        /// rook.
        uci: String,
    },
    /// Replace the queue of premoves: moves to be played as soon as it is this side's turn, one in each turn.
    /// Answered by `premoves`.
    Premoves {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The number of the newest event that the client had. Premoves that were played after that are left
        /// out of `moves` where these begin with them.
        seq: u32,
        /// The whole queue, at most 16 moves in UCI notation; an empty list cancels all.
        moves: Vec<String>,
    },
    /// Take the open seat.
    Join {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// Which seat, where both are open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        color: Option<Color>,
    },
    /// Resign the game.
    Resign {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// End the game without a result. Possible until both sides have moved.
    Abort {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// Offer a draw. The offer is open until it is answered or the opponent moves.
    OfferDraw {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// Answer the opponent's draw offer.
    AnswerDraw {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// Whether the draw is accepted.
        accept: bool,
        /// The number of the last event that the client had when it learned of the offer. One that was made later is not
        /// answered by this message, which is then refused as `stale`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seq: Option<u32>,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// Propose to take back: the own last move in the opponent's turn, else the last move of each side. Against
    /// the computer in a casual game it happens at once.
    ProposeTakeback {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// Answer the opponent's proposal to take back.
    AnswerTakeback {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// Whether the moves are taken back.
        accept: bool,
        /// The number of the last event that the client had when it learned of the proposal. One that was made later is not
        /// answered by this message, which is then refused as `stale`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        seq: Option<u32>,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// Give the opponent 15 seconds on the clock.
    GiveTime {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// Before the own first move in a game of an arena: give up half of the time, and what moves add, for a point more.
    Berserk {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// Claim a draw by threefold repetition or the fifty-move rule in the current position.
    ClaimDraw {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Claim the win or a draw against an opponent who has been away for the time that `absence` stated.
    ClaimLeft {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
        /// The result that is claimed.
        claim: LeftClaim,
        /// The same whenever this command is sent again: then it is carried out once, and answered as before. Chosen at random.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        key: Option<CommandKey>,
    },
    /// After the end: offer another game with colours exchanged, or accept the opponent's offer.
    Rematch {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
    /// Decline the opponent's rematch, or withdraw the own offer.
    DeclineRematch {
        /// The game.
        topic: Topic,
        /// Repeated in the answer.
        id: CommandId,
    },
}

impl GameCommand {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] = &[
        "play",
        "premoves",
        "join",
        "resign",
        "abort",
        "offer_draw",
        "answer_draw",
        "propose_takeback",
        "answer_takeback",
        "give_time",
        "berserk",
        "claim_draw",
        "claim_left",
        "rematch",
        "decline_rematch",
    ];

    /// The command's number.
    pub const fn id(&self) -> CommandId {
        match *self {
            Self::Play { id, .. }
            | Self::Premoves { id, .. }
            | Self::Join { id, .. }
            | Self::Resign { id, .. }
            | Self::Abort { id, .. }
            | Self::OfferDraw { id, .. }
            | Self::AnswerDraw { id, .. }
            | Self::ProposeTakeback { id, .. }
            | Self::AnswerTakeback { id, .. }
            | Self::GiveTime { id, .. }
            | Self::Berserk { id, .. }
            | Self::ClaimDraw { id, .. }
            | Self::ClaimLeft { id, .. }
            | Self::Rematch { id, .. }
            | Self::DeclineRematch { id, .. } => id,
        }
    }

    /// The topic that it is about.
    pub const fn topic(&self) -> &Topic {
        match self {
            Self::Play { topic, .. }
            | Self::Premoves { topic, .. }
            | Self::Join { topic, .. }
            | Self::Resign { topic, .. }
            | Self::Abort { topic, .. }
            | Self::OfferDraw { topic, .. }
            | Self::AnswerDraw { topic, .. }
            | Self::ProposeTakeback { topic, .. }
            | Self::AnswerTakeback { topic, .. }
            | Self::GiveTime { topic, .. }
            | Self::Berserk { topic, .. }
            | Self::ClaimDraw { topic, .. }
            | Self::ClaimLeft { topic, .. }
            | Self::Rematch { topic, .. }
            | Self::DeclineRematch { topic, .. } => topic,
        }
    }
}

/// What is told of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum GameMessage {
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
        /// The command of this client that has led here, where it had been carried out before; else omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        id: Option<CommandId>,
        /// The current situation, clocks included.
        situation: Box<Situation>,
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
}

impl GameMessage {
    /// The types of these messages.
    pub(crate) const TYPES: &[&str] =
        &["state", "moves", "event", "synced", "presence", "absence", "premoves", "rematch", "rated"];

    /// The message for the client whose command caused it; `None` if it has no place for the command's number.
    pub(crate) fn caused_by(&self, command: CommandId) -> Option<Self> {
        let mut message = self.clone();
        match &mut message {
            Self::Event { id, .. } | Self::Synced { id, .. } | Self::Premoves { id, .. } => {
                *id = Some(command)
            }
            Self::State { .. }
            | Self::Moves { .. }
            | Self::Presence { .. }
            | Self::Absence { .. }
            | Self::Rematch { .. }
            | Self::Rated { .. } => return None,
        }
        Some(message)
    }
}

/// The result that a player claims against an opponent who has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum LeftClaim {
    /// A win; a draw if no series of legal moves leads to the claimant's mate.
    Win,
    /// A draw.
    Draw,
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
