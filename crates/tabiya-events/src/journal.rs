// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a journal is stored, and what lists show of an event.

use serde::{Deserialize, Serialize};
use tabiya_game::{GameId, PlayerId, TimeControl};
use tabiya_protocol::events::EventId;
use tabiya_rules::Variant;
use tabiya_store::{EventAppend, EventStage, StorageError, StoredEntry, StoredEvent};

use crate::event::{Entry, Event, Format, MemberOf, Record, Section, Stage};

/// What lists show of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// What it is called.
    pub name: String,
    /// How it is paired.
    pub format: Format,
    /// The time control.
    pub time: Option<TimeControl>,
    /// What is played online.
    #[serde(default = "standard")]
    pub variant: Variant,
    /// Whether online games are rated.
    pub rated: bool,
    /// Whether entrants play over the board unless they say otherwise.
    pub over_the_board: bool,
    /// The entrants that have not withdrawn.
    pub players: usize,
    /// The last published round.
    pub round: u16,
    /// How many rounds will be played; 0 if that follows from the entrants.
    pub rounds: u16,
    /// Which section of a festival it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Section>,
}

/// Summaries that were written before they said it.
const fn standard() -> Variant {
    Variant::Standard
}

impl Summary {
    fn of(event: &Event) -> Self {
        let settings = &event.settings;
        let fixed = settings.format.takes_late_entries() || event.seeds.is_some();
        Self {
            name: settings.name.clone(),
            format: settings.format,
            time: settings.time,
            variant: settings.variant,
            rated: settings.rated,
            over_the_board: settings.over_the_board,
            players: event.present(),
            round: event.last_published(),
            rounds: if fixed { event.total_rounds() } else { 0 },
            section: settings.section.clone(),
        }
    }

    /// What a stored event shows.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn read(stored: &StoredEvent) -> Result<Self, StorageError> {
        serde_json::from_str(&stored.summary).map_err(|error| damaged(&stored.id, &error))
    }
}

fn damaged(id: &str, error: &dyn std::fmt::Display) -> StorageError {
    StorageError::Damaged { detail: format!("event {id}: {error}") }
}

/// An entry as it is read back.
///
/// # Errors
/// If this program does not know such entries.
pub(crate) fn read(id: EventId, stored: StoredEntry) -> Result<Record, StorageError> {
    let StoredEntry { number, at, by, entry } = stored;
    let entry = serde_json::from_str(&entry).map_err(|error| damaged(id.as_str(), &error))?;
    Ok(Record { number, at, by, entry })
}

/// What is stored with new entries. `event` is the event after them.
pub(crate) fn append(id: EventId, event: &Event, records: &[Record]) -> EventAppend {
    let summary = serde_json::to_string(&Summary::of(event)).expect("a summary is written as text");
    let stored = StoredEvent {
        id: id.to_string(),
        owner: event.owner,
        created: event.created,
        starts: event.settings.starts.unwrap_or(event.created),
        head: event.head,
        stage: match event.stage {
            Stage::Announced => EventStage::Announced,
            Stage::Running => EventStage::Running,
            Stage::Finished => EventStage::Finished,
            Stage::Cancelled => EventStage::Cancelled,
        },
        summary,
        festival: event.settings.section.as_ref().map(|section| section.festival.to_string()),
    };
    EventAppend {
        event: stored,
        entries: records.iter().map(written).collect(),
        players: records.iter().filter_map(|record| entered(&record.entry)).collect(),
        games: records.iter().flat_map(|record| games(&record.entry)).collect(),
        members: records.iter().filter_map(|record| member(&record.entry)).collect(),
    }
}

fn written(record: &Record) -> StoredEntry {
    let entry = serde_json::to_string(&record.entry).expect("an entry is written as text");
    StoredEntry { number: record.number, at: record.at, by: record.by, entry }
}

/// The member of a list whom an entry names: whose list it is, and the number there.
fn member(entry: &Entry) -> Option<(PlayerId, u32)> {
    if let Entry::Entered { member, .. } | Entry::MemberBound { member, .. } = entry {
        member.map(|MemberOf { list, number }| (list, number))
    } else {
        None
    }
}

const fn entered(entry: &Entry) -> Option<PlayerId> {
    if let Entry::Entered { player, .. } = entry {
        *player
    } else if let Entry::Claimed { player, .. } = entry {
        Some(*player)
    } else {
        None
    }
}

fn games(entry: &Entry) -> Vec<GameId> {
    if let Entry::Started { games, .. } = entry {
        games.iter().map(|(_, game)| *game).collect()
    } else if let Entry::GameMade { game, .. } = entry {
        vec![*game]
    } else if let Entry::Wave { games } = entry {
        games.iter().map(|(_, _, game)| *game).collect()
    } else {
        Vec::new()
    }
}
