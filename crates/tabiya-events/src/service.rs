// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a running server has of events: the tasks that play them, and what calls about them need, with their limits.

use std::ops::Deref;
use std::sync::Arc;

use tabiya_game::PlayerId;
use tabiya_limits::rate_limit::RateLimit;
use tabiya_live::foundation::Foundation;
use tabiya_live::peers::Everybody;
use tabiya_protocol::events::EventId;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::stopping::stops;
use tokio::sync::watch;

use crate::changed::Changed;
use crate::clocks::Clocks;
use crate::codes::Guesses;
use crate::copies::Copies;
use crate::events::Events;
use crate::members::Members;
use crate::operator::EventOperator;
use crate::results::Results;
use crate::rounds::Rounds;
use crate::series::SeriesMaker;
use crate::topic::EventTopics;

/// The name by which nodes tell each other into which event they have written.
const ABOUT: &str = "event";

/// Letters that an organiser types to find a member: the whole list is looked through each time.
const MEMBER_FINDS_A_MINUTE: u32 = 300;
const MEMBER_FINDS_AN_HOUR: u32 = 6_000;
/// Members that an account enters, changes or erases: a busy desk enters one every two seconds.
const MEMBER_ACTS_A_MINUTE: u32 = 60;
const MEMBER_ACTS_AN_HOUR: u32 = 600;

/// Nobody who means it enters and leaves events more often; each time stays in a journal.
const COMINGS_AND_GOINGS_A_MINUTE: u32 = 10;
const COMINGS_AND_GOINGS_AN_HOUR: u32 = 60;

/// No helper enters and corrects more results by hand; each stays in a journal.
const CODE_RESULTS_A_MINUTE: u32 = 60;
const CODE_RESULTS_AN_HOUR: u32 = 1_000;

/// Events in a running server. Calls reach all of it, and most of them want [`Events`] alone, to which it derefs.
pub struct EventService {
    /// All events.
    pub all: Events,
    /// The topics of events, for those who follow them.
    pub topics: EventTopics,
    /// Pauses and goes on with the clocks of a round.
    pub clocks: Clocks,
    /// Takes results, also of games that run.
    pub results: Results,
    /// Copies of events in a second place.
    pub copies: Copies,
    /// Lists of members, for an organiser's events.
    pub members: Members,
    /// What makes the events of series.
    pub series_maker: SeriesMaker,
    /// Entering, leaving and coming back, of each player: each time adds an entry that stays in the journal of an event.
    pub comings_and_goings: RateLimit<PlayerId>,
    /// How often organisers look for members in their lists.
    pub member_finds: RateLimit<PlayerId>,
    /// Members that organisers and helpers enter, and what organisers do to their lists: one by one, a helper could enter a
    /// whole list.
    pub member_acts: RateLimit<PlayerId>,
    /// Wrong guesses of helpers' codes.
    pub code_guesses: Guesses,
    /// Results that are entered by a helper's code of an event, by its number: each stays in the journal.
    pub code_results: RateLimit<(EventId, u16)>,
    /// Events into which other nodes have written.
    heard: Changed,
}

impl EventService {
    /// Starts what plays events, tells of them and copies them. Must be called inside a running Tokio runtime: it spawns tasks,
    /// which end when the server does.
    #[must_use]
    pub fn start(on: &Foundation<'_>) -> Self {
        let changed = Changed::default();
        let untold = Changed::default();
        let noted = [changed.clone(), untold.clone()];
        let copies = Copies::into_folder(on.config.event_copies.clone());
        let copied = copies.clone();
        let all = Events::told(on.store().clone(), move |id, _| {
            noted.iter().for_each(|each| each.note(id));
            copied.note(id);
        });
        let clock = Arc::clone(on.people());
        copies.start(all.clone(), move || clock.now(), on.stopping.clone());
        Rounds::start(all.clone(), on.pairing.clone(), changed.clone(), on.stopping.clone());
        let heard = Changed::default();
        let untold_here = (changed, copies.clone());
        spawn(hear_others((all.clone(), heard.clone()), untold_here, on.stopping.clone()));
        Self {
            topics: EventTopics::start(all.clone(), Arc::clone(on.people()), untold, on.stopping.clone()),
            clocks: Clocks::new(all.clone(), on.rooms().clone()),
            results: Results::new(all.clone(), Some(on.rooms().clone())),
            copies,
            members: Members::new(all.clone()),
            series_maker: SeriesMaker::start(all.clone(), Arc::clone(on.people()), on.stopping.clone()),
            comings_and_goings: RateLimit::new(COMINGS_AND_GOINGS_A_MINUTE, COMINGS_AND_GOINGS_AN_HOUR),
            member_finds: RateLimit::new(MEMBER_FINDS_A_MINUTE, MEMBER_FINDS_AN_HOUR),
            member_acts: RateLimit::new(MEMBER_ACTS_A_MINUTE, MEMBER_ACTS_AN_HOUR),
            code_guesses: Guesses::default(),
            code_results: RateLimit::new(CODE_RESULTS_A_MINUTE, CODE_RESULTS_AN_HOUR),
            all,
            heard,
        }
    }

    /// From now on each node hears what others write into events. To be called once.
    pub async fn share(&self, others: &Everybody) {
        let everybody = others.clone();
        self.all.reach(Box::new(move |id| everybody.tell(ABOUT, &id)));
        let heard = self.heard.clone();
        others.hear(ABOUT, move |id: EventId| heard.note(id)).await;
    }

    /// Takes the orders of whoever works at this computer.
    #[must_use]
    pub fn operator(&self) -> EventOperator {
        let orders = EventOperator::new(self.all.clone());
        orders.with_members(self.members.clone()).with_games(self.clocks.clone(), self.results.clone())
    }
}

/// Reads what other nodes have written, until the server stops. Rounds and copies hear of it, also where nobody here has the event in
/// memory: this node may have to play it, and copies all.
async fn hear_others(
    (events, heard): (Events, Changed),
    (changed, copies): (Changed, Copies),
    mut stopping: watch::Receiver<bool>,
) {
    loop {
        tokio::select! {
            () = stops(&mut stopping) => return,
            () = heard.noted() => {}
        }
        while let Some(id) = heard.take() {
            if let Err(error) = events.heard(id).await {
                tracing::debug!(%error, event = %id, "what another node has written can't be read now");
            }
            changed.note(id);
            copies.note(id);
        }
    }
}

impl Deref for EventService {
    type Target = Events;

    fn deref(&self) -> &Events {
        &self.all
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tabiya_game::Time;
    use tabiya_store::{SqliteStore, Store};
    use tempfile::TempDir;

    use super::*;
    use crate::event::{Format, Settings};

    #[tokio::test]
    async fn what_another_node_writes_is_copied_by_each_that_has_a_place() {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let settings = Settings::new("Open", Format::Swiss { rounds: 2, baku: false }, None, 7);
        let there = Events::new(store.clone());
        let (id, _) = there.create(settings, None, &[], Time(1), 5).await.unwrap();
        let (_stop, stopping) = watch::channel(false);
        let (here, copies) = (Events::new(store), Copies::into_folder(Some(folder.path().to_owned())));
        copies.start(here.clone(), || Time(2), stopping.clone());
        let (heard, changed) = (Changed::default(), Changed::default());
        tokio::spawn(hear_others((here, heard.clone()), (changed, copies.clone()), stopping));
        heard.note(id);
        let copied = async {
            while copies.of(id).at.is_none() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(60), copied).await.expect("a copy");
    }
}
