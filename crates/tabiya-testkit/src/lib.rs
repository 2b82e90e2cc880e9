// SPDX-License-Identifier: AGPL-3.0-or-later
//! Black-box tests of Tabiya: the real binary on a free port, and guests that speak its protocol.
//!
//! Everything that talks to the server sees it as a stranger does: it knows `docs/protocol.md`, speaks JSON, and uses no
//! crate of ours, so that a mistake in the protocol crate cannot hide itself. Only the [history checker](history) reads
//! the log through the store and replays games with the rules, and the load generator takes its games from the rules.
//!
//! Functions panic where the server does not do its part, with what was expected and what came: to a test kit an
//! error is a failed test. Waiting has an end ([`PATIENCE`]) only so that nothing hangs; no test measures time.
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

mod guest;
pub mod history;
mod http;
#[cfg(target_os = "linux")]
pub mod load;
mod new_game;
mod random;
mod server;
mod socket;

use std::time::Duration;

pub use guest::Guest;
pub use http::Answer;
pub use new_game::NewGame;
pub use random::Random;
pub use server::{Server, binary_beside_this_program};
pub use socket::{Closed, GameSocket, Reply};

/// How long to wait for something that must come.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What `future` gives; panics with `what` where nothing comes.
pub(crate) async fn patiently<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(value) => value,
        Err(_) => panic!("waited {PATIENCE:?} in vain for {what}"),
    }
}
