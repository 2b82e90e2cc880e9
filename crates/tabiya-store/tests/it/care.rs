// SPDX-License-Identifier: AGPL-3.0-or-later
//! Backups, restores and checks of a data folder, with a store that writes beside them and with damage done on purpose.

use std::{fs, path::Path, sync::Arc, time::Duration};

use rusqlite::Connection;
use tabiya_game::{Command, Event, Game, GameId, PlayerId, Seat, Seats, Stamped, Terms, Time};
use tabiya_rules::{Color, Position};
use tabiya_store::{
    Archive, BulkPairings, CheckNews, Checked, DataError, GameFilter, GameLog, Logins, OpenError,
    SqliteStore, StorageError, backup, check_data, restore,
};
use tempfile::TempDir;

const MOVES: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

/// The fool's mate.
fn log() -> Vec<Stamped> {
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let seats = Seats::new(player(1), Color::White, Seat::Player(player(2)));
    let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(1));
    let mut log = vec![created];
    for (seq, uci) in (0..).zip(MOVES) {
        let by = game.turn();
        for event in
            game.decide(Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None }, Time(2)).unwrap()
        {
            log.push(Stamped::new(Time(2), event));
            game.apply(log.last().unwrap());
        }
    }
    log
}

/// Games 1 to `games` in a folder: the odd ones ended, the even ones not.
pub(crate) async fn fill(folder: &Path, games: u64) {
    let store = SqliteStore::open(folder).unwrap();
    for number in 1..=games {
        let length = if number.is_multiple_of(2) { 3 } else { log().len() };
        store.create_game(id(number), log()[..length].to_vec()).await.unwrap();
    }
    // Records are made a little later, and then the journal loses what is in them.
    let other = Connection::open(folder.join("tabiya.db")).unwrap();
    let waiting =
        "SELECT (SELECT count(*) FROM game WHERE ended_at IS NOT NULL AND number NOT IN (SELECT game FROM record))
         + (SELECT count(*) FROM journal WHERE entry < coalesce((SELECT min(entry) FROM journal JOIN game
             ON game.number = journal.game WHERE ended_at IS NULL), 9e18))";
    while other.query_row(waiting, [], |row| row.get::<_, u32>(0)).unwrap() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn check(folder: &Path) -> (Checked, Vec<String>) {
    let mut faults = Vec::new();
    let checked = check_data(folder, &mut |news| {
        if let CheckNews::Fault(fault) = news {
            faults.push(fault.to_string());
        }
    });
    (checked.unwrap(), faults)
}

/// What a check says after this was done to a healthy database.
async fn faults_after(sql: &str) -> Vec<String> {
    let temp = TempDir::new().unwrap();
    fill(temp.path(), 3).await;
    assert_eq!(check(temp.path()).1, [""; 0]);
    Connection::open(temp.path().join("tabiya.db")).unwrap().execute_batch(sql).unwrap();
    let (checked, faults) = check(temp.path());
    assert_eq!(checked.faults, faults.len() as u64);
    faults
}

#[tokio::test]
async fn a_check_names_the_game_and_the_event_of_each_fault() {
    let cases = [
        ("DELETE FROM journal WHERE game = 2 AND seq = 1", "game 00000002: event 1: event 2 follows instead"),
        (
            "UPDATE journal SET body = replace(body, 'e7e5', 'e7e6') WHERE game = 2; \
             UPDATE journal SET body = replace(body, 'f2f3', 'f2f6') WHERE game = 2",
            "game 00000002: event 1:",
        ),
        (
            "UPDATE journal SET body = 'x' WHERE game = 2 AND seq = 2",
            "game 00000002: event 2: expected value",
        ),
        (
            "UPDATE journal SET body = CAST(x'7BFF7D' AS TEXT) WHERE game = 2 AND seq = 2",
            "game 00000002: event 2: invalid utf-8",
        ),
        (
            "UPDATE game SET id = CAST(x'303030303030FF32' AS TEXT) WHERE number = 2",
            "the game with the number 2: the database is damaged: a game's id: invalid utf-8",
        ),
        (
            "INSERT INTO journal SELECT 99, game, seq, previous, at, body FROM journal WHERE game = 2 AND seq = 2",
            "game 00000002: event 2: there are two of them",
        ),
        (
            "UPDATE journal SET previous = NULL WHERE game = 2 AND seq = 2",
            "game 00000002: event 2: it does not say where the one before it stands",
        ),
        (
            "UPDATE record SET body = zeroblob(40) WHERE game = 1",
            "game 00000001: event 0: its record has the unknown format 0",
        ),
        (
            "UPDATE record SET body = substr(body, 1, length(body) - 1) WHERE game = 1",
            "game 00000001: event 0: its record can't be unpacked",
        ),
        (
            "UPDATE record SET events = 3 WHERE game = 1",
            "game 00000001: event 0: its record has 6 events in place of 3",
        ),
        (
            "UPDATE record SET events = 4611686018427387904 WHERE game = 1",
            "game 00000001: event 0: its record has 6 events in place of",
        ),
        ("UPDATE journal SET seq = 4294967296 WHERE game = 2 AND seq = 2", "game 00000002: event 2:"),
        (
            "DELETE FROM record WHERE game = 1",
            "game 00000001: event 0: a log begins with the game's creation",
        ),
        (
            "UPDATE game SET ended_at = NULL WHERE number = 3",
            "game 00000003: the list of games does not agree with its log on whether and when it ended",
        ),
        (
            "UPDATE game SET ended_at = 5 WHERE number = 2",
            "game 00000002: the list of games does not agree with its log on whether and when it ended",
        ),
        (
            "UPDATE game SET created_at = 5 WHERE number = 2",
            "game 00000002: the list of games has another time of its creation than its log",
        ),
        (
            "PRAGMA foreign_keys = OFF; DELETE FROM game WHERE number = 2",
            "3 events belong to the game number 2, which does not exist",
        ),
        (
            "INSERT INTO bulk_pairing (id, owner, ordered_at, stage, due_at, round) VALUES ('a', zeroblob(16), 1, 0, 1, '{}'), \
             ('b', zeroblob(16), 1, 99, 1, '{}')",
            "row 2 of bulk_pairing: ",
        ),
        (
            "INSERT INTO challenge (id, root, version, sender, receiver, made_at, expires_at, stage, terms, answer) \
             VALUES ('AbCd1234', 'AbCd1234', 1, zeroblob(16), zeroblob(16), 1, 1, 99, '{}', '')",
            "row 1 of challenge: ",
        ),
        (
            "INSERT INTO access_token (hash, player, scopes, note, created_at, used_at, expires_at) \
             VALUES (zeroblob(32), zeroblob(16), '', '', -1, 0, 0)",
            "row 1 of access_token: ",
        ),
        (
            "INSERT INTO imported_game (player, game, at) VALUES (zeroblob(16), 'zz', 1)",
            "row 1 of imported_game: ",
        ),
        (
            "INSERT INTO member (owner, number, card, version, changed_at) VALUES (zeroblob(16), 7, '{\"name\":\"Ann\"}', 1, 1), \
             (zeroblob(16), 8, '{\"name\":', 1, 1)",
            "row 2 of member: the database is damaged: the card of member 8: EOF",
        ),
        (
            "INSERT INTO member (owner, number, card, version, changed_at) VALUES (zeroblob(16), 7, '{\"club\":\"Wasa\"}', 1, 1)",
            "row 1 of member: the database is damaged: the card of member 7: it has no name",
        ),
        (
            "INSERT INTO member (owner, number, card, version, changed_at) \
             VALUES (zeroblob(16), 7, '{\"name\":\"Ann\",\"rating\":\"many\"}', 1, 1)",
            "row 1 of member: the database is damaged: the card of member 7: a rating is no number",
        ),
        (
            "INSERT INTO player_lines (game, player, version, changed_at, lines) VALUES \
             ('00000001', zeroblob(16), 1, 1, '1' || char(10) || 'own e2e4 | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'), \
             ('00000002', zeroblob(16), 1, 1, '1' || char(10) || 'if soon e7e5 g1f3 | 8/8')",
            "row 2 of player_lines: the database is damaged: line 2 of what a player prepared in game 00000002",
        ),
    ];
    for (sql, expected) in cases {
        let faults = faults_after(sql).await;
        assert!(faults.len() == 1 && faults[0].starts_with(expected), "{sql}: {faults:?}");
    }
}

#[tokio::test]
async fn a_damaged_number_keeps_no_other_game_from_being_opened() {
    let temp = TempDir::new().unwrap();
    fill(temp.path(), 4).await;
    let sql = "UPDATE journal SET seq = 4294967296 WHERE game = 2 AND seq = 2;
               UPDATE journal SET body = '{\"taken_back\":' WHERE game = 2 AND seq = 1;
               UPDATE record SET events = 4611686018427387904 WHERE game = 1";
    Connection::open(temp.path().join("tabiya.db")).unwrap().execute_batch(sql).unwrap();
    let store = SqliteStore::open(temp.path()).unwrap();
    for number in [3, 4] {
        assert!(store.load(id(number)).await.unwrap().is_some(), "game {number}");
    }
    for number in [1, 2] {
        let refused = store.load(id(number)).await;
        assert!(
            matches!(refused, Err(StorageError::Unreadable { game, .. }) if game == id(number)),
            "{refused:?}"
        );
    }
}

#[tokio::test]
async fn a_damaged_page_is_a_fault() {
    let temp = TempDir::new().unwrap();
    fill(temp.path(), 40).await;
    let file = temp.path().join("tabiya.db");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 4096;
    bytes[last..].fill(0x5A);
    fs::write(&file, bytes).unwrap();
    let (checked, faults) = check(temp.path());
    assert!(checked.faults > 0, "{faults:?}");
}

#[tokio::test]
async fn a_backup_beside_a_busy_store_is_one_state_with_all_that_was_acknowledged_before() {
    let temp = TempDir::new().unwrap();
    let store = Arc::new(SqliteStore::open(temp.path().join("data")).unwrap());
    let writing = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let mut number = 0;
            loop {
                number += 1;
                let log = log();
                store.create_game(id(number), log[..1].to_vec()).await.unwrap();
                for seq in 1..log.len() {
                    store.append(id(number), seq as u32, log[seq..=seq].to_vec()).await.unwrap();
                }
            }
        }
    });
    let mut games = Vec::new();
    for round in 0..5 {
        let acknowledged = id(1_000_000 + round);
        store.create_game(acknowledged, log()).await.unwrap();
        let file = temp.path().join("backup.db");
        let folder = temp.path().join("data");
        let copied = tokio::task::spawn_blocking(move || backup(folder, file, &mut |_| ()));
        copied.await.unwrap().unwrap();
        let restored = temp.path().join(format!("restored {round}"));
        let checked =
            restore(temp.path().join("backup.db"), &restored, false, Logins::Keep, &mut |_| ()).unwrap();
        assert_eq!(checked.faults, 0);
        games.push(checked.games);
        let copy = SqliteStore::open(&restored).unwrap();
        assert_eq!(copy.load(acknowledged).await.unwrap(), Some(log()));
    }
    assert!(games.is_sorted(), "{games:?}");
    assert!(!writing.is_finished(), "it goes on writing");
    writing.abort();
    let names =
        fs::read_dir(temp.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut left: Vec<_> = names.filter(|name| name.starts_with("backup")).collect();
    left.sort();
    assert_eq!(left, ["backup.db"], "nothing else is left");
}

#[tokio::test]
async fn a_restore_replaces_games_only_if_told_so_and_keeps_them() {
    let temp = TempDir::new().unwrap();
    let [data, file] = ["data", "backup.db"].map(|name| temp.path().join(name));
    fill(&data, 2).await;
    backup(&data, &file, &mut |_| ()).unwrap();
    let store = SqliteStore::open(&data).unwrap();
    store.create_game(id(3), log()).await.unwrap();
    let refused = restore(&file, &data, true, Logins::Keep, &mut |_| ());
    assert!(matches!(refused, Err(DataError::Open(OpenError::InUse { .. }))), "{refused:?}");
    drop(store);
    let refused = restore(&file, &data, false, Logins::Keep, &mut |_| ());
    assert!(matches!(refused, Err(DataError::HasGames { games: Some(3), .. })), "{refused:?}");
    assert!(refused.unwrap_err().to_string().contains("--replace"));
    assert_eq!(check(&data).0.games, 3);
    restore(&file, &data, true, Logins::Keep, &mut |_| ()).unwrap();
    assert_eq!(check(&data).0.games, 2);
    let old = Connection::open(data.join("tabiya.db.replaced")).unwrap();
    assert_eq!(old.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, u32>(0)).unwrap(), 3);
}

/// The documentation once named the folder above the package's data, where no server looks, and the restore said that it was done.
#[tokio::test]
async fn a_restore_into_the_folder_above_the_data_is_refused_with_their_name() {
    let temp = TempDir::new().unwrap();
    let [state, file] = ["state", "backup.db"].map(|name| temp.path().join(name));
    let data = state.join("data");
    fill(&data, 2).await;
    backup(&data, &file, &mut |_| ()).unwrap();
    for replace in [false, true] {
        let refused = restore(&file, &state, replace, Logins::Keep, &mut |_| ()).unwrap_err();
        assert!(matches!(&refused, DataError::DataBelow { below, .. } if *below == data), "{refused:?}");
        assert!(refused.to_string().ends_with("state/data has one; name that folder"), "{refused}");
    }
    assert_eq!(fs::read_dir(&state).unwrap().count(), 1, "nothing was made");
    // A folder with data of its own is meant, whatever lies below it.
    let own = temp.path();
    fill(own, 1).await;
    fill(&own.join("other"), 1).await;
    restore(&file, own, true, Logins::Keep, &mut |_| ()).unwrap();
    assert_eq!(check(own).0.games, 2);
}

/// The second restore once overwrote what the first had kept.
#[tokio::test]
async fn each_restore_keeps_what_it_replaces() {
    let temp = TempDir::new().unwrap();
    let [data, file] = ["data", "backup.db"].map(|name| temp.path().join(name));
    fill(&data, 1).await;
    backup(&data, &file, &mut |_| ()).unwrap();
    for games in 2..=4 {
        fill_up(&data, games).await;
        restore(&file, &data, true, Logins::Keep, &mut |_| ()).unwrap();
        assert_eq!(check(&data).0.games, 1);
    }
    for (name, games) in [("", 2), ("-2", 3), ("-3", 4)] {
        let old = Connection::open(data.join(format!("tabiya.db.replaced{name}"))).unwrap();
        let kept = old.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, u32>(0)).unwrap();
        assert_eq!(kept, games, "{name}");
    }
}

/// Games 2 to `games`, in a folder that has the first.
async fn fill_up(folder: &Path, games: u64) {
    let store = SqliteStore::open(folder).unwrap();
    for number in 2..=games {
        store.create_game(id(number), log()).await.unwrap();
    }
}

/// A power cut between the two names would let the next start begin an empty database.
#[cfg(unix)]
#[tokio::test]
async fn a_restore_leaves_no_moment_without_a_database() {
    let temp = TempDir::new().unwrap();
    let [data, file] = ["data", "backup.db"].map(|name| temp.path().join(name));
    fill(&data, 1).await;
    backup(&data, &file, &mut |_| ()).unwrap();
    let database = data.join("tabiya.db");
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let missing = std::thread::scope(|scope| {
        let watching = scope.spawn(|| {
            let mut missing = 0_u32;
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                missing += u32::from(!database.exists());
            }
            missing
        });
        let restored: Vec<_> =
            (0..50).map(|_| restore(&file, &data, true, Logins::Keep, &mut |_| ()).is_ok()).collect();
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(restored, [true; 50]);
        watching.join().unwrap()
    });
    assert_eq!(missing, 0);
}

/// Whoever finds an old backup finds no way into an account in it, unless the passwords are known.
#[tokio::test]
async fn a_restore_ends_what_opens_accounts_without_a_password_unless_it_is_told_to_keep_it() {
    let temp = TempDir::new().unwrap();
    let [data, file] = ["data", "backup.db"].map(|name| temp.path().join(name));
    fill(&data, 1).await;
    let [player, hash] = ["02".repeat(16), "01".repeat(31)];
    let sql = format!(
        "INSERT INTO session (hash, player, device, kind, created_at, used_at)
            VALUES (x'{hash}01', x'{player}', 'a phone', 'password', 1, 1);
        INSERT INTO access_token (hash, player, scopes, note, created_at, used_at, expires_at)
            VALUES (x'{hash}01', x'{player}', 'bot:play', '', 1, 0, 0);
        INSERT INTO token (hash, purpose, player, data, created_at, expires_at)
            VALUES (x'{hash}01', 'card', x'{player}', '', 1, 9), (x'{hash}02', 'reset', x'{player}', '', 1, 9),
                   (x'{hash}03', 'recovery', x'{player}', '', 1, 9);
        INSERT INTO push_device (session, endpoint, device_key, secret, since)
            VALUES (x'{hash}01', 'https://push.example/1', x'04', x'05', 1)"
    );
    Connection::open(data.join("tabiya.db")).unwrap().execute_batch(&sql).unwrap();
    backup(&data, &file, &mut |_| ()).unwrap();
    let count = |table: &str| {
        let database = Connection::open(data.join("tabiya.db")).unwrap();
        let sql = format!("SELECT count(*) FROM {table}");
        database.query_row(&sql, [], |row| row.get::<_, u32>(0)).unwrap()
    };
    restore(&file, &data, true, Logins::Keep, &mut |_| ()).unwrap();
    assert_eq!(["session", "access_token", "token", "push_device"].map(count), [1, 1, 3, 1]);
    restore(&file, &data, true, Logins::End, &mut |_| ()).unwrap();
    assert_eq!(["session", "access_token", "token", "push_device"].map(count), [0, 0, 1, 0]);
    assert_eq!(count("token WHERE purpose = 'recovery'"), 1, "it opens nothing alone");
    assert_eq!(check(&data).1, [""; 0]);
}

/// As after `sudo tabiya restore`: the service runs as somebody else, and must be able to write to what it finds.
#[cfg(unix)]
#[tokio::test]
async fn what_root_restores_belongs_to_whom_the_folder_belongs() {
    use std::os::unix::fs::{MetadataExt, chown};
    const SERVICE: u32 = 64_321;
    let temp = TempDir::new().unwrap();
    let [data, old, file] = ["data", "old", "backup.db"].map(|name| temp.path().join(name));
    fill(&old, 2).await;
    backup(&old, &file, &mut |_| ()).unwrap();
    fs::create_dir(&data).unwrap();
    let owner = chown(&data, Some(SERVICE), Some(SERVICE))
        .map_or_else(|_| fs::metadata(&data).unwrap().uid(), |()| SERVICE);
    if owner != SERVICE {
        eprintln!("only root can show that this works; anybody else's files stay theirs");
    }
    for _ in 0..2 {
        restore(&file, &data, true, Logins::Keep, &mut |_| ()).unwrap();
        for made in fs::read_dir(&data).unwrap() {
            let made = made.unwrap();
            assert_eq!(made.metadata().unwrap().uid(), owner, "{}", made.path().display());
        }
    }
}

#[tokio::test]
async fn a_bad_backup_leaves_the_folder_alone() {
    let temp = TempDir::new().unwrap();
    let [data, file] = ["data", "backup.db"].map(|name| temp.path().join(name));
    fill(&data, 30).await;
    backup(&data, &file, &mut |_| ()).unwrap();
    let good = fs::read(&file).unwrap();

    fs::write(&file, "no database at all, but long enough to be one".repeat(20)).unwrap();
    let refused = restore(&file, &data, true, Logins::Keep, &mut |_| ());
    assert!(matches!(refused, Err(DataError::Open(OpenError::Foreign { .. }))), "{refused:?}");

    fs::write(&file, &good[..good.len() - 4096]).unwrap();
    assert!(restore(&file, &data, true, Logins::Keep, &mut |_| ()).is_err());

    fs::write(&file, &good).unwrap();
    Connection::open(&file)
        .unwrap()
        .execute("UPDATE journal SET body = 'x' WHERE game = 2 AND seq = 2", [])
        .unwrap();
    let refused = restore(&file, &data, true, Logins::Keep, &mut |_| ());
    assert!(matches!(refused, Err(DataError::Faulty { faults: 1, .. })), "{refused:?}");

    Connection::open(&file).unwrap().pragma_update(None, "user_version", 1000).unwrap();
    let refused = restore(&file, &data, true, Logins::Keep, &mut |_| ());
    assert!(matches!(refused, Err(DataError::Open(OpenError::Newer { .. }))), "{refused:?}");

    let mut names =
        fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(names.all(|name| !name.contains("part") && !name.contains("replaced")));
    assert_eq!(check(&data).0, Checked { games: 30, events: 15 * 6 + 15 * 3, faults: 0 });
}

/// A trigger would rewrite games whenever one is stored, and without its index two accounts could have one name.
#[tokio::test]
async fn a_backup_whose_schema_was_changed_is_refused() {
    let temp = TempDir::new().unwrap();
    let [data, file] = ["data", "backup.db"].map(|name| temp.path().join(name));
    fill(&data, 3).await;
    backup(&data, &file, &mut |_| ()).unwrap();
    let good = fs::read(&file).unwrap();
    let index = "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL LIMIT 1";
    let index: String = Connection::open(&file).unwrap().query_row(index, [], |row| row.get(0)).unwrap();
    for change in [
        "CREATE TRIGGER cheat AFTER INSERT ON journal BEGIN DELETE FROM record; END",
        "CREATE VIEW everybody AS SELECT * FROM account",
        "CREATE TABLE bookmarks (url TEXT)",
        "ALTER TABLE account ADD COLUMN extra TEXT",
        &format!("DROP INDEX {index}"),
    ] {
        fs::write(&file, &good).unwrap();
        Connection::open(&file).unwrap().execute_batch(change).unwrap();
        let refused = restore(&file, &data, true, Logins::Keep, &mut |_| ());
        assert!(matches!(refused, Err(DataError::Faulty { faults: 1.., .. })), "{change}: {refused:?}");
    }
    fs::write(&file, &good).unwrap();
    assert_eq!(restore(&file, &data, true, Logins::Keep, &mut |_| ()).unwrap().faults, 0);
}

#[tokio::test]
async fn a_log_left_behind_by_a_crash_is_backed_up_and_never_meets_another_database() {
    let temp = TempDir::new().unwrap();
    let [data, crashed, file] = ["data", "crashed", "backup.db"].map(|name| temp.path().join(name));
    fill(&data, 2).await;
    let store = SqliteStore::open(&data).unwrap();
    store.create_game(id(3), log()[..2].to_vec()).await.unwrap();
    // As a kill leaves it: the newest game stands in the write-ahead log alone.
    fs::create_dir(&crashed).unwrap();
    for name in ["tabiya.db", "tabiya.db-wal"] {
        fs::copy(data.join(name), crashed.join(name)).unwrap();
    }
    drop(store);
    backup(&crashed, &file, &mut |_| ()).unwrap();
    for name in ["tabiya.db", "tabiya.db-wal"] {
        fs::copy(&file, crashed.join("tabiya.db")).unwrap();
        assert!(crashed.join(name).exists(), "{name}");
    }
    let checked = restore(&file, &crashed, true, Logins::Keep, &mut |_| ()).unwrap();
    assert_eq!((checked.games, checked.faults), (3, 0));
    let store = SqliteStore::open(&crashed).unwrap();
    assert!(matches!(store.load(id(3)).await.unwrap().unwrap()[1].event, Event::MovePlayed { .. }));
    drop(store);
    assert_eq!(check(&crashed).1, [""; 0]);
}

#[test]
fn what_is_not_there_or_in_the_wrong_place_is_refused() {
    let temp = TempDir::new().unwrap();
    let nothing = temp.path().join("nothing");
    let refused = check_data(&nothing, &mut |_| ());
    assert!(matches!(refused, Err(DataError::NoDatabase { .. })), "{refused:?}");
    let refused = backup(&nothing, temp.path().join("backup.db"), &mut |_| ());
    assert!(matches!(refused, Err(DataError::NoDatabase { .. })), "{refused:?}");
    let refused = restore(&nothing, temp.path().join("data"), false, Logins::Keep, &mut |_| ());
    assert!(matches!(refused, Err(DataError::NoDatabase { .. })), "{refused:?}");
    assert!(!nothing.exists(), "nothing is made by the way");

    let data = temp.path().join("data");
    drop(SqliteStore::open(&data).unwrap());
    for file in ["tabiya.db", "tabiya.db-wal", "copy.db"] {
        let refused = backup(&data, data.join(file), &mut |_| ());
        assert!(matches!(refused, Err(DataError::InsideData { .. })), "{refused:?}");
    }
    let refused = backup(&data, temp.path().join("missing/backup.db"), &mut |_| ());
    assert!(matches!(refused, Err(DataError::File { .. })), "{refused:?}");
}

#[tokio::test]
async fn a_byte_that_is_no_utf8_is_named_and_hides_nothing_beside_it() {
    let temp = TempDir::new().unwrap();
    fill(temp.path(), 3).await;
    let store = SqliteStore::open(temp.path()).unwrap();
    let player = PlayerId::from_bytes([1; 16]);
    let games = async || {
        let found = store.finished_of(player, &GameFilter::default(), None, 10).await.unwrap();
        found.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(games().await, [id(3), id(1)]);
    let broken =
        "UPDATE archive SET variant = CAST(X'78ff' AS TEXT) WHERE game = (SELECT max(game) FROM archive)";
    let other = Connection::open(temp.path().join("tabiya.db")).unwrap();
    assert_eq!(other.execute(broken, []).unwrap(), 1);
    assert_eq!(games().await.len(), 1, "the other game is still listed");
    drop(store);
    let faults = check(temp.path()).1;
    assert!(
        faults.iter().any(|fault| fault.contains("of archive has a text that is not UTF-8: variant")),
        "{faults:?}"
    );
}

/// As many as are asked for at once, and due before the good one.
#[tokio::test]
async fn rounds_that_cant_be_read_hide_no_other() {
    let temp = TempDir::new().unwrap();
    let store = SqliteStore::open(temp.path()).unwrap();
    let other = Connection::open(temp.path().join("tabiya.db")).unwrap();
    for number in 0..25 {
        let stage = if number == 24 { 0 } else { 99 };
        let row = "INSERT INTO bulk_pairing (id, owner, ordered_at, stage, due_at, round) \
                   VALUES (?1, zeroblob(16), 1, ?2, ?3, '{}')";
        other.execute(row, rusqlite::params![format!("round{number}"), stage, number + 1]).unwrap();
    }
    let due = store.bulks_due(Time(1_000), 10).await.unwrap();
    assert_eq!(due.iter().map(|round| round.id.as_str()).collect::<Vec<_>>(), ["round24"]);
}
