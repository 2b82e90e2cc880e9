// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as one file: its journal and its running games, so that another laptop goes on where this one stopped.
//!
//! The first line names the event, each further line is one entry, and behind the entries stands one line for each game that runs
//! on the server, with all that its log has. The file is checked as a whole before anything of it is stored: an event that is half
//! there helps nobody.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tabiya_game::{Game, GameId, PlayerId, Stamped, Time};
use tabiya_protocol::events::EventId;
use tabiya_rules::Color;

use crate::event::{EntrantId, Entry, Event, Record};
use crate::score_sheet;

/// The newest form of the file.
const VERSION: u32 = 2;
/// The form of a file without games, which older programs read as well.
const WITHOUT_GAMES: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Head {
    tabiya_event: u32,
    id: EventId,
    /// How many entries follow: a file that was cut off is noticed.
    entries: u64,
    /// How many games follow.
    #[serde(default, skip_serializing_if = "is_zero")]
    games: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A further line.
#[derive(Serialize, Deserialize)]
struct Line {
    number: u64,
    at: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<PlayerId>,
    entry: Entry,
}

/// A line behind the entries: a game that runs.
#[derive(Serialize, Deserialize)]
struct GameLine {
    game: GameId,
    log: Vec<Stamped>,
}

/// The logs of running games.
pub type RunningGames = BTreeMap<GameId, Vec<Stamped>>;

/// What a file has.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The event's id.
    pub id: EventId,
    /// The event.
    pub event: Event,
    /// Its journal.
    pub journal: Vec<Record>,
    /// Its games that ran on the server that wrote the file. Each can be replayed, and two people play it.
    pub games: RunningGames,
}

/// Why a text is no saved event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotSaved {
    /// The first line is not that of such a file.
    #[error("this is no saved event: its first line names none")]
    NoHead,
    /// A newer program has written it.
    #[error("this file has the form {0}, and this program reads form {VERSION}; use a newer Tabiya")]
    Newer(u32),
    /// A line can't be read.
    #[error("line {line} of the saved event: {detail}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        detail: String,
    },
    /// Entries are missing.
    #[error("the saved event was cut off: it has {found} of {expected} entries and games")]
    CutOff {
        /// Those that are there.
        found: usize,
        /// Those that the first line says.
        expected: u64,
    },
    /// The entries make no event.
    #[error("the saved event is damaged: {0}")]
    Damaged(String),
}

/// The journal as a file, without games.
pub fn write(id: EventId, journal: &[Record]) -> String {
    write_with(id, journal, &RunningGames::new())
}

/// The journal and the running games as a file. Helpers' codes stay behind: whoever has the file could find out eight digits from
/// their hash. Numbers of members stay behind, too: on another server they would be other people.
pub fn write_with(id: EventId, journal: &[Record], games: &RunningGames) -> String {
    let tabiya_event = if games.is_empty() { WITHOUT_GAMES } else { VERSION };
    let head = Head { tabiya_event, id, entries: journal.len() as u64, games: games.len() as u64 };
    let mut out = json(&head);
    for Record { number, at, by, entry } in journal {
        out.push_str(&json(&Line { number: *number, at: *at, by: *by, entry: as_saved(entry.clone(), *at) }));
    }
    for (game, log) in games {
        out.push_str(&json(&GameLine { game: *game, log: log.clone() }));
    }
    out
}

/// The same entry; a helper's code in it has ended, and no digits fit it. It names no member of a list.
pub(crate) fn as_saved(mut entry: Entry, at: Time) -> Entry {
    if let Entry::CodeGiven { until, salt, hash, .. } | Entry::ClaimGiven { until, salt, hash, .. } =
        &mut entry
    {
        (*until, *salt, *hash) = (at, 0, [0; 32]);
    }
    if let Entry::Entered { member, .. } | Entry::MemberBound { member, .. } = &mut entry {
        *member = None;
    }
    entry
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("entries are written as text") + "\n"
}

/// The event in a file.
///
/// # Errors
/// What is wrong with the file.
pub fn read(text: &str) -> Result<Saved, NotSaved> {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    let first: serde_json::Value =
        lines.next().and_then(|line| serde_json::from_str(line).ok()).ok_or(NotSaved::NoHead)?;
    match first.get("tabiya_event").and_then(serde_json::Value::as_u64) {
        Some(version) if (u64::from(WITHOUT_GAMES)..=u64::from(VERSION)).contains(&version) => {}
        Some(version) => return Err(NotSaved::Newer(u32::try_from(version).unwrap_or(u32::MAX))),
        None => return Err(NotSaved::NoHead),
    }
    let head: Head = serde_json::from_value(first).map_err(|_| NotSaved::NoHead)?;
    let (mut journal, mut games) = (Vec::new(), RunningGames::new());
    for (line, text) in (2..).zip(lines).filter(|(_, text)| !text.trim().is_empty()) {
        let wrong = |error: serde_json::Error| NotSaved::Line { line, detail: error.to_string() };
        if (journal.len() as u64) < head.entries || head.games == 0 {
            let Line { number, at, by, entry } = serde_json::from_str(text).map_err(wrong)?;
            journal.push(Record { number, at, by, entry: as_saved(entry, at) });
        } else {
            let GameLine { game, log } = serde_json::from_str(text).map_err(wrong)?;
            games.insert(game, log);
        }
    }
    let (found, expected) = (journal.len() + games.len(), head.entries.saturating_add(head.games));
    if found as u64 != expected {
        return Err(NotSaved::CutOff { found, expected });
    }
    let event = Event::replay(&journal).map_err(|damage| NotSaved::Damaged(damage.to_string()))?;
    check(&event).map_err(NotSaved::Damaged)?;
    check_games(&event, &games).map_err(NotSaved::Damaged)?;
    Ok(Saved { id: head.id, event, journal, games })
}

/// Whether the games run in this event, and each can be replayed and has two people.
fn check_games(event: &Event, games: &RunningGames) -> Result<(), String> {
    let open = event.open_games();
    for (id, log) in games {
        if !open.contains(id) {
            return Err(format!("the game {id} does not run in the event"));
        }
        let game = Game::replay(log).map_err(|error| format!("the game {id} can't be replayed: {error}"))?;
        if Color::ALL.iter().any(|color| game.seats()[*color].player().is_none()) {
            return Err(format!("nobody plays one side of the game {id}"));
        }
    }
    Ok(())
}

/// Whether an event that was replayed could have been decided: whatever is computed from it relies on that.
fn check(event: &Event) -> Result<(), String> {
    event.settings.check().map_err(|wrong| wrong.to_string())?;
    for entrant in &event.entrants {
        entrant.card.check().map_err(|wrong| format!("{}: {wrong}", entrant.card.name))?;
    }
    if let Some(wrong) = crate::prizes::wrong(&event.prizes) {
        return Err(wrong);
    }
    if event.fees.is_some_and(|fees| !fees.are_possible()) {
        return Err("a fee is at most 100000".into());
    }
    if let Some(seeds) = &event.seeds {
        once_each(event, seeds.iter().copied(), "the list of numbers")?;
    }
    for (number, round) in (1..).zip(&event.rounds) {
        let games = round.boards.iter().flat_map(|board| &board.games);
        for typed in games.filter_map(|game| game.typed.as_ref()) {
            if score_sheet::history(typed.start.as_deref(), &typed.moves).is_none() {
                return Err(format!("a game of round {number} has a move that is not possible"));
            }
        }
        let seated = round.boards.iter().flat_map(|board| board.players());
        let others = round.byes.iter().chain(&round.half_byes).chain(round.away.iter().map(|(id, _)| id));
        once_each(event, seated.chain(others.copied()), &format!("round {number}"))?;
    }
    Ok(())
}

/// Whether these are entrants of the event, and nobody stands there twice.
fn once_each(event: &Event, ids: impl Iterator<Item = EntrantId>, place: &str) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for id in ids {
        if event.entrant(id).is_none() {
            return Err(format!("{place} names the entrant {id}, and there is none"));
        }
        if !seen.insert(id) {
            return Err(format!("{place} names the entrant {id} twice"));
        }
    }
    Ok(())
}
