// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may do how much: connections, calls, streams and long answers, counted by address, by program and by player.
//!
//! Every limit is a value that a door asks before it does the work. Only `programs` knows what the work is: it also keeps
//! the streams and short memories that a program's calls share.
#![forbid(unsafe_code)]

pub mod address;
pub mod gate;
pub mod lines;
pub mod long_answers;
pub mod programs;
pub mod rate_limit;
pub mod tally;
pub mod watched;
