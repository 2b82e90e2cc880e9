// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event is taken up from its file: on another computer, or where an older copy of it is.

use std::sync::Arc;

use tabiya_game::{GameId, PlayerId, Time};
use tabiya_protocol::events::EventId;

use crate::brought::Brought;
use crate::continued::{Continued, continued};
use crate::event::{Entrant, EntrantId, Entry, Event, Format, Outcome, Record, Stage};
use crate::events::{Acted, EventError, Events, fold};
use crate::journal;
use crate::saved::{self, NotSaved, RunningGames, Saved};

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
    /// Whether an account here owns the event, or the admins do.
    pub(crate) is_owned: bool,
    /// Running games with which this computer has gone on in another way than the file.
    pub(crate) parted: Vec<GameId>,
}

impl Events {
    /// Stores the event of a file, under the id that it had. If an older copy of it is here already, the file continues that one.
    /// Nothing is stored of a file that is wrong, or of an event that has gone on here in another way.
    ///
    /// # Errors
    /// What is wrong with the file, or that the event here is no older copy of it.
    pub async fn restore(&self, text: &str) -> Result<(EventId, Arc<Event>), EventError> {
        let Restored { id, event, .. } = self.bring_back(text, None).await?;
        Ok((id, event))
    }

    /// The same, with what became of it. An event that was not here belongs to `owner`, if somebody is named.
    pub(crate) async fn bring_back(
        &self,
        text: &str,
        owner: Option<PlayerId>,
    ) -> Result<Restored, EventError> {
        let Saved { id, event, journal: records, games } = saved::read(text)?;
        let at = records.last().map_or(event.created, |last| last.at);
        let slot = self.slot(id);
        let mut held = slot.lock().await;
        if self.store().events.event(id.as_str()).await?.is_some() {
            return self.go_on(id, (records, &games), at, &mut held).await;
        }
        let (event, records, parted) = self.settled(id, (event, records, &games), owner, at).await?;
        if !self.store().events.create_event(&journal::append(id, &event, &records)).await? {
            return Err(EventError::Busy);
        }
        *held = Some(Arc::clone(&event));
        self.tell(id, &Acted { event: Arc::clone(&event), records });
        let is_owned = self.is_owned(&event).await?;
        Ok(Restored { id, event, at, after: None, is_owned, parted })
    }

    /// Continues the older copy that is here by the entries of a file.
    async fn go_on(
        &self,
        id: EventId,
        (file, games): (Vec<Record>, &RunningGames),
        at: Time,
        held: &mut Option<Arc<Event>>,
    ) -> Result<Restored, EventError> {
        // Another program may have written since.
        self.catch_up(id, held).await?;
        let before = self.loaded(id, held).await?;
        let more = match continued(&self.journal(id).await?, file) {
            Continued::By(more) => more,
            Continued::Known => return self.move_on(id, &before, games, at, held).await,
            Continued::Forked(number) => return Err(EventError::Forked { id, number }),
        };
        let mut event = Event::clone(&before);
        for record in &more {
            event.apply(record).map_err(|damage| NotSaved::Damaged(damage.to_string()))?;
        }
        let (event, records, parted) = self.settled(id, (event, more, games), None, at).await?;
        let event = self.append(id, before.head, (event, records), held).await?;
        let is_owned = self.is_owned(&event).await?;
        Ok(Restored { id, event, at, after: Some(before.head), is_owned, parted })
    }

    /// Goes on with the running games of a file that has no entry which is not here: moves make none. What was done here since stays.
    async fn move_on(
        &self,
        id: EventId,
        before: &Arc<Event>,
        games: &RunningGames,
        at: Time,
        held: &mut Option<Arc<Event>>,
    ) -> Result<Restored, EventError> {
        let newer = self.newer_games(before, games).await?;
        let Brought { moved, unpaused, parted, .. } = self.bring_games(id, before, &newer).await?;
        if moved.is_empty() && unpaused.is_empty() {
            let number = before.head;
            return Err(if parted.is_empty() {
                EventError::IsHere(id)
            } else {
                EventError::Forked { id, number }
            });
        }
        let event = if moved.is_empty() {
            self.tell(id, &Acted { event: Arc::clone(before), records: Vec::new() });
            Arc::clone(before)
        } else {
            let (mut event, mut records) = (Event::clone(before), Vec::new());
            fold(id, &mut event, &mut records, vec![Entry::GamesBrought { games: moved }], (at, None))?;
            self.append(id, before.head, (event, records), held).await?
        };
        let is_owned = self.is_owned(&event).await?;
        Ok(Restored { id, event, at, after: Some(before.head), is_owned, parted })
    }

    async fn append(
        &self,
        id: EventId,
        head: u64,
        (event, records): (impl Into<Arc<Event>>, Vec<Record>),
        held: &mut Option<Arc<Event>>,
    ) -> Result<Arc<Event>, EventError> {
        let event = event.into();
        if !self.store().events.append_to_event(head, &journal::append(id, &event, &records)).await? {
            return Err(EventError::Busy);
        }
        *held = Some(Arc::clone(&event));
        self.tell(id, &Acted { event: Arc::clone(&event), records });
        Ok(event)
    }

    /// What the entries of a file come to on this server, which has neither the phones nor the games of the other one, perhaps not
    /// its accounts, and other codes on its cards. Last the running games that went another way here.
    async fn settled(
        &self,
        id: EventId,
        (mut event, mut records, games): (Event, Vec<Record>, &RunningGames),
        owner: Option<PlayerId>,
        at: Time,
    ) -> Result<(Arc<Event>, Vec<Record>, Vec<GameId>), EventError> {
        // A server knows a device by its own secret: on another computer no phone is the one that took its seat.
        let mut entries = event.seats_freed();
        entries.extend(owner.map(|player| Entry::OwnerSet { player }));
        entries.extend(self.accounts_moved(&event).await?);
        if event.cards.as_ref().is_some_and(|cards| !cards.elsewhere) {
            entries.push(Entry::CardsOutdated);
        }
        fold(id, &mut event, &mut records, entries, (at, None))?;
        let mut parted = Vec::new();
        if event.stage == Stage::Running {
            // Who sits at a game follows from the accounts.
            let mut brought = self.bring_games(id, &event, games).await?;
            parted = std::mem::take(&mut brought.parted);
            let entries = left_or_paused(&event, brought);
            fold(id, &mut event, &mut records, entries, (at, None))?;
        }
        Ok((Arc::new(event), records, parted))
    }

    /// Whose accounts this server does not have, and whose it has other than the server before. To an arena everybody comes with an
    /// account, so players join it anew.
    async fn accounts_moved(&self, event: &Event) -> Result<Option<Entry>, EventError> {
        if matches!(event.settings.format, Format::Arena { .. }) {
            return Ok(None);
        }
        let account = |one: &Entrant| one.player.or(one.account_left.map(|left| left.player));
        let players: Vec<PlayerId> = event.entrants.iter().filter_map(account).collect();
        if players.is_empty() {
            return Ok(None);
        }
        let accounts = self.store().accounts.accounts_of(&players).await?;
        let is_here = |player: PlayerId| accounts.iter().any(|account| account.player == player);
        let of = |moved: &dyn Fn(&Entrant) -> bool| -> Vec<EntrantId> {
            event.entrants.iter().filter(|one| moved(one)).map(|one| one.id).collect()
        };
        let gone = of(&|one| one.player.is_some_and(|player| !is_here(player)));
        let back = of(&|one| one.account_left.is_some_and(|left| is_here(left.player)));
        let none = gone.is_empty() && back.is_empty();
        Ok((!none).then_some(Entry::AccountsMoved { gone, back }))
    }

    async fn is_owned(&self, event: &Event) -> Result<bool, EventError> {
        let Some(owner) = event.owner else { return Ok(true) };
        Ok(self.store().accounts.account(owner).await?.is_some())
    }
}

/// The entries to add for games that ran on the other computer. Without them a game that this server does not have would begin here
/// at move 1. An arena pairs their players anew.
fn left_or_paused(event: &Event, brought: Brought) -> Vec<Entry> {
    let Brought { paused, mut left, .. } = brought;
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
    if !paused.is_empty() {
        entries.push(Entry::GamesBrought { games: paused });
    }
    entries
}
