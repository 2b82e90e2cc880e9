// SPDX-License-Identifier: AGPL-3.0-or-later
//! The log of games: the record that everything else in Tabiya can be made from again.
//!
//! A game is a list of numbered events. [`GameLog::append`] adds to its end if its end is where the caller thinks it
//! is, and answers only when the events will survive a power cut. There is one implementation, [`SqliteStore`]:
//! one file, one writer thread that commits whatever has queued up meanwhile in one transaction, and a few readers.
//!
//! Architecture invariant: nobody but this crate knows SQL. What a second implementation must keep is written down
//! as tests in `conformance` (a feature).
#![forbid(unsafe_code)]

#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod game_log;
mod sqlite;

pub use error::{AppendError, CreateError, DataError, OpenError, StorageError};
pub use game_log::{GameEntry, GameLog, UnfinishedGame};
pub use sqlite::{CheckNews, Checked, Copied, Fault, SqliteStore, backup, check_data, restore};
