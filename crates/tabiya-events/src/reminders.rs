// SPDX-License-Identifier: AGPL-3.0-or-later
//! Reminders: an hour before an event begins, the bell of those who have entered it says so. Those who played in the last event
//! of the same series are reminded, too, as long as they may still enter.
//!
//! A player has one notice about an event, however often it is written, and the journal says that all have theirs. So a server
//! that is killed in between leaves nobody out.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tabiya_accounts::people::notices::{About, NoticeData};
use tabiya_accounts::people::{People, Who as Permission};
use tabiya_game::{PlayerId, Time};
use tabiya_live::owned::Owned;
use tabiya_protocol::events::EventId;
use tabiya_protocol::people::desk::NoticeKind;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::{EventStage, StoredEvent};
use tokio::sync::watch;

use crate::decide::{Command, Who};
use crate::event::{Event, Presence, Stage};
use crate::events::{EventError, Events};
use crate::journal::Summary;
use crate::starts::{Countdowns, NextEvent};

/// How often it is looked for events that begin soon.
const LOOK: Duration = Duration::from_secs(60);
/// So many milliseconds before its start an event is announced once more.
const BEFORE: u64 = 3600 * 1000;
/// So many milliseconds ahead the next event is told to everybody.
const NEXT_DAYS: u64 = 7 * 24 * 3600 * 1000;
/// Events that one statement lists.
const PAGE: u32 = 100;
/// So many events of a series are looked at, back from the one that begins, for its last players.
const BACK: usize = 4;

static FAILS: LogOnce = LogOnce::new();

/// Reminds players until the server stops.
pub(crate) async fn run(
    (events, owned): (Events, Owned),
    people: Arc<People>,
    countdowns: Countdowns,
    stopping: watch::Receiver<bool>,
) {
    let mut beat = Beat::every(LOOK).until(stopping);
    while beat.next().await {
        match look((&events, &owned), &people).await {
            // Where not everybody may watch, not everybody is told what is played.
            Ok(next) => {
                countdowns.set_next(next.filter(|_| people.site.rules().watch == Permission::Everyone))
            }
            Err(error) => FAILS.log(|| tracing::warn!(%error, "players can't be reminded of events")),
        }
    }
}

/// Reminds those whose event begins soon, if it is this server's. Returns the event that begins next.
async fn look((events, owned): (&Events, &Owned), people: &People) -> Result<Option<NextEvent>, EventError> {
    let now = people.now();
    let mut next = None;
    let mut before: Option<(Time, String)> = None;
    loop {
        let after = before.as_ref().map(|(starts, id)| (*starts, id.as_str()));
        let page = events.store().events.events_in(EventStage::Announced, after, PAGE).await?;
        for stored in &page {
            let Ok(id) = stored.id.parse() else { continue };
            if is_next(stored, now)
                && let Ok(about) = Summary::read(stored)
            {
                // The earliest comes last.
                let name = about.section.map_or(about.name, |section| section.festival_name);
                next = Some(NextEvent { event: id, name, starts: stored.starts });
            }
            if !is_soon(stored.starts, now) || !owned.does(&stored.id) {
                continue;
            }
            if let Err(error) = remind(events, people, id).await {
                FAILS.log(|| tracing::warn!(%error, event = %id, "players can't be reminded of an event"));
            }
        }
        // Those that begin last are listed first.
        let Some(last) = page.last().filter(|last| page.len() == PAGE as usize && last.starts > now) else {
            return Ok(next);
        };
        before = Some((last.starts, last.id.clone()));
    }
}

/// Whether an event with a start that somebody has set begins in the next days.
fn is_next(stored: &StoredEvent, now: Time) -> bool {
    stored.starts != stored.created && stored.starts > now && stored.starts.0 <= now.0 + NEXT_DAYS
}

const fn is_soon(starts: Time, now: Time) -> bool {
    starts.0 > now.0 && starts.0 <= now.0 + BEFORE
}

async fn remind(events: &Events, people: &People, id: EventId) -> Result<(), EventError> {
    let event = events.read(id).await?;
    let Some(starts) = due(&event, people.now()) else { return Ok(()) };
    let mut players: BTreeSet<PlayerId> = present(&event).collect();
    players.extend(last_players(events, id, &event).await?);
    let name = event.settings.name.clone();
    let data = NoticeData { name, starts: Some(starts), ..NoticeData::default() };
    for player in players {
        people.notify(player, NoticeKind::Event, About::Event(id), &data).await?;
    }
    events.act(id, &Command::Remind, None, Who::Server, people.now()).await?;
    Ok(())
}

/// When an event begins of which nobody was reminded. Whoever enters an event in its last hour knows when it begins.
fn due(event: &Event, now: Time) -> Option<Time> {
    let starts = event.settings.starts.filter(|starts| is_soon(*starts, now))?;
    let was_known = event.created.0 + BEFORE < starts.0;
    (was_known && !event.reminded && event.stage == Stage::Announced).then_some(starts)
}

fn present(event: &Event) -> impl Iterator<Item = PlayerId> {
    let present = event.entrants.iter().filter(|entrant| entrant.presence == Presence::Present);
    present.filter_map(|entrant| entrant.player)
}

/// Who played in the last event of the same series, and may enter this one but has not.
async fn last_players(events: &Events, id: EventId, event: &Event) -> Result<Vec<PlayerId>, EventError> {
    let (Some(series), Some(starts)) = (event.settings.series, event.settings.starts) else {
        return Ok(Vec::new());
    };
    if !event.settings.open {
        return Ok(Vec::new());
    }
    let Some(series) = events.series().await?.into_iter().find(|one| one.id == series) else {
        return Ok(Vec::new());
    };
    for before in series.before(starts).into_iter().rev().take(BACK) {
        let other = series.event_at(before);
        match events.read(other).await {
            Ok(last) if other != id && last.stage == Stage::Finished => {
                let comes = |player: &PlayerId| event.entrant_of(*player).is_none();
                return Ok(present(&last).filter(comes).collect());
            }
            Ok(_) | Err(EventError::NoSuchEvent(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Millis, TimeControl};

    use super::*;
    use crate::decide::{create, decide};
    use crate::event::{Format, Record, Settings};

    const HOUR: u64 = 3600 * 1000;

    fn event(starts: u64, created: u64) -> Event {
        let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
        let settings = Settings::new("Friday", Format::Swiss { rounds: 3, baku: false }, Some(time), 1);
        let settings = Settings { starts: Some(Time(starts)), ..settings };
        let entry = create(settings, None).unwrap();
        Event::begin(&Record { number: 1, at: Time(created), by: None, entry }).unwrap()
    }

    #[test]
    fn players_are_reminded_once_in_the_last_hour() {
        let mut event = event(10 * HOUR, HOUR);
        assert_eq!(due(&event, Time(9 * HOUR - 1)), None, "too early");
        assert_eq!(due(&event, Time(9 * HOUR)), Some(Time(10 * HOUR)));
        assert_eq!(due(&event, Time(10 * HOUR)), None, "it has begun");
        for entry in decide(&event, &Command::Remind, None, Who::Server).unwrap() {
            let number = event.head + 1;
            event.apply(&Record { number, at: Time(9 * HOUR), by: None, entry }).unwrap();
        }
        assert_eq!(due(&event, Time(9 * HOUR)), None);
        assert_eq!(decide(&event, &Command::Remind, None, Who::Server), Ok(Vec::new()));
        // Another start is another appointment.
        let settings = Settings { starts: Some(Time(12 * HOUR)), ..event.settings.clone() };
        for entry in decide(&event, &Command::ChangeSettings(settings), None, Who::Operator).unwrap() {
            let number = event.head + 1;
            event.apply(&Record { number, at: Time(9 * HOUR), by: None, entry }).unwrap();
        }
        assert_eq!(due(&event, Time(11 * HOUR)), Some(Time(12 * HOUR)));
    }

    #[test]
    fn nobody_is_reminded_of_what_was_announced_a_moment_ago() {
        assert_eq!(due(&event(2 * HOUR, HOUR + 1), Time(HOUR + 2)), None);
    }
}
