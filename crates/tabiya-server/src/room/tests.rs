// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a room does when the store fails at the worst moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tabiya_game::{
    Command, Event, Game, GameId, Millis, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl,
};
use tabiya_rules::{Color, Position};
use tabiya_store::{AppendError, CreateError, GameEntry, SqliteStore, StorageError, Store, UnfinishedGame};

use super::Rooms;
use crate::computer::ComputerPool;
use crate::timeline::Timeline;

/// The real store, but its disk is full for the first few appends.
struct FullAtFirst {
    store: SqliteStore,
    failures: AtomicU32,
}

#[async_trait::async_trait]
impl Store for FullAtFirst {
    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        let left =
            self.failures.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        match left {
            Ok(_) => Err(AppendError::Storage(StorageError::Full)),
            Err(_) => self.store.append(id, first_seq, events).await,
        }
    }

    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        self.store.create_game(id, events).await
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        self.store.load(id).await
    }

    async fn load_unfinished(&self) -> Result<Vec<UnfinishedGame>, StorageError> {
        self.store.load_unfinished().await
    }

    async fn games_of(&self, player: PlayerId, limit: u32) -> Result<Vec<GameEntry>, StorageError> {
        self.store.games_of(player, limit).await
    }

    async fn unfinished_count_of(&self, player: PlayerId) -> Result<u32, StorageError> {
        self.store.unfinished_count_of(player).await
    }
}

/// The log of a game with clocks in which both sides moved long ago.
fn abandoned_long_ago() -> Vec<Stamped> {
    let seats =
        Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Guest(PlayerId::from_bytes([2; 16])));
    let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let (mut game, created) =
        Game::create(Terms::new(Position::start(), Some(time), seats).unwrap(), Time(0));
    let mut log = vec![created];
    for (by, uci, ply) in [(Color::White, "e2e4", 0), (Color::Black, "e7e5", 1)] {
        let command = Command::Play { by, attempt: uci.parse().unwrap(), ply, lag: None };
        for event in game.decide(command, Time(1)).unwrap() {
            log.push(Stamped { at: Time(1), event });
            game.apply(&log[log.len() - 1]);
        }
    }
    log
}

#[tokio::test]
async fn a_full_disk_at_the_start_does_not_charge_the_outage() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path()).unwrap();
    let id = GameId::from_bits(7);
    let before = abandoned_long_ago();
    store.create_game(id, before.clone()).await.unwrap();
    let store = Arc::new(FullAtFirst { store, failures: AtomicU32::new(1) });

    let rooms = Rooms::new(store.clone(), Timeline::start(), ComputerPool::start(1), 10);
    assert_eq!(rooms.resume_all().await.unwrap(), 1);
    let log = loop {
        let log = store.load(id).await.unwrap().unwrap();
        if log.len() > before.len() {
            break log;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(matches!(log[before.len()].event, Event::TurnRestarted { .. }), "{:?}", log.last());
    assert_eq!(log.len(), before.len() + 1);
}
