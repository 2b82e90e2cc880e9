// SPDX-License-Identifier: AGPL-3.0-or-later
//! The doors before HTTP: who may connect, how many at once, and how long they may take to say what they want.
//!
//! Each connection has an [`Admission`] that counts it for as long as anything of it lives, the WebSocket that
//! it may become included. A connection that has not said anything yet is the first to go where room is short:
//! whoever hoards such connections can keep newcomers busy, but no player loses theirs.

mod accept;
mod admission;
mod http2;
mod newcomers;
mod open_files;
mod spoken;
#[cfg(test)]
mod tests;

pub use accept::{BeforeAuthority, Door, Gate};
pub use admission::Admission;
pub use open_files::raise_limit;
