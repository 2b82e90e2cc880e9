// SPDX-License-Identifier: AGPL-3.0-or-later
//! Can every row of a table be read? [`checked`](super::checked) has the list of the tables.

use super::{Columns, Row, Statement};
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
