// SPDX-License-Identifier: AGPL-3.0-or-later
//! A database that an older Tabiya wrote: every game in it goes on or reads as before.

use std::path::Path;

use rusqlite::{Connection, params};
use tabiya_game::{Event, Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{AppendError, Archive, GameLog, SqliteStore};
use tempfile::TempDir;

const SCHEMA_1: &str = include_str!("../../src/sqlite/migrations/0001_games.sql");

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

fn player(byte: u8) -> PlayerId {
    PlayerId::from_bytes([byte; 16])
}

/// A log of so many events, ended or not.
fn log(number: u64, events: u64, ended: bool) -> Vec<Stamped> {
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    let terms = Terms::new(Position::start(), None, seats).unwrap();
    let (_, created) = Game::create(terms, Time(1_000 * number));
    let offers = (1..events).map(|at| Stamped::new(Time(at), Event::DrawOffered { by: Color::White }));
    let end = r#"{"at":9,"event":{"ended":{"result":"draw","termination":"agreement"}}}"#;
    let end = ended.then(|| serde_json::from_str(end).unwrap());
    [created].into_iter().chain(offers).chain(end).collect()
}

/// Writes games as the first release did.
fn write_schema_1(folder: &Path, games: &[(u64, Vec<Stamped>)]) {
    let database = Connection::open(folder.join("tabiya.db")).unwrap();
    database.execute_batch(SCHEMA_1).unwrap();
    database.pragma_update(None, "application_id", 0x5461_6279).unwrap();
    database.pragma_update(None, "user_version", 1).unwrap();
    for (number, log) in games {
        let ended = log.last().filter(|last| matches!(last.event, Event::Ended { .. }));
        let (at, ended) = (log[0].at.0 as i64, ended.map(|last| last.at.0 as i64));
        database
            .execute(
                "INSERT INTO game (id, created_at, ended_at) VALUES (?1, ?2, ?3)",
                params![id(*number).as_str(), at, ended],
            )
            .unwrap();
        let game = database.last_insert_rowid();
        for (seq, stamped) in log.iter().enumerate() {
            let body = serde_json::to_string(&stamped.event).unwrap();
            database
                .execute(
                    "INSERT INTO event (game, seq, at, body) VALUES (?1, ?2, ?3, ?4)",
                    params![game, seq as i64, stamped.at.0 as i64, body],
                )
                .unwrap();
        }
        for byte in [1_u8, 2] {
            database
                .execute("INSERT INTO seat (player, game) VALUES (?1, ?2)", params![[byte; 16], game])
                .unwrap();
        }
    }
}

#[tokio::test]
async fn games_of_the_first_schema_read_as_before_and_go_on() {
    let temp = TempDir::new().unwrap();
    let games: Vec<_> =
        (1..=40).map(|number| (number, log(number, 1 + number % 7, number % 3 > 0))).collect();
    write_schema_1(temp.path(), &games);
    for opened in 0..3 {
        let store = SqliteStore::open(temp.path()).unwrap();
        for (number, log) in &games {
            assert_eq!(store.load(id(*number)).await.unwrap().as_ref(), Some(log), "opened {opened} times");
        }
        let unfinished: Vec<_> =
            store.load_unfinished(0, 100).await.unwrap().games.into_iter().map(|game| game.id).collect();
        let expected: Vec<_> = games
            .iter()
            .map(|(number, _)| *number)
            .filter(|number| number.is_multiple_of(3))
            .map(id)
            .collect();
        assert_eq!(unfinished, expected);
        // At once, though the finished games are still being filled in. A game that can't be replayed is nobody's.
        let can_go_on =
            |(number, log): &&(u64, Vec<Stamped>)| number.is_multiple_of(3) && Game::replay(log).is_ok();
        let going_on = games.iter().filter(can_go_on).count();
        assert!(going_on > 0);
        assert_eq!(store.unfinished_count_of(player(2)).await.unwrap() as usize, going_on);
    }

    let store = SqliteStore::open(temp.path()).unwrap();
    let more = Stamped::new(Time(77), Event::DrawDeclined { by: Color::Black });
    for (number, mut log) in games {
        let next = log.len() as u32;
        let appended = store.append(id(number), next, vec![more.clone()]).await;
        if number.is_multiple_of(3) {
            appended.unwrap();
            log.push(more.clone());
            assert_eq!(store.load(id(number)).await.unwrap(), Some(log));
        } else {
            let refused = AppendError::Conflict { id: id(number), first_seq: next, next_seq: next };
            assert_eq!(appended, Err(refused), "it has ended");
        }
    }
}
