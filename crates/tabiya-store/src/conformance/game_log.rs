// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every [`GameLog`] must do, as tests that each implementation runs over itself:
//!
//! ```text
//! tabiya_store::game_log_tests!(MyFixture::new());
//! ```
//!
//! Each law gets a fresh fixture, so stores are empty at first.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{
    future::Future,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;

use tabiya_game::{Event, Game, GameId, Keyed, PlayerId, Stamped, Time};
use tabiya_rules::Color;

use super::games::{ANN, BOB, id, scholars_mate};
use crate::{
    AppendError, CreateError, FinishedGame, GameLog, LoadedLog, StorageError, UnfinishedGame, UnfinishedPage,
};

/// A place for one store that starts empty, and can be opened again after the store is gone.
pub trait Fixture: Send + Sync {
    /// Opens the store. Never called while an earlier one of this fixture lives.
    fn open(&self) -> impl Future<Output = Arc<dyn GameLog>> + Send;
}

crate::laws! { $ game_log game_log_tests Fixture:
    a_log_comes_back_in_order
    an_unknown_game_is_told_from_an_empty_answer
    several_logs_come_in_the_order_in_which_they_were_asked_for
    creating_again_is_harmless_and_another_game_is_refused
    a_log_must_start_with_its_creation
    an_append_that_does_not_fit_is_refused_and_changes_nothing
    of_two_racing_appends_exactly_one_wins
    many_games_at_once_keep_their_own_order
    unfinished_games_are_listed_until_their_end
    a_whole_game_replays
    reopening_keeps_everything
    nothing_follows_the_end
    finished_and_unfinished_games_live_side_by_side
    a_clock_that_was_set_back_changes_nothing
    a_kept_game_is_the_one_that_was_given
    keeping_again_is_harmless_and_another_game_is_refused
    kept_games_live_beside_those_that_are_played
}

/// Events come back as they went in, however they were cut into writes.
pub async fn a_log_comes_back_in_order(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    store.create_game(id(1), log[..2].to_vec()).await.unwrap();
    store.append(id(1), 2, log[2..3].to_vec()).await.unwrap();
    store.append(id(1), 3, log[3..].to_vec()).await.unwrap();
    assert_eq!(store.load(id(1)).await.unwrap(), Some(log));
}

/// No game is no error.
pub async fn an_unknown_game_is_told_from_an_empty_answer(fixture: &impl Fixture) {
    let store = fixture.open().await;
    assert_eq!(store.load(id(1)).await.unwrap(), None);
    assert_eq!(unfinished(&*store).await, []);
    let refused = store.append(id(1), 0, scholars_mate(ANN, BOB)).await;
    assert_eq!(refused, Err(AppendError::UnknownGame { id: id(1) }));
    assert_eq!(store.load(id(1)).await.unwrap(), None);
}

/// Several logs are what each of them is alone; unknown games and games asked for twice have their places.
pub async fn several_logs_come_in_the_order_in_which_they_were_asked_for(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let (first, second) = (scholars_mate(ANN, BOB), scholars_mate(BOB, ANN));
    store.create_game(id(1), first.clone()).await.unwrap();
    store.create_game(id(2), second[..2].to_vec()).await.unwrap();
    let logs = store.load_all(vec![id(2), id(3), id(1), id(2)]).await.unwrap();
    let open = second[..2].to_vec();
    assert_eq!(logs, [Ok(Some(open.clone())), Ok(None), Ok(Some(first.clone())), Ok(Some(open.clone()))]);
    assert_eq!(store.load_all(Vec::new()).await.unwrap(), []);
    // More than fit into a page.
    let many = store.load_all([id(2), id(3), id(1)].repeat(100)).await.unwrap();
    let three = [Ok(Some(open)), Ok(None), Ok(Some(first))];
    assert!(many.len() == 300 && many.chunks(3).all(|some| some == three), "{many:?}");
}

/// A creation whose answer was lost can be asked for again, also when the game has gone on.
pub async fn creating_again_is_harmless_and_another_game_is_refused(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    store.create_game(id(1), log[..2].to_vec()).await.unwrap();
    store.create_game(id(1), log[..2].to_vec()).await.unwrap();
    store.append(id(1), 2, log[2..].to_vec()).await.unwrap();
    store.create_game(id(1), log[..2].to_vec()).await.unwrap();
    let other = scholars_mate(BOB, ANN);
    let refused = store.create_game(id(1), other[..1].to_vec()).await;
    assert_eq!(refused, Err(CreateError::Exists { id: id(1) }));
    assert_eq!(store.load(id(1)).await.unwrap(), Some(log));
}

/// What does not start with its creation is no game.
pub async fn a_log_must_start_with_its_creation(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    let refused = Err(CreateError::Storage(StorageError::NotCreated { game: id(1) }));
    assert_eq!(store.create_game(id(1), log[1..].to_vec()).await, refused);
    assert_eq!(store.create_game(id(1), Vec::new()).await, refused);
    assert_eq!(store.load(id(1)).await.unwrap(), None);
}

/// Neither a second event with a number nor a gap gets in.
pub async fn an_append_that_does_not_fit_is_refused_and_changes_nothing(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    store.create_game(id(1), log[..3].to_vec()).await.unwrap();
    for first_seq in [0, 2, 4, u32::MAX] {
        let refused = store.append(id(1), first_seq, log[3..4].to_vec()).await;
        assert_eq!(refused, Err(AppendError::Conflict { id: id(1), first_seq, next_seq: 3 }));
    }
    assert_eq!(store.load(id(1)).await.unwrap(), Some(log[..3].to_vec()));
    store.append(id(1), 3, log[3..].to_vec()).await.unwrap();
}

/// Whoever was first, the log holds one of them with the key of its command, and the other one knows.
pub async fn of_two_racing_appends_exactly_one_wins(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    for round in 0..50 {
        let game = id(round);
        store.create_game(game, log[..2].to_vec()).await.unwrap();
        let offers = Color::ALL.map(|by| {
            let keyed = Keyed { by, key: "Rk3mZ0qP".parse().expect("it is a key") };
            Stamped { keyed: Some(Box::new(keyed)), ..Stamped::new(Time(7), Event::DrawOffered { by }) }
        });
        let race = offers.clone().map(|offer| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.append(game, 2, vec![offer]).await })
        });
        let [white, black] = race;
        let answers = [white.await.unwrap(), black.await.unwrap()];
        let winner = answers.iter().position(Result::is_ok).expect("one wins");
        let conflict = Err(AppendError::Conflict { id: game, first_seq: 2, next_seq: 3 });
        assert_eq!(answers[1 - winner], conflict);
        assert_eq!(store.load(game).await.unwrap().unwrap()[2..], offers[winner..=winner]);
    }
}

/// Hundreds of writers on hundreds of games: nothing is lost, doubled or mixed up.
pub async fn many_games_at_once_keep_their_own_order(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let games: Vec<_> = (0..300u64)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let player = PlayerId::from_bytes(u128::from(number).to_le_bytes());
                let log = scholars_mate(player, BOB);
                store.create_game(id(number), log[..1].to_vec()).await.unwrap();
                for seq in 1..log.len() {
                    store.append(id(number), seq as u32, log[seq..=seq].to_vec()).await.unwrap();
                }
                log
            })
        })
        .collect();
    for (number, game) in (0..).zip(games) {
        let log = game.await.unwrap();
        assert_eq!(store.load(id(number)).await.unwrap(), Some(log));
    }
    assert_eq!(unfinished(&*store).await, []);
}

/// A game leaves the list with its last event.
pub async fn unfinished_games_are_listed_until_their_end(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    let last = log.len() - 1;
    for number in [5, 3, 4] {
        store.create_game(id(number), log[..last].to_vec()).await.unwrap();
    }
    assert_eq!(unfinished(&*store).await, [id(5), id(3), id(4)]);
    store.append(id(3), last as u32, log[last..].to_vec()).await.unwrap();
    assert_eq!(unfinished(&*store).await, [id(5), id(4)]);
}

/// What was stored is the game that was played, clocks included.
pub async fn a_whole_game_replays(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let log = scholars_mate(ANN, BOB);
    store.create_game(id(1), log.clone()).await.unwrap();
    let loaded = store.load(id(1)).await.unwrap().unwrap();
    assert_eq!(Game::replay(&loaded).unwrap(), Game::replay(&log).unwrap());
}

/// The next program finds what this one was told is stored.
pub async fn reopening_keeps_everything(fixture: &impl Fixture) {
    let log = scholars_mate(ANN, BOB);
    for first_seq in 0..log.len() {
        let store = fixture.open().await;
        let next = log[first_seq..=first_seq].to_vec();
        match first_seq {
            0 => store.create_game(id(1), next).await.unwrap(),
            _ => store.append(id(1), first_seq as u32, next).await.unwrap(),
        }
    }
    let store = fixture.open().await;
    assert_eq!(store.load(id(1)).await.unwrap(), Some(log));
    assert_eq!(unfinished(&*store).await, []);
}

/// A game that has ended takes no more events, whatever their number, now and after a restart.
pub async fn nothing_follows_the_end(fixture: &impl Fixture) {
    let log = scholars_mate(ANN, BOB);
    let next_seq = log.len() as u32;
    let store = fixture.open().await;
    store.create_game(id(1), log.clone()).await.unwrap();
    drop(store);
    for _ in 0..2 {
        let store = fixture.open().await;
        for first_seq in [0, next_seq - 1, next_seq, next_seq + 1] {
            let refused = store.append(id(1), first_seq, log[1..2].to_vec()).await;
            assert_eq!(refused, Err(AppendError::Conflict { id: id(1), first_seq, next_seq }));
        }
        // What it began with is still known.
        store.create_game(id(1), log[..2].to_vec()).await.unwrap();
        let refused = store.create_game(id(1), scholars_mate(BOB, ANN)).await;
        assert_eq!(refused, Err(CreateError::Exists { id: id(1) }));
        assert_eq!(store.load(id(1)).await.unwrap().as_ref(), Some(&log));
    }
}

/// Whatever a store does with finished games to save room, every game stays whole while others go on and begin.
pub async fn finished_and_unfinished_games_live_side_by_side(fixture: &impl Fixture) {
    const GAMES: u64 = 200;
    let logs: Vec<_> = (0..GAMES)
        .map(|number| scholars_mate(PlayerId::from_bytes(u128::from(number).to_le_bytes()), BOB))
        .collect();
    // Every third game stops before its end.
    let length = |number: u64| if number.is_multiple_of(3) { 5 } else { logs[0].len() };
    for part in 0..3 {
        let store = fixture.open().await;
        for step in 0..logs[0].len() * 2 {
            // Game after game begins, so that they overlap.
            let games: Vec<_> = (0..GAMES)
                .filter(|number| number % 3 == part)
                .filter_map(|number| {
                    let seq = step.checked_sub(number as usize % logs[0].len())?;
                    (seq < length(number)).then_some((number, seq))
                })
                .map(|(number, seq)| {
                    let (store, event) = (Arc::clone(&store), logs[number as usize][seq].clone());
                    tokio::spawn(async move {
                        match seq {
                            0 => store.create_game(id(number), vec![event]).await.unwrap(),
                            _ => store.append(id(number), seq as u32, vec![event]).await.unwrap(),
                        }
                    })
                })
                .collect();
            for game in games {
                game.await.unwrap();
            }
        }
        for (number, log) in (0..GAMES).zip(&logs).filter(|(number, _)| number % 3 <= part) {
            let log = log[..length(number)].to_vec();
            assert_eq!(store.load(id(number)).await.unwrap(), Some(log), "game {number} in part {part}");
        }
    }
    let store = fixture.open().await;
    let expected: Vec<_> = (0..GAMES).filter(|number| number.is_multiple_of(3)).map(id).collect();
    let mut found = unfinished(&*store).await;
    found.sort_unstable();
    assert_eq!(found, expected);
    for number in (0..GAMES).filter(|number| number.is_multiple_of(3)) {
        store.append(id(number), 5, logs[number as usize][5..].to_vec()).await.unwrap();
    }
    for (number, log) in (0..GAMES).zip(logs) {
        assert_eq!(store.load(id(number)).await.unwrap(), Some(log), "game {number} in the end");
    }
    assert_eq!(unfinished(&*store).await, []);
}

/// The order of events is their numbers', whatever the clock said when they happened.
pub async fn a_clock_that_was_set_back_changes_nothing(fixture: &impl Fixture) {
    let mut log = scholars_mate(ANN, BOB);
    let last = log.len() - 1;
    for (stamped, at) in log.iter_mut().zip([5_000, 6_000, 10, 0, 7_000, 1]) {
        stamped.at = Time(at);
    }
    log[last].at = Time(3);
    let store = fixture.open().await;
    store.create_game(id(1), log[..1].to_vec()).await.unwrap();
    for seq in 1..last {
        store.append(id(1), seq as u32, log[seq..=seq].to_vec()).await.unwrap();
    }
    drop(store);
    let store = fixture.open().await;
    assert_eq!(store.load(id(1)).await.unwrap(), Some(log[..last].to_vec()));
    store.append(id(1), last as u32, log[last..].to_vec()).await.unwrap();
    drop(store);
    let store = fixture.open().await;
    assert_eq!(store.load(id(1)).await.unwrap(), Some(log));
}

/// A game that was over before it came is there as one that was played here: whole, over, and nothing follows it.
pub async fn a_kept_game_is_the_one_that_was_given(fixture: &impl Fixture) {
    let mut log = scholars_mate(ANN, BOB);
    // Its clock was set back.
    log[3].at = Time(1);
    let next_seq = log.len() as u32;
    let store = fixture.open().await;
    store.keep_game(id(1), FinishedGame::pack(&log).unwrap()).await.unwrap();
    drop(store);
    for _ in 0..2 {
        let store = fixture.open().await;
        assert_eq!(store.load(id(1)).await.unwrap().as_ref(), Some(&log));
        assert_eq!(store.load_all(vec![id(1), id(2)]).await.unwrap(), [Ok(Some(log.clone())), Ok(None)]);
        assert_eq!(unfinished(&*store).await, []);
        for first_seq in [0, next_seq - 1, next_seq] {
            let refused = store.append(id(1), first_seq, log[1..2].to_vec()).await;
            assert_eq!(refused, Err(AppendError::Conflict { id: id(1), first_seq, next_seq }));
        }
    }
}

/// An id is one game's, however it was stored.
pub async fn keeping_again_is_harmless_and_another_game_is_refused(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let (log, other) = (scholars_mate(ANN, BOB), scholars_mate(BOB, ANN));
    let [kept, other_kept] = [&log, &other].map(|log| FinishedGame::pack(log).unwrap());
    store.create_game(id(2), log[..2].to_vec()).await.unwrap();
    store.create_game(id(3), log.clone()).await.unwrap();
    for number in [1, 1, 3] {
        store.keep_game(id(number), kept.clone()).await.unwrap();
    }
    // It goes on, so it is not this one.
    assert_eq!(store.keep_game(id(2), kept).await, Err(CreateError::Exists { id: id(2) }));
    for number in [1, 2, 3] {
        let refused = Err(CreateError::Exists { id: id(number) });
        assert_eq!(store.keep_game(id(number), other_kept.clone()).await, refused);
        assert_eq!(store.create_game(id(number), other[..1].to_vec()).await, refused);
        store.create_game(id(number), log[..1].to_vec()).await.unwrap();
    }
    for (number, length) in [(1, log.len()), (2, 2), (3, log.len())] {
        assert_eq!(store.load(id(number)).await.unwrap(), Some(log[..length].to_vec()));
    }
}

/// Games are kept while others are played, all at once.
pub async fn kept_games_live_beside_those_that_are_played(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let games: Vec<_> = (0..100_u64)
        .map(|number| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let log = scholars_mate(PlayerId::from_bytes(u128::from(number).to_le_bytes()), BOB);
                if number.is_multiple_of(2) {
                    store.keep_game(id(number), FinishedGame::pack(&log).unwrap()).await.unwrap();
                    return log;
                }
                for (seq, event) in (0..).zip(&log) {
                    match seq {
                        0 => store.create_game(id(number), vec![event.clone()]).await.unwrap(),
                        _ => store.append(id(number), seq, vec![event.clone()]).await.unwrap(),
                    }
                }
                log
            })
        })
        .collect();
    let mut logs = Vec::new();
    for game in games {
        logs.push(game.await.unwrap());
    }
    drop(store);
    let store = fixture.open().await;
    for (number, log) in (0..).zip(logs) {
        assert_eq!(store.load(id(number)).await.unwrap(), Some(log), "game {number}");
    }
    assert_eq!(unfinished(&*store).await, []);
}

/// The ids of the unfinished games, whose logs must be those that are loaded one by one.
async fn unfinished(store: &dyn GameLog) -> Vec<GameId> {
    let mut ids = Vec::new();
    let mut next = Some(0);
    while let Some(from) = next {
        let page = store.load_unfinished(from, 2).await.unwrap();
        assert!(page.games.len() <= 2);
        for game in page.games {
            assert_eq!(game.log, store.load(game.id).await.map(Option::unwrap));
            ids.push(game.id);
        }
        assert!(page.next.is_none_or(|next| next > from), "pages go on");
        next = page.next;
    }
    let page = store.load_unfinished(0, 1_000).await.unwrap();
    assert_eq!(ids, page.games.iter().map(|game| game.id).collect::<Vec<_>>(), "pages leave nothing out");
    ids
}

/// How a log can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Appends behind the event that ended the game.
    AppendsAfterTheEnd,
    /// Takes any number for the next one.
    TakesAnyNumber,
    /// Answers an append before anything is stored, and stores it never.
    ForgetsAppends,
    /// Begins a game again that another one's id names.
    CreatesTwice,
    /// Lists games as unfinished that have ended.
    ListsEndedGames,
    /// Sorts events by their time.
    SortsByTime,
    /// Lists a page of unfinished games, and no more.
    EndsAfterOnePage,
    /// Leaves unknown games out where several are asked for.
    SkipsUnknownGames,
    /// Keeps a game in the place of another.
    KeepsOverAnother,
    /// Answers that a game is kept, and keeps it never.
    ForgetsKeptGames,
    /// Keeps a game without the event that ends it.
    KeepsWithoutTheEnd,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::AppendsAfterTheEnd,
        Self::TakesAnyNumber,
        Self::ForgetsAppends,
        Self::CreatesTwice,
        Self::ListsEndedGames,
        Self::SortsByTime,
        Self::EndsAfterOnePage,
        Self::SkipsUnknownGames,
        Self::KeepsOverAnother,
        Self::ForgetsKeptGames,
        Self::KeepsWithoutTheEnd,
    ];
}

/// All logs, the oldest first.
type Games = Vec<(GameId, Vec<Stamped>)>;

/// A log in memory with one fault, or none: kept by its fixture, so that it outlives what opens it.
#[derive(Clone, Debug)]
pub struct Wrong {
    fault: Option<Fault>,
    games: Arc<Mutex<Games>>,
}

impl Wrong {
    /// An empty log with this fault.
    pub fn new(fault: Option<Fault>) -> Self {
        Self { fault, games: Arc::default() }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Fixture for Wrong {
    async fn open(&self) -> Arc<dyn GameLog> {
        Arc::new(self.clone())
    }
}

fn has_ended(log: &[Stamped]) -> bool {
    log.last().is_some_and(|last| matches!(last.event, Event::Ended { .. }))
}

#[async_trait]
impl GameLog for Wrong {
    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        if !matches!(events.first(), Some(Stamped { event: Event::Created(_), .. })) {
            return Err(StorageError::NotCreated { game: id }.into());
        }
        let mut games = self.games();
        match games.iter_mut().find(|(other, _)| *other == id) {
            Some((_, log)) if self.is(Fault::CreatesTwice) => *log = events,
            Some((_, log)) if log.starts_with(&events) => {}
            Some(_) => return Err(CreateError::Exists { id }),
            None => games.push((id, events)),
        }
        Ok(())
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        let mut events = game.log(id)?;
        if self.is(Fault::KeepsWithoutTheEnd) {
            events.pop();
        }
        let mut games = self.games();
        match games.iter_mut().find(|(other, _)| *other == id) {
            Some((_, log)) if self.is(Fault::KeepsOverAnother) => *log = events,
            Some((_, log)) if *log == events => {}
            Some(_) => return Err(CreateError::Exists { id }),
            None if self.is(Fault::ForgetsKeptGames) => {}
            None => games.push((id, events)),
        }
        Ok(())
    }

    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        let mut games = self.games();
        let log = games.iter_mut().find(|(other, _)| *other == id);
        let (_, log) = log.ok_or(AppendError::UnknownGame { id })?;
        let next_seq = log.len() as u32;
        let ended = has_ended(log) && !self.is(Fault::AppendsAfterTheEnd);
        if ended || (first_seq != next_seq && !self.is(Fault::TakesAnyNumber)) {
            return Err(AppendError::Conflict { id, first_seq, next_seq });
        }
        if !self.is(Fault::ForgetsAppends) {
            log.extend(events);
        }
        if self.is(Fault::SortsByTime) {
            log.sort_by_key(|stamped| stamped.at.0);
        }
        Ok(())
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        Ok(self.games().iter().find(|(other, _)| *other == id).map(|(_, log)| log.clone()))
    }

    async fn load_all(&self, ids: Vec<GameId>) -> Result<Vec<LoadedLog>, StorageError> {
        let mut logs = Vec::new();
        for id in ids {
            logs.push(self.load(id).await);
        }
        logs.retain(|log| !self.is(Fault::SkipsUnknownGames) || *log != Ok(None));
        Ok(logs)
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        let games = self.games();
        let all = games.iter().filter(|(_, log)| !has_ended(log) || self.is(Fault::ListsEndedGames));
        let page = all.skip(from as usize).take(limit as usize);
        let games: Vec<_> = page.map(|(id, log)| UnfinishedGame { id: *id, log: Ok(log.clone()) }).collect();
        let is_full = games.len() == limit as usize && !self.is(Fault::EndsAfterOnePage);
        let next = is_full.then_some(from + u64::from(limit));
        Ok(UnfinishedPage { games, next })
    }
}
