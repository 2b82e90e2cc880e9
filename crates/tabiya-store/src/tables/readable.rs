// SPDX-License-Identifier: AGPL-3.0-or-later
//! Can every row of a table be read? Each subject lists its tables beside its migrations. A game's rows are looked at
//! with the game.

use super::{Columns, Row, Statement, access_tokens, accounts, bulk, migrations::SUBJECTS};
use crate::StorageError;

/// Rows that are read at once.
const PAGE: u64 = 1_000;

/// A table whose rows a server reads one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Readable {
    pub(super) table: &'static str,
    /// All rows in a fixed order, at most `$1` after the first `$2`.
    pub(super) sql: &'static str,
    /// Reads one of them.
    pub(super) read: fn(&mut Columns) -> Result<(), StorageError>,
}

/// The tables of the base that no subject below has.
const BASE: &[Readable] = &[
    Readable {
        table: "account",
        sql: concat!(
            "SELECT ",
            accounts::read::columns!(),
            " FROM account ORDER BY player LIMIT $1 OFFSET $2"
        ),
        read: |columns| accounts::read::account(columns).map(drop),
    },
    Readable {
        table: "access_token",
        sql: concat!(
            "SELECT ",
            access_tokens::columns!(),
            " FROM access_token ORDER BY hash LIMIT $1 OFFSET $2"
        ),
        read: |columns| access_tokens::token(columns).map(drop),
    },
    Readable {
        table: "bulk_pairing",
        sql: "SELECT id, owner, ordered_at, stage, due_at, round FROM bulk_pairing ORDER BY id LIMIT $1 OFFSET $2",
        read: |columns| bulk::bulk(columns).map(drop),
    },
];

/// Every table that is read.
pub(crate) fn all() -> impl Iterator<Item = &'static Readable> {
    BASE.iter().chain(SUBJECTS.iter().flat_map(|subject| subject.readable))
}

impl Readable {
    /// Asks for the rows after the first so many.
    pub(crate) fn page(&self, after: u64) -> Statement {
        Statement::new(self.sql, vec![PAGE.cast_signed().into(), after.cast_signed().into()])
    }

    /// What is wrong with these rows, the first of which has this place, in words; and whether there may be
    /// more.
    pub(crate) fn faults(&self, after: u64, rows: Vec<Row>) -> (Vec<String>, bool) {
        let may_go_on = rows.len() as u64 == PAGE;
        let faults = (after + 1..).zip(rows).filter_map(|(place, row)| {
            let error = (self.read)(&mut row.columns()).err()?;
            Some(format!("row {place} of {}: {error}", self.table))
        });
        (faults.collect(), may_go_on)
    }
}
