// SPDX-License-Identifier: AGPL-3.0-or-later
//! The command line as a person or a script meets it: the real binary, what it prints and how it exits.

mod analyse;
mod arbiter;
mod beside;
mod board;
mod configuration;
mod docs;
mod doctor;
mod event;
mod event_boards;
mod event_report;
mod explain;
#[path = "../clients/gacrux.rs"]
mod gacrux;
mod help;
#[cfg(target_os = "linux")]
mod ipv6_only;
#[cfg(target_os = "linux")]
mod local_name;
mod moves;
mod perft;
mod pgn;
mod pgn_files;
mod pgn_memory;
mod position;
mod program;
mod puzzles;
mod start;
mod tournament;
mod uci;
#[cfg(target_os = "linux")]
mod vanished;
