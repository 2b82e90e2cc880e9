// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every implementation of [`Ratings`] must do, beside the log of games.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{collections::HashMap, future::Future, sync::Arc};

use async_trait::async_trait;
use tabiya_game::{Category, Command, GameId, GameResult, PlayerId, Rating, Seat, Stamped, Standing, Time};
use tabiya_rules::Color;

use super::games::{ANN, BOB, EVE, MATE, act, bullet, id, moves, played, shifted, terms};
use crate::{
    ActRating, Correct, Correction, CorrectionOf, Deed, EndedGame, NewAct, PlayerRating, RatedGame,
    RatingEntry, Ratings, Replaced, StorageError, Store,
};

/// A place for one store that starts empty.
pub trait Fixture: Send + Sync {
    /// Opens the store. Never called while an earlier one of this fixture lives.
    fn open(&self) -> impl Future<Output = Store> + Send;
}

crate::laws! { $ ratings ratings_tests Fixture:
    a_game_is_rated_once
    only_ended_games_that_count_are_to_be_rated
    entries_follow_one_another
    a_category_knows_nothing_of_the_others
    the_best_stand_first
    wins_against_the_strongest
    corrections_are_entries
    a_correction_is_undone_once
    an_act_tells_what_its_change_replaced
    reopening_keeps_the_ratings
}

const SEVERAL: [PlayerId; 4] = [ANN, BOB, EVE, PlayerId::from_bytes([0xD4; 16])];

/// The log of a rated game that White wins, with its end at about `millis`.
fn rated_mate(white: PlayerId, black: PlayerId, millis: u64) -> Vec<Stamped> {
    let terms = terms(white, Seat::Player(black), bullet()).rated().unwrap();
    shifted(played(terms, moves(&MATE)), millis)
}

fn ended(number: u64, players: [PlayerId; 2], result: GameResult, at: u64) -> EndedGame {
    let [white, black] = players;
    EndedGame { game: id(number), category: Category::BLITZ, white, black, result, at: Time(at) }
}

async fn rating(store: &Store, player: PlayerId, category: Category) -> Option<PlayerRating> {
    let ratings = store.ratings.ratings_of(player).await.unwrap();
    assert!(
        ratings.is_sorted_by_key(|rating| rating.category)
            && ratings.iter().all(|each| each.player == player)
    );
    ratings.into_iter().find(|rating| rating.category == category)
}

/// Asked again, and by several at once, it answers with what it did the first time.
pub async fn a_game_is_rated_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let game = ended(1, [ANN, BOB], GameResult::BlackWins, 5_000);
    assert_eq!(store.ratings.rated(&[id(1)]).await.unwrap(), []);
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let ratings = Arc::clone(&store.ratings);
            tokio::spawn(async move { ratings.rate(&game).await.unwrap() })
        })
        .collect();
    let [white, black] =
        Standing::after([Standing::NEWCOMER; 2], GameResult::BlackWins, Time(5_000)).unwrap();
    for task in tasks {
        let rated = task.await.unwrap();
        assert_eq!((rated.game, rated.is_taken_back), (game, false));
        assert_eq!((rated.white.number, rated.black.number), (1, 1));
        assert_eq!((rated.white.before, rated.black.before), (Rating::NEWCOMER, Rating::NEWCOMER));
        assert_eq!((rated.white.after, rated.black.after), (white.rating, black.rating));
    }
    let found = store.ratings.rated(&[id(2), id(1)]).await.unwrap();
    assert_eq!(found, [store.ratings.rate(&game).await.unwrap()]);
    for (player, standing) in [(ANN, white), (BOB, black)] {
        let expected = PlayerRating { player, category: Category::BLITZ, standing, number: 1, games: 1 };
        assert_eq!(rating(&store, player, Category::BLITZ).await, Some(expected));
    }
    store.ratings.rate(&ended(2, [ANN, BOB], GameResult::Aborted, 1)).await.unwrap_err();
    assert_eq!(rating(&store, ANN, Category::BLITZ).await.unwrap().number, 1);
}

/// In the order of their ends. Neither casual games, nor those that go on or were aborted, nor those that have been rated.
pub async fn only_ended_games_that_count_are_to_be_rated(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let all = || store.ratings.to_be_rated(Time(0), 100);
    assert_eq!(store.ratings.oldest_open(Time(0)).await.unwrap(), None);
    let rated_terms = || terms(ANN, Seat::Player(BOB), bullet()).rated().unwrap();
    let casual = played(terms(ANN, Seat::Player(BOB), bullet()), moves(&MATE));
    store.log.create_game(id(1), casual).await.unwrap();
    let aborted = played(rated_terms(), [Command::Abort { by: Some(Color::White) }]);
    store.log.create_game(id(2), aborted).await.unwrap();
    assert_eq!(store.ratings.oldest_open(Time(0)).await.unwrap(), None);
    let log = rated_mate(ANN, BOB, 50_000);
    let (created, last) = (log[0].at, log.len() - 1);
    store.log.create_game(id(3), log[..last].to_vec()).await.unwrap();
    assert_eq!(all().await.unwrap(), []);
    assert_eq!(store.ratings.oldest_open(Time(0)).await.unwrap(), Some(created));
    store.log.append(id(3), last as u32, log[last..].to_vec()).await.unwrap();
    store.log.create_game(id(4), rated_mate(BOB, EVE, 10_000)).await.unwrap();
    let to_be_rated = all().await.unwrap();
    let expected = |number, players: [PlayerId; 2], end: &Stamped| {
        let game = ended(number, players, GameResult::WhiteWins, end.at.0);
        EndedGame { category: Category::BULLET, ..game }
    };
    let fourth = rated_mate(BOB, EVE, 10_000);
    assert_eq!(
        to_be_rated,
        [expected(4, [BOB, EVE], fourth.last().unwrap()), expected(3, [ANN, BOB], log.last().unwrap()),]
    );
    assert_eq!(store.ratings.to_be_rated(Time(0), 1).await.unwrap(), to_be_rated[..1]);
    assert_eq!(store.ratings.to_be_rated(created, 9).await.unwrap(), to_be_rated[1..]);
    store.ratings.rate(&to_be_rated[0]).await.unwrap();
    assert_eq!(all().await.unwrap(), to_be_rated[1..]);
    assert_eq!(store.ratings.oldest_open(Time(0)).await.unwrap(), Some(created));
    store.ratings.rate(&to_be_rated[1]).await.unwrap();
    assert_eq!(all().await.unwrap(), []);
    assert_eq!(store.ratings.oldest_open(Time(0)).await.unwrap(), None);
}

/// Whatever the order in which several rate at the same time: each entry is computed from the one before it, for both
/// players, and the last one is how the player stands.
pub async fn entries_follow_one_another(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let results = [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];
    let games: Vec<_> = (0..60_u64)
        .map(|number| {
            let (white, step) = (number as usize % 4, 1 + number as usize / 4 % 3);
            let players = [SEVERAL[white], SEVERAL[(white + step) % 4]];
            ended(number, players, results[number as usize / 2 % 3], number / 3 * 90_000_000)
        })
        .collect();
    let tasks: Vec<_> = games
        .chunks(15)
        .map(|games| {
            let (ratings, games) = (Arc::clone(&store.ratings), games.to_vec());
            tokio::spawn(async move {
                for game in games {
                    ratings.rate(&game).await.unwrap();
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    let ids: Vec<_> = games.iter().map(|game| game.game).collect();
    let rated = store.ratings.rated(&ids).await.unwrap();
    assert_eq!(rated.len(), games.len());
    let by_id: HashMap<GameId, RatedGame> = rated.into_iter().map(|rated| (rated.game.game, rated)).collect();
    for player in SEVERAL {
        let entries = store.ratings.entries_of(player, Category::BLITZ, 1, 1_000).await.unwrap();
        assert_eq!(entries.len(), 30);
        let mut before = Rating::NEWCOMER;
        for (number, entry) in (1..).zip(&entries) {
            let rated = by_id[&entry.game.unwrap()];
            let side = if rated.game.white == player { rated.white } else { rated.black };
            assert_eq!((entry.number, side.number, entry.at), (number, number, rated.game.at));
            assert_eq!((side.before, side.after), (before, entry.rating));
            before = entry.rating;
        }
        let now = rating(&store, player, Category::BLITZ).await.unwrap();
        assert_eq!((now.standing.rating, now.number, now.games), (before, 30, 30));
        assert_eq!(store.ratings.entries_of(player, Category::BLITZ, 29, 9).await.unwrap(), entries[28..]);
        assert_eq!(store.ratings.entries_of(player, Category::BLITZ, 3, 2).await.unwrap(), entries[2..4]);
        let curve = store.ratings.curve_of(player, Category::BLITZ, 7).await.unwrap();
        let numbers: Vec<_> = curve.iter().map(|entry| entry.number).collect();
        assert_eq!(numbers, [7, 14, 21, 28, 30]);
        assert_eq!(store.ratings.curve_of(player, Category::BLITZ, 1).await.unwrap(), entries);
    }
}

/// A player has a rating of its own in each.
pub async fn a_category_knows_nothing_of_the_others(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (number, category) in (0..).zip(Category::ALL) {
        let game = EndedGame { category, ..ended(number, [ANN, BOB], GameResult::WhiteWins, number) };
        assert_eq!(store.ratings.rate(&game).await.unwrap().white.before, Rating::NEWCOMER);
        assert_eq!(rating(&store, BOB, category).await.unwrap().number, 1);
        assert_eq!(store.ratings.entries_of(ANN, category, 1, 9).await.unwrap().len(), 1);
    }
    assert_eq!(store.ratings.ratings_of(ANN).await.unwrap().len(), 6);
    assert_eq!(store.ratings.ratings_of(EVE).await.unwrap(), []);
}

/// Whether there was something to correct.
async fn correct(store: &Store, correction: &Correction) -> Result<bool, StorageError> {
    let corrected = store.ratings.correct(correction, &act(None, Deed::Unrate)).await?;
    assert_ne!(corrected, Correct::Undone, "it undoes nothing");
    Ok(corrected == Correct::Done)
}

/// Established ratings before provisional ones.
pub async fn the_best_stand_first(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let set = |player, points, deviation| Correction {
        what: CorrectionOf::Start {
            player,
            category: Category::RAPID,
            rating: Rating::set(points, deviation).unwrap(),
        },
        by: EVE,
        reason: String::new(),
        at: Time(7),
    };
    let players = [(ANN, 1500, 50), (BOB, 1900, 200), (EVE, 1700, 109), (SEVERAL[3], 2000, 110)];
    for (player, points, deviation) in players {
        assert!(correct(&store, &set(player, points, deviation)).await.unwrap());
    }
    let expected = [EVE, ANN, SEVERAL[3], BOB];
    for limit in [1, 3, 9] {
        let leaders = store.ratings.leaders(Category::RAPID, limit).await.unwrap();
        let found: Vec<_> = leaders.into_iter().map(|leader| leader.player).collect();
        assert_eq!(found, expected[..expected.len().min(limit as usize)]);
    }
    for (place, player) in (1..).zip(expected) {
        assert_eq!(store.ratings.place_of(player, Category::RAPID).await.unwrap(), Some(place));
        assert_eq!(store.ratings.place_of(player, Category::BLITZ).await.unwrap(), None);
    }
    assert_eq!(store.ratings.leaders(Category::BLITZ, 9).await.unwrap(), []);
}

/// Wins alone, with either colour, and only against opponents whose rating was established.
pub async fn wins_against_the_strongest(fixture: &impl Fixture) {
    let store = fixture.open().await;
    for (player, points, deviation) in [(BOB, 1800, 60), (EVE, 2100, 60), (SEVERAL[3], 2400, 200)] {
        let rating = Rating::set(points, deviation).unwrap();
        let what = CorrectionOf::Start { player, category: Category::BLITZ, rating };
        let correction = Correction { what, by: EVE, reason: String::new(), at: Time(1) };
        correct(&store, &correction).await.unwrap();
    }
    let games = [
        ended(1, [ANN, BOB], GameResult::WhiteWins, 10),
        ended(2, [EVE, ANN], GameResult::BlackWins, 20),
        ended(3, [ANN, SEVERAL[3]], GameResult::WhiteWins, 30),
        ended(4, [ANN, EVE], GameResult::BlackWins, 40),
        ended(5, [ANN, EVE], GameResult::Draw, 50),
    ];
    for game in games {
        store.ratings.rate(&game).await.unwrap();
    }
    let wins = store.ratings.best_wins_of(ANN, 5).await.unwrap();
    assert_eq!(wins.iter().map(|win| win.game).collect::<Vec<_>>(), [games[1], games[0]]);
    assert_eq!(store.ratings.best_wins_of(ANN, 1).await.unwrap().len(), 1);
    let wins = store.ratings.best_wins_of(EVE, 5).await.unwrap();
    assert_eq!(wins, [], "Ann's rating was provisional");
}

/// A start rating, and a game that is taken back once, and counted again.
pub async fn corrections_are_entries(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let correction =
        |what| Correction { what, by: EVE, reason: "agreed \"result\"".to_owned(), at: Time(500) };
    let set = Rating::set(1800, 90).unwrap();
    let start = CorrectionOf::Start { player: ANN, category: Category::BLITZ, rating: set };
    assert!(correct(&store, &correction(start)).await.unwrap());
    let games =
        [ended(1, [ANN, BOB], GameResult::BlackWins, 1_000), ended(2, [BOB, ANN], GameResult::Draw, 2_000)];
    let first = store.ratings.rate(&games[0]).await.unwrap();
    assert_eq!((first.white.number, first.white.before), (2, set));
    let second = store.ratings.rate(&games[1]).await.unwrap();
    let back = correction(CorrectionOf::TakenBack { game: id(1) });
    assert!(correct(&store, &back).await.unwrap());
    for (player, side, last) in [(ANN, first.white, second.black), (BOB, first.black, second.white)] {
        let now = rating(&store, player, Category::BLITZ).await.unwrap();
        assert_eq!(now.standing.rating, tabiya_game::refund(last.after, side.before, side.after));
        assert_eq!((now.number, now.games), (last.number + 1, 2));
        let entries = store.ratings.entries_of(player, Category::BLITZ, now.number, 9).await.unwrap();
        let expected =
            RatingEntry { number: now.number, at: Time(500), game: None, rating: now.standing.rating };
        assert_eq!(entries, [expected]);
    }
    assert!(!correct(&store, &back).await.unwrap(), "it was taken back already");
    let unknown = correction(CorrectionOf::TakenBack { game: id(9) });
    assert!(!correct(&store, &unknown).await.unwrap());
    let taken_back = RatedGame { is_taken_back: true, ..first };
    assert_eq!(store.ratings.rate(&games[0]).await.unwrap(), taken_back);
    let again = |number| correction(CorrectionOf::CountedAgain { game: id(number) });
    assert!(!correct(&store, &again(2)).await.unwrap(), "it was never taken back");
    assert!(correct(&store, &again(1)).await.unwrap());
    for (player, last) in [(ANN, second.black), (BOB, second.white)] {
        let now = rating(&store, player, Category::BLITZ).await.unwrap();
        assert_eq!((now.standing.rating, now.number), (last.after, last.number + 2));
    }
    assert!(!correct(&store, &again(1)).await.unwrap(), "it counts already");
    assert_eq!(store.ratings.rate(&games[0]).await.unwrap(), first);
    assert!(correct(&store, &back).await.unwrap(), "and it can be taken back again");
}

/// They are as durable as the log.
pub async fn reopening_keeps_the_ratings(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let rated = store.ratings.rate(&ended(1, [ANN, BOB], GameResult::WhiteWins, 5_000)).await.unwrap();
    drop(store);
    let store = fixture.open().await;
    assert_eq!(store.ratings.rated(&[id(1)]).await.unwrap(), [rated]);
    let next = store.ratings.rate(&ended(2, [BOB, ANN], GameResult::WhiteWins, 6_000)).await.unwrap();
    assert_eq!((next.black.number, next.black.before), (2, rated.white.after));
}

/// Once it could be undone again and again, and each time the rating was set anew. Also by several at the
/// same time, of whom one does it and the others are told.
pub async fn a_correction_is_undone_once(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let set = |points| Correction {
        what: CorrectionOf::Start {
            player: ANN,
            category: Category::BLITZ,
            rating: Rating::set(points, 90).unwrap(),
        },
        by: EVE,
        reason: String::new(),
        at: Time(7),
    };
    let (before, after) = (ActRating(Rating::NEWCOMER), ActRating(Rating::set(1800, 90).unwrap()));
    let deed = Deed::Rating { category: Category::BLITZ, rating: Replaced { before, after } };
    let corrected = store.ratings.correct(&set(1800), &act(Some(ANN), deed)).await;
    assert_eq!(corrected, Ok(Correct::Done));
    let undo = |store: Store| {
        let back = set(1500);
        async move { store.ratings.correct(&back, &act(Some(ANN), Deed::Undo { act: 1 })).await.unwrap() }
    };
    let all: Vec<_> = (0..8).map(|_| tokio::spawn(undo(store.clone()))).collect();
    let mut done = 0;
    for one in all {
        match one.await.unwrap() {
            Correct::Done => done += 1,
            other => assert_eq!(other, Correct::Undone),
        }
    }
    let entries = store.ratings.entries_of(ANN, Category::BLITZ, 1, 99).await.unwrap().len();
    let acts = store.desk.acts(None, u64::MAX, 99).await.unwrap().len();
    assert_eq!((done, entries, acts), (1, 2, 2));
    assert_eq!(undo(store).await, Correct::Undone);
}

/// A game was rated after the caller had looked: undone, the act must not take its points away.
pub async fn an_act_tells_what_its_change_replaced(fixture: &impl Fixture) {
    let store = fixture.open().await;
    let rated = store.ratings.rate(&ended(1, [ANN, BOB], GameResult::WhiteWins, 5_000)).await.unwrap();
    let category = rated.game.category;
    let set = Rating::set(1800, 90).unwrap();
    let what = CorrectionOf::Start { player: ANN, category, rating: set };
    let correction = Correction { what, by: EVE, reason: String::new(), at: Time(7) };
    let rating = |before, after| Replaced { before: ActRating(before), after: ActRating(after) };
    let stale = Deed::Rating { category, rating: rating(Rating::NEWCOMER, set) };
    assert_eq!(store.ratings.correct(&correction, &act(Some(ANN), stale)).await, Ok(Correct::Done));
    let noted = store.desk.act(1).await.unwrap().unwrap();
    let told = Deed::Rating { category, rating: rating(rated.white.after, set) };
    assert_eq!(noted.deed(), Some(&told));
}

/// How ratings can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Counts every game as a newcomer's first.
    ForgetsTheRatingBefore,
    /// Says that White's change is Black's.
    SwapsTheSides,
    /// Lists games that have been rated.
    ListsRatedGames,
    /// Lists the game that ended last first.
    ListsBackwards,
    /// Takes no account of when the games were created.
    ListsTooMuch,
    /// Sorts leaders by points alone.
    IgnoresDeviation,
    /// Counts places from 0.
    PlacesFromZero,
    /// Says that it has taken a game back a second time.
    TakesBackTwice,
    /// Leaves the last point of a curve out.
    CutsTheCurve,
    /// Counts losses as wins.
    LosesAreWins,
    /// Undoes a correction as often as somebody asks for it.
    UndoesAgain,
    /// Its acts don't tell which rating was replaced.
    TellsNoRating,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::UndoesAgain,
        Self::TellsNoRating,
        Self::ForgetsTheRatingBefore,
        Self::SwapsTheSides,
        Self::ListsRatedGames,
        Self::ListsBackwards,
        Self::ListsTooMuch,
        Self::IgnoresDeviation,
        Self::PlacesFromZero,
        Self::TakesBackTwice,
        Self::CutsTheCurve,
        Self::LosesAreWins,
    ];
}

/// A fixture whose ratings have one fault.
pub struct Wrong<F> {
    right: F,
    fault: Fault,
}

impl<F> Wrong<F> {
    /// Over a right one.
    pub const fn new(right: F, fault: Fault) -> Self {
        Self { right, fault }
    }
}

impl<F: Fixture> Fixture for Wrong<F> {
    async fn open(&self) -> Store {
        let store = self.right.open().await;
        let (right, listed) = (Arc::clone(&store.ratings), tokio::sync::Mutex::default());
        let wrong = Arc::new(WrongRatings { right, fault: self.fault, listed });
        store.with(|handles| handles.ratings = wrong)
    }
}

struct WrongRatings {
    right: Arc<dyn Ratings>,
    fault: Fault,
    listed: tokio::sync::Mutex<Vec<EndedGame>>,
}

impl WrongRatings {
    fn wrong(&self, mut rated: RatedGame) -> RatedGame {
        match self.fault {
            Fault::ForgetsTheRatingBefore => rated.white.before = Rating::NEWCOMER,
            Fault::SwapsTheSides => std::mem::swap(&mut rated.white, &mut rated.black),
            _ => {}
        }
        rated
    }
}

#[async_trait]
impl Ratings for WrongRatings {
    async fn rate(&self, game: &EndedGame) -> Result<RatedGame, StorageError> {
        Ok(self.wrong(self.right.rate(game).await?))
    }

    async fn rated(&self, games: &[GameId]) -> Result<Vec<RatedGame>, StorageError> {
        let rated = self.right.rated(games).await?;
        Ok(rated.into_iter().map(|rated| self.wrong(rated)).collect())
    }

    async fn to_be_rated(&self, from: Time, limit: u32) -> Result<Vec<EndedGame>, StorageError> {
        let from = if self.fault == Fault::ListsTooMuch { Time(0) } else { from };
        let mut games = self.right.to_be_rated(from, limit).await?;
        let mut listed = self.listed.lock().await;
        for game in &games {
            if !listed.contains(game) {
                listed.push(*game);
            }
        }
        match self.fault {
            Fault::ListsRatedGames => games = listed.clone(),
            Fault::ListsBackwards => games.reverse(),
            _ => {}
        }
        Ok(games)
    }

    async fn oldest_open(&self, from: Time) -> Result<Option<Time>, StorageError> {
        self.right.oldest_open(from).await
    }

    async fn ratings_of(&self, player: PlayerId) -> Result<Vec<PlayerRating>, StorageError> {
        self.right.ratings_of(player).await
    }

    async fn entries_of(
        &self,
        player: PlayerId,
        category: Category,
        from: u32,
        limit: u32,
    ) -> Result<Vec<RatingEntry>, StorageError> {
        self.right.entries_of(player, category, from, limit).await
    }

    async fn curve_of(
        &self,
        player: PlayerId,
        category: Category,
        step: u32,
    ) -> Result<Vec<RatingEntry>, StorageError> {
        let mut curve = self.right.curve_of(player, category, step).await?;
        if self.fault == Fault::CutsTheCurve {
            curve.pop();
        }
        Ok(curve)
    }

    async fn best_wins_of(&self, player: PlayerId, limit: u32) -> Result<Vec<RatedGame>, StorageError> {
        let player = match (self.fault, player) {
            (Fault::LosesAreWins, EVE) => ANN,
            (_, player) => player,
        };
        self.right.best_wins_of(player, limit).await
    }

    async fn leaders(&self, category: Category, limit: u32) -> Result<Vec<PlayerRating>, StorageError> {
        let mut leaders = self.right.leaders(category, limit).await?;
        if self.fault == Fault::IgnoresDeviation {
            leaders.sort_by_key(|leader| std::cmp::Reverse(leader.standing.rating.numbers()[0]));
        }
        Ok(leaders)
    }

    async fn place_of(&self, player: PlayerId, category: Category) -> Result<Option<u32>, StorageError> {
        let place = self.right.place_of(player, category).await?;
        Ok(if self.fault == Fault::PlacesFromZero { place.map(|place| place - 1) } else { place })
    }

    async fn correct(&self, correction: &Correction, act: &NewAct) -> Result<Correct, StorageError> {
        let alone = NewAct { deed: Deed::Warn, ..act.clone() };
        let is_untold = matches!(act.deed, Deed::Rating { .. }) && self.fault == Fault::TellsNoRating;
        let act = if self.fault == Fault::UndoesAgain || is_untold { &alone } else { act };
        let corrected = self.right.correct(correction, act).await?;
        Ok(if self.fault == Fault::TakesBackTwice { Correct::Done } else { corrected })
    }
}
