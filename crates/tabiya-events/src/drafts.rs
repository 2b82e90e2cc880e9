// SPDX-License-Identifier: AGPL-3.0-or-later
//! Drafts of rounds. They are computed off the threads that serve moves, one at a time for each event: a round of a large Swiss
//! takes seconds. Whoever asks again waits for the same draft, also after a page was closed that had asked first.

use std::sync::Arc;

use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_runtime::low_priority;

use crate::decide::{Command, Overtaken, Refusal, Who};
use crate::event::Event;
use crate::events::{ATTEMPTS, EventError, Events};
use crate::festival::is_empty_final;
use crate::pairing::{self, Draft};
use crate::pairing_now::Progress;

impl Events {
    /// Pairs the next round as a draft, unless one stands. `now` is asked when the draft is stored.
    ///
    /// # Errors
    /// Why there is no draft.
    pub async fn pair(
        &self,
        id: EventId,
        who: Who,
        now: impl Fn() -> Time,
    ) -> Result<Arc<Event>, EventError> {
        for _ in 0..ATTEMPTS {
            let event = self.read(id).await?;
            if event.draft().is_some() {
                return Ok(event);
            }
            if !event.may_organise(who) {
                return Err(Refusal::NotYours.into());
            }
            if is_empty_final(&event) {
                self.fill_final(id, (who, now())).await?;
            }
            let Some(draft) = self.drafted(id).await? else { continue };
            match self.act(id, &Command::TakeDraft(draft), None, who, now()).await {
                Ok(acted) => return Ok(acted.event),
                Err(EventError::Refused(Refusal::Overtaken(Overtaken::Pairing))) => {}
                Err(error) => return Err(error),
            }
        }
        Err(EventError::Busy)
    }

    /// How far the pairing of the next round is; `None` while nobody pairs it.
    pub fn pairing_progress(&self, id: EventId) -> Option<Progress> {
        self.pairing_now(id).progress()
    }

    /// The draft of an event as it stands; `None` where another one has come meanwhile.
    async fn drafted(&self, id: EventId) -> Result<Option<Draft>, EventError> {
        let pairing_now = self.pairing_now(id);
        let mut held = Arc::clone(&pairing_now.draft).lock_owned().await;
        // Whoever had the turn before may have made it.
        let event = self.read(id).await?;
        if event.draft().is_some() {
            return Ok(None);
        }
        if let Some(draft) = held.take().filter(|draft| draft.seen == event.head) {
            return Ok(Some(draft));
        }
        let work = move || {
            pairing_now.note(Some(Progress::default()));
            let told = |paired, players| pairing_now.note(Some(Progress { paired, players }));
            let draft = pairing::pair(&event, told);
            pairing_now.note(None);
            draft.map(|draft| {
                *held = Some(draft);
                held
            })
        };
        let mut held = low_priority::run(work).await.map_err(|_| EventError::Busy)??;
        Ok(held.take())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tabiya_store::{SqliteStore, Store};
    use tempfile::TempDir;
    use tokio::time::sleep;

    use super::*;
    use crate::event::{Card, Format, Plays, Settings};

    const NOW: Time = Time(1);

    async fn swiss(players: u16) -> (TempDir, Events, EventId) {
        let folder = TempDir::new().unwrap();
        let events = Events::new(Store::new(SqliteStore::open(folder.path().join("data")).unwrap()));
        let settings = Settings::new("Open", Format::Swiss { rounds: 5, baku: false }, None, 7);
        let card = |number: u16| Card::new(format!("Player {number}"), Some(2600 - number));
        let enter =
            |number| Command::Enter { player: None, card: card(number), plays: Some(Plays::OverTheBoard) };
        let enter: Vec<Command> = (1..=players).map(enter).collect();
        let (id, _) = events.create(settings, None, &enter, NOW, 1).await.unwrap();
        (folder, events, id)
    }

    #[tokio::test]
    async fn whoever_asks_while_a_round_is_paired_waits_for_the_same_draft() {
        let (_folder, events, id) = swiss(8).await;
        let pairing_now = events.pairing_now(id);
        let mut computed = Arc::clone(&pairing_now.draft).lock_owned().await;
        let asks = tokio::spawn({
            let events = events.clone();
            async move { events.pair(id, Who::Operator, || NOW).await.unwrap() }
        });
        sleep(Duration::from_millis(50)).await;
        assert!(!asks.is_finished(), "it is paired already");
        let mut draft = pairing::pair(&events.read(id).await.unwrap(), |_, _| {}).unwrap();
        // As nobody else would pair it.
        draft.boards[0].reverse();
        let boards = draft.boards.clone();
        *computed = Some(draft);
        drop(computed);
        let event = asks.await.unwrap();
        let made: Vec<_> = event.draft().unwrap().1.boards.iter().map(|board| board.players()).collect();
        assert_eq!(made, boards, "it was computed twice");
    }

    #[tokio::test]
    async fn a_draft_of_which_nobody_has_heard_is_not_taken_after_a_change() {
        let (_folder, events, id) = swiss(8).await;
        let old = pairing::pair(&events.read(id).await.unwrap(), |_, _| {}).unwrap();
        *events.pairing_now(id).draft.lock().await = Some(old.clone());
        let leaves = Command::Withdraw(old.boards[0][0]);
        events.act(id, &leaves, None, Who::Operator, NOW).await.unwrap();
        let event = events.pair(id, Who::Operator, || NOW).await.unwrap();
        assert_eq!(event.draft().unwrap().1.boards.len(), 3);
    }

    #[tokio::test]
    async fn a_large_round_says_how_far_it_is() {
        let (_folder, events, id) = swiss(300).await;
        let told = std::sync::Mutex::new(Vec::new());
        let event = events.read(id).await.unwrap();
        pairing::pair(&event, |paired, players| told.lock().unwrap().push((paired, players))).unwrap();
        let told = told.into_inner().unwrap();
        assert!(!told.is_empty() && told.is_sorted(), "{told:?}");
        assert!(told.iter().all(|(paired, players)| paired <= players && *players == 300), "{told:?}");
        // What was told is forgotten when the draft is there.
        events.pair(id, Who::Operator, || NOW).await.unwrap();
        assert_eq!(events.pairing_progress(id), None);
    }
}
