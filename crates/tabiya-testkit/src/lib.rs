// SPDX-License-Identifier: AGPL-3.0-or-later
//! Black-box tests of Tabiya: they start the real binary on a free port, with guests that speak its protocol.
//!
//! Everything that talks to the server only knows `docs/protocol.md`, speaks JSON, and uses none of our
//! crates, so that a mistake in the protocol crate can't hide itself. There are two exceptions: the [history
//! checker](history) reads the log through the store and replays games with the rules, and the load generator
//! takes its games from the rules.
//!
//! Functions panic if the server does not do its part, with what was expected and what happened, because for
//! a test kit an error is a failed test. Waiting is limited ([`PATIENCE`]) only so that no test hangs, and the limit is one of
//! the whole wait: signs of life would begin it anew for ever. No test measures time.
//!
//! ```no_run
//! # async fn story(binary: &std::path::Path) {
//! use tabiya_testkit::{Guest, NewGame, Server};
//!
//! let server = Server::start(binary).await;
//! let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
//! let game = alice.create(&NewGame::friend()).await;
//! let mut white = alice.open(&game).await;
//! let mut black = bob.open(&game).await;
//! black.join().await;
//! white.play("e2e4").await.accepted();
//! black.follow(&white).await;
//! # }
//! ```
#![forbid(unsafe_code)]

mod command;
mod guest;
pub mod history;
mod http;
pub mod latencies;
mod lines;
#[cfg(target_os = "linux")]
pub mod load;
mod mail;
mod nats;
mod new_game;
#[cfg(all(target_os = "linux", feature = "nodes"))]
pub mod nodes;
mod process;
mod program;
mod random;
#[cfg(target_os = "linux")]
mod run_log;
mod server;
mod socket;
mod tab;

use std::time::Duration;

pub use command::{long_output, output};
pub use guest::Guest;
pub use http::Answer;
pub use lines::LineStream;
pub use mail::{MailServer, Received, Secured};
pub use nats::{NATS_SERVER, NatsServer};
pub use new_game::NewGame;
pub use program::{Program, token_of};
pub use random::Random;
pub use server::{Server, binary_beside_this_program};
pub use socket::{Closed, GameSocket, Reply};
pub use tab::Tab;

/// What the names of topics begin with, for every kind of topic; kinds that others build on come first. `tabiya-topics` measures
/// each.
pub const TOPIC_KINDS: [&str; 8] =
    ["game", "chat", "watchers", "lobby", "me", "analysis", "event", "event_chat"];

/// How long to wait for something that must happen.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The result of `future`. Panics with `what` after [`PATIENCE`].
pub async fn patiently<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(value) => value,
        Err(_) => panic!("waited {PATIENCE:?} in vain for {what}"),
    }
}
