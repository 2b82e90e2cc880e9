// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether a database has the tables and indexes of Tabiya and nothing else.
//!
//! The numbers of its migrations say which ones it should have. A file that others have changed may have a trigger, which would
//! rewrite games whenever one is stored, or lack an index that keeps names unique; SQLite's own check finds neither wrong.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::migrations::{MigrationError, migrate};
use crate::StorageError;

/// What is wrong with the schema of a database that has the newest one.
pub(super) fn faults(connection: &Connection) -> Result<Vec<String>, StorageError> {
    let mut model = Connection::open_in_memory()?;
    migrate(&mut model).map_err(|error| match error {
        MigrationError::Sqlite(error) => error.into(),
        other => StorageError::Failed { detail: format!("the schema can't be made anew: {other:?}") },
    })?;
    let (expected, found) = (parts(&model)?, parts(connection)?);
    let missing = expected.difference(&found).map(|part| format!("{part} is missing"));
    let foreign = found.difference(&expected).map(|part| format!("{part} is none of Tabiya's"));
    Ok(missing.chain(foreign).collect())
}

/// Each part of a schema in words. SQLite's own tables and indexes are left out.
fn parts(connection: &Connection) -> Result<BTreeSet<String>, StorageError> {
    let sql = "SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut parts = BTreeSet::new();
    while let Some(row) = rows.next()? {
        let [kind, name, table]: [String; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
        let of = if kind == "table" { String::new() } else { format!(" of {table}") };
        if kind == "table" {
            let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
            let columns = columns.query_map([&name], |row| row.get::<_, String>(0))?;
            for column in columns {
                parts.insert(format!("the column {} of {name}", column?));
            }
        }
        parts.insert(format!("the {kind} {name}{of}"));
    }
    Ok(parts)
}
