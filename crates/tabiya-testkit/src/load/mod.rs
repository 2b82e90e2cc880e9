// SPDX-License-Identifier: AGPL-3.0-or-later
//! The load generator: thousands of games from one thread, and what each move cost.
//!
//! **Open loop.** Every game has a plan of when each of its moves is due, made before the run. A latency counts from the
//! planned instant, not from the send: a server that stalls pays for every move that had to wait, also for those that
//! could not even be sent meanwhile ("coordinated omission"). What the generator itself was late with is reported apart,
//! and a run in which it was late too often, or too busy, says so.
//!
//! **Cheap.** One thread, nonblocking sockets, `epoll`, and no JSON tree: of a message only the few fields that matter are
//! looked at. Everything that was heard is kept for the [history checker](crate::history).
//!
//! [`run_peer`] drives other people's servers for comparison. [`run::run`] starts a server, drives it, and writes a report.

mod connection;
mod driver;
mod figures;
mod game;
mod hearing;
mod http;
mod idle;
mod kills;
mod message;
mod options;
mod peer;
mod plan;
mod playing;
mod poller;
mod process;
mod report;
mod requests;
mod resumable;
mod resume;
mod run;
mod script;
mod stored;
mod watchers;
mod websocket;

pub use options::Options;
pub use peer::{Dialect, run_peer};
pub use report::Report;
pub use resumable::run_until;
pub use run::run;
pub use script::Scripts;
