// SPDX-License-Identifier: AGPL-3.0-or-later
//! Migrations: the base, which is frozen, and after it a series for each subject.
//!
//! The base is one numbered list in each driver, from the time when all subjects shared it. Everything that came later
//! stands in the series of its subject, so that two subjects that are built at the same time don't claim the same number.
//! A series is a file beside this one, `SUBJECT.rs`, with its SQL in the folder `SUBJECT`:
//!
//! - `0001_what_it_makes.sql` for both databases, with words to fill in (see [`words`](super::words)), or
//! - `0001_what_it_makes.sqlite.sql` and `0001_what_it_makes.postgres.sql`, where they differ.
//!
//! A migration that was released is never changed. The tests below compare the list with the folders.

mod acts;
mod analyses;
mod certificates;
mod challenges;
mod chat;
mod events;
mod formats;
mod imports;
mod lines;
mod nodes;
mod plan;
mod push;
mod puzzle_openings;
mod puzzles;
mod series;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use plan::{Age, Plan, Seen, Step};
pub(crate) use series::{Dialect, Migration, Series};

/// What the base shares between the drivers, oldest migration first.
pub(crate) const ARCHIVE_TABLES: &str = include_str!("migrations/base/archive.sql");
pub(crate) const ACCOUNT_TABLES: &str = include_str!("migrations/base/accounts.sql");
pub(crate) const RATING_TABLES: &str = include_str!("migrations/base/ratings.sql");
pub(crate) const PROFILE_TABLES: &str = include_str!("migrations/base/profiles.sql");
pub(crate) const CHAT_TABLES: &str = include_str!("migrations/base/chat.sql");
pub(crate) const NOTICE_TABLES: &str = include_str!("migrations/base/notices.sql");
pub(crate) const ACCESS_TOKEN_TABLES: &str = include_str!("migrations/base/access_tokens.sql");
pub(crate) const IMPORT_TABLES: &str = include_str!("migrations/base/imports.sql");
pub(crate) const BULK_TABLES: &str = include_str!("migrations/base/bulk.sql");
pub(crate) const TOKEN_MAKERS: &str = include_str!("migrations/base/token_makers.sql");
pub(crate) const SUBJECT_NUMBERS: &str = include_str!("migrations/base/subjects.sql");

/// Under which name of the table `site` stands the version of the program that used a database last.
pub(crate) const PROGRAM: &str = "program";
/// The row of the table `site` that holds in which [format](crate::Formats) its nodes write.
pub(crate) const FORMAT: &str = "format";
/// Notes something about a database in that table: the name, then the value.
pub(crate) const NOTE: &str =
    "INSERT INTO site (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value";

/// The subjects in the order in which a database is migrated. A subject stands behind those that it builds on.
#[rustfmt::skip]
pub(crate) const SUBJECTS: &[Series] = &[
    acts::SERIES,
    challenges::SERIES,
    chat::SERIES,
    analyses::SERIES,
    events::SERIES,
    imports::SERIES,
    lines::SERIES,
    puzzles::SERIES,
    puzzle_openings::SERIES,
    nodes::SERIES,
    push::SERIES,
    formats::SERIES,
    certificates::SERIES,
];
