// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages of the page's protocol, as text.

use tabiya_protocol::{CommandId, ConnectionMessage, Refusal, ServerMessage, Topic};

/// An encoded message. Cheap to clone.
pub type Text = tokio_tungstenite::tungstenite::Utf8Bytes;

/// A capacity in bytes that most messages fit in, so that the text is rarely reallocated.
const USUAL_LENGTH: usize = 1024;
/// Where a message names the command that caused it, if it names none.
const CAUSED_BY_NOBODY: &str = r#""id":null"#;

/// The message as JSON for the page.
pub fn encode(message: &ServerMessage) -> Text {
    text_of(json_of(message))
}

/// The same with its number within its topic.
pub(crate) fn encode_numbered(message: &ServerMessage, number: u64) -> Text {
    let mut json = json_of(message);
    // The message is an object with at least its type, so the number continues it.
    json.pop();
    json.extend_from_slice(format!(r#","seq":{number}}}"#).as_bytes());
    text_of(json)
}

/// The text `shared` of an event of a game for the client whose command caused it. The two differ in one field, so the event
/// is not encoded again.
pub(crate) fn name_command(shared: &Text, id: CommandId) -> Text {
    let text = shared.as_str();
    // A game's topic and a number stand before it: the first place is the message's own.
    let Some(at) = text.find(CAUSED_BY_NOBODY) else { return shared.clone() };
    let rest = &text[at + CAUSED_BY_NOBODY.len()..];
    let mut named = String::with_capacity(text.len() + 8);
    named.push_str(&text[..at]);
    named.push_str(&format!(r#""id":{id}"#));
    named.push_str(rest);
    named.into()
}

fn json_of(message: &ServerMessage) -> Vec<u8> {
    let mut json = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut json, message).expect("messages hold nothing that JSON can't say");
    json
}

/// JSON as the text of a message, without a copy.
fn text_of(json: Vec<u8>) -> Text {
    Text::try_from(json).expect("JSON is UTF-8")
}

/// A refusal with its sentence.
pub fn refused(
    topic: Option<Topic>,
    id: Option<CommandId>,
    seq: Option<u64>,
    refusal: Refusal,
) -> ServerMessage {
    let message = refusal.to_string();
    ServerMessage::Connection(ConnectionMessage::Refused { topic, id, seq, refusal, message })
}
