// SPDX-License-Identifier: AGPL-3.0-or-later
//! A folder from before there was an archive: its games replay, and lists show them as soon as they are filled in.

use std::{collections::HashMap, fs, path::Path, time::Duration};

use rusqlite::Connection;
use tabiya_game::{Command, Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{Archive, GameFilter, GameLog, SqliteStore, check_data};
use tempfile::TempDir;

/// A server's file, made by the commit before the archive; see the README beside it.
const OLD: &[u8] = include_bytes!("../data/before-the-archive.db");

async fn filled(store: &SqliteStore) {
    while store.filling().await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

fn no_faults(folder: &Path) {
    let mut faults = Vec::new();
    check_data(folder, &mut |news| faults.push(format!("{news:?}"))).unwrap();
    faults.retain(|news| news.starts_with("Fault"));
    assert_eq!(faults, [""; 0]);
}

/// The games in a folder, the oldest first.
fn ids(folder: &Path) -> Vec<GameId> {
    let database = Connection::open(folder.join("tabiya.db")).unwrap();
    let mut ids = database.prepare("SELECT id FROM game ORDER BY number").unwrap();
    let ids = ids.query_map([], |row| row.get::<_, String>(0)).unwrap();
    ids.map(|id| id.unwrap().parse().unwrap()).collect()
}

#[tokio::test]
async fn an_old_folder_opens_replays_and_is_listed() {
    let temp = TempDir::new().unwrap();
    fs::write(temp.path().join("tabiya.db"), OLD).unwrap();
    let ids = ids(temp.path());
    assert_eq!(ids.len(), 9);
    let store = SqliteStore::open(temp.path()).unwrap();
    // At once, because players come back at once.
    let unfinished = store.load_unfinished(0, 100).await.unwrap().games;
    assert_eq!(unfinished.len(), 3);
    for game in &unfinished {
        assert!(store.game(game.id).await.unwrap().unwrap().end.is_none());
    }
    filled(&store).await;
    let mut games_of: HashMap<PlayerId, usize> = HashMap::new();
    for id in &ids {
        let game = Game::replay(&store.load(*id).await.unwrap().unwrap()).unwrap();
        let row = store.game(*id).await.unwrap().unwrap();
        assert_eq!(row.seats(), game.seats());
        assert_eq!(row.end.map(|end| end.at), game.ending().map(|end| end.at));
        for player in Color::ALL.into_iter().filter_map(|color| game.seats()[color].player()) {
            *games_of.entry(player).or_default() += 1;
        }
    }
    assert_eq!(games_of.len(), 2, "Ann and Bob");
    for (player, games) in games_of {
        let finished = store.finished_of(player, &GameFilter::default(), None, 50).await.unwrap();
        let unfinished = store.unfinished_of(player, 50).await.unwrap();
        assert_eq!(finished.len() + unfinished.len(), games);
    }
    // The games that went on then go on now.
    for game in unfinished {
        let log = game.log.unwrap();
        let mut replayed = Game::replay(&log).unwrap();
        let by = Color::White;
        let Ok(events) = replayed.decide(Command::Resign { by }, Time(9_000_000_000_000)) else { continue };
        for (seq, event) in (log.len() as u32..).zip(events) {
            let stamped = Stamped::new(Time(9_000_000_000_000), event);
            replayed.apply(&stamped);
            store.append(game.id, seq, vec![stamped]).await.unwrap();
        }
        assert!(store.game(game.id).await.unwrap().unwrap().end.is_some());
    }
    drop(store);
    no_faults(temp.path());
}

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

/// A game that Black has lost by resigning.
fn lost(number: u64) -> Vec<Stamped> {
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(number));
    let mut log = vec![created];
    let play = |seq, by, uci: &str| Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None };
    let commands =
        [play(0, Color::White, "e2e4"), play(1, Color::Black, "e7e5"), Command::Resign { by: Color::Black }];
    for command in commands {
        for event in game.decide(command, Time(number + 1)).unwrap() {
            log.push(Stamped::new(Time(number + 1), event));
            game.apply(log.last().unwrap());
        }
    }
    log
}

#[tokio::test]
async fn filling_goes_on_where_it_was_stopped_while_games_are_played() {
    const GAMES: u64 = 300;
    let temp = TempDir::new().unwrap();
    let store = SqliteStore::open(temp.path()).unwrap();
    for number in 1..=GAMES {
        store.create_game(id(number), lost(number)).await.unwrap();
    }
    drop(store);
    let database = Connection::open(temp.path().join("tabiya.db")).unwrap();
    let empty = "DELETE FROM archive; DELETE FROM archive_seat; \
                 UPDATE progress SET done = 0, last = (SELECT max(number) FROM game) WHERE task = 'archive'";
    database.execute_batch(empty).unwrap();
    drop(database);
    let (mut done, mut opened) = (0, 0);
    loop {
        let store = SqliteStore::open(temp.path()).unwrap();
        opened += 1;
        let before = store.filling().await.unwrap().map(|filling| filling.done);
        assert!(before.is_none_or(|before| before >= done), "opened {opened} times: it began anew");
        store.create_game(id(1_000 + opened), lost(opened)).await.unwrap();
        match store.filling().await.unwrap() {
            Some(filling) => done = filling.done,
            None => break,
        }
    }
    let store = SqliteStore::open(temp.path()).unwrap();
    let player = PlayerId::from_bytes([2; 16]);
    let finished = store.finished_count_of(player, &GameFilter::default()).await.unwrap();
    assert_eq!(finished, GAMES + opened);
    drop(store);
    no_faults(temp.path());
}

/// A game that went on when the filling began had its rows at once, and its end was written as that of any other.
#[tokio::test]
async fn a_game_that_has_ended_since_the_filling_began_is_not_filled_in_again() {
    const GAMES: u64 = 40;
    let temp = TempDir::new().unwrap();
    let store = SqliteStore::open(temp.path()).unwrap();
    for number in 1..=GAMES {
        store.create_game(id(number), lost(number)).await.unwrap();
    }
    drop(store);
    let database = Connection::open(temp.path().join("tabiya.db")).unwrap();
    let again = "UPDATE progress SET done = 0, last = (SELECT max(number) FROM game) WHERE task = 'archive'";
    database.execute_batch(again).unwrap();
    drop(database);
    let store = SqliteStore::open(temp.path()).unwrap();
    let patience = Duration::from_secs(20);
    tokio::time::timeout(patience, filled(&store)).await.expect("nothing stands against the filling");
    let player = PlayerId::from_bytes([2; 16]);
    assert_eq!(store.finished_count_of(player, &GameFilter::default()).await.unwrap(), GAMES);
    assert_eq!(store.unfinished_count_of(player).await.unwrap(), 0);
    drop(store);
    no_faults(temp.path());
}
