// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages as text, encoded once for all who hear them.

use axum::extract::ws::Utf8Bytes;
use tabiya_protocol::{CommandId, Refusal, ServerMessage};

/// The message as JSON. Cheap to clone.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages hold nothing that JSON can't say").into()
}

/// A refusal with its sentence.
pub(crate) fn refused(id: Option<CommandId>, seq: u32, refusal: Refusal) -> Utf8Bytes {
    let message = refusal.to_string();
    encode(&ServerMessage::Refused { id, seq, refusal, message })
}
