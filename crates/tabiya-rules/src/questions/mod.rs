// SPDX-License-Identifier: MIT OR Apache-2.0
//! Questions that people ask about a position. The move generator uses none of them.

mod castling;
mod lines;
mod moves;
mod targets;

pub use lines::{Pin, Xray};
