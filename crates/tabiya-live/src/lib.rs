// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that are played, and the ways into them.
//!
//! [`room`] holds one task a running game. A game begins in the [`lobby`], by a [`challenge`], in a round
//! ([`bulk`]) or as a rematch. The first three go the one way of [`pairing`], and all ask [`entry`]. [`chat`]
//! is what is said beside it, [`lines`] what correspondence players prepare, [`ratings`] and [`rate_games`] are what follows from it. [`best_games`] are
//! those that are watched, [`owned`] says which games this server may play where several share them, [`membership`] keeps it so, [`peers`] are the other servers, [`setup`] says whether a game can begin from a board.
//!
//! Architecture invariant: only the room of a game decides about it, and nobody hears of an event before the
//! store has committed it.
#![forbid(unsafe_code)]

pub mod best_games;
pub mod bulk;
pub mod challenge;
pub mod chat;
pub mod entry;
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
