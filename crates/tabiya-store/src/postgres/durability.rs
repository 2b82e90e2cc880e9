// SPDX-License-Identifier: AGPL-3.0-or-later
//! What PostgreSQL's settings mean for moves that players were told of: which settings are refused, and which are said aloud.
//!
//! Each server reads them when it starts, also beside others, and again whenever it has got the database again: a standby that
//! was promoted has settings of its own.

use tokio_postgres::Client;

use crate::StorageError;

/// What a server has said of the database that it holds.
pub(super) struct Said {
    sentences: Vec<String>,
    /// Whether each commit waited for a standby then.
    waits: bool,
}

impl Said {
    /// Refuses a database that loses what it commits, and says what else is a risk.
    pub(super) async fn at_start(client: &Client) -> Result<Self, StorageError> {
        let durability = Durability::read(client).await?;
        durability.refuse()?;
        let mut said = Self { sentences: Vec::new(), waits: false };
        said.say(&durability);
        Ok(said)
    }

    /// Says what was not so before. A server that runs goes on with any settings.
    pub(super) async fn again(&mut self, client: &Client) -> Result<(), StorageError> {
        let durability = Durability::read(client).await?;
        self.say(&durability);
        Ok(())
    }

    fn say(&mut self, now: &Durability) {
        for sentence in self.news(now) {
            tracing::warn!("{sentence}");
        }
    }

    /// What is so now and was not before.
    fn news(&mut self, now: &Durability) -> Vec<String> {
        let mut sentences: Vec<String> = now.refusal().into_iter().collect();
        sentences.extend(now.risks());
        // Where a standby follows, it is said of that one.
        if self.waits && !now.waits() && !now.is_followed && now.commit != "off" {
            sentences.push(
                "until now each commit waited for a standby, and the database that answers now waits for none \
                 (synchronous_standby_names is empty): if it is lost, so are the last moves that players were told of"
                    .to_owned(),
            );
        }
        self.waits = now.waits();
        let before = std::mem::replace(&mut self.sentences, sentences);
        self.sentences.iter().filter(|sentence| !before.contains(sentence)).cloned().collect()
    }
}

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
        match self.wrong() {
            Some(wrong) => Err(StorageError::Failed { detail: format!("its {wrong}") }),
            None => Ok(()),
        }
    }

    /// The same in a server that runs, and goes on.
    fn refusal(&self) -> Option<String> {
        self.wrong().map(|wrong| format!("the database's {wrong}"))
    }

    fn wrong(&self) -> Option<String> {
        match (self.commit.as_str(), self.encoding.as_str()) {
            ("off", _) => Some(
                "setting synchronous_commit is off, so a crash would lose moves that players were told of; set it to on"
                    .to_owned(),
            ),
            (_, "UTF8") => None,
            (_, encoding) => Some(format!("encoding is {encoding}; create it with ENCODING 'UTF8'")),
        }
    }

    /// Whether a commit waits for a standby.
    fn waits(&self) -> bool {
        waits_for(&self.standbys).is_some() && !["off", "local"].contains(&self.commit.as_str())
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
        match (waits_for(&self.standbys), self.commit.as_str()) {
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

    fn safe() -> Durability {
        Durability {
            commit: "on".to_owned(),
            encoding: "UTF8".to_owned(),
            fsync: "on".to_owned(),
            full_page_writes: "on".to_owned(),
            standbys: String::new(),
            is_followed: false,
        }
    }

    #[test]
    fn each_risk_is_said_once_and_that_no_commit_waits_any_more() {
        let waiting = Durability { standbys: "ANY 1 (a, b)".to_owned(), is_followed: true, ..safe() };
        let mut said = Said { sentences: Vec::new(), waits: false };
        let mut news = |now: &Durability| said.news(now).join("; ");
        assert_eq!(news(&waiting), "");
        // The standby that was promoted.
        let promoted = safe();
        assert!(news(&promoted).starts_with("until now each commit waited for a standby"));
        assert_eq!(news(&promoted), "", "it is said once");
        assert_eq!(news(&waiting), "");
        assert!(news(&Durability { is_followed: true, ..safe() }).starts_with("a standby follows"));
        let off = Durability { commit: "off".to_owned(), ..safe() };
        assert!(news(&off).starts_with("the database's setting synchronous_commit is off"));
        let damaged = Durability { fsync: "off".to_owned(), ..off };
        assert!(news(&damaged).starts_with("the database's setting fsync is off"), "the other was said");
        assert_eq!(news(&damaged), "");
    }

    #[test]
    fn what_loses_moves_or_stops_play_is_said() {
        let safe = safe();
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
