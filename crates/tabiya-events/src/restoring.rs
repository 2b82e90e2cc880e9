// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event is taken up from its file: on another computer, or where an older copy of it is.

use std::sync::Arc;

use tabiya_archive::archive::{self, ReadError};
use tabiya_game::Time;
use tabiya_protocol::events::EventId;

use crate::continued::{Continued, continued};
use crate::event::{Entry, Event, Outcome, Record, Stage};
use crate::events::{Acted, EventError, Events, fold};
use crate::journal;
use crate::saved::{self, NotSaved};

/// What became of a file.
pub(crate) struct Restored {
    /// The event's id.
    pub(crate) id: EventId,
    /// The event.
    pub(crate) event: Arc<Event>,
    /// The time of the file's last entry.
    pub(crate) at: Time,
    /// The last entry of the older copy that was here; `None` if there was none.
    pub(crate) after: Option<u64>,
}

impl Events {
    /// Stores the event of a file, under the id that it had. If an older copy of it is here already, the file continues that one.
    /// Nothing is stored of a file that is wrong, or of an event that has gone on here in another way.
    ///
    /// # Errors
    /// What is wrong with the file, or that the event here is no older copy of it.
    pub async fn restore(&self, text: &str) -> Result<(EventId, Arc<Event>), EventError> {
        let Restored { id, event, .. } = self.bring_back(text).await?;
        Ok((id, event))
    }

    /// The same, with what became of it.
    pub(crate) async fn bring_back(&self, text: &str) -> Result<Restored, EventError> {
        let (id, event, records) = saved::read(text)?;
        let at = records.last().map_or(event.created, |last| last.at);
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        if self.store().events.event(id.as_str()).await?.is_some() {
            return self.go_on(id, records, at, &mut held).await;
        }
        let (event, records) = self.settled(id, (event, records), at).await?;
        if !self.store().events.create_event(&journal::append(id, &event, &records)).await? {
            return Err(EventError::Busy);
        }
        *held = Some(Arc::clone(&event));
        self.tell(id, &Acted { event: Arc::clone(&event), records });
        Ok(Restored { id, event, at, after: None })
    }

    /// Continues the older copy that is here by the entries of a file.
    async fn go_on(
        &self,
        id: EventId,
        file: Vec<Record>,
        at: Time,
        held: &mut Option<Arc<Event>>,
    ) -> Result<Restored, EventError> {
        // Another program may have written since.
        self.catch_up(id, held).await?;
        let before = self.loaded(id, held).await?;
        let more = match continued(&self.journal(id).await?, file) {
            Continued::By(more) => more,
            Continued::Known => return Err(EventError::IsHere(id)),
            Continued::Forked(number) => return Err(EventError::Forked { id, number }),
        };
        let mut event = Event::clone(&before);
        for record in &more {
            event.apply(record).map_err(|damage| NotSaved::Damaged(damage.to_string()))?;
        }
        let (event, records) = self.settled(id, (event, more), at).await?;
        if !self.store().events.append_to_event(before.head, &journal::append(id, &event, &records)).await? {
            return Err(EventError::Busy);
        }
        *held = Some(Arc::clone(&event));
        self.tell(id, &Acted { event: Arc::clone(&event), records });
        Ok(Restored { id, event, at, after: Some(before.head) })
    }

    /// What the entries of a file come to on this server, which has neither the phones nor the games of the other one, and other
    /// codes on its cards.
    async fn settled(
        &self,
        id: EventId,
        (mut event, mut records): (Event, Vec<Record>),
        at: Time,
    ) -> Result<(Arc<Event>, Vec<Record>), EventError> {
        // A server knows a device by its own secret: on another computer no phone is the one that took its seat.
        let mut entries = event.seats_freed();
        if event.stage == Stage::Running {
            entries.extend(self.left_behind(&event).await?);
        }
        if event.cards.as_ref().is_some_and(|cards| !cards.elsewhere) {
            entries.push(Entry::CardsOutdated);
        }
        fold(id, &mut event, &mut records, entries, (at, None))?;
        Ok((Arc::new(event), records))
    }

    /// The entries to add for running games that this server does not have, as after a restore on another computer. Without them
    /// each of these games would begin here at move 1. An arena pairs their players anew.
    async fn left_behind(&self, event: &Event) -> Result<Vec<Entry>, EventError> {
        let mut left = Vec::new();
        for game in event.open_games() {
            match archive::load(&*self.store().log, game).await {
                Ok(_) => {}
                Err(ReadError::NoSuchGame(_)) => left.push(game),
                Err(ReadError::Storage(error)) => return Err(error.into()),
            }
        }
        let outcome = Outcome::BothForfeit;
        let in_arena = left.iter().filter_map(|game| event.arena_place(*game));
        let mut entries: Vec<Entry> = in_arena
            .filter_map(|place| u32::try_from(place + 1).ok())
            .map(|game| Entry::ArenaResult { game, outcome, plies: 0, berserk: [false; 2] })
            .collect();
        left.retain(|game| event.arena_place(*game).is_none());
        if !left.is_empty() {
            entries.push(Entry::GamesLeft { games: left });
        }
        Ok(entries)
    }
}
