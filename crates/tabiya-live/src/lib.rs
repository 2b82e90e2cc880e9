// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that are played, and the ways into them.
//!
//! - [`room`]: one task a running game.
//! - [`lobby`], [`challenge`], [`bulk`] (rounds): the ways into a game. They go the one way of [`pairing`]. A rematch begins in
//!   its room.
//! - [`entry`]: who may begin a game. All ways into one ask it.
//! - [`wish`], [`setup`]: whether what was asked for, or stands on a board, makes a game.
//! - [`chat`]: what is said beside a game.
//! - [`lines`], [`prepare`]: conditional moves, which correspondence players prepare.
//! - [`ratings`], [`rate_games`]: what follows from a game.
//! - [`best_games`]: those that are watched.
//! - [`owned`]: which games this server may play where several share them; [`membership`] keeps it so.
//! - [`peers`]: the other servers.
//! - [`foundation`]: what every subject above is built on.
//!
//! Architecture invariant: only the room of a game decides about it, and nobody hears of an event before the
//! store has committed it.
#![forbid(unsafe_code)]

pub mod best_games;
pub mod bulk;
pub mod challenge;
pub mod chat;
pub mod entry;
pub mod foundation;
pub mod lines;
pub mod lobby;
pub mod membership;
pub mod owned;
pub mod pairing;
pub mod peers;
pub mod prepare;
pub mod rate_games;
pub mod ratings;
pub mod room;
pub mod setup;
pub mod wish;
