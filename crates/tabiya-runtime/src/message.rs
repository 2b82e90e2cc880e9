// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages of the page's protocol, as text.

use tabiya_protocol::{CommandId, Refusal, ServerMessage, Topic};

use crate::topic::{Dialect, Encode, Text};

/// A capacity in bytes that most messages fit in, so that the text is rarely reallocated.
pub const USUAL_LENGTH: usize = 1024;

/// The message as JSON for the page.
pub fn encode(message: &ServerMessage) -> Text {
    let mut json = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut json, message).expect("messages hold nothing that JSON can't say");
    text_of(json)
}

/// JSON as the text of a message, without a copy.
pub fn text_of(json: Vec<u8>) -> Text {
    Text::try_from(json).expect("JSON is UTF-8")
}

/// A refusal with its sentence.
pub fn refused(
    topic: Option<Topic>,
    id: Option<CommandId>,
    seq: Option<u32>,
    refusal: Refusal,
) -> ServerMessage {
    let message = refusal.to_string();
    ServerMessage::Refused { topic, id, seq, refusal, message }
}

impl Encode for ServerMessage {
    fn encode(&self, _: Dialect) -> Text {
        encode(self)
    }
}
