// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of [`Deadlines`].

use std::{
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use tabiya_game::{GameId, Time};

use crate::{Deadlines, StorageError};

/// A place for deadlines that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens them. Called once.
    fn open(&self) -> impl Future<Output = Arc<dyn Deadlines>> + Send;
}

crate::laws! { $ deadlines deadlines_tests Fixture:
    the_earliest_comes_first
    a_game_is_due_once
    what_is_forgotten_is_not_due
    a_later_reminder_is_not_forgotten
    a_list_goes_on_where_the_last_one_ended
    thousands_are_kept
}

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

/// Only what is due, and the earliest first where there are more than were asked for.
pub async fn the_earliest_comes_first(fixture: &impl Fixture) {
    let deadlines = fixture.open().await;
    let noted = [(id(1), Time(300)), (id(2), Time(100)), (id(3), Time(200)), (id(4), Time(u64::MAX))];
    deadlines.note(&noted).await.expect("noted");
    let earliest = vec![(id(2), Time(100)), (id(3), Time(200))];
    assert_eq!(deadlines.due(None, Time(99), 10).await, Ok(vec![]));
    assert_eq!(deadlines.due(None, Time(200), 10).await.as_ref(), Ok(&earliest));
    assert_eq!(deadlines.due(None, Time(1_000), 2).await, Ok(earliest));
}

/// A later note takes the place of the one before, in whichever direction.
pub async fn a_game_is_due_once(fixture: &impl Fixture) {
    let deadlines = fixture.open().await;
    for due in [100, 500, 300] {
        deadlines.note(&[(id(7), Time(due))]).await.expect("noted");
    }
    assert_eq!(deadlines.due(None, Time(299), 10).await, Ok(vec![]));
    assert_eq!(deadlines.due(None, Time(500), 10).await, Ok(vec![(id(7), Time(300))]));
}

/// Also where there was nothing to forget.
pub async fn what_is_forgotten_is_not_due(fixture: &impl Fixture) {
    let deadlines = fixture.open().await;
    deadlines.note(&[(id(1), Time(1)), (id(2), Time(2))]).await.expect("noted");
    for games in [vec![id(1)], vec![id(1), id(9)], vec![]] {
        deadlines.forget(&games, Time(5)).await.expect("forgotten");
    }
    assert_eq!(deadlines.due(None, Time(5), 10).await, Ok(vec![(id(2), Time(2))]));
}

/// A room may have noted it while somebody else took care of the earlier one.
pub async fn a_later_reminder_is_not_forgotten(fixture: &impl Fixture) {
    let deadlines = fixture.open().await;
    deadlines.note(&[(id(1), Time(100)), (id(2), Time(100))]).await.expect("noted");
    deadlines.note(&[(id(2), Time(101))]).await.expect("noted");
    deadlines.forget(&[id(1), id(2)], Time(100)).await.expect("forgotten");
    assert_eq!(deadlines.due(None, Time(500), 10).await, Ok(vec![(id(2), Time(101))]));
}

/// More than fit into one change.
pub async fn thousands_are_kept(fixture: &impl Fixture) {
    let deadlines = fixture.open().await;
    let noted: Vec<_> = (0..1_234).map(|number| (id(number), Time(5_000 - number))).collect();
    deadlines.note(&noted).await.expect("noted");
    let due = deadlines.due(None, Time(5_000), 2_000).await.expect("listed");
    assert!(due.iter().rev().eq(&noted), "the latest number is due first");
}

/// Also between games that are due at the same time.
pub async fn a_list_goes_on_where_the_last_one_ended(fixture: &impl Fixture) {
    let deadlines = fixture.open().await;
    let noted: Vec<_> = (0..23).map(|number| (id(number), Time(100 + number / 5))).collect();
    deadlines.note(&noted).await.expect("noted");
    let (mut all, mut after) = (Vec::new(), None);
    for _ in 0..=noted.len() {
        let page = deadlines.due(after, Time(103), 3).await.expect("listed");
        after = page.last().copied().or(after);
        all.extend(page);
    }
    assert!(all.is_sorted_by_key(|(_, due)| *due), "the earliest first");
    all.sort_unstable_by_key(|(game, due)| (*due, *game));
    let mut due = noted;
    due.retain(|(_, due)| *due <= Time(103));
    due.sort_unstable_by_key(|(game, due)| (*due, *game));
    assert_eq!(all, due, "each once");
}

/// How deadlines can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Keeps the first note of a game.
    KeepsTheFirst,
    /// Lists in the order of noting.
    Unsorted,
    /// Forgets nothing.
    NeverForgets,
    /// Forgets whatever is noted of a game.
    ForgetsLaterReminders,
    /// Writes one change, and leaves the rest.
    WritesOneChange,
    /// Begins at the front again.
    BeginsAgain,
    /// Goes on behind all that are due at the time of the last one.
    SkipsTheSameTime,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::KeepsTheFirst,
        Self::Unsorted,
        Self::NeverForgets,
        Self::ForgetsLaterReminders,
        Self::WritesOneChange,
        Self::BeginsAgain,
        Self::SkipsTheSameTime,
    ];
}

/// Deadlines in memory with one fault, or none.
#[derive(Clone, Debug)]
pub struct Wrong {
    fault: Option<Fault>,
    noted: Arc<Mutex<Vec<(GameId, Time)>>>,
}

impl Wrong {
    /// Empty ones with this fault.
    pub fn new(fault: Option<Fault>) -> Self {
        Self { fault, noted: Arc::default() }
    }

    fn noted<T>(&self, with: impl FnOnce(&mut Vec<(GameId, Time)>) -> T) -> T {
        with(&mut self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Fixture for Wrong {
    async fn open(&self) -> Arc<dyn Deadlines> {
        Arc::new(self.clone())
    }
}

#[async_trait]
impl Deadlines for Wrong {
    async fn note(&self, games: &[(GameId, Time)]) -> Result<(), StorageError> {
        let most = if self.fault == Some(Fault::WritesOneChange) { 500 } else { games.len() };
        self.noted(|noted| {
            for &(game, due) in games.iter().take(most) {
                match noted.iter_mut().find(|(known, _)| *known == game) {
                    Some(_) if self.fault == Some(Fault::KeepsTheFirst) => {}
                    Some(known) => known.1 = due,
                    None => noted.push((game, due)),
                }
            }
        });
        Ok(())
    }

    async fn due(
        &self,
        after: Option<(GameId, Time)>,
        until: Time,
        limit: u32,
    ) -> Result<Vec<(GameId, Time)>, StorageError> {
        let place = |(game, due): (GameId, Time)| (due, game);
        let mut listed = self.noted(|noted| noted.clone());
        listed.retain(|(_, due)| *due <= until);
        if self.fault != Some(Fault::Unsorted) {
            listed.sort_by_key(|row| place(*row));
        }
        if let Some(after) = after {
            match self.fault {
                Some(Fault::BeginsAgain) => {}
                Some(Fault::SkipsTheSameTime) => listed.retain(|(_, due)| *due > after.1),
                _ => listed.retain(|row| place(*row) > place(after)),
            }
        }
        listed.truncate(limit as usize);
        Ok(listed)
    }

    async fn forget(&self, games: &[GameId], until: Time) -> Result<(), StorageError> {
        let until = if self.fault == Some(Fault::ForgetsLaterReminders) { Time(u64::MAX) } else { until };
        if self.fault != Some(Fault::NeverForgets) {
            self.noted(|noted| noted.retain(|(known, due)| !games.contains(known) || *due > until));
        }
        Ok(())
    }
}
