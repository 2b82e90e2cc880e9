// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes into a room's core and what comes out: values only.

use tabiya_accounts::feed::Departure;
use tabiya_engine::Report;
use tabiya_game::{GameId, Millis, PlayerId, Stamped, Terms, Time};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_protocol::{CommandId, GameEvent, Refusal, ServerMessage, Situation};
use tabiya_rules::{Attempt, Color, Winnable};
use tabiya_runtime::identity::Identity;
pub(crate) use tabiya_runtime::topic::Sender;
use tabiya_runtime::topic::SubscriberId;
use tabiya_store::AppendError;

use super::super::command::RoomCommand;
use super::super::computer::Thinking;
use super::super::reach::Reach;
use super::rematch::Rematch;
use super::replies::LinesRead;

/// The time of an input, as the task reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Now {
    /// On the line that this game counts by: the wall clock in correspondence, else the same as `line`.
    pub(crate) time: Time,
    /// On the process's own line, which never steps.
    pub(crate) line: Time,
    /// How long the server has stood still in all, in milliseconds.
    pub(crate) stalled: u64,
    /// Whether players on other nodes reach this one.
    pub(crate) reach: Reach,
}

/// Something that happens to a room.
#[derive(Debug)]
pub(crate) enum Input {
    /// The room begins. Comes first, and once.
    Begun,
    /// A client has subscribed; `after` is the last event that it has. `is_here` if it is connected to this node.
    Came { id: SubscriberId, identity: Option<Identity>, after: Option<u64>, is_here: bool },
    /// A client has unsubscribed, or its connection is gone.
    Left { id: SubscriberId, how: Departure },
    /// A client has missed messages and is to be told everything again.
    Missed { id: SubscriberId },
    /// A client wants to know the number of the newest event.
    Pinged { id: SubscriberId },
    /// A client's command, as it reached its socket at `arrival`.
    Commanded { sender: Sender, command: RoomCommand, arrival: Time, lag: Option<Millis> },
    /// A command that would have the computer help the player in another game.
    Unfair { sender: Sender, refusal: Refusal },
    /// The game has been rated.
    Rated(RatingChanges),
    /// A player has stored other lines.
    LinesChanged,
    /// The instant that [`RoomCore::next_wake`](super::RoomCore::next_wake) named.
    Woken,
    /// The computer has thought; none where the engine failed or could not begin.
    Thought(Option<Report>),
    /// The node of this client was heard for the first time since an outage of the bus.
    Heard { id: SubscriberId },
    /// Another node is about to go on with the game. What the turn is owed has to be stored: that node knows nothing of it.
    GivenAway,
    /// The answer to [`Effect::Append`], with the events back.
    Appended { events: Vec<Stamped>, result: Result<(), AppendError> },
    /// The answer to [`Effect::ReadLog`]; none where the log can't be had.
    LogRead(Option<Vec<Stamped>>),
    /// The answer to [`Effect::Rule`].
    Ruled(Winnable),
    /// The answer to [`Effect::CreateRematch`].
    RematchCreated(Result<GameId, Refusal>),
    /// The answer to [`Effect::KeepRematch`]; with how the rematch stands in the store, where the room did not
    /// know that something was offered already.
    RematchKept(Result<Option<Rematch>, Refusal>),
    /// The answer to [`Effect::ReadLines`].
    LinesRead(LinesRead),
    /// The answer to [`Effect::Enter`].
    Entered(Result<(), Refusal>),
    /// The answer to [`Effect::AskFairness`].
    FairnessAsked(Result<(), Refusal>),
}

/// What a player does about a rematch, short of agreeing to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RematchStep {
    /// This side offers one.
    Offered { by: Color },
    /// This side declines the opponent's offer.
    Declined { by: Color },
    /// This side withdraws its own offer.
    Withdrawn { by: Color },
}

/// Who is told who is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    All,
    Players,
    One(SubscriberId),
}

/// What a room's task has to do, in this order.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Tell one client. `answers` is the number of its command that the message answers.
    Tell { to: SubscriberId, message: ServerMessage, answers: Option<CommandId> },
    /// Tell everybody. `caused_by` is the command that the message answers.
    TellAll { message: ServerMessage, caused_by: Option<Sender> },
    /// Tell who is connected. Only the latest matters.
    TellPresence {
        message: ServerMessage,
        to: Audience,
        /// Those who are told another message, because they block somebody who is named.
        others: Vec<(SubscriberId, ServerMessage)>,
    },
    /// Tell one client the events after `after`, or everything.
    Greet { to: SubscriberId, you: Option<Color>, after: Option<u64> },
    /// This client plays from now on.
    Seat(SubscriberId),
    /// Tell everybody what has happened, from event `first` on, and keep it for those who resume.
    Announce { first: u32, events: Vec<GameEvent>, situation: Box<Situation>, answer: Option<Sender> },
    /// Tell one client that its command was carried out as event `seq`.
    AnswerAgain { sender: Sender, you: Option<Color>, seq: u32 },
    /// Start thinking about the computer's move; answered by [`Input::Thought`].
    Think(Box<Thinking>),
    /// Stop thinking; a thought that is under way is not answered.
    StopThinking,
    /// Store these events; answered by [`Input::Appended`]. The core takes no other input before an answer that it
    /// waits for, and such an effect is the last of its list.
    Append { first: u32, events: Vec<Stamped> },
    /// Read the log anew; answered by [`Input::LogRead`].
    ReadLog,
    /// End the room: what it knows is not what is stored. Its clients come again, to a room that begins with the log.
    End,
    /// Find out whether this side could still mate by any series of legal moves; answered by [`Input::Ruled`].
    Rule { winner: Color },
    /// Create another game, wanted by this side; answered by [`Input::RematchCreated`].
    CreateRematch { by: Color, terms: Box<Terms> },
    /// Tell the tabs of both players, wherever they are, that the next game has begun. The room has told it already.
    TellRematch(GameId),
    /// Store what a player did about a rematch; answered by [`Input::RematchKept`].
    KeepRematch(RematchStep),
    /// Read the lines of this player, who is to move; answered by [`Input::LinesRead`].
    ReadLines(PlayerId),
    /// Ask whether this player may have one more game; answered by [`Input::Entered`].
    Enter(PlayerId),
    /// Ask whether the computer may answer this premove of a player; answered by [`Input::FairnessAsked`].
    AskFairness { player: Box<Identity>, attempt: Attempt },
}
