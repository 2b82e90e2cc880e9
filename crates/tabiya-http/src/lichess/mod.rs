// SPDX-License-Identifier: AGPL-3.0-or-later
//! The API that existing chess clients speak: lichess's, at the same paths and in the same shapes.
//!
//! This folder is a dialect. It reads what such clients send, asks the same rooms, lobby, challenges and chats as our own page,
//! and says the answers in its own shapes, which are known nowhere else. Whoever calls shows an access token; cookies are not
//! looked at. `docs/api.md` says what there is; every other path of the published API answers 404 with `{"error": "..."}`.

mod access;
mod account;
mod all_games;
mod analysed;
mod arena_shown;
mod arenas;
mod board;
mod bulk;
mod challenge;
mod document;
mod events;
mod export;
mod failure;
mod fields;
mod follow;
mod game;
mod import;
mod later;
mod lines;
mod offer;
mod person;
mod pieces;
mod play;
mod played_in;
mod player_games;
mod playing;
mod published;
mod puzzle_batches;
mod puzzle_races;
mod puzzles;
mod relations;
mod routes;
mod rows;
mod seek;
mod streams;
mod swiss;
mod tournaments;
mod tv;
mod users;
mod variant;
mod wish;
mod written;

use axum::Json;
use serde_json::{Value, json};

pub(crate) use published::absent;
pub(crate) use routes::{calls, routes, unknown};

/// The longest body, in bytes: the tokens of a round of 250 games take a third of it. To read a body's fields takes time.
const MAX_BODY: usize = 64 * 1024;
/// The longest body with a PGN, in bytes.
const MAX_PGN: usize = 256 * 1024;

/// The answer to a call that has done what it should.
fn done() -> Json<Value> {
    Json(json!({ "ok": true }))
}
