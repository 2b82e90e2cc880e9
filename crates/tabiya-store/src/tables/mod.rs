// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everything that is not the log: tables, each statement of which is written once for SQLite and PostgreSQL.
//!
//! A port (such as [`Archive`](crate::Archive)) is implemented once, over a [`Database`]. Only the two drivers that
//! implement `Database` know which database it is. A read is one statement. A change is a list of statements that run
//! atomically, each with the number of rows that it must touch: where a reader of today would lock a row, compute and
//! write it back, a statement here names the version that it read (`... WHERE id = $1 AND version = $2`) and must touch
//! one row; if it touches none, nothing of the change has happened and the caller tries again.
//!
//! The rules for the SQL stand in [`rules`], which checks every statement in builds with debug assertions.
#![allow(unreachable_pub, reason = "public for the conformance suite only")]

mod access_tokens;
mod accounts;
mod acts;
mod analyses;
pub(crate) mod archive;
mod bulk;
mod certificates;
mod challenges;
mod chat;
pub(crate) mod checked;
mod database;
mod deadlines;
mod desk;
mod events;
mod imports;
mod lines;
mod members;
pub(crate) mod migrations;
mod notices;
mod people;
mod push;
mod puzzle_lessons;
mod puzzle_sets;
mod puzzles;
pub(crate) mod ratings;
mod readable;
mod relations;
mod row;
pub mod rules;
mod sessions;
mod set_aside;
pub(crate) mod site;
mod statement;
mod token;
mod words;

pub use database::{Changed, Database};
pub use row::{Columns, Row};
#[cfg(feature = "conformance")]
pub use statement::Rows;
pub use statement::{Change, MOST_IN_LIST, Statement, Value, placeholders};
pub(crate) use statement::{Turn, millis};
#[cfg(feature = "conformance")]
pub use words::Words;
pub use words::{POSTGRES, SQLITE};
