// SPDX-License-Identifier: MIT OR Apache-2.0
//! A chess engine as a library.
//!
//! [`Engine::search`] looks for the best move within [`Limits`]; [`Engine::play_at_level`] plays like a person of one of
//! twelve [`Level`]s; [`uci::run`] speaks UCI over any reader and writer; [`bench()`] searches a fixed set of positions
//! and counts nodes.
//!
//! Architecture invariant: the engine reads no clock, file or socket. Time comes from a [`Stopwatch`], randomness from
//! seeds, and the end of a search from a flag, all passed in.
//!
//! The way of a search: `search/` (iterative deepening, the tree, quiescence, move order) asks `evaluation` what quiet
//! positions are worth, which asks `nnue/` or `eval/`, and `see` how exchanges end, and shares what it finds through `tt`.
#![deny(unsafe_code)]

pub mod analysis;
mod bench;
mod board;
mod eval;
mod evaluation;
mod handicap;
mod level;
mod limits;
pub mod nnue;
mod opening;
mod report;
mod score;
mod search;
mod see;
mod tt;
pub mod uci;
mod wdl;

pub use bench::{Bench, bench};
pub use evaluation::Evaluation;
pub use level::{LEVELS_VERSION, Level, Strength};
pub use limits::{Clock, Limits, Stopwatch, Untimed};
pub use report::{Bound, Info, Line, Report};
pub use score::Score;
pub use search::Engine;
pub use wdl::Wdl;
