// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules, PGN and the engine for the page's analysis board: JSON requests in, JSON answers out.
//!
//! [`answer`] answers each request about positions, moves and PGN. A [`Session`] does that too, and has the engine:
//! it takes a network, and searches one depth at a time. Compiled to `wasm32`, `boundary` exports both to a
//! worker's script (`web/src/analysis/worker/`). Compiled natively, the same functions are tested without
//! WebAssembly.
//!
//! A request is an object whose field `do` names it. An answer is `{"ok": ...}` or `{"error": {"code", "message"}}`
//! with a sentence for people. Whatever the request is, the answer is one of both, never a panic: texts come from
//! files and clipboards.
//!
//! Architecture invariant: nothing here decides about a live game. The server alone does that.
#![deny(unsafe_code)]

#[cfg(target_family = "wasm")]
mod boundary;
mod comment;
mod export;
mod import;
mod json;
mod moves;
mod notes;
mod place;
mod problem;
mod requests;
mod search;
mod session;
mod tree;

pub use import::{MAX_GAMES, MAX_TEXT};
pub use requests::answer;
pub use session::Session;
