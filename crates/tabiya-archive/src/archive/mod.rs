// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games read from the store: their pages, their PGN, and lists of them.
//!
//! Reading is not opening: nothing here starts a room, because a room costs some 15 KB for a minute and a read needs
//! none. The log holds everything that anybody has been told, so what is read from it is never older than what a
//! client has heard.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use tabiya_game::{Game, GameId, PlayerId, Stamped, Time};
use tabiya_protocol::http::GameSummary;
use tabiya_protocol::{GameView, LagView};
use tabiya_rules::Color;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::low_priority;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{
    ArchivedGame, GameFilter, GameLog, LoadedLog, PageKey, PlayerOutcome, StorageError, Store,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::delay::Delay;
use crate::openings;
use crate::privacy::may_see;
use crate::view;

/// Finished games on one page of a list.
const PAGE: u32 = 24;
/// Unfinished games in a list. A player may have fewer of them, unless the operator allows more.
const MOST_UNFINISHED: u32 = 500;
/// Pieces of lists and exports that are read at once. The storage reads in three places.
const PLACES: usize = 2;

/// Games whose openings are looked up at once.
const PIECE: usize = 20;
/// So often a game that an event has named is looked for, ...
const LOOKS: u32 = 30;
/// ... and this long after each look.
const BEGINS: Duration = Duration::from_millis(100);
/// A game of so many events, or half-moves, is a long one: to replay it or to write it takes milliseconds.
const LONG: usize = 1_000;

/// Why a game can't be read.
#[derive(Debug)]
pub enum ReadError {
    /// There is none with this id, or its log can't be replayed.
    NoSuchGame(GameId),
    /// The storage failed.
    Storage(StorageError),
}

impl From<StorageError> for ReadError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// Long games that are replayed at once for rooms.
static LONG_LOADS: Semaphore = Semaphore::const_new(2);

/// The game that its log tells. A long game is replayed in its turn and away from the threads that serve moves, but at their
/// priority: it may be a game that goes on.
///
/// # Errors
/// If there is no such game, or its log can't be read or replayed.
pub async fn load(log: &dyn GameLog, id: GameId) -> Result<Game, ReadError> {
    let log = events(id, log.load(id).await)?;
    if log.len() < LONG {
        return replay(id, &log);
    }
    let failed = |detail: String| StorageError::Failed { detail };
    let turn = LONG_LOADS.acquire().await.map_err(|error| failed(error.to_string()))?;
    let replayed = tokio::task::spawn_blocking(move || {
        // Held until it is done, also where the client has gone.
        let _turn = turn;
        replay(id, &log)
    });
    replayed.await.map_err(|error| failed(error.to_string()))?
}

/// Runs `work` on a thread of low priority, so that no move waits for it.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, StorageError> {
    low_priority::run(work).await.map_err(|error| StorageError::Failed { detail: error.to_string() })
}

fn events(id: GameId, log: LoadedLog) -> Result<Vec<Stamped>, ReadError> {
    match log {
        Ok(events) => events.ok_or(ReadError::NoSuchGame(id)),
        Err(error @ StorageError::Unreadable { .. }) => Err(damaged(id, &error.to_string())),
        Err(error) => Err(error.into()),
    }
}

fn replay(id: GameId, events: &[Stamped]) -> Result<Game, ReadError> {
    Game::replay(events).map_err(|error| damaged(id, &error.to_string()))
}

/// A game whose log can't be replayed is there for nobody. Logged once a minute, however many ask for one.
fn damaged(id: GameId, error: &str) -> ReadError {
    static LOGGED: LogOnce = LogOnce::new();
    LOGGED
        .log(|| tracing::error!(%id, error, "the log of this game can't be replayed; it is left untouched"));
    ReadError::NoSuchGame(id)
}

/// Reads games for pages and lists. Cheap to clone.
#[derive(Clone)]
pub struct Archive {
    store: Store,
    timeline: Timeline,
    /// How far behind those who don't play see a game.
    delay: Delay,
    ghosts: Ghosts,
    /// Many games are read at once in so many places, so that whoever reads one game finds a way to the storage.
    places: Arc<Semaphore>,
    /// Held while a long game is replayed or written: one at a time, so that processors stay free for moves.
    long_work: Arc<Semaphore>,
}

/// A place to read many games at once, for as long as it is held.
pub struct Place(#[allow(dead_code, reason = "it is held")] OwnedSemaphorePermit);

/// A game as it stood when it was read.
pub struct ReadGame {
    id: GameId,
    game: Game,
    at: Time,
    next_stage: Option<Duration>,
}

impl ReadGame {
    /// The whole game as the page is told it, with all moves.
    pub fn view(&self) -> GameView {
        view::game(self.id, &self.game, self.at)
    }

    /// The game's id.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The game as it was shown to the visitor: without the newest moves, where the visitor sees it late.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// How long it takes until this visitor sees that the game has begun or ended, where it has and the visitor sees it late.
    pub const fn next_stage(&self) -> Option<Duration> {
        self.next_stage
    }

    /// Half-moves that were played.
    pub fn length(&self) -> usize {
        self.game.plies().len()
    }

    /// The game as PGN, with its tags.
    pub fn pgn(&self) -> String {
        view::pgn(self.id, &self.game)
    }

    /// How fast both players' connections were.
    pub fn lag(&self) -> LagView {
        view::lag(&self.game)
    }
}

impl Archive {
    /// Reads from `store`. Clocks are shown by `timeline`, players of `ghosts` without their names.
    pub fn new(store: Store, timeline: Timeline, delay: Delay, ghosts: Ghosts) -> Self {
        Self {
            store,
            timeline,
            delay,
            ghosts,
            places: Arc::new(Semaphore::new(PLACES)),
            long_work: Arc::new(Semaphore::new(1)),
        }
    }

    /// How late games are shown to those who don't play.
    pub fn delay(&self) -> Delay {
        self.delay
    }

    /// Waits for a place to read many games at once; whoever waits longest is next.
    pub async fn place(&self) -> Place {
        let place = Arc::clone(&self.places).acquire_owned().await;
        Place(place.expect("nobody closes the places"))
    }

    /// The game as it stands, for whoever may see all of it. Closed accounts are not named.
    ///
    /// # Errors
    /// If there is no such game, its log can't be replayed, or the storage fails.
    pub async fn game(&self, id: GameId) -> Result<ReadGame, ReadError> {
        let mut game = load(&*self.store.log, id).await?;
        self.ghosts.hide_in(&mut game);
        let at = self.timeline.for_control(game.time_control());
        Ok(ReadGame { id, game, at, next_stage: None })
    }

    /// The same as this visitor sees it.
    ///
    /// # Errors
    /// If there is no such game that the visitor may see, its log can't be replayed, or the storage fails.
    pub async fn game_for(&self, id: GameId, visitor: Option<&Identity>) -> Result<ReadGame, ReadError> {
        let log = events(id, self.log(id).await)?;
        let (this, visitor) = (self.clone(), visitor.cloned());
        self.work(log.len(), move || this.seen(id, &log, visitor.as_ref())).await?
    }

    /// The log of a game. An event names its games a moment before they begin, and shows links to them from then on: whoever
    /// is that fast waits.
    async fn log(&self, id: GameId) -> LoadedLog {
        let log = self.store.log.load(id).await?;
        if log.is_some() || self.store.events.event_of_game(id).await?.is_none() {
            return Ok(log);
        }
        for _ in 0..LOOKS {
            tokio::time::sleep(BEGINS).await;
            if let Some(log) = self.store.log.load(id).await? {
                return Ok(Some(log));
            }
        }
        Ok(None)
    }

    /// Runs `work`, which is about a game of this length: at once for a short game; for a long one in its turn, on a thread where
    /// no move waits for it.
    ///
    /// # Errors
    /// If `work` panics, or the server is being stopped before it began.
    pub async fn work<T: Send + 'static>(
        &self,
        length: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StorageError> {
        if length < LONG {
            return Ok(work());
        }
        let place = Arc::clone(&self.long_work).acquire_owned().await;
        aside(move || {
            // Held until it is done, also where the client has gone.
            let _place = place;
            work()
        })
        .await
    }

    /// Those of these games that this visitor may see and that can be read, in their order.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn games_for(
        &self,
        _: &Place,
        ids: Vec<GameId>,
        visitor: Option<&Identity>,
    ) -> Result<Vec<ReadGame>, StorageError> {
        let logs = self.store.log.load_all(ids.clone()).await?;
        let (this, visitor) = (self.clone(), visitor.cloned());
        // To replay many games takes milliseconds, for which no move should wait.
        aside(move || {
            let mut games = Vec::with_capacity(ids.len());
            for (id, log) in ids.into_iter().zip(logs) {
                match events(id, log).and_then(|log| this.seen(id, &log, visitor.as_ref())) {
                    Ok(read) => games.push(read),
                    Err(ReadError::NoSuchGame(_)) => {}
                    Err(ReadError::Storage(error)) => return Err(error),
                }
            }
            Ok(games)
        })
        .await?
    }

    /// What the openings of these games are called: empty for one that has none. A game that can't be read is left out.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn openings_of(&self, ids: Vec<GameId>) -> Result<Vec<(GameId, String)>, StorageError> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(PIECE) {
            let place = self.place().await;
            let ids = ids.to_vec();
            let logs = self.store.log.load_all(ids.clone()).await?;
            let named = aside(move || {
                let _place = place;
                let name = |(id, log)| {
                    let game = replay(id, &events(id, log).ok()?).ok()?;
                    Some((id, openings::of_game(&game).map_or("", |(opening, _)| opening.name).to_owned()))
                };
                ids.into_iter().zip(logs).filter_map(name).collect::<Vec<_>>()
            });
            found.extend(named.await?);
        }
        Ok(found)
    }

    /// The same games as one text of PGN, with an empty line behind each.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn pgn_for(
        &self,
        place: Place,
        ids: Vec<GameId>,
        visitor: Option<&Identity>,
    ) -> Result<String, StorageError> {
        let games = self.games_for(&place, ids, visitor).await?;
        aside(move || {
            // Held until all is written, also where the client has gone.
            let _place = place;
            games.iter().map(|read| read.pgn() + "\n").collect()
        })
        .await
    }

    /// The game of this log as a visitor sees it.
    fn seen(&self, id: GameId, log: &[Stamped], visitor: Option<&Identity>) -> Result<ReadGame, ReadError> {
        let game = replay(id, log)?;
        let at = self.timeline.for_control(game.time_control());
        if !may_see(&game, visitor) {
            return Err(ReadError::NoSuchGame(id));
        }
        let (mut game, at, next_stage) = if self.delay.is_for(&game.seats(), visitor) {
            let (shown, shown_at) = self.delay.game(log, at).ok_or(ReadError::NoSuchGame(id))?;
            (shown, shown_at, self.delay.until_next_stage(log, at))
        } else {
            (game, at, None)
        };
        self.ghosts.hide_in(&mut game);
        Ok(ReadGame { id, game, at, next_stage })
    }

    /// The same filter of a player's finished games for a visitor: what others see late is listed late.
    pub fn for_visitor(
        &self,
        filter: GameFilter,
        player: PlayerId,
        visitor: Option<&Identity>,
    ) -> GameFilter {
        let sees_all = |visitor: &Identity| visitor.player == player || visitor.is_staff();
        match self.delay.listed_until(self.timeline.earlier()) {
            Some(until) if !visitor.is_some_and(sees_all) => {
                GameFilter { to: Some(filter.to.map_or(until, |to| to.min(until))), ..filter }
            }
            Some(_) | None => filter,
        }
    }

    /// Until when a game between these players must have ended to be counted for a visitor; `None` for any time. A count that
    /// changes tells a result as surely as a list does.
    pub fn counted_until(&self, players: &[PlayerId], visitor: Option<PlayerId>) -> Option<Time> {
        let plays = visitor.is_some_and(|visitor| players.contains(&visitor));
        self.delay.listed_until(self.timeline.earlier()).filter(|_| !plays)
    }

    /// How a player's finished games ended, against this opponent or all, as far as a visitor may know; see
    /// [`tabiya_store::Archive::results_of`].
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn results_for(
        &self,
        player: PlayerId,
        opponent: Option<PlayerId>,
        visitor: Option<PlayerId>,
    ) -> Result<Vec<(Color, PlayerOutcome, u64)>, StorageError> {
        let players: Vec<_> = std::iter::once(player).chain(opponent).collect();
        let until = self.counted_until(&players, visitor);
        self.store.archive.results_of(player, opponent, until).await
    }

    /// A player's unfinished games, newest first, then a page of the finished ones, the last to end first.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn first_page_of(&self, player: PlayerId) -> Result<Vec<GameSummary>, ReadError> {
        let unfinished = self.store.archive.unfinished_of(player, MOST_UNFINISHED).await?;
        let (finished, _) = self.own_games(player, &GameFilter::default(), None, PAGE).await?;
        self.summaries(player, &each_once(unfinished, finished)).await
    }

    /// The next page of a player's finished games, behind the game `after`.
    ///
    /// # Errors
    /// If the player has no game `after`, or the storage fails.
    pub async fn page_after(&self, player: PlayerId, after: GameId) -> Result<Vec<GameSummary>, ReadError> {
        let last = self.store.archive.game(after).await?.ok_or(ReadError::NoSuchGame(after))?;
        let is_own =
            last.seats().color_of(player).is_some() || self.store.imports.has_imported(player, after).await?;
        if !is_own {
            return Err(ReadError::NoSuchGame(after));
        }
        let (games, _) = self.own_games(player, &GameFilter::default(), last.page_key(), PAGE).await?;
        self.summaries(player, &games).await
    }

    /// What a player finds among the own games: those that the player has finished, as far as they fit the filter, and those
    /// that the player has imported, also where nobody of this server sits in them. The last to end first, at most `limit`
    /// after the place `after`; and which of them were imported.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn own_games(
        &self,
        player: PlayerId,
        filter: &GameFilter,
        after: Option<PageKey>,
        limit: u32,
    ) -> Result<(Vec<ArchivedGame>, HashSet<GameId>), StorageError> {
        let mut games = self.store.archive.finished_of(player, filter, after, limit).await?;
        let imported = self.store.imports.imports_of(player, after, limit).await?;
        if !imported.is_empty() {
            games.retain(|game| !imported.contains(&game.id));
            games.extend(self.store.archive.games(&imported).await?);
            games.sort_by_key(|game| Reverse(game.page_key().map(|key| (key.ended, key.game))));
            games.truncate(limit as usize);
        }
        Ok((games, imported.into_iter().collect()))
    }

    /// The games with the positions that they have come to. A game that can't be replayed is left out.
    async fn summaries(
        &self,
        player: PlayerId,
        games: &[ArchivedGame],
    ) -> Result<Vec<GameSummary>, ReadError> {
        let mut summaries = Vec::with_capacity(games.len());
        for row in games {
            let id = row.id;
            let log = match events(id, self.store.log.load(id).await) {
                Ok(log) => log,
                Err(ReadError::NoSuchGame(_)) => continue,
                Err(error) => return Err(error),
            };
            let mut game = match self.work(log.len(), move || replay(id, &log)).await? {
                Ok(game) => game,
                Err(ReadError::NoSuchGame(_)) => continue,
                Err(error) => return Err(error),
            };
            self.ghosts.hide_in(&mut game);
            let now = self.timeline.for_control(game.time_control());
            // In a game that was imported for everybody nobody has a side.
            let side = row.seats().color_of(player).unwrap_or(Color::White);
            summaries.push(view::summary(row.id, &game, side, now));
        }
        Ok(summaries)
    }
}

/// Joins two lists that were read one after the other. A game that ended in between is in both; it is kept as finished.
fn each_once(mut unfinished: Vec<ArchivedGame>, finished: Vec<ArchivedGame>) -> Vec<ArchivedGame> {
    unfinished.retain(|game| finished.iter().all(|ended| ended.id != game.id));
    unfinished.extend(finished);
    unfinished
}

#[cfg(test)]
mod tests {
    use tabiya_runtime::timeline::with_clock_held;
    use tabiya_store::{EventAppend, EventStage, SqliteStore, StoredEntry, StoredEvent};

    use super::*;
    use crate::imported;

    #[tokio::test]
    async fn whoever_follows_a_link_to_a_game_that_an_event_is_about_to_begin_gets_it() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        let archive = Archive::new(store.clone(), Timeline::start(), Delay::default(), Ghosts::default());
        let [named, nobodys] = [1, 2].map(GameId::from_bits);
        let event = StoredEvent {
            id: "00000001".to_owned(),
            owner: None,
            created: Time(1),
            starts: Time(1),
            head: 1,
            stage: EventStage::Running,
            summary: String::new(),
            festival: None,
        };
        let entry = StoredEntry { number: 1, at: Time(1), by: None, entry: "{}".to_owned() };
        let (players, members) = (Vec::new(), Vec::new());
        let new = EventAppend { event, entries: vec![entry], players, games: vec![named], members };
        assert!(store.events.create_event(&new).await.unwrap());
        // However long it takes to write, the reader waits for three seconds.
        tokio::time::pause();

        let reader = tokio::spawn({
            let archive = archive.clone();
            async move { archive.game_for(named, None).await }
        });
        // No event has this one, so nobody waits for it.
        assert!(matches!(archive.game_for(nobodys, None).await, Err(ReadError::NoSuchGame(_))));
        let game = imported::game("1. e4 e5 1/2-1/2", None, true, Time(5)).unwrap();
        with_clock_held(store.log.keep_game(named, game)).await.unwrap();
        assert_eq!(reader.await.unwrap().unwrap().length(), 2);
    }

    /// The page had the game twice, and showed none.
    #[tokio::test]
    async fn a_game_that_ends_while_the_list_is_read_is_in_it_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        for id in [1, 2].map(GameId::from_bits) {
            let game = imported::game("1. e4 e5 1/2-1/2", None, true, Time(5)).unwrap();
            store.log.keep_game(id, game).await.unwrap();
        }
        let finished = store.archive.games(&[1, 2].map(GameId::from_bits)).await.unwrap();
        let [mut running, mut ending] = [finished[0].clone(), finished[1].clone()];
        (running.id, running.end, ending.end) = (GameId::from_bits(3), None, None);
        let all = each_once(vec![ending, running], finished);
        assert_eq!(all.iter().map(|game| game.id).collect::<Vec<_>>(), [3, 1, 2].map(GameId::from_bits));
        assert!(all[1].end.is_some() && all[2].end.is_some());
    }
}
