// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game's log, read from the JSON in which it is stored.
//!
//! It does not use `tabiya_game`'s types, because the checker must also read logs that the server's own
//! replay would refuse.

use std::path::Path;

use serde_json::Value;
use tabiya_rules::Attempt;
use tabiya_store::{DatabaseUrl, GameLog, PostgresStore, SqliteStore};

/// Why a log can't be read.
#[derive(Debug)]
pub struct LogError(pub String);

impl std::fmt::Display for LogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A game's events in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    pub(super) lines: Vec<Line>,
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// The time of the event, in milliseconds on the server's time line.
    pub(super) at: u64,
    /// The event's name, for example `move_played`.
    pub(super) kind: String,
    pub(super) body: Value,
    /// The side whose command caused it, and the command's key.
    pub(super) keyed: Option<(String, String)>,
}

impl Line {
    /// A number in the body, for example a move's `clock`.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.body.get(name).and_then(Value::as_u64)
    }

    /// The move, if the event is one.
    pub(super) fn attempt(&self) -> Option<Result<Attempt, String>> {
        if self.kind != "move_played" {
            return None;
        }
        let text = self.body.get("uci").and_then(Value::as_str).unwrap_or_default();
        Some(text.parse().map_err(|error| format!("{text:?}: {error}")))
    }
}

impl Log {
    /// A log of events in their stored form, `{"at": …, "event": {"move_played": {…}}}`.
    ///
    /// # Errors
    /// A line has another form.
    pub fn from_json(lines: &[Value]) -> Result<Self, LogError> {
        let lines = lines.iter().enumerate().map(|(seq, line)| {
            let wrong = || LogError(format!("event {seq} is {line}"));
            let at = line["at"].as_u64().ok_or_else(wrong)?;
            let said = |name: &str| line["keyed"][name].as_str().map(str::to_owned);
            let keyed = said("by").zip(said("key"));
            // An event without a body is its name alone.
            if let Some(kind) = line["event"].as_str() {
                return Ok(Line { at, kind: kind.to_owned(), body: Value::Null, keyed });
            }
            let event = line["event"].as_object().filter(|event| event.len() == 1).ok_or_else(wrong)?;
            let (kind, body) = event.iter().next().ok_or_else(wrong)?;
            Ok(Line { at, kind: kind.clone(), body: body.clone(), keyed })
        });
        Ok(Self { lines: lines.collect::<Result<_, _>>()? })
    }

    /// The logs of these games, from the data folder of a server that has stopped. `None` for a game that is
    /// not in the log.
    ///
    /// # Errors
    /// The database can't be read.
    pub fn read_all(folder: &Path, games: &[&str]) -> Result<Vec<Option<Self>>, LogError> {
        let wrong = |problem: &dyn std::fmt::Display| LogError(format!("{}: {problem}", folder.display()));
        let store = SqliteStore::open(folder).map_err(|error| wrong(&error))?;
        let runtime = tokio::runtime::Builder::new_current_thread().build().map_err(|error| wrong(&error))?;
        runtime.block_on(async {
            let mut logs = Vec::with_capacity(games.len());
            for game in games {
                let id = game.parse().map_err(|error| wrong(&error))?;
                let log = store.load(id).await.map_err(|error| wrong(&error))?;
                logs.push(log.map(|log| Self::from_events(&log)).transpose()?);
            }
            Ok(logs)
        })
    }

    /// The same from a PostgreSQL database on which nodes run.
    ///
    /// # Errors
    /// The database can't be read, or nobody runs on it.
    pub async fn read_beside(url: &str, games: &[&str]) -> Result<Vec<Option<Self>>, LogError> {
        let wrong = |problem: &dyn std::fmt::Display| LogError(problem.to_string());
        let url: DatabaseUrl = url.parse().map_err(|error| wrong(&error))?;
        let store = PostgresStore::open_beside_nodes(&url).await.map_err(|error| wrong(&error))?;
        let store = store.ok_or_else(|| wrong(&"no node runs on the database"))?;
        let mut logs = Vec::with_capacity(games.len());
        for game in games {
            let id = game.parse().map_err(|error| wrong(&error))?;
            let log = store.load(id).await.map_err(|error| wrong(&error))?;
            logs.push(log.map(|log| Self::from_events(&log)).transpose()?);
        }
        store.close().await;
        Ok(logs)
    }

    /// The number of the last event that a client must have received, if `newest` was the newest event when
    /// the run ended.
    ///
    /// After that only events may follow that no client caused: a restarted turn, or an end by time.
    pub(super) fn last_expected(&self, newest: Option<u32>) -> u32 {
        let last = self.lines.len().saturating_sub(1);
        let caused = |line: &Line| line.kind != "turn_restarted" && line.kind != "ended";
        let required = newest.map_or(last, |newest| {
            let last_caused = self.lines.iter().rposition(caused).unwrap_or(0);
            last_caused.max(newest as usize).min(last)
        });
        u32::try_from(required).expect("a game has fewer events")
    }

    /// What kinds of events there are after number `newest`.
    pub fn kinds_after(&self, newest: u32) -> impl Iterator<Item = &str> {
        self.lines.iter().skip(newest as usize + 1).map(|line| &*line.kind)
    }

    /// The number of events after number `newest`.
    pub fn events_after(&self, newest: Option<u32>) -> usize {
        newest.map_or(0, |newest| self.kinds_after(newest).count())
    }

    fn from_events(log: &[tabiya_game::Stamped]) -> Result<Self, LogError> {
        let lines: Result<Vec<Value>, _> = log.iter().map(serde_json::to_value).collect();
        Self::from_json(&lines.map_err(|error| LogError(error.to_string()))?)
    }
}
