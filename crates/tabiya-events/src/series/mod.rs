// SPDX-License-Identifier: AGPL-3.0-or-later
//! Series: events that come again each day or each week, made from a template.
//!
//! The server makes each event some days ahead. Its id follows from the seed of the series and from its start, and there is one
//! event with an id, so each is made once, however often it is tried and wherever the server was killed. Events that should
//! have begun while the server was away are not made.
//!
//! A series rests while its owner may not create events, because the account is closed or has lost its role. With the account of
//! an owner who leaves it stops (`forget_in_events` of the store).

mod make;
mod refusal;
mod template;
mod unentered;
mod when;

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::{EventId, SeriesNext, SeriesTemplate};
use tabiya_store::{Account, StorageError, StoredSeries};

use crate::decide::{Command, Who};
use crate::event::{Event, Stage, mix};
use crate::events::{EventError, Events};

pub use make::{SeriesMaker, make_of};
pub use refusal::{SeriesError, SeriesRefusal};
pub use template::WrongTemplate;
pub use unentered::cancel_unentered;
pub use when::zone_of_the_server;

/// The most series that go on at a time.
pub const MOST_SERIES: u32 = 100;
/// So many milliseconds ahead events of a weekly series are made.
const WEEKS_AHEAD: u64 = 14 * 24 * 3600 * 1000;
/// And those of a daily one.
const DAYS_AHEAD: u64 = 2 * 24 * 3600 * 1000;

/// A series as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Its id.
    pub id: EventId,
    /// Whose it is; `None` if it belongs to the admins.
    pub owner: Option<PlayerId>,
    /// From what its events are made.
    pub template: SeriesTemplate,
    stored: StoredSeries,
}

impl Series {
    fn read(stored: StoredSeries) -> Result<Self, StorageError> {
        let damaged = |what: &dyn std::fmt::Display| StorageError::Damaged {
            detail: format!("series {}: {what}", stored.id),
        };
        let template = serde_json::from_str(&stored.template).map_err(|error| damaged(&error))?;
        let id = stored.id.parse().map_err(|_| damaged(&"it has no id"))?;
        Ok(Self { id, owner: stored.owner, template, stored })
    }

    /// The id of the event that begins at this time.
    pub fn event_at(&self, starts: Time) -> EventId {
        EventId::from_bits(mix(self.stored.seed ^ mix(starts.0 / 60_000)))
    }

    /// The events that are to be there by now, which begin in the future: their starts, the first one first.
    fn ahead(&self, now: Time) -> Vec<Time> {
        let ahead = match self.template.repeats {
            tabiya_protocol::events::Repeats::Day {} => DAYS_AHEAD,
            tabiya_protocol::events::Repeats::Week { .. } => WEEKS_AHEAD,
        };
        when::between(&self.template, now, Time(now.0 + ahead))
    }

    /// The starts of the last months before this one, the first one first.
    pub(crate) fn before(&self, starts: Time) -> Vec<Time> {
        let from = Time(starts.0.saturating_sub(60 * 24 * 3600 * 1000));
        let mut before = when::between(&self.template, from, starts);
        before.retain(|at| *at < starts);
        before
    }

    fn may_stop(&self, who: Who) -> bool {
        match who {
            Who::Operator | Who::Server => true,
            Who::Code(_) | Who::Table { .. } | Who::Seat(_) => false,
            Who::Player { player, staff } => staff || self.owner == Some(player),
        }
    }
}

impl Events {
    /// The series that go on, the oldest first. One that can't be read hides no other.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn series(&self) -> Result<Vec<Series>, StorageError> {
        let stored = self.store().events.series(MOST_SERIES).await?;
        Ok(stored.into_iter().filter_map(|one| Series::read(one).ok()).collect())
    }

    /// Begins a series. `bits` are random: its id, and the seed of its events.
    ///
    /// # Errors
    /// If the template makes no events, there are too many series, or the storage fails.
    pub async fn begin_series(
        &self,
        template: SeriesTemplate,
        owner: Option<PlayerId>,
        now: Time,
        bits: [u64; 2],
    ) -> Result<Series, SeriesError> {
        template::check(&template).map_err(SeriesRefusal::from)?;
        if self.store().events.series(MOST_SERIES).await?.len() >= MOST_SERIES as usize {
            return Err(SeriesRefusal::TooMany.into());
        }
        let stored = StoredSeries {
            id: EventId::from_bits(bits[0]).to_string(),
            owner,
            created: now,
            // What the database holds are signed numbers.
            seed: bits[1] >> 1,
            made: now,
            version: 1,
            stopped: false,
            template: serde_json::to_string(&template).expect("a template is written as text"),
        };
        if !self.store().events.create_series(&stored).await? {
            // Two ids of 47 random bits are equal.
            return Err(SeriesRefusal::Busy.into());
        }
        Ok(Series::read(stored)?)
    }

    /// Stops a series. Its events that are made, and that nobody has entered, are cancelled; all others take place.
    ///
    /// # Errors
    /// If there is no such series, it is somebody else's, or the storage fails.
    pub async fn stop_series(&self, id: &str, who: Who, now: Time) -> Result<Series, SeriesError> {
        let unknown = || SeriesRefusal::NoSuchSeries(id.chars().take(40).collect());
        let series =
            self.series().await?.into_iter().find(|one| one.id.to_string() == id).ok_or_else(unknown)?;
        if !series.may_stop(who) {
            return Err(SeriesRefusal::NotYours.into());
        }
        let mut stopped = series.stored.clone();
        (stopped.stopped, stopped.version) = (true, stopped.version + 1);
        if !self.store().events.change_series(series.stored.version, &stopped).await? {
            return Err(SeriesRefusal::Busy.into());
        }
        for starts in series.ahead(now) {
            let id = series.event_at(starts);
            // Where the server is killed in between, `cancel_unentered` does the rest.
            if self.made(id).await?.is_some_and(|event| event.stage == Stage::Announced) {
                self.act(id, &Command::CancelUnentered, None, Who::Server, now).await?;
            }
        }
        Ok(series)
    }

    /// Whether events of a series are made: its owner is one who may create events. Those of the admins' series are. `lacks`
    /// says whether an account of staff may not use its role now.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn is_carried_on(
        &self,
        series: &Series,
        lacks: &(dyn Fn(&Account) -> bool + Sync),
    ) -> Result<bool, StorageError> {
        let Some(owner) = series.owner else { return Ok(true) };
        let account = self.store().accounts.account(owner).await?;
        Ok(account.is_some_and(|account| account.is_open() && account.role.is_staff() && !lacks(&account)))
    }

    /// The next event of a series.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn next_of(&self, series: &Series, now: Time) -> Result<Option<SeriesNext>, EventError> {
        let week = Time(now.0 + WEEKS_AHEAD);
        let Some(starts) = when::between(&series.template, now, week).into_iter().next() else {
            return Ok(None);
        };
        let id = series.event_at(starts);
        let made = self.made(id).await?.is_some_and(|event| event.stage != Stage::Cancelled);
        Ok(Some(SeriesNext { id: made.then_some(id), starts }))
    }

    /// Whether somebody may stop a series.
    pub fn may_stop(&self, series: &Series, who: Option<Who>) -> bool {
        who.is_some_and(|who| series.may_stop(who))
    }

    async fn made(&self, id: EventId) -> Result<Option<std::sync::Arc<Event>>, EventError> {
        match self.read(id).await {
            Ok(event) => Ok(Some(event)),
            Err(EventError::NoSuchEvent(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
