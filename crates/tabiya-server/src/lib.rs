// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tabiya's live server.
//!
//! ```text
//! browser ─────────▶ gate/     takes connections in, within limits
//!                    identity/ who is asking: guests today, accounts and tokens later
//!         ── HTTP ──▶ http/     pages, /api, health, metrics
//!         ── WebSocket ──▶ socket    one task per connection, bounded both ways
//!                           │ command, stamped with its arrival
//!                           ▼
//!                          room/     one task per live game: decide, append, commit, then tell
//!                           │                     ▲
//!                           ▼                     │ a move, as from any player
//!                          tabiya-store          computer    a bounded pool of engine threads
//!                           ▲
//!                          archive/  games for pages and lists, read from the store and never through a room
//! ```
//!
//! Architecture invariants: only the room of a game decides about it, and only after the store has committed
//! does anybody hear of it. Nothing here knows SQL, and nothing here knows the rules of chess.
#![forbid(unsafe_code)]

mod app;
mod archive;
mod challenge;
mod chat;
mod computer;
mod config;
mod delay;
mod editor;
mod feed;
mod gate;
mod http;
mod identity;
mod lobby;
mod log_once;
mod low_priority;
mod mail;
mod measure;
mod network;
mod over_the_board;
mod people;
mod personal;
mod picture;
mod privacy;
mod profile;
mod rate;
mod ratings;
mod room;
mod socket;
mod storage_watch;
mod tally;
mod timeline;
mod topic;
mod view;
mod watch;

pub use app::{Server, StartError};
pub use config::{BuildInfo, Config, HostNames, Limits, Networks, PublicUrl};
pub use mail::{MailConfig, MailError, MailServer, Sender};
pub use network::lan_urls;
#[cfg(unix)]
pub use people::order_running;
pub use people::{Operator, OperatorError, Order};
