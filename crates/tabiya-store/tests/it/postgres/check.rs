// SPDX-License-Identifier: AGPL-3.0-or-later
//! A check names the game of each fault.

use tabiya_game::{Command, Game, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{
    CheckNews, Checked, DataError, FinishedGame, GameLog, check_postgres, conformance::postgres::Cluster,
};

use super::{id, open, url};

/// The fool's mate.
pub(super) fn log() -> Vec<Stamped> {
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
    let mut log = vec![created];
    for (seq, uci) in (0..).zip(["f2f3", "e7e5", "g2g4", "d8h4"]) {
        let by = game.turn();
        let play = Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None };
        for event in game.decide(play, Time(2)).unwrap() {
            log.push(Stamped::new(Time(2), event));
            game.apply(log.last().unwrap());
        }
    }
    log
}

async fn check(cluster: &Cluster, database: &str) -> (Checked, Vec<String>) {
    let mut faults = Vec::new();
    let url = url(cluster, database);
    let mut note = |news| {
        if let CheckNews::Fault(fault) = news {
            faults.push(fault.to_string());
        }
    };
    let checked = check_postgres(&url, &mut note).await.unwrap();
    (checked, faults)
}

#[tokio::test]
async fn a_check_names_the_game_of_each_fault() {
    let Some(cluster) = Cluster::start() else { return };
    let empty = cluster.database();
    let refused = check_postgres(&url(&cluster, &empty), &mut |_| ()).await;
    assert!(matches!(refused, Err(DataError::NoTables { .. })), "{refused:?}");

    let healthy = cluster.database();
    let store = open(&cluster, &healthy).await;
    for number in 1..=3 {
        let length = if number == 2 { 3 } else { log().len() };
        store.create_game(id(number), log()[..length].to_vec()).await.unwrap();
    }
    store.keep_game(id(4), FinishedGame::pack(&log()).unwrap()).await.unwrap();
    // A server may run at the same time.
    assert_eq!(check(&cluster, &healthy).await, (Checked { games: 4, events: 21, faults: 0 }, vec![]));
    assert_eq!(cluster.sql(&healthy, "SELECT count(*) FROM event WHERE game = 4"), "0");
    store.close().await;
    let cases = [
        ("DELETE FROM event WHERE game = 2 AND seq = 1", "game 00000002: event 1: event 2 follows instead"),
        ("UPDATE event SET body = 'x' WHERE game = 2 AND seq = 2", "game 00000002: event 2: expected value"),
        (
            "UPDATE record SET body = substr(body, 1, 20) WHERE game = 4",
            "game 00000004: event 0: its record can't be unpacked",
        ),
        (
            "UPDATE game SET next_seq = 5 WHERE number = 4",
            "game 00000004: event 0: its record has 6 events in place of 5",
        ),
        (
            "INSERT INTO event (game, seq, at, body) VALUES (4, 0, 1, 'x')",
            "game 00000004: event 0: it stands in the game's record and in a row",
        ),
        ("UPDATE game SET ended_at = 5 WHERE number = 2", "game 00000002: the list of games does not agree"),
        (
            "UPDATE game SET half_moves = 9 WHERE number = 1",
            "game 00000001: the list of games has another number",
        ),
        (
            "UPDATE game SET created_at = 9 WHERE number = 1",
            "game 00000001: the list of games has another time",
        ),
        (
            "UPDATE archive SET half_moves = 9 WHERE game = '00000001'",
            "game 00000001: the archive has another number",
        ),
        (
            "UPDATE archive SET result = 'draw' WHERE game = '00000001'",
            "game 00000001: the archive has another end",
        ),
        ("DELETE FROM archive_seat WHERE game = '00000003'", "game 00000003: the archive's lists"),
        (
            "UPDATE archive_seat SET outcome = 'won' WHERE game = '00000003'",
            "game 00000003: the archive's lists",
        ),
        (
            "UPDATE archive SET ended_at = NULL WHERE game = '00000003'",
            "game 00000003: the archive has another end",
        ),
        (
            "UPDATE archive SET white_player = NULL WHERE game = '00000002'",
            "game 00000002: the archive has another player",
        ),
    ];
    for (sql, expected) in cases {
        let database = cluster.database();
        cluster.sql("postgres", &format!("DROP DATABASE {database}"));
        cluster.sql("postgres", &format!("CREATE DATABASE {database} TEMPLATE {healthy}"));
        cluster.sql(&database, sql);
        let (checked, faults) = check(&cluster, &database).await;
        assert_eq!(checked.faults, faults.len() as u64);
        assert!(faults.first().is_some_and(|fault| fault.starts_with(expected)), "{sql}: {faults:?}");
    }
}
