// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of requests and answers, as a worker's script exchanges them.
#![allow(clippy::unwrap_used, reason = "these are tests")]

mod bad_input;
mod common;
mod engine;
mod pgn;
mod positions;
mod round_trip;
