// SPDX-License-Identifier: AGPL-3.0-or-later
//! The load generator: plays thousands of games from one thread and measures the cost of each move.
//!
//! **Open loop.** Before the run every game has a plan of when each of its moves is due. A latency counts
//! from the planned time, not from the send. So a server that stalls pays for every move that had to wait,
//! also for those that could not be sent ("coordinated omission"). The report states separately how often the
//! generator itself was late, and warns if it was late too often or too busy.
//!
//! **Efficient.** One thread, nonblocking sockets, `epoll`, and no JSON parsing: of a message only the few
//! fields that are needed are read. Everything that clients receive is recorded for the [history
//! checker](crate::history).
//!
//! [`run`](run()) starts a server, drives it, and returns a report. The server may be another project's, for comparison: the
//! load is the same, only the messages differ ([`Dialect`]).

mod analyses;
mod background;
mod caller;
mod calls;
mod connection;
mod dialect;
mod driver;
mod game;
mod hostile;
mod http;
mod idle;
mod kills;
mod options;
mod plan;
mod playing;
mod poller;
mod process;
mod racers;
mod receive;
mod report;
mod requests;
mod resumable;
mod resume;
mod rounds;
mod run;
mod script;
mod servers;
mod site;
mod stored;
mod watchers;
mod websocket;

pub use dialect::Dialect;
pub use options::Options;
pub use report::Report;
pub use resumable::run_until;
pub use rounds::{Played, Round};
pub use run::run;
pub use script::Scripts;
