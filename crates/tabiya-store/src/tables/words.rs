// SPDX-License-Identifier: AGPL-3.0-or-later
//! The words of a table's definition that SQLite and PostgreSQL spell differently.

/// How one database spells them.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// `{integer}`: a 64-bit integer.
    integer: &'static str,
    /// `{bytes}`: a string of bytes.
    bytes: &'static str,
    /// `{key}`: text that is compared, sorted or searched by prefix: in the order of its bytes, whatever the language
    /// of the database.
    key: &'static str,
    /// `{clustered}` after a table: its rows are stored in the order of its primary key, where the database can.
    clustered: &'static str,
    /// `{strict}` after any other table.
    strict: &'static str,
}

/// SQLite's. Text is compared by its bytes unless a table says otherwise.
pub const SQLITE: Words = Words {
    integer: "INTEGER",
    bytes: "BLOB",
    key: "TEXT",
    clustered: "STRICT, WITHOUT ROWID",
    strict: "STRICT",
};

/// PostgreSQL's.
pub const POSTGRES: Words =
    Words { integer: "BIGINT", bytes: "BYTEA", key: "TEXT COLLATE \"C\"", clustered: "", strict: "" };

impl Words {
    /// A table's definition as this database reads it.
    pub fn fill(&self, sql: &str) -> String {
        sql.replace("{integer}", self.integer)
            .replace("{bytes}", self.bytes)
            .replace("{key}", self.key)
            .replace("{clustered}", self.clustered)
            .replace("{strict}", self.strict)
    }
}
