// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store from outside: the laws that every store keeps, and what is SQLite's own.
#![allow(clippy::unwrap_used, reason = "a test that can't go on panics")]

mod care;
mod filling;
mod kept;
mod kept_backups;
mod laws;
#[cfg(unix)]
mod lost_files;
mod opening;
#[cfg(unix)]
mod postgres;
mod puzzle_openings;
mod ratings;
mod upgrades;
