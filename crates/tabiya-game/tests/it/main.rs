// SPDX-License-Identifier: MIT OR Apache-2.0
//! Games played through the public interface: commands in, events out, and the log replayed after each
//! command.
#![allow(clippy::unwrap_used, reason = "a test that can't go on panics")]

mod arbiter;
mod berserk;
mod claims;
mod clocks;
mod draw_offers;
mod endings;
mod keys;
mod laws;
mod log;
mod premoves;
mod repeats;
mod restrictions;
mod seats;
mod table;
mod takebacks;
mod verdicts;
