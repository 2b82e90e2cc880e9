// SPDX-License-Identifier: MIT OR Apache-2.0
//! What crosses the wire between Tabiya's server and whoever plays on it.
//!
//! One direction is one enum in one file: [`ClientMessage`] towards the server, [`ServerMessage`] back. The
//! bodies of the few HTTP calls stand in [`http`]. `docs/protocol.md` says the same in prose; the page's
//! TypeScript types (`web/src/platform/protocol.ts`) are generated from here, committed, and kept fresh by a test.
//!
//! Architecture invariant: nothing here decides anything. A client learns legality, time and results only from
//! a [`Situation`] that the server sent.
#![forbid(unsafe_code)]

mod client;
pub mod http;
mod pages;
pub mod people;
mod read;
mod refusal;
mod server;
mod time;
mod topic;
mod view;

pub use client::{ClientMessage, CommandId, LeftClaim};
pub use pages::{PAGE_ROUTES, PageRoute};
pub use read::{ReadError, read};
pub use refusal::Refusal;
pub use server::ServerMessage;
pub use time::{
    ClockControlView, ClocksView, CorrespondenceView, LagView, OddsView, SideLagView, TimeControlView,
};
pub use topic::{MAX_TOPIC, Topic};
pub use view::{GameEvent, GameStatus, GameView, MoveView, PlayerView, RatingView, Situation};

/// The version of this protocol. A page that meets another version reloads itself once.
pub const PROTOCOL_VERSION: u16 = 2;

/// How many topics a client may be subscribed to at the same time.
pub const MAX_TOPICS: usize = 8;

/// The longest message a client may send, in bytes; a longer one closes its socket.
pub const MAX_CLIENT_MESSAGE: usize = 8 * 1024;
