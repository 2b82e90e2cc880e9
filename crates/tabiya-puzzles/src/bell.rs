// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bell of pupils: each is told once of a set that is assigned to the class, of a lesson with positions of the own games, and of
//! a race for the class.
//!
//! The notice goes when the pupil has solved all of it, and when it is taken back or deleted; that of a race goes when
//! the race is over. Whether a notice still holds is asked
//! again whenever its pupil looks at the bell. So one also goes after the pupil has left the class, or the organiser the staff.

use std::collections::HashSet;
use std::sync::Arc;

use tabiya_accounts::people::People;
use tabiya_accounts::people::class::{has_class, pupils_of};
use tabiya_accounts::people::notices::{About, NoticeData};
use tabiya_game::{GameId, PlayerId, Time};
use tabiya_protocol::people::desk::NoticeKind;
use tabiya_protocol::{PuzzleEnd, PuzzleSetView, RaceStage};
use tabiya_store::{Account, AttemptEnd, Lesson, StorageError};

use crate::race::{Entrant, Races, key_of};
use crate::solving::{NotSolved, Solving};

/// Tells pupils of sets, lessons and races.
#[derive(Clone)]
pub struct PuzzleBell {
    people: Arc<People>,
    solving: Solving,
    races: Races,
}

impl PuzzleBell {
    /// For the pupils of this server.
    #[must_use]
    pub const fn new(people: Arc<People>, solving: Solving, races: Races) -> Self {
        Self { people, solving, races }
    }

    async fn pupils(&self, organiser: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        let listed = pupils_of(&self.people.store, organiser).await?;
        Ok(listed.into_iter().filter(Account::is_open).map(|pupil| pupil.player).collect())
    }

    /// Tells a class of a set that was assigned to it, except for the pupils who have solved all of it already. Where the set was
    /// taken back, the notices are, too.
    ///
    /// # Errors
    /// If the storage fails. Some pupils may have been told then.
    pub async fn assigned(&self, organiser: PlayerId, set: &PuzzleSetView) -> Result<(), StorageError> {
        if set.due.is_none() {
            return self.gone(organiser, &set.id).await;
        }
        let pupils = self.pupils(organiser).await?;
        let ids: Vec<String> = set.puzzles.iter().map(|puzzle| puzzle.id.clone()).collect();
        let attempts = self.people.store.puzzle_sets.attempts_at(&ids, &pupils).await?;
        for pupil in pupils {
            let solved = attempts
                .iter()
                .filter(|(player, attempt)| *player == pupil && attempt.last == AttemptEnd::Solved)
                .count();
            if solved < ids.len() {
                self.tell(pupil, &set.id, &set.name).await?;
            }
        }
        Ok(())
    }

    /// Tells each pupil who has positions in a lesson that it is there.
    ///
    /// # Errors
    /// If the storage fails. Some pupils may have been told then.
    pub(crate) async fn lesson_made(&self, lesson: &Lesson) -> Result<(), StorageError> {
        if !has_class(&self.people.store, lesson.organiser).await? {
            return Ok(());
        }
        let positions = self.people.store.puzzle_lessons.lesson_positions(&lesson.id).await?;
        let have: HashSet<PlayerId> =
            positions.into_iter().filter_map(|position| position.side.pupil).collect();
        for pupil in self.pupils(lesson.organiser).await? {
            if have.contains(&pupil) {
                self.tell(pupil, &lesson.id, &lesson.name).await?;
            }
        }
        Ok(())
    }

    /// Takes the notices of a set or a lesson back.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn gone(&self, organiser: PlayerId, id: &str) -> Result<(), StorageError> {
        let Ok(set) = id.parse() else { return Ok(()) };
        for pupil in self.pupils(organiser).await? {
            self.people.withdraw(pupil, NoticeKind::Puzzles, About::Puzzles(set)).await?;
        }
        Ok(())
    }

    /// Tells a class of a race that its organiser has made for it.
    ///
    /// # Errors
    /// If the storage fails. Some pupils may have been told then.
    pub async fn race_made(&self, organiser: PlayerId, race: &str) -> Result<(), StorageError> {
        let Ok(key) = key_of(race).parse() else { return Ok(()) };
        let data = NoticeData { race: race.to_owned(), ..NoticeData::default() };
        for pupil in self.pupils(organiser).await? {
            self.people.notify(pupil, NoticeKind::Race, About::Race(key), &data).await?;
        }
        Ok(())
    }

    /// The id of the latest race that this pupil was told of, and that waits or runs.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn race_for(&self, account: &Account, now: Time) -> Result<Option<String>, StorageError> {
        for (_, race) in self.people.told_of_races(account.player).await? {
            if self.is_on(account, &race, now).await? == Some(true) {
                return Ok(Some(race));
            }
        }
        Ok(None)
    }

    /// Whether a race waits or runs for this pupil; `None` where its node does not answer now.
    async fn is_on(&self, account: &Account, race: &str, now: Time) -> Result<Option<bool>, StorageError> {
        let entrant = Entrant { player: account.player, account: Some(account) };
        match self.races.look(race, entrant, now).await {
            Ok(race) => Ok(Some(race.stage != RaceStage::Over && !race.was_removed)),
            Err(NotSolved::Storage(error)) => Err(error),
            Err(NotSolved::RaceUnanswered) => Ok(None),
            Err(_) => Ok(Some(false)),
        }
    }

    /// Takes the notices of a player back that hold no longer: all of the set is solved, the race is over, or it is not there
    /// for this player.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn look(&self, player: PlayerId, now: Time) -> Result<(), StorageError> {
        let told = self.people.told_of_puzzles(player).await?;
        let races = self.people.told_of_races(player).await?;
        if told.is_empty() && races.is_empty() {
            return Ok(());
        }
        let Some(account) = self.people.store.accounts.account(player).await? else { return Ok(()) };
        for set in told {
            if !self.is_left(&account, set).await? {
                self.people.withdraw(player, NoticeKind::Puzzles, About::Puzzles(set)).await?;
            }
        }
        for (key, race) in races {
            if self.is_on(&account, &race, now).await? == Some(false) {
                self.people.withdraw(player, NoticeKind::Race, About::Race(key)).await?;
            }
        }
        Ok(())
    }

    /// Whether something of this set is left to be solved by its pupil.
    async fn is_left(&self, account: &Account, set: GameId) -> Result<bool, StorageError> {
        match self.solving.set(account, set.as_str()).await {
            Ok(set) => Ok(set.puzzles.iter().any(|puzzle| puzzle.last != Some(PuzzleEnd::Solved))),
            Err(NotSolved::Storage(error)) => Err(error),
            Err(_) => Ok(false),
        }
    }

    async fn tell(&self, pupil: PlayerId, id: &str, name: &str) -> Result<(), StorageError> {
        let Ok(set) = id.parse() else { return Ok(()) };
        let data = NoticeData { name: name.to_owned(), ..NoticeData::default() };
        self.people.notify(pupil, NoticeKind::Puzzles, About::Puzzles(set), &data).await
    }
}
