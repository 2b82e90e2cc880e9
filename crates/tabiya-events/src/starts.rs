// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds that begin by themselves: each is paired, published and started at its time, and its players see a countdown on
//! every page.
//!
//! When a round begins follows from the journal (`Event::next_start`). So a server that was killed goes on with what is
//! missing, and an organiser who is faster leaves nothing to do. Of several nodes one begins the rounds of an event, and each
//! counts down for the players who are there.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_accounts::personal::{Personal, Source};
use tabiya_game::{PlayerId, Time};
use tabiya_live::owned::Owned;
use tabiya_protocol::events::EventId;
use tabiya_protocol::{PersonalMessage, ServerMessage, Topic};
use tabiya_runtime::chance;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::stopping::stops;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::changed::Changed;
use crate::decide::{Command, Who};
use crate::event::{Event, Format, Presence};
use crate::events::{EventError, Events};

/// From so many milliseconds before a round on its players see the countdown.
const SOON: u64 = 15 * 60 * 1000;
/// After so long a round that could not begin is tried again.
const AGAIN: Duration = Duration::from_secs(15);
/// A round that should have begun so many milliseconds ago, while the server was away, waits for an organiser.
const TOO_LATE: u64 = 24 * 3600 * 1000;

static FAILS: LogOnce = LogOnce::new();

/// A round that begins soon.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Countdown {
    name: String,
    round: u16,
    at: Time,
    players: Vec<PlayerId>,
}

impl Countdown {
    /// Of an event as it stands; `None` where no round begins soon.
    fn of(event: &Event, now: Time) -> Option<Self> {
        let (round, at) = event.next_start()?;
        if at.0 > now.0 + SOON || is_too_late(at, now) {
            return None;
        }
        let plays = event.entrants.iter().filter(|entrant| entrant.presence == Presence::Present);
        let players = plays.filter_map(|entrant| entrant.player).collect();
        Some(Self { name: event.settings.name.clone(), round, at, players })
    }

    fn message(&self, event: EventId, is_on: bool) -> ServerMessage {
        let (name, round) = (self.name.clone(), self.round);
        let at = is_on.then_some(self.at);
        PersonalMessage::NextRound { topic: Topic::Me, event, name, round, at, enter: false }.into()
    }
}

/// The next event of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NextEvent {
    pub(crate) event: EventId,
    pub(crate) name: String,
    pub(crate) starts: Time,
}

const fn is_too_late(at: Time, now: Time) -> bool {
    now.0 > at.0.saturating_add(TOO_LATE)
}

/// The countdowns of all events. Cheap to clone.
#[derive(Clone)]
pub struct Countdowns {
    personal: Personal,
    of: Arc<Mutex<HashMap<EventId, Countdown>>>,
    next: Arc<Mutex<Option<NextEvent>>>,
}

impl Countdowns {
    /// None yet. A new tab of a player is told of those of the player's events.
    pub fn new(personal: &Personal) -> Self {
        let countdowns = Self { personal: personal.clone(), of: Arc::default(), next: Arc::default() };
        personal.add(Arc::new(countdowns.clone()));
        countdowns
    }

    /// The next event that everybody is told of. Tabs that are open hear of it when they are opened again.
    pub(crate) fn set_next(&self, next: Option<NextEvent>) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = next;
    }

    /// An event counts down so from now on. Those whom it concerns are told.
    fn set(&self, event: EventId, countdown: Option<Countdown>) {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let before = match &countdown {
            Some(new) => of.insert(event, new.clone()),
            None => of.remove(&event),
        };
        drop(of);
        if before == countdown {
            return;
        }
        let now = countdown.as_ref().map_or(&[][..], |new| new.players.as_slice());
        if let Some(old) = before {
            for player in old.players.iter().filter(|player| !now.contains(player)) {
                self.personal.tell_here(*player, old.message(event, false));
            }
        }
        if let Some(new) = countdown {
            for player in &new.players {
                self.personal.tell_here(*player, new.message(event, true));
            }
        }
    }
}

impl Source for Countdowns {
    fn news_for(&self, player: PlayerId) -> BoxFuture<'_, Vec<ServerMessage>> {
        let of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        let own = of.iter().filter(|(_, countdown)| countdown.players.contains(&player));
        let mut news: Vec<ServerMessage> =
            own.map(|(event, countdown)| countdown.message(*event, true)).collect();
        drop(of);
        let next = self.next.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let (Some(NextEvent { event, name, starts }), true) = (next, news.is_empty()) {
            let at = Some(starts);
            news.push(
                PersonalMessage::NextRound { topic: Topic::Me, event, name, round: 0, at, enter: true }
                    .into(),
            );
        }
        std::future::ready(news).boxed()
    }
}

/// When something is to be done next for an event: its check-in closes, its countdown begins, or its round.
fn due(event: &Event, now: Time) -> Option<Time> {
    let closes = event.check_in_closes().filter(|at| !is_too_late(*at, now));
    [closes, next_step(event, now)].into_iter().flatten().min()
}

/// When its countdown begins, or its round.
fn next_step(event: &Event, now: Time) -> Option<Time> {
    let (_, at) = event.next_start()?;
    if is_too_late(at, now) {
        return None;
    }
    Some(if at.0 > now.0 + SOON { Time(at.0 - SOON) } else { at })
}

/// Begins rounds at their time, until the server stops. Each event in which something happens is noted in `changed`.
pub(crate) async fn run(
    (events, owned): (Events, Owned),
    changed: Changed,
    countdowns: Countdowns,
    now: impl Fn() -> Time,
    mut stopping: watch::Receiver<bool>,
) {
    let mut times: HashMap<EventId, Time> = HashMap::new();
    loop {
        let earliest = times.values().min().copied();
        let wait = async {
            match earliest {
                Some(at) => sleep(Duration::from_millis(at.0.saturating_sub(now().0))).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = stops(&mut stopping) => return,
            () = changed.noted() => {}
            () = wait => {}
        }
        let mut waiting: Vec<EventId> = std::iter::from_fn(|| changed.take()).collect();
        waiting.extend(times.iter().filter(|(_, at)| **at <= now()).map(|(id, _)| *id));
        for id in waiting {
            times.remove(&id);
            let done = tokio::select! {
                () = stops(&mut stopping) => return,
                done = attend(&events, (id, owned.does(id.as_str())), &countdowns, &now) => done,
            };
            match done {
                Ok(Some(next)) => {
                    // A time that has passed belongs to a round that could not begin.
                    let again = now().0 + u64::try_from(AGAIN.as_millis()).unwrap_or(u64::MAX);
                    times.insert(id, if next <= now() { Time(again) } else { next });
                }
                Ok(None) => {}
                Err(error) => {
                    FAILS.log(|| tracing::warn!(%error, event = %id, "a round can't begin by itself"));
                    times.insert(id, Time(now().0 + u64::try_from(AGAIN.as_millis()).unwrap_or(u64::MAX)));
                }
            }
        }
    }
}

/// Begins the next round of an event if it is due and the event is this server's. Returns when something is to be done next.
async fn attend(
    events: &Events,
    (id, is_ours): (EventId, bool),
    countdowns: &Countdowns,
    now: &impl Fn() -> Time,
) -> Result<Option<Time>, EventError> {
    let mut event = events.read(id).await?;
    if is_ours && event.check_in_closes().is_some_and(|at| at <= now() && !is_too_late(at, now())) {
        event = events.act(id, &Command::CloseCheckIn, None, Who::Server, now()).await?.event;
    }
    countdowns.set(id, Countdown::of(&event, now()));
    let is_due = event.next_start().is_some_and(|(_, at)| at <= now() && !is_too_late(at, now()));
    if !is_due || !is_ours {
        return Ok(due(&event, now()));
    }
    let event = begin(events, id, &event, now).await?;
    countdowns.set(id, Countdown::of(&event, now()));
    Ok(due(&event, now()))
}

/// Pairs, publishes and starts a round, or opens an arena; what is done already is left out.
async fn begin(
    events: &Events,
    id: EventId,
    event: &Event,
    now: &impl Fn() -> Time,
) -> Result<Arc<Event>, EventError> {
    let by = Who::Server;
    if matches!(event.settings.format, Format::Arena { .. }) {
        return Ok(events.act(id, &Command::Start { ids: Vec::new() }, None, by, now()).await?.event);
    }
    if event.rounds.last().is_none_or(|last| last.stage == crate::event::RoundStage::Started) {
        events.pair(id, by, now).await?;
    }
    let published = events.act(id, &Command::Publish, None, by, now()).await?.event;
    let boards = published.rounds.last().map_or(0, |round| round.boards.len());
    let ids = (0..boards).map(|_| chance::game_id()).collect();
    Ok(events.act(id, &Command::Start { ids }, None, by, now()).await?.event)
}

#[cfg(test)]
mod tests {
    use tabiya_store::{SqliteStore, Store};
    use tempfile::TempDir;
    use tokio::time::timeout;

    use super::*;
    use crate::event::{Card, Outcome, Plays, RoundStage, Settings};

    fn settings() -> Settings {
        let format = Format::Swiss { rounds: 2, baku: false };
        Settings { starts: Some(Time(500)), pause: Some(0), ..Settings::new("By itself", format, None, 7) }
    }

    fn player(number: u8) -> PlayerId {
        PlayerId::from_bytes([number; 16])
    }

    fn enter(number: u8) -> Command {
        let card = Card::new(format!("Player {number}"), Some(2000 + u16::from(number)));
        Command::Enter { player: Some(player(number)), card, plays: Some(Plays::OverTheBoard) }
    }

    #[tokio::test]
    async fn an_event_is_played_without_an_organiser() {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let changed = Changed::default();
        let noted = changed.clone();
        let events = Events::told(store, move |id, _| noted.note(id));
        let commands: Vec<_> = (1..=4).map(enter).collect();
        let (id, _) = events.create(settings(), None, &commands, Time(1), 5).await.unwrap();
        let (stop, stopping) = watch::channel(false);
        let countdowns = Countdowns::new(&Personal::default());
        let ours = (events.clone(), Owned::everything());
        let running = run(ours, changed, countdowns, || Time(1_000), stopping);
        let running = tokio::spawn(running);
        let begun = async |round: usize| loop {
            let event = events.read(id).await.unwrap();
            if event.rounds.get(round).is_some_and(|round| round.stage == RoundStage::Started) {
                return;
            }
            sleep(Duration::from_millis(5)).await;
        };
        for round in 0..2 {
            timeout(Duration::from_secs(60), begun(round)).await.expect("the round begins");
            for board in [1, 2] {
                let command =
                    Command::EnterResult { round: None, board, game: None, outcome: Outcome::WhiteWins };
                events.act(id, &command, None, Who::Operator, Time(900)).await.unwrap();
            }
        }
        assert_eq!(events.read(id).await.unwrap().stage, crate::event::Stage::Finished);
        stop.send(true).unwrap();
        running.await.unwrap();
    }

    #[tokio::test]
    async fn an_arena_begins_at_its_time_and_not_where_the_organiser_begins_it() {
        let folder = TempDir::new().unwrap();
        let events = Events::new(Store::new(SqliteStore::open(folder.path().join("data")).unwrap()));
        let time = tabiya_game::TimeControl::new(tabiya_game::Millis::from_secs(60), tabiya_game::Millis(0));
        let arena = Settings::new("Arena", Format::Arena { minutes: 60 }, Some(time.unwrap()), 7);
        let arena = Settings { starts: Some(Time(500)), ..arena };
        let card = |number: u8| Card::new(format!("Player {number}"), None);
        let join = |number| Command::Enter { player: Some(player(number)), card: card(number), plays: None };
        let countdowns = Countdowns::new(&Personal::default());
        let mut stages = Vec::new();
        for (bits, held) in [(1, false), (2, true)] {
            let mut commands: Vec<_> = (1..=2).map(join).collect();
            commands.extend(held.then_some(Command::SetStart(None)));
            let (id, _) = events.create(arena.clone(), None, &commands, Time(1), bits).await.unwrap();
            assert_eq!(
                attend(&events, (id, true), &countdowns, &|| Time(499)).await.unwrap().is_none(),
                held
            );
            // Another node plays it.
            attend(&events, (id, false), &countdowns, &|| Time(500)).await.unwrap();
            assert_eq!(events.read(id).await.unwrap().stage, crate::event::Stage::Announced);
            attend(&events, (id, true), &countdowns, &|| Time(500)).await.unwrap();
            stages.push(events.read(id).await.unwrap().stage);
        }
        assert_eq!(stages, [crate::event::Stage::Running, crate::event::Stage::Announced]);
    }

    #[tokio::test]
    async fn players_hear_of_a_round_that_begins_soon_and_of_no_other() {
        let countdowns = Countdowns::new(&Personal::default());
        let entry = crate::decide::create(settings(), None).unwrap();
        let first = crate::event::Record { number: 1, at: Time(0), by: None, entry };
        let mut event = Event::begin(&first).unwrap();
        let entries = crate::decide::decide(&event, &enter(1), None, Who::Operator).unwrap();
        for entry in entries {
            let number = event.head + 1;
            event.apply(&crate::event::Record { number, at: Time(0), by: None, entry }).unwrap();
        }
        let id = EventId::from_bits(7);
        countdowns.set(id, Countdown::of(&event, Time(0)));
        assert_eq!(countdowns.news_for(player(1)).await.len(), 1);
        assert!(countdowns.news_for(player(2)).await.is_empty());
        assert_eq!(due(&event, Time(0)), Some(Time(500)));
        assert_eq!(Countdown::of(&event, Time(500 + TOO_LATE + 1)), None, "the server was away for too long");
        event.settings.starts = Some(Time(2 * SOON));
        assert_eq!(due(&event, Time(0)), Some(Time(SOON)), "its countdown begins then");
        countdowns.set(id, Countdown::of(&event, Time(0)));
        assert!(countdowns.news_for(player(1)).await.is_empty());
    }
}
