// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which migration a database needs next, told from those that it has seen.

use std::collections::BTreeMap;

use super::{Dialect, Series};
use crate::SchemaGap;

/// All migrations that this program knows for one database.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan<'a> {
    /// The driver's frozen list.
    pub base: &'a [&'a str],
    pub subjects: &'a [Series],
    pub dialect: Dialect,
}

/// The migrations that a database has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// How many of the base.
    pub base: u32,
    /// The newest number of each subject.
    pub subjects: BTreeMap<String, u32>,
}

/// Whether a database has the tables of this program.
#[derive(Debug)]
pub(crate) enum Age<'a> {
    /// It has seen everything that this program knows.
    Current,
    /// It lacks this migration, and perhaps others after it.
    Older(Step<'a>, SchemaGap),
    /// It has seen something that this program does not know.
    Newer(SchemaGap),
}

/// One migration.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// `None` for the base.
    pub subject: Option<&'a str>,
    pub number: u32,
    /// In the SQL of the database.
    pub sql: String,
    /// Whether nodes of the version before play on while it runs and after it.
    pub is_beside_older: bool,
}

impl Seen {
    /// Adds a migration that the database has seen just now.
    pub(crate) fn add(&mut self, step: &Step<'_>) {
        match step.subject {
            None => self.base = step.number,
            Some(subject) => {
                self.subjects.insert(subject.to_owned(), step.number);
            }
        }
    }
}

impl<'a> Plan<'a> {
    /// Compares what a database has seen with this plan. The base comes first, then the subjects in their order.
    pub(crate) fn age(&self, seen: &Seen) -> Age<'a> {
        if let Some(gap) = self.unknown(seen) {
            return Age::Newer(gap);
        }
        match self.missing(seen) {
            Some((step, gap)) => Age::Older(step, gap),
            None => Age::Current,
        }
    }

    /// The next migration that a database lacks, whatever else it has seen.
    fn missing(&self, seen: &Seen) -> Option<(Step<'a>, SchemaGap)> {
        let known = count(self.base.len());
        if let Some(sql) = self.base.get(seen.base as usize) {
            let is_beside_older = false;
            let step =
                Step { subject: None, number: seen.base + 1, sql: self.dialect.fill(sql), is_beside_older };
            return Some((step, SchemaGap { subject: None, found: seen.base, known }));
        }
        for series in self.subjects {
            let found = seen.subjects.get(series.subject).copied().unwrap_or(0);
            let Some(migration) = series.migrations.get(found as usize) else { continue };
            let sql = self.dialect.fill(self.dialect.of(migration));
            let is_beside_older = migration.is_beside_older;
            let step = Step { subject: Some(series.subject), number: found + 1, sql, is_beside_older };
            let known = count(series.migrations.len());
            let gap = SchemaGap { subject: Some(series.subject.to_owned()), found, known };
            return Some((step, gap));
        }
        None
    }

    /// Whether a database has all that this plan knows, and perhaps more of single subjects.
    pub(crate) fn has_all(&self, seen: &Seen) -> bool {
        seen.base as usize <= self.base.len() && self.missing(seen).is_none()
    }

    /// Whether all that a database lacks may run while nodes of the version before play.
    pub(crate) fn lacks_only_what_adds(&self, seen: &Seen) -> bool {
        let mut seen = seen.clone();
        while let Some((step, _)) = self.missing(&seen) {
            if !step.is_beside_older {
                return false;
            }
            seen.add(&step);
        }
        true
    }

    /// The first thing that the database has seen and this program does not know.
    fn unknown(&self, seen: &Seen) -> Option<SchemaGap> {
        let known = count(self.base.len());
        if seen.base > known {
            return Some(SchemaGap { subject: None, found: seen.base, known });
        }
        seen.subjects.iter().find_map(|(subject, &found)| {
            let series = self.subjects.iter().find(|series| series.subject == subject);
            let known = series.map_or(0, |series| count(series.migrations.len()));
            (found > known).then(|| SchemaGap { subject: Some(subject.clone()), found, known })
        })
    }
}

fn count(migrations: usize) -> u32 {
    u32::try_from(migrations).expect("there are few migrations")
}
