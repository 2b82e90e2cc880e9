// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games beside which there are chats: what decides who may read and write there.
//!
//! That is whether the game is private, who sits in it, and whether it is over. A game's log is replayed for
//! it once. After that its row in the archive is asked, which changes in the transaction of the event that
//! changes the game, and nobody is asked any more once the game is over.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_archive::archive::{self, ReadError};
use tabiya_archive::privacy::is_of;
use tabiya_game::{Game, GameId, Seat, Seats};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_store::{Archive, ArchivedGame, GameLog, Store};

/// How many games are remembered. When there are more, all are forgotten, and those that are asked for are
/// read again.
const MOST: usize = 4_096;

/// A game as far as its chats are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Beside {
    is_private: bool,
    seats: Seats,
    is_over: bool,
    names_somebody: bool,
}

impl Beside {
    pub(super) fn of(game: &Game) -> Self {
        let names_somebody =
            Color::ALL.into_iter().any(|color| game.terms().name_at_the_board(color).is_some());
        Self {
            is_private: game.terms().is_private(),
            seats: game.seats(),
            is_over: game.is_over(),
            names_somebody,
        }
    }

    pub(super) const fn seats(&self) -> Seats {
        self.seats
    }

    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether somebody without an account plays under a name that an organiser knows, who may be a child.
    pub(super) const fn names_somebody(&self) -> bool {
        self.names_somebody
    }

    /// Whether this visitor may see the game: as `may_see` in tabiya-archive's `privacy.rs`.
    pub(super) fn may_be_seen_by(&self, visitor: Option<&Identity>) -> bool {
        !self.is_private || is_of(&self.seats, visitor)
    }

    /// The same game later. Who sits already keeps the seat as the log has it; the archive may name the
    /// account that has taken a guest over.
    fn after(self, row: &ArchivedGame) -> Self {
        let now = row.seats();
        let seat = |side: Color| match self.seats[side] {
            Seat::Open => now[side],
            taken => taken,
        };
        let seats = Seats { white: seat(Color::White), black: seat(Color::Black) };
        Self { seats, is_over: row.end.is_some(), ..self }
    }
}

/// The games that somebody has asked for.
pub(super) struct AllBeside {
    log: Arc<dyn GameLog>,
    archive: Arc<dyn Archive>,
    known: Mutex<HashMap<GameId, Beside>>,
}

impl AllBeside {
    pub(super) fn new(store: &Store) -> Self {
        Self { log: Arc::clone(&store.log), archive: Arc::clone(&store.archive), known: Mutex::default() }
    }

    /// The game as it stands now.
    ///
    /// # Errors
    /// If there is no such game, or it can't be read.
    pub(super) async fn get(&self, id: GameId) -> Result<Beside, ReadError> {
        let known = self.lock().get(&id).copied();
        let now = match known {
            Some(known) if known.is_over => return Ok(known),
            Some(known) => self.archive.game(id).await?.map(|row| known.after(&row)),
            None => None,
        };
        let now = match now {
            Some(now) => now,
            None => Beside::of(&archive::load(&*self.log, id).await?),
        };
        let mut games = self.lock();
        if games.len() >= MOST && !games.contains_key(&id) {
            games.clear();
        }
        games.insert(id, now);
        Ok(now)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Beside>> {
        // Nothing under the lock can panic half-way.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tabiya_game::{Command, PlayerId, Stamped, Terms, Time};
    use tabiya_rules::Position;
    use tabiya_store::{AppendError, CreateError, FinishedGame, SqliteStore, StorageError, UnfinishedPage};

    use super::*;

    /// The real log, which counts how often a game is read.
    struct Counting {
        store: Arc<SqliteStore>,
        reads: AtomicU32,
    }

    #[async_trait::async_trait]
    impl GameLog for Counting {
        async fn append(&self, id: GameId, first: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
            self.store.append(id, first, events).await
        }

        async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
            self.store.create_game(id, events).await
        }

        async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
            self.store.keep_game(id, game).await
        }

        async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
            self.reads.fetch_add(1, Ordering::Relaxed);
            self.store.load(id).await
        }

        async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
            self.store.load_unfinished(from, limit).await
        }
    }

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
    const BOB: PlayerId = PlayerId::from_bytes([2; 16]);

    /// Decides a command and stores what follows from it.
    async fn carry_out(log: &dyn GameLog, id: GameId, game: &mut Game, command: Command) {
        let at = Time(2_000);
        let first = game.last_seq() + 1;
        let events: Vec<Stamped> =
            game.decide(command, at).unwrap().into_iter().map(|event| Stamped::new(at, event)).collect();
        log.append(id, first, events.clone()).await.unwrap();
        events.iter().for_each(|event| game.apply(event));
    }

    /// Once the log was read for each line that was said, and the whole game was played again.
    #[tokio::test]
    async fn a_log_is_replayed_once_however_often_somebody_speaks() {
        let folder = tempfile::tempdir().unwrap();
        let database = Arc::new(SqliteStore::open(folder.path()).unwrap());
        let log = Arc::new(Counting { store: Arc::clone(&database), reads: AtomicU32::new(0) });
        let store = Store::from(database).with(|handles| handles.log = Arc::clone(&log) as Arc<dyn GameLog>);
        let games = AllBeside::new(&store);

        let id = GameId::from_bits(7);
        let seats = Seats::new(ANN, Color::White, Seat::Open);
        let terms = Terms::new(Position::start(), None, seats).unwrap();
        let (mut game, created) = Game::create(terms, Time(1_000));
        log.create_game(id, vec![created]).await.unwrap();
        let join = Command::Join { player: BOB, details: None, color: None };
        for (command, is_over) in [(join, false), (Command::Resign { by: Color::Black }, true)] {
            for _ in 0..20 {
                assert_eq!(games.get(id).await.unwrap(), Beside::of(&game));
            }
            carry_out(&*log, id, &mut game, command).await;
            let now = games.get(id).await.unwrap();
            assert_eq!((now, now.is_over()), (Beside::of(&game), is_over), "as soon as it is stored");
            assert_eq!(now.seats()[Color::Black], Seat::Player(BOB));
        }
        assert_eq!(log.reads.load(Ordering::Relaxed), 1);
        assert!(games.get(GameId::from_bits(8)).await.is_err(), "there is no such game");
    }

    #[test]
    fn a_game_of_somebody_at_the_venue_is_known_by_the_name() {
        let seats = Seats::new(ANN, Color::White, Seat::Player(BOB));
        let terms = Terms::new(Position::start(), None, seats).unwrap();
        let named = terms
            .clone()
            .with_name_at_the_board(Color::Black, "Ben B.".to_owned().try_into().unwrap())
            .unwrap();
        let names_somebody = |terms| Beside::of(&Game::create(terms, Time(1_000)).0).names_somebody();
        assert_eq!([named, terms].map(names_somebody), [true, false]);
    }

    #[tokio::test]
    async fn a_crowd_of_games_takes_no_more_than_its_room() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        let games = AllBeside::new(&store);
        let seats = Seats::new(ANN, Color::White, Seat::Open);
        let any = Beside { is_private: false, seats, is_over: true, names_somebody: false };
        games.lock().extend((0..MOST as u64).map(|number| (GameId::from_bits(1_000 + number), any)));
        let terms = Terms::new(Position::start(), None, any.seats).unwrap();
        let id = GameId::from_bits(7);
        store.log.create_game(id, vec![Game::create(terms, Time(1_000)).1]).await.unwrap();
        games.get(id).await.unwrap();
        assert_eq!(games.lock().len(), 1);
    }
}
