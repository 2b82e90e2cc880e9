// SPDX-License-Identifier: MIT OR Apache-2.0
//! Questions people ask of a position. None is on the way of the move generator; each says plainly what it counts.

mod castling;
mod lines;
mod moves;
mod targets;

pub use lines::{Pin, Xray};
