// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chess tournaments as pure functions.
#![forbid(unsafe_code)]

pub mod acceleration;
pub mod check;
pub mod dutch;
pub mod generate;
mod matching;
mod points;
mod random;
mod result;
mod scoring;
pub mod tournament;
pub mod trf;

pub use points::{Points, PointsError};
pub use result::{Bye, Cell, Colour, GameResult};
pub use scoring::Scoring;
pub use tournament::{Player, System, Tournament};
pub use trf::{Dialect, TrfError, TrfFile};
