// SPDX-License-Identifier: AGPL-3.0-or-later
//! What PostgreSQL's settings mean for moves that players were told of: which settings are refused, and which are said aloud.

use tokio_postgres::Client;

use crate::StorageError;

/// What a database does with what it commits.
#[derive(Clone, Debug)]
pub(super) struct Durability {
    /// `synchronous_commit`.
    commit: String,
    encoding: String,
    fsync: String,
    full_page_writes: String,
    /// `synchronous_standby_names`: on which standbys a commit waits.
    standbys: String,
    /// Whether another server follows this one. A standby says so to everybody who may log in.
    is_followed: bool,
}

impl Durability {
    pub(super) async fn read(client: &Client) -> Result<Self, StorageError> {
        let row = client
            .query_one(
                "SELECT current_setting('synchronous_commit'), current_setting('server_encoding'),
                 current_setting('fsync'), current_setting('full_page_writes'),
                 current_setting('synchronous_standby_names'),
                 EXISTS (SELECT 1 FROM pg_catalog.pg_stat_replication)",
                &[],
            )
            .await?;
        Ok(Self {
            commit: row.try_get(0)?,
            encoding: row.try_get(1)?,
            fsync: row.try_get(2)?,
            full_page_writes: row.try_get(3)?,
            standbys: row.try_get(4)?,
            is_followed: row.try_get(5)?,
        })
    }

    /// Refuses settings with which a crash of the database alone loses moves that players were told of.
    pub(super) fn refuse(&self) -> Result<(), StorageError> {
        let detail = match (self.commit.as_str(), self.encoding.as_str()) {
            ("off", _) => {
                "its setting synchronous_commit is off, so a crash would lose moves that players were told of; set it to on"
                    .to_owned()
            }
            (_, "UTF8") => return Ok(()),
            (_, encoding) => format!("its encoding is {encoding}; create it with ENCODING 'UTF8'"),
        };
        Err(StorageError::Failed { detail })
    }

    /// What else may lose moves, or stop play: a sentence each.
    pub(super) fn risks(&self) -> Vec<String> {
        let mut risks = Vec::new();
        let mut say = |sentence: &str| risks.push(sentence.to_owned());
        if self.fsync == "off" {
            say(
                "the database's setting fsync is off: a power cut loses moves and may damage it; set it to on",
            );
        }
        if self.full_page_writes == "off" {
            say(
                "the database's setting full_page_writes is off: a power cut may damage it; set it to on unless its file system writes whole pages",
            );
        }
        let waits = waits_for(&self.standbys);
        match (waits, self.commit.as_str()) {
            (None, _) if self.is_followed => say(
                "a standby follows the database, and no commit waits for it (synchronous_standby_names is empty): if it is promoted, the \
                 last moves that players were told of may be lost",
            ),
            (None, _) => {}
            (Some(_), "local") => say(
                "the database's setting synchronous_commit is local, so no commit waits for a standby: if one is promoted, the last moves that \
                 players were told of may be lost; set it to on",
            ),
            (Some(_), "remote_write") => say(
                "the database's setting synchronous_commit is remote_write: if the primary is lost and the standby's machine loses its power, moves \
                 are lost; set it to on",
            ),
            (Some(Waits { needed, named: Some(named) }), _) if named <= needed => say(
                "each commit of the database waits for every standby that synchronous_standby_names names: if one of them is lost, play stops until it is \
                 back or is taken out; name one more than must answer, as in ANY 1 (a, b)",
            ),
            (Some(_), _) => {}
        }
        risks
    }
}

/// What `synchronous_standby_names` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Waits {
    /// So many standbys must answer.
    needed: usize,
    /// So many may; `None` for `*`, which is all that there are.
    named: Option<usize>,
}

/// `None` if no commit waits. The forms are `a, b`, `2 (a, b)`, `FIRST 2 (a, b)` and `ANY 2 (a, b)`.
fn waits_for(names: &str) -> Option<Waits> {
    let names = names.trim();
    if names.is_empty() {
        return None;
    }
    let (needed, list) = match names.split_once('(') {
        Some((before, list)) => {
            let number = before.split_whitespace().next_back().and_then(|word| word.parse().ok());
            (number.unwrap_or(1), list.trim_end().trim_end_matches(')'))
        }
        None => (1, names),
    };
    let list: Vec<&str> = list.split(',').map(|name| name.trim().trim_matches('"')).collect();
    let named = if list.contains(&"*") { None } else { Some(list.len()) };
    Some(Waits { needed, named })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_standbys_are_understood() {
        let waits = |needed, named| Some(Waits { needed, named });
        for (names, expected) in [
            ("", None),
            (" ", None),
            ("a", waits(1, Some(1))),
            ("a, b", waits(1, Some(2))),
            ("*", waits(1, None)),
            ("2 (a, b)", waits(2, Some(2))),
            ("FIRST 1 (\"a\", b, c)", waits(1, Some(3))),
            ("ANY 1 (*)", waits(1, None)),
            ("any 2(a,b,c)", waits(2, Some(3))),
        ] {
            assert_eq!(waits_for(names), expected, "{names:?}");
        }
    }

    #[test]
    fn what_loses_moves_or_stops_play_is_said() {
        let safe = Durability {
            commit: "on".to_owned(),
            encoding: "UTF8".to_owned(),
            fsync: "on".to_owned(),
            full_page_writes: "on".to_owned(),
            standbys: String::new(),
            is_followed: false,
        };
        let said = |change: fn(&mut Durability)| {
            let mut changed = safe.clone();
            change(&mut changed);
            changed.risks()
        };
        assert_eq!(said(|_| ()), Vec::<String>::new());
        assert_eq!(said(|all| all.standbys = "ANY 1 (a, b)".to_owned()), Vec::<String>::new());
        type Weaken = fn(&mut Durability);
        let cases: [(Weaken, &str); 6] = [
            (|all| all.fsync = "off".to_owned(), "fsync is off"),
            (|all| all.full_page_writes = "off".to_owned(), "full_page_writes is off"),
            (|all| all.is_followed = true, "a standby follows the database, and no commit waits for it"),
            (|all| all.standbys = "a".to_owned(), "if one of them is lost, play stops"),
            (
                |all| (all.standbys, all.commit) = ("a, b".to_owned(), "local".to_owned()),
                "synchronous_commit is local",
            ),
            (
                |all| (all.standbys, all.commit) = ("a, b".to_owned(), "remote_write".to_owned()),
                "synchronous_commit is remote_write",
            ),
        ];
        for (change, expected) in cases {
            let said = said(change);
            assert!(said.len() == 1 && said[0].contains(expected), "{said:?}");
        }
        assert!(safe.refuse().is_ok());
        assert!(Durability { commit: "off".to_owned(), ..safe.clone() }.refuse().is_err());
        assert!(Durability { encoding: "SQL_ASCII".to_owned(), ..safe }.refuse().is_err());
    }
}
