// SPDX-License-Identifier: MIT OR Apache-2.0
//! A chess engine as a library.
//!
//! [`Engine::search`] looks for the best move within [`Limits`]. [`Engine::play_at_level`] plays like a
//! person at one of fifteen [`Level`]s. [`uci::run`] speaks UCI over any reader and writer. [`bench()`]
//! searches a fixed set of positions and counts nodes.
//!
//! Where there are no threads (`wasm32`), `uci`, the pool of `analysis` and the proof of mates are left out, and
//! [`Engine::begin`] lets a search be stopped between two depths.
//!
//! Architecture invariant: the engine reads no clock, file or socket. The caller passes in the time (a
//! [`Stopwatch`]), seeds for random choices, and a flag that stops a search.
//!
//! How the modules work together: `search/` does iterative deepening, alpha-beta search, quiescence and move
//! ordering. It asks `evaluation` for the value of quiet positions; that calls `nnue/` or `eval/`. It asks
//! `see` how exchanges end. Its results are stored in `tt`, the transposition table that all threads share.
#![deny(unsafe_code)]

pub mod analysis;
mod bench;
mod eval;
mod evaluation;
mod handicap;
mod level;
mod limits;
pub mod nnue;
mod novice;
mod opening;
mod report;
mod score;
mod search;
mod see;
mod threads;
mod tt;
#[cfg(not(target_family = "wasm"))]
pub mod uci;
mod wdl;

pub use bench::{Bench, bench, bench_with};
pub use evaluation::Evaluation;
pub use level::{LEVELS_VERSION, Level, Strength};
pub use limits::{Clock, Limits, Stopwatch, Untimed};
pub use report::{Bound, Info, Line, Report};
pub use score::Score;
pub use search::{Engine, Steps};
pub use wdl::Wdl;
