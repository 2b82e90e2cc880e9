// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tabiya's live server: starts all its crates together, and stops them.
//!
//! ```text
//! browser ─────────▶ tabiya-limits: gate/    takes connections in, within limits
//!         ── HTTP ──▶ tabiya-http: page/, lichess/   pages, /api, health, metrics
//!                                  answer/   who is asking, and how a failure is answered
//!         ── WebSocket ──▶         socket/   one task per connection, bounded both ways
//!                           │ command, stamped with its arrival
//!                           ▼
//!                    tabiya-live: room/      one task per live game: decide, append, commit, then tell
//!                           │                     ▲
//!                           ▼                     │ a move, as from any player
//!                    tabiya-store          tabiya-runtime: computer   a bounded pool of engine threads
//!                           ▲
//!                    tabiya-archive          games for pages and lists, read from the store and never through a room
//! ```
//!
//! The crates know each other in one direction, with this one on top: `ARCHITECTURE.md` lists them.
//!
//! Architecture invariants: only the room of a game decides about it, and only after the store has committed
//! does anybody hear of it. Nothing here knows SQL, and nothing here decides by itself what is legal: `tabiya-game` does.
#![forbid(unsafe_code)]

mod awake;
mod backups;
#[cfg(debug_assertions)]
pub mod clock_off;
mod elsewhere;
mod local_name;
#[cfg(test)]
mod many_nodes;
mod server;
#[cfg(test)]
mod simulation;

pub use tabiya_accounts::people::{CONTROL_FILE, Operator, OperatorError, Order, order_running};
pub use tabiya_http::page::{absent_paths, paths};
pub use tabiya_https::{Certificate, CertificateState, look_at};
pub use tabiya_runtime::config::{
    Authority, BuildInfo, CertificateFrom, Config, HostNames, Https, Limits, Networks, PublicUrl,
    PushServices, SettingInForce, SiteName, Source,
};
pub use tabiya_runtime::disk::{free as free_bytes, is_shared as share_a_disk};
pub use tabiya_runtime::mail::{MailConfig, MailError, MailServer, Sender, try_mail};
pub use tabiya_runtime::network::{everywhere, everywhere_of_both, lan_urls};

pub use server::{Server, StartError};
