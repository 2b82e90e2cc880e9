// SPDX-License-Identifier: AGPL-3.0-or-later
//! What relays and outlets say to each other, as JSON. What a node does not know, from a newer one, it does not carry out.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tabiya_accounts::feed::Departure;
use tabiya_cluster::topic::TopicName;
use tabiya_game::{GameId, Millis, Terms};
use tabiya_protocol::boards::LiveGame;
use tabiya_protocol::{CommandId, Refusal, ServerMessage};
use tabiya_runtime::message::Text;
use tabiya_runtime::topic::{Dialect, SharedMessage};
use tabiya_store::Incarnation;

use crate::peers::{Caller, topic_of};
use crate::room::command::RoomCommand;

/// A client's number on the node to which it is connected.
pub(super) type ClientNumber = u64;
/// A relay joins a game under a new number each time.
pub(super) type StreamNumber = u64;

/// What a node asks the owner of a game.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) game: GameId,
    pub(super) wish: Wish,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Wish {
    /// From a client that follows the game, or wants to.
    Client { stream: StreamNumber, client: ClientNumber, does: ClientDoes },
    /// From somebody who does not follow the game.
    Order { caller: Caller, command: RoomCommand, age: Millis },
    /// A player has stored other lines.
    LinesChanged,
    /// How the game looks on a small board.
    Look,
    /// Create the game.
    Create(Box<Terms>),
    /// A message of the next version, which this one does not know.
    #[cfg(debug_assertions)]
    Greet,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ClientDoes {
    /// It comes, and has everything up to this event.
    Come { caller: Option<Caller>, after: Option<u64> },
    /// It goes. `lost` says that its connection broke.
    Go { lost: bool },
    /// It has missed messages.
    Miss,
    /// It wants to know the number of the newest event.
    Ping,
    /// It gives a command, which came to its node so long ago.
    Command { id: CommandId, command: RoomCommand, age: Millis, lag: Option<Millis> },
}

/// What the owner answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// It is done, or on its way through the room. What the room says about it comes in the lines.
    Done,
    /// There is no such game that the caller may see.
    NoSuchGame,
    /// The owner does not know the relay: it was silent for too long, or the owner is another one.
    NoStream,
    /// The room refuses the order, or the owner's program does not know what was asked.
    Refused(Refusal),
    /// The game on a small board, if its time counts.
    Look(Option<LiveGame>),
    /// Whether the game was created.
    Created(bool),
}

impl Asked {
    pub(super) fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("what is asked is JSON")
    }

    pub(super) fn decode(bytes: &Bytes) -> Option<Self> {
        let asked: Self = serde_json::from_slice(bytes).ok()?;
        #[cfg(debug_assertions)]
        if matches!(asked.wish, Wish::Greet) && !tabiya_store::next::is_on() {
            return None;
        }
        Some(asked)
    }
}

impl Wish {
    /// Whether it is a command with a key. Formats before [`WITH_KEYS`](tabiya_store::WITH_KEYS) have none.
    pub(super) const fn has_key(&self) -> bool {
        let (Self::Order { command, .. } | Self::Client { does: ClientDoes::Command { command, .. }, .. }) =
            self
        else {
            return false;
        };
        matches!(command, RoomCommand::Keyed { .. })
    }
}

impl Reply {
    pub(super) fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a reply is JSON")
    }

    pub(super) fn decode(bytes: &Bytes) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

/// What the lines of a game are of.
pub(super) fn about(game: GameId) -> String {
    format!("game:{game}")
}

/// The topic of a relay's lines.
pub(super) fn topic(game: GameId, node: Incarnation, stream: StreamNumber) -> TopicName {
    topic_of(&about(game), node, stream)
}

/// How a departure stands in a message.
pub(super) const fn departure(lost: bool) -> Departure {
    if lost { Departure::Lost } else { Departure::Left }
}

/// What a line is to those whom it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// A message.
    Message,
    /// A part of everything; more follow.
    Part,
    /// Everything, or its last part.
    Everything,
    /// Their subscription has ended.
    Ended,
    /// The room has ended for all. No message follows.
    Lost,
}

/// Whom a line is for, each with the number of the own command that it answers.
pub(super) type Readers = Vec<(ClientNumber, Option<CommandId>)>;

/// A line of an outlet: this, a line break, and the message's text if there is one.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    kind: Kind,
    to: Readers,
}

/// A line for these readers.
pub(super) fn write_line(kind: Kind, to: Readers, message: Option<&SharedMessage>) -> Bytes {
    let mut line = serde_json::to_vec(&Header { kind, to }).expect("a header is JSON");
    line.push(b'\n');
    if let Some(message) = message {
        line.extend_from_slice(message.text(Dialect::Page).as_bytes());
    }
    line.into()
}

/// What a line says. `None` for what this version does not know. The message keeps the text that the owner has made.
pub(super) fn read_line(line: &Bytes) -> Option<(Kind, Readers, Option<SharedMessage>)> {
    let end = line.iter().position(|byte| *byte == b'\n')?;
    let Header { kind, to } = serde_json::from_slice(&line[..end]).ok()?;
    let text = line.slice(end + 1..);
    if text.is_empty() {
        return Some((kind, to, None));
    }
    let message = ServerMessage::from_json(&text).ok()?;
    let text = Text::try_from(text).ok()?;
    Some((kind, to, Some(SharedMessage::told(message, text))))
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::ConnectionMessage;

    use super::*;

    fn kinds<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> String {
        let unknown = serde_json::from_str::<T>("\"?\"").unwrap_err().to_string();
        unknown.split('`').skip(3).step_by(2).collect::<Vec<_>>().join(" ")
    }

    /// Whoever adds one here also raises `NEWEST` in `formats.rs` of `tabiya-store`, and has it said only where the site writes in that
    /// format: the version before answers that it does not know it.
    #[test]
    fn these_kinds_of_messages_are_known() {
        let wishes = kinds::<Wish>();
        assert_eq!(wishes.trim_end_matches(" greet"), "client order lines_changed look create");
        assert_eq!(kinds::<ClientDoes>(), "come go miss ping command");
        assert_eq!(kinds::<Reply>(), "done no_such_game no_stream refused look created");
        assert_eq!(kinds::<Kind>(), "message part everything ended lost");
        assert_eq!(
            kinds::<RoomCommand>(),
            "Play PlayNow Premoves Join JoinAs Resign Abort Withdraw OfferDraw AnswerDraw ClaimDraw ClaimLeft ProposeTakeback \
             AnswerTakeback TakebackYes GiveTime AddTime Berserk StartClocks Arbiter Rematch DeclineRematch Keyed"
        );
    }

    #[test]
    fn what_the_next_version_asks_is_not_known() {
        let asked = Asked { game: GameId::from_bits(1), wish: Wish::Greet };
        assert!(Asked::decode(&asked.encode().into()).is_none());
    }

    #[test]
    fn a_line_is_read_as_it_was_written() {
        let pong = ServerMessage::Connection(ConnectionMessage::Pong { topic: None, seq: Some(7) });
        let line = write_line(Kind::Message, vec![(1, None), (2, Some(9))], Some(&pong.clone().into()));
        let (kind, to, message) = read_line(&line).unwrap();
        assert_eq!((kind, to), (Kind::Message, vec![(1, None), (2, Some(9))]));
        assert_eq!(*message.unwrap(), pong);
        let line = write_line(Kind::Ended, vec![(1, None)], None);
        assert!(matches!(read_line(&line), Some((Kind::Ended, to, None)) if to == [(1, None)]));
        for strange in ["", "{}", "{}\n", "{\"kind\":\"later\",\"to\":[]}\n"] {
            assert!(read_line(&strange.into()).is_none());
        }
    }

    /// The text is most of the cost of a line, and a client is sent the one that the owner has made.
    #[test]
    fn a_message_keeps_the_text_that_its_owner_has_made() {
        let text = r#"{"type":"pong", "topic":null,"seq":7,"of a later version":true}"#;
        let line = Bytes::from(format!("{{\"kind\":\"message\",\"to\":[[1,null]]}}\n{text}"));
        let (_, _, message) = read_line(&line).unwrap();
        assert_eq!(message.unwrap().text(Dialect::Page).as_str(), text);
    }
}
