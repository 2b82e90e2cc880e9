// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tabiya's live server.
//!
//! ```text
//! browser ─────────▶ gate/     takes connections in, within limits
//!         ── HTTP ──▶ http/     pages, /api, health, metrics
//!                    answer/   who is asking, and how a failure is answered
//!         ── WebSocket ──▶ socket/   one task per connection, bounded both ways
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
//! Folders know each other in one direction; ARCHITECTURE.md, "Where new things go", draws it.
//!
//! Architecture invariants: only the room of a game decides about it, and only after the store has committed
//! does anybody hear of it. Nothing here knows SQL, and nothing here decides by itself what is legal: `tabiya-game` does.
#![forbid(unsafe_code)]

mod address;
mod answer;
mod archive;
mod bulk;
mod challenge;
mod chance;
mod chat;
mod clean;
mod computer;
mod config;
mod cookies;
mod delay;
mod feed;
mod feeds;
mod gate;
mod ghosts;
mod http;
mod identity;
mod imported;
mod lichess;
mod lobby;
mod log_once;
mod long_answers;
mod low_priority;
mod mail;
mod measure;
mod message;
mod network;
mod news;
mod openings;
mod people;
mod personal;
mod picture;
mod privacy;
mod programs;
mod rate;
mod rate_games;
mod ratings;
mod room;
mod secret;
mod server;
#[cfg(test)]
mod simulation;
mod socket;
mod state;
mod storage_watch;
mod tally;
mod timeline;
mod topic;
mod view;
mod watch;
mod wish;

pub use config::{BuildInfo, Config, HostNames, Limits, Networks, PublicUrl};
pub use mail::{MailConfig, MailError, MailServer, Sender};
pub use network::lan_urls;
#[cfg(unix)]
pub use people::order_running;
pub use people::{Operator, OperatorError, Order};
pub use server::{Server, StartError};
