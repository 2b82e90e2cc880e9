// SPDX-License-Identifier: AGPL-3.0-or-later
//! The rules that give SQL the same meaning in SQLite and PostgreSQL, as a check of a statement's text.
//!
//! The text does not show everything. The type [`Value`](super::Value) excludes real numbers and NUL. How
//! parameters are bound and how text is ordered is tested by running statements on both databases
//! (`conformance::tables`).

use std::{
    collections::HashSet,
    sync::{LazyLock, PoisonError, RwLock},
};

/// Words that the databases treat differently or whose work is done in Rust, each with the reason.
const BANNED: &[(&str, &str)] = &[
    ("true", "a boolean is the integer 0 or 1"),
    ("false", "a boolean is the integer 0 or 1"),
    ("boolean", "a boolean is the integer 0 or 1"),
    ("now", "time comes from Rust"),
    ("current_timestamp", "time comes from Rust"),
    ("current_time", "time comes from Rust"),
    ("current_date", "time comes from Rust"),
    ("datetime", "time comes from Rust"),
    ("random", "random values come from Rust"),
    ("randomblob", "random values come from Rust"),
    ("gen_random_uuid", "random values come from Rust"),
    ("lower", "case is folded in Rust"),
    ("upper", "case is folded in Rust"),
    ("nocase", "case is folded in Rust"),
    ("like", "a prefix is key >= $1 AND key < $2"),
    ("ilike", "a prefix is key >= $1 AND key < $2"),
    ("glob", "a prefix is key >= $1 AND key < $2"),
    ("collate", "{key} makes a column whose order is that of its bytes"),
    ("any", "a list of ids is made of repeated placeholders"),
    ("array", "a list of ids is made of repeated placeholders"),
    ("unnest", "a list of ids is made of repeated placeholders"),
    ("replace", "INSERT ... ON CONFLICT is what both know"),
    ("serial", "ids come from Rust"),
    ("autoincrement", "ids come from Rust"),
    ("rowid", "only SQLite has one"),
    ("begin", "a change is one transaction already"),
    ("commit", "a change is one transaction already"),
];

/// Aggregates whose type differs between the databases unless they are cast.
const CAST: &[&str] = &["count", "sum", "min", "max"];

/// Panics if a statement breaks a rule. It looks at each text once: a debug build says the same ones over and over.
pub(super) fn check(sql: &str) {
    static KEPT: LazyLock<RwLock<HashSet<String>>> = LazyLock::new(RwLock::default);
    // A panic in another thread leaves the set as it was.
    if KEPT.read().unwrap_or_else(PoisonError::into_inner).contains(sql) {
        return;
    }
    assert_eq!(broken(sql), None, "{sql}");
    KEPT.write().unwrap_or_else(PoisonError::into_inner).insert(sql.to_owned());
}

/// The first rule that a statement breaks; `None` if it breaks none.
pub fn broken(sql: &str) -> Option<String> {
    let found = words(sql);
    for (word, why) in BANNED {
        if found.iter().any(|found| found == word) {
            return Some(format!("{word}: {why}"));
        }
    }
    if sql.contains('?') {
        return Some("?: parameters are bound by their number, as $1".to_owned());
    }
    let lower = sql.to_ascii_lowercase();
    for aggregate in CAST {
        let call = format!("{aggregate}(");
        for (place, _) in lower.match_indices(&call) {
            let starts_word = !lower[..place].ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
            if starts_word && !lower[..place].ends_with("cast(") {
                return Some(format!("{aggregate}: an aggregate is cast to a 64-bit integer"));
            }
        }
    }
    None
}

/// The words of a statement outside quotes, in lower case.
fn words(sql: &str) -> Vec<String> {
    let outside: String = sql.split('\'').step_by(2).collect::<Vec<_>>().join(" ");
    outside
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn each_rule_is_broken_by_a_statement() {
        let cases = [
            ("SELECT game FROM archive WHERE rated = TRUE", "true:"),
            ("SELECT game FROM archive WHERE created_at < now()", "now:"),
            ("SELECT game FROM archive ORDER BY random()", "random:"),
            ("SELECT game FROM archive WHERE lower(white_name) = $1", "lower:"),
            ("SELECT game FROM archive WHERE white_name LIKE $1", "like:"),
            ("SELECT game FROM archive ORDER BY game COLLATE \"C\"", "collate:"),
            ("SELECT game FROM archive WHERE game = ANY($1)", "any:"),
            ("SELECT game FROM archive WHERE game = ?1", "?:"),
            ("SELECT count(*) FROM archive", "count:"),
            ("SELECT SUM(half_moves) FROM archive", "sum:"),
            ("INSERT OR REPLACE INTO archive (game) VALUES ($1)", "replace:"),
            ("BEGIN", "begin:"),
        ];
        for (sql, expected) in cases {
            let rule = broken(sql).unwrap_or_default();
            assert!(rule.starts_with(expected), "{sql}: {rule}");
        }
    }

    #[test]
    fn what_both_understand_passes() {
        for sql in [
            "SELECT CAST(count(*) AS BIGINT) FROM archive WHERE result = 'true' AND rated = 1",
            "SELECT account_max(x), discount FROM anything",
            "INSERT INTO archive (game) VALUES ($1) ON CONFLICT DO NOTHING",
        ] {
            assert_eq!(broken(sql), None, "{sql}");
        }
    }
}
