// SPDX-License-Identifier: AGPL-3.0-or-later
//! Messages as text, encoded once for all who hear them.

use axum::extract::ws::Utf8Bytes;
use tabiya_game::GameId;
use tabiya_protocol::{CommandId, Refusal, ServerMessage};

/// Bytes; most messages fit, so that the text grows in one place.
const USUAL_LENGTH: usize = 1024;

/// The message as JSON. Cheap to clone.
pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    let mut json = Vec::with_capacity(USUAL_LENGTH);
    serde_json::to_writer(&mut json, message).expect("messages hold nothing that JSON can't say");
    Utf8Bytes::try_from(json).expect("JSON is UTF-8")
}

/// A refusal with its sentence.
pub(crate) fn refused(game: GameId, id: Option<CommandId>, seq: u32, refusal: Refusal) -> Utf8Bytes {
    let message = refusal.to_string();
    encode(&ServerMessage::Refused { topic: Some(game.into()), id, seq: Some(seq), refusal, message })
}
