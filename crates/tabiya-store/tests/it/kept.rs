// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that were over before they came here take little room, and are otherwise games like any other.

use std::path::Path;

use rusqlite::Connection;
use tabiya_game::{Command, Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{CheckNews, FinishedGame, GameLog, SqliteStore, StorageError, check_data};
use tempfile::TempDir;

/// A game of so many half-moves, each another one than those before it, which ends with a resignation.
pub(crate) fn long_game(plies: u32) -> Vec<Stamped> {
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
    let mut log = vec![created];
    let mut seed = 1_u64;
    while !game.is_over() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = game.history().position().legal_moves();
        let attempt = moves[(seed >> 33) as usize % moves.len()].into();
        let command = if game.ply() < plies {
            Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag: None }
        } else {
            Command::Resign { by: game.turn() }
        };
        let at = Time(1 + 1_000 * u64::from(game.ply()));
        for event in game.decide(command, at).unwrap() {
            log.push(Stamped::new(at, event));
            game.apply(log.last().unwrap());
        }
    }
    log
}

fn faults(folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    check_data(folder, &mut |news| {
        if let CheckNews::Fault(fault) = news {
            faults.push(fault.to_string());
        }
    })
    .unwrap();
    faults
}

#[tokio::test]
async fn a_kept_game_takes_one_small_row_and_the_check_accepts_it() {
    let temp = TempDir::new().unwrap();
    let log = long_game(300);
    let kept = FinishedGame::pack(&log).unwrap();
    let (half_moves, bytes) = (log.len() as u64, kept.bytes());
    assert!(half_moves > 200 && bytes < 8 * half_moves, "{bytes} bytes for {half_moves} events");
    let store = SqliteStore::open(temp.path()).unwrap();
    let id = GameId::from_bits(7);
    store.keep_game(id, kept).await.unwrap();
    // At once, not when the writer finds time for it.
    let other = Connection::open(temp.path().join("tabiya.db")).unwrap();
    let count = |sql: &str| other.query_row(sql, [], |row| row.get::<_, u32>(0).map(u64::from)).unwrap();
    assert_eq!(count("SELECT count(*) FROM journal"), 0);
    assert!((1..1024).contains(&(bytes - count("SELECT length(body) FROM record"))), "and its rows");
    assert_eq!(store.load(id).await.unwrap(), Some(log.clone()));
    drop(store);
    assert_eq!(faults(temp.path()), [""; 0]);
    let store = SqliteStore::open(temp.path()).unwrap();
    assert_eq!(Game::replay(&store.load(id).await.unwrap().unwrap()), Game::replay(&log));
}

#[tokio::test]
async fn a_damaged_record_of_a_kept_game_is_that_games_fault() {
    let temp = TempDir::new().unwrap();
    let store = SqliteStore::open(temp.path()).unwrap();
    for number in [1, 2] {
        store.keep_game(GameId::from_bits(number), FinishedGame::pack(&long_game(9)).unwrap()).await.unwrap();
    }
    drop(store);
    let other = Connection::open(temp.path().join("tabiya.db")).unwrap();
    other.execute("UPDATE record SET events = events - 1 WHERE game = 1", []).unwrap();
    let found = faults(temp.path());
    assert!(
        matches!(&found[..], [one] if one.starts_with("game 00000001: event 0: its record has 11")),
        "{found:?}"
    );
}

#[test]
fn a_log_that_is_not_whole_is_not_packed() {
    let log = long_game(9);
    assert_eq!(FinishedGame::pack(&log).unwrap().log(GameId::from_bits(1)).unwrap(), log);
    let mut goes_on = log.clone();
    goes_on.push(log[1].clone());
    for not_whole in [&log[1..], &log[..log.len() - 1], &[], &goes_on] {
        assert!(matches!(FinishedGame::pack(not_whole), Err(StorageError::Failed { .. })));
    }
}
