// SPDX-License-Identifier: AGPL-3.0-or-later
//! The migrations of one subject, in the SQL of each database.

use crate::tables::{POSTGRES, SQLITE, readable::Readable};

/// The migrations of a subject. The first has the number 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Series {
    /// As in the names of its file and its folder. The databases keep it, so it never changes.
    pub subject: &'static str,
    /// The subjects whose tables its own refer to. All may refer to those of the base. Only a test reads it.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it with the order of the list"))]
    pub builds_on: &'static [&'static str],
    /// Oldest first.
    pub migrations: &'static [Migration],
    /// Its tables whose rows `tabiya data check` reads one by one.
    pub readable: &'static [Readable],
}

/// A migration in the SQL of each database.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Migration {
    sqlite: &'static str,
    postgres: &'static str,
    /// Whether nodes of the version before play on while it runs and after it.
    pub(super) is_beside_older: bool,
}

impl Migration {
    /// One text for both databases.
    pub(crate) const fn shared(sql: &'static str) -> Self {
        Self { sqlite: sql, postgres: sql, is_beside_older: false }
    }

    /// A text for each database.
    pub(crate) const fn each(sqlite: &'static str, postgres: &'static str) -> Self {
        Self { sqlite, postgres, is_beside_older: false }
    }

    /// The same for one that only adds: tables, indexes of new tables, columns that may be absent or have a default. Nodes of the version
    /// before know nothing of it, so that it may run while they play.
    pub(crate) const fn beside_older(self) -> Self {
        Self { is_beside_older: true, ..self }
    }
}

/// Whose SQL a migration is to be written in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    pub(super) const fn of(self, migration: &Migration) -> &'static str {
        match self {
            Self::Sqlite => migration.sqlite,
            Self::Postgres => migration.postgres,
        }
    }

    pub(super) fn fill(self, sql: &str) -> String {
        match self {
            Self::Sqlite => SQLITE.fill(sql),
            Self::Postgres => POSTGRES.fill(sql),
        }
    }
}
