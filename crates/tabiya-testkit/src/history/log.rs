// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game's log, read from the JSON in which it is stored.
//!
//! Not through `tabiya_game`'s types: what the server's own replay would refuse must reach the checker.

use std::path::Path;

use serde_json::Value;
use tabiya_rules::Attempt;
use tabiya_store::{GameLog, SqliteStore};

/// Why logs can't be read.
#[derive(Debug)]
pub struct LogError(pub String);

impl std::fmt::Display for LogError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// A game's log in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    pub(super) lines: Vec<Line>,
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// When, in milliseconds on the server's time line.
    pub(super) at: u64,
    /// Its name, as `move_played`.
    pub(super) kind: String,
    pub(super) body: Value,
}

impl Line {
    /// A number in the body, such as a move's `clock`.
    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.body.get(name).and_then(Value::as_u64)
    }

    /// The move, where it is one.
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
    /// Where a line is something else.
    pub fn from_json(lines: &[Value]) -> Result<Self, LogError> {
        let lines = lines.iter().enumerate().map(|(seq, line)| {
            let wrong = || LogError(format!("event {seq} is {line}"));
            let at = line["at"].as_u64().ok_or_else(wrong)?;
            let event = line["event"].as_object().filter(|event| event.len() == 1).ok_or_else(wrong)?;
            let (kind, body) = event.iter().next().ok_or_else(wrong)?;
            Ok(Line { at, kind: kind.clone(), body: body.clone() })
        });
        Ok(Self { lines: lines.collect::<Result<_, _>>()? })
    }

    /// The logs of these games, from the data folder of a server that has stopped; none for a game that is not there.
    ///
    /// # Errors
    /// Where the database can't be read.
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

    fn from_events(log: &[tabiya_game::Stamped]) -> Result<Self, LogError> {
        let lines: Result<Vec<Value>, _> = log.iter().map(serde_json::to_value).collect();
        Self::from_json(&lines.map_err(|error| LogError(error.to_string()))?)
    }
}
