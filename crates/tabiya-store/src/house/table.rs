// SPDX-License-Identifier: AGPL-3.0-or-later
//! A table as the move sees it: its name, its columns and its primary key. All SQL here is understood by both databases.

use crate::tables::{
    Row, Statement, Value,
    migrations::{FORMAT, PROGRAM},
};

/// Under which name of the table `site` a target says where the move comes from that has not been finished.
pub(crate) const UNFINISHED: &str = "unfinished-move";

/// Under which name of the table `site` a source says where everything has gone.
pub(crate) const MOVED: &str = "moved-to";

/// How many rows are one page.
pub(crate) const PAGE: usize = 500;

/// A table of a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
    /// The columns of the primary key, in its order, by their places in `columns`.
    pub(crate) key: Vec<usize>,
}

impl Table {
    /// The columns' names for a statement.
    pub(crate) fn columns(&self) -> String {
        quoted(&self.columns)
    }

    /// The next rows in the order of the primary key.
    pub(crate) fn page(&self, after: Option<&[Value]>) -> Statement {
        let key: Vec<&String> = self.key.iter().map(|at| &self.columns[*at]).collect();
        let key = quoted(&key);
        let behind = match after {
            None => "1 = 1".to_owned(),
            Some(after) => format!("({key}) > ({})", crate::tables::placeholders(1, after.len())),
        };
        let sql = format!(
            "SELECT {} FROM \"{}\" WHERE {behind} AND {} ORDER BY {key} LIMIT {PAGE}",
            self.columns(),
            self.name,
            self.moves()
        );
        Statement::new(sql, after.unwrap_or_default().to_vec())
    }

    /// The row with the greatest primary key.
    pub(crate) fn last(&self) -> Statement {
        let key: Vec<String> = self.key.iter().map(|at| format!("\"{}\" DESC", self.columns[*at])).collect();
        let sql = format!(
            "SELECT {} FROM \"{}\" WHERE {} ORDER BY {} LIMIT 1",
            self.columns(),
            self.name,
            self.moves(),
            key.join(", ")
        );
        Statement::new(sql, Vec::new())
    }

    /// Whether there are more than `rows` rows: one row if so.
    pub(crate) fn has_more_than(&self, rows: usize) -> Statement {
        let sql = format!("SELECT 'x' FROM \"{}\" WHERE {} LIMIT 1 OFFSET {rows}", self.name, self.moves());
        Statement::new(sql, Vec::new())
    }

    /// Deletes what a new database has.
    pub(crate) fn clear(&self) -> Statement {
        Statement::new(format!("DELETE FROM \"{}\" WHERE {}", self.name, self.moves()), Vec::new())
    }

    /// Writes one row.
    pub(crate) fn insert(&self, row: &Row) -> Statement {
        let places = crate::tables::placeholders(1, self.columns.len());
        let sql = format!("INSERT INTO \"{}\" ({}) VALUES ({places})", self.name, self.columns());
        Statement::new(sql, row.values().to_vec())
    }

    /// Which rows are moved: four names of `site` say what happened to this database, not to the site.
    fn moves(&self) -> String {
        if self.name == "site" {
            format!("name NOT IN ('{PROGRAM}', '{FORMAT}', '{UNFINISHED}', '{MOVED}')")
        } else {
            "2 = 2".to_owned()
        }
    }

    /// The primary key of a row.
    pub(crate) fn key_of(&self, row: &Row) -> Vec<Value> {
        self.key.iter().map(|at| row.values()[*at].clone()).collect()
    }

    /// A row in words: its primary key.
    pub(crate) fn tell(&self, row: &Row) -> String {
        let parts = self.key.iter().map(|at| format!("{} {}", self.columns[*at], word(&row.values()[*at])));
        parts.collect::<Vec<_>>().join(", ")
    }
}

fn quoted(names: &[impl AsRef<str>]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("\"{}\"", name.as_ref())).collect();
    names.join(", ")
}

fn word(value: &Value) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Integer(number) => number.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::Bytes(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_follows_the_primary_key_and_leaves_out_what_is_the_databases_own() {
        let columns = ["text", "room", "game"].map(str::to_owned).to_vec();
        let table = Table { name: "chat".to_owned(), columns, key: vec![2, 1] };
        let row = Row::new(vec!["hello".into(), 7_i64.into(), "abcdefgh".into()]);
        assert_eq!(table.key_of(&row), ["abcdefgh".into(), 7_i64.into()]);
        assert_eq!(table.tell(&row), "game \"abcdefgh\", room 7");
        let page = table.page(Some(&table.key_of(&row)));
        let expected = "SELECT \"text\", \"room\", \"game\" FROM \"chat\" WHERE (\"game\", \"room\") > ($1, $2) \
                        AND 2 = 2 ORDER BY \"game\", \"room\" LIMIT 500";
        assert_eq!((&*page.sql, page.values.len()), (expected, 2));
        let site = Table { name: "site".to_owned(), ..table };
        for statement in [site.page(None), site.last(), site.clear(), site.has_more_than(0)] {
            assert!(
                statement.sql.contains("NOT IN ('program', 'format', 'unfinished-move', 'moved-to')"),
                "{}",
                statement.sql
            );
        }
    }
}
