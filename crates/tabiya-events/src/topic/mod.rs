// SPDX-License-Identifier: AGPL-3.0-or-later
//! The topics of events: `event:ID` tells all who follow an event what changes in it, at most twice a second.
//!
//! The first entry after a quiet time is told at once, those of the next half second together. Organisers are told of drafts,
//! all others are not. What another program writes into the journal of an event that somebody follows is found within
//! seconds.

mod feed;
mod sheet;
#[cfg(test)]
mod simulation_tests;

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_accounts::feed::Listener;
use tabiya_accounts::people::{People, SiteRules};
use tabiya_game::PlayerId;
use tabiya_protocol::events::EventId;
use tabiya_protocol::{Refusal, Topic};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::low_priority;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::stopping::stops;
use tabiya_runtime::topic::Lingering;
use tabiya_store::StorageError;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::changed::Changed;
use crate::decide::Who;
use crate::event::Event;
use crate::events::{EventError, Events};
use crate::view;

pub use feed::EventFeed;
use sheet::{Sheet, Shown, Tab};

/// The pause after changes were told. Two messages a second are the most that a reader gets.
const PAUSE: Duration = Duration::from_millis(500);
/// How often it is looked for what another program has written.
const LOOK: Duration = Duration::from_secs(2);

static FAILS: LogOnce = LogOnce::new();

/// Whoever this is, as an event knows them; `None` for a guest. Moderators and admins may act in all events, organisers in
/// their own.
pub fn who(identity: Option<&Identity>) -> Option<Who> {
    let identity = identity.filter(|identity| identity.login.is_some())?;
    Some(Who::Player { player: identity.player, staff: identity.moderates() })
}

/// The names of the owner and of those who help, as far as their accounts are open.
///
/// # Errors
/// If the storage fails.
pub async fn names_of(events: &Events, event: &Event) -> Result<(Option<String>, Vec<String>), StorageError> {
    let all: Vec<_> = event.owner.iter().chain(&event.helpers).copied().collect();
    if all.is_empty() {
        return Ok((None, Vec::new()));
    }
    let accounts = events.store().accounts.accounts_of(&all).await?;
    let name_of = |player: &PlayerId| {
        let account = accounts.iter().find(|account| account.player == *player && account.is_open())?;
        Some(account.name.to_string())
    };
    Ok((event.owner.as_ref().and_then(name_of), event.helpers.iter().filter_map(name_of).collect()))
}

/// The topics of all events. Cheap to clone.
#[derive(Clone)]
pub struct EventTopics(Arc<State>);

struct State {
    events: Events,
    people: Arc<People>,
    board: Mutex<Board>,
}

/// The events that somebody follows, or followed a moment ago.
#[derive(Default)]
struct Board {
    sheets: HashMap<EventId, Sheet>,
    left: Lingering<EventId>,
    /// The server is being stopped.
    is_closed: bool,
}

impl Board {
    /// Forgets the topics that nobody has followed for a while.
    fn tidy(&mut self) {
        for id in self.left.due() {
            self.sheets.remove(&id);
        }
    }

    /// Whether there is a sheet for whoever comes now. One that nobody has followed for a while is theirs, too.
    fn keeps(&mut self, id: &EventId) -> bool {
        self.left.end(id);
        self.tidy();
        self.sheets.contains_key(id)
    }

    /// Whether the followers of an event were told of an older state of it.
    fn is_behind(&self, id: &EventId, event: &Event) -> bool {
        self.sheets.get(id).is_some_and(|sheet| sheet.shown().event.head != event.head)
    }

    /// Ends a subscription.
    fn leave(&mut self, id: EventId, subscriber: tabiya_runtime::topic::SubscriberId) {
        self.tidy();
        let Some(sheet) = self.sheets.get_mut(&id) else { return };
        sheet.remove(subscriber);
        if sheet.is_unused() {
            self.left.begin(id);
        }
    }
}

impl EventTopics {
    /// Begins to tell changes. `changed` hears of every entry. Must be called inside a running Tokio runtime: it spawns one
    /// task, which ends with `stopping`.
    pub fn start(
        events: Events,
        people: Arc<People>,
        changed: Changed,
        stopping: watch::Receiver<bool>,
    ) -> Self {
        let topics = Self(Arc::new(State { events, people, board: Mutex::default() }));
        spawn(topics.clone().run(changed, stopping));
        topics
    }

    /// Adds a client, and tells it what it has missed, or everything.
    ///
    /// # Errors
    /// Why it may not follow the event.
    pub async fn subscribe(&self, id: EventId, listener: Listener<'_>) -> Result<EventFeed, Refusal> {
        let State { events, people, .. } = &*self.0;
        let Listener { visitor, after, outbox } = listener;
        let identity = visitor.identity.as_ref();
        SiteRules::check(people.site.rules().watch, identity).map_err(|_| Refusal::NeedsAccount)?;
        let (_, event) = events.named(id.as_str()).await.map_err(|error| match error {
            EventError::NoSuchEvent(_) => Refusal::NoSuchTopic { topic: Topic::Event(id) },
            EventError::Refused(_)
            | EventError::NotSaved(_)
            | EventError::IsHere(_)
            | EventError::Forked { .. }
            | EventError::Damaged { .. }
            | EventError::Busy
            | EventError::Storage(_) => Refusal::Unavailable,
        })?;
        let subscriber = outbox.id();
        let mut shown = None;
        if !self.lock().keeps(&id) {
            shown = Some(self.shown(id, event).await.map_err(|_| Refusal::Unavailable)?);
        }
        let mut board = self.lock();
        if board.is_closed {
            return Err(Refusal::Unavailable);
        }
        board.keeps(&id);
        let sheet = match (board.sheets.get_mut(&id), shown) {
            (Some(sheet), _) => sheet,
            (None, Some(shown)) => board.sheets.entry(id).or_insert_with(|| Sheet::new(shown)),
            // It was forgotten a moment ago. The client comes back.
            (None, None) => return Err(Refusal::Unavailable),
        };
        sheet.add(outbox, Tab::of(who(identity)), after);
        drop(board);
        Ok(EventFeed::new(self.clone(), id, subscriber))
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub fn close(&self) {
        let mut board = self.lock();
        board.is_closed = true;
        board.sheets.clear();
    }

    async fn run(self, changed: Changed, mut stopping: watch::Receiver<bool>) {
        let mut look = Beat::every(LOOK).until(stopping.clone());
        loop {
            let mut behind = Vec::new();
            tokio::select! {
                goes_on = look.next() => {
                    if !goes_on {
                        return;
                    }
                    behind = self.behind().await;
                }
                () = changed.noted() => {}
            }
            let due: BTreeSet<EventId> =
                behind.into_iter().chain(std::iter::from_fn(|| changed.take())).collect();
            let due: Vec<_> = due.into_iter().filter(|id| self.lock().sheets.contains_key(id)).collect();
            if due.is_empty() {
                continue;
            }
            for id in due {
                if let Err(error) = self.tell(id).await {
                    FAILS
                        .log(|| tracing::warn!(%error, event = %id, "the changes of an event can't be told"));
                }
            }
            tokio::select! {
                () = stops(&mut stopping) => return,
                () = sleep(PAUSE) => {}
            }
        }
    }

    /// The events whose followers were not told everything: an entry came between the reading of an event and its first
    /// follower, or could not be told. It also reads what another program has written, each entry of which is noted as
    /// one of this program.
    async fn behind(&self) -> Vec<EventId> {
        let followed: Vec<EventId> = self.lock().sheets.keys().copied().collect();
        let mut behind = Vec::new();
        for id in followed {
            match self.0.events.named(id.as_str()).await {
                Ok((_, event)) if self.lock().is_behind(&id, &event) => behind.push(id),
                Ok(_) => {}
                Err(error) => {
                    FAILS.log(
                        || tracing::warn!(%error, event = %id, "an event that is followed can't be read"),
                    );
                }
            }
        }
        behind
    }

    /// Tells what has changed in an event.
    async fn tell(&self, id: EventId) -> Result<(), EventError> {
        let event = self.0.events.read(id).await?;
        let Some(before) = self.lock().sheets.get(&id).map(Sheet::shown) else { return Ok(()) };
        if before.event.head == event.head {
            return Ok(());
        }
        let shown = self.shown(id, event).await?;
        if let Some(sheet) = self.lock().sheets.get_mut(&id) {
            sheet.tell(shown);
        }
        Ok(())
    }

    /// An event as both kinds of readers see it.
    async fn shown(&self, id: EventId, event: Arc<Event>) -> Result<Arc<Shown>, EventError> {
        let State { events, people, .. } = &*self.0;
        let (owner, helpers) = names_of(events, &event).await?;
        let standings = events.standings(id, &event).await?;
        let ghosts = people.ghosts.clone();
        let make = move || {
            let seen = |who| {
                let is_ghost = |player| ghosts.has(player);
                let (owner, helpers) = (owner.clone(), helpers.clone());
                let visitor = view::Visitor { who, is_ghost: &is_ghost, owner, helpers };
                view::event(id, &event, &standings, &visitor)
            };
            let (to_all, to_organisers) = (seen(None), seen(Some(Who::Operator)));
            Arc::new(Shown { event, to_all, to_organisers })
        };
        low_priority::run(make).await.map_err(|_| EventError::Busy)
    }

    fn lock(&self) -> MutexGuard<'_, Board> {
        // Nothing under the lock can panic half-way.
        self.0.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
