// SPDX-License-Identifier: AGPL-3.0-or-later
//! What tabs of other nodes and the node that runs the lobby say to each other.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tabiya_protocol::{ClientMessage, CommandId, ServerMessage};
use tabiya_runtime::topic::{Dialect, SharedMessage};
use tabiya_store::Slot;

use crate::peers::Caller;

/// What the lobby's streams are of.
pub(super) const ABOUT: &str = "lobby";

/// The owner of this slot runs the lobby.
pub(super) fn slot() -> Slot {
    Slot::all().next().expect("there are slots")
}

/// What a tab wants of the lobby.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) stream: u64,
    pub(super) does: Does,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Does {
    /// It follows the lobby from now on.
    Come { caller: Option<Caller>, may_play: bool, after: Option<u64> },
    /// It follows the lobby no longer.
    Go,
    /// It has missed messages.
    Miss,
    /// It is awake, and wants to know that the lobby is there.
    Ping,
    /// It gives a command.
    Command(ClientMessage),
}

/// What the lobby answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reply {
    /// It is done. What the lobby says about it comes in the lines.
    Done,
    /// The lobby does not know the tab.
    NoStream,
}

/// What stands before the message of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// It tells everything.
    pub(super) is_everything: bool,
    /// The number of the tab's command that it answers.
    pub(super) answers: Option<CommandId>,
    /// The number of the list.
    pub(super) number: Option<u64>,
}

pub(super) fn write<T: Serialize>(said: &T) -> Bytes {
    serde_json::to_vec(said).expect("what is said is JSON").into()
}

/// A line: the header, a line break, and the message.
pub(super) fn write_line(header: Header, message: &SharedMessage) -> Bytes {
    let mut line = serde_json::to_vec(&header).expect("a header is JSON");
    line.push(b'\n');
    line.extend_from_slice(message.text(Dialect::Page).as_bytes());
    line.into()
}

/// What a line says; `None` for what this version does not know.
pub(super) fn read_line(line: &[u8]) -> Option<(Header, SharedMessage)> {
    let end = line.iter().position(|byte| *byte == b'\n')?;
    let header: Header = serde_json::from_slice(&line[..end]).ok()?;
    let message = ServerMessage::from_json(&line[end + 1..]).ok()?;
    Some((
        header,
        match header.number {
            Some(number) => SharedMessage::numbered(message, number),
            None => message.into(),
        },
    ))
}
