// SPDX-License-Identifier: AGPL-3.0-or-later
//! The parts of a table definition that SQLite and PostgreSQL write differently.

/// The words of one database.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// `{integer}`: a 64-bit integer.
    integer: &'static str,
    /// `{bytes}`: a string of bytes.
    bytes: &'static str,
    /// `{key}`: text that is compared, sorted or searched by prefix. Its order is that of its bytes, whatever
    /// the language of the database.
    key: &'static str,
    /// `{clustered}` after a table: rows are stored in the order of the primary key, if the database supports
    /// it.
    clustered: &'static str,
    /// `{strict}` after any other table.
    strict: &'static str,
}

/// SQLite's words. Text is compared by its bytes unless a table says otherwise.
pub const SQLITE: Words = Words {
    integer: "INTEGER",
    bytes: "BLOB",
    key: "TEXT",
    clustered: "STRICT, WITHOUT ROWID",
    strict: "STRICT",
};

/// PostgreSQL's words.
pub const POSTGRES: Words =
    Words { integer: "BIGINT", bytes: "BYTEA", key: "TEXT COLLATE \"C\"", clustered: "", strict: "" };

impl Words {
    /// A table definition in this database's SQL.
    pub fn fill(&self, sql: &str) -> String {
        sql.replace("{integer}", self.integer)
            .replace("{bytes}", self.bytes)
            .replace("{key}", self.key)
            .replace("{clustered}", self.clustered)
            .replace("{strict}", self.strict)
    }
}
