// SPDX-License-Identifier: AGPL-3.0-or-later
//! What version 0.1.0 has stored, on both databases: accounts, games and chats are there, and the running game goes on.

use std::io::Read;
use std::path::Path;
use std::process::Command;

use flate2::read::GzDecoder;
use serde_json::json;
use tabiya_game::{PlayerId, Time};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_store::{ActText, Deed, NewAct, PostgresStore, Replaced, SqliteStore, Store, Token};
use tabiya_testkit::{Guest, Server};

use crate::chat::Chat;
use crate::people::{PASSWORD, login};
use crate::{server, server_with};

const FOLDER: &[u8] = include_bytes!("../../../tabiya-store/tests/data/version-0.1.0.db.gz");
const DATABASE: &str = include_str!("../../../tabiya-store/tests/data/version-0.1.0.postgres.sql");

/// The games in one of them: the one that Anna lost, and the one that goes on.
struct Games {
    lost: &'static str,
    running: &'static str,
}

async fn logged_in(server: &Server, name: &str) -> Guest {
    let mut browser = Guest::new(server).await;
    let answer = login(&mut browser, name, PASSWORD).await;
    assert_eq!(answer.status, 200, "{name}: {}", answer.body);
    browser
}

/// Finds everything that was stored, and plays on.
async fn everything_is_there(server: &mut Server, games: &Games) {
    let [anna, boris] = [logged_in(server, "Anna").await, logged_in(server, "Boris").await];
    assert_eq!(anna.moves(games.lost).await, ["f2f3", "e7e5", "g2g4", "d8h4"]);
    let lost = anna.open(games.lost).await;
    assert_eq!(
        (lost.status(), lost.situation()["status"]["termination"].as_str()),
        ("ended", Some("checkmate"))
    );
    for (player, name, points) in [(&boris, "Anna", 1338), (&anna, "Boris", 1662)] {
        let profile = player.get(&format!("/api/page/players/{name}")).await;
        assert_eq!(profile["ratings"][0]["rating"], points, "{profile}");
    }
    // Version 0.1.0 had challenges in memory only, so the notice of one is about nothing any more.
    for path in ["/api/page/challenges", "/api/page/notices"] {
        assert_eq!(boris.get(path).await, json!([]), "{path}");
    }

    assert_eq!(boris.moves(games.running).await, ["e2e4", "e7e5", "g1f3"]);
    let (_, chat) = Chat::open(&anna, "chat", games.running).await;
    assert_eq!(chat["lines"][0]["text"], "Good luck with the Petroff", "{chat}");
    let (mut white, mut black) = (anna.open(games.running).await, boris.open(games.running).await);
    black.play("g8f6").await.accepted();
    white.follow(&black).await;
    white.play("f3e5").await.accepted();

    server.kill().await;
    server.restart().await;
    assert_eq!(boris.moved_to(server).moves(games.running).await, ["e2e4", "e7e5", "g1f3", "g8f6", "f3e5"]);
    assert!(server.stop().await);
}

/// What `tabiya data check` says of the games in this folder or database.
fn check(options: &[&str]) -> String {
    let mut check = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    let output = check.args(["data", "check"]).args(options).output().expect("the program starts");
    [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text")).concat()
}

#[tokio::test]
async fn a_data_folder_of_version_0_1_0_goes_on() {
    let mut server = server().await;
    assert!(server.stop().await);
    let folder = server.data().to_owned();
    for entry in std::fs::read_dir(&folder).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    let mut database = Vec::new();
    GzDecoder::new(FOLDER).read_to_end(&mut database).unwrap();
    std::fs::write(folder.join("tabiya.db"), database).unwrap();
    let folder = Path::to_str(&folder).expect("a name in UTF-8");
    let said = check(&["--data", folder]);
    assert!(said.contains("was written by an older Tabiya (the schema is 13, this program's 14)"), "{said}");

    let elsewhere = tempfile::tempdir().unwrap();
    let backups = elsewhere.path().join("backups");
    let settings = ["--backup-folder", backups.to_str().expect("a name in UTF-8")];
    let upgrade = || {
        let mut upgrade = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        let output = upgrade.args(["upgrade", "--check", "--data", folder]).args(settings).output();
        String::from_utf8(output.expect("the program starts").stdout).expect("text")
    };
    let said = upgrade();
    assert!(said.contains("is of an older Tabiya: the schema is 13"), "{said}");
    assert!(said.contains(&format!("first makes a backup in {}", backups.display())), "{said}");
    assert!(!backups.exists(), "it changes nothing");

    server.restart_with(&[&["--backups", "on"], &settings[..]].concat()).await;
    server.printed("they are backed up in").await;
    let made = std::fs::read_dir(&backups).unwrap().map(|file| file.unwrap().path());
    let before = made.into_iter().find(|file| file.to_string_lossy().contains("-before-upgrade-"));
    let before = rusqlite::Connection::open(before.expect("a backup from before")).unwrap();
    let schema: u32 = before.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(schema, 13, "it is as it was");
    everything_is_there(&mut server, &Games { lost: "oPpsjgEi", running: "43iXBwGb" }).await;
    assert_eq!(check(&["--data", folder]), "2 games, 14 events: no faults\n");
    assert!(upgrade().contains("nothing will be changed"), "{}", upgrade());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_postgresql_database_of_version_0_1_0_goes_on() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    cluster.sql(&database, DATABASE);
    let url = cluster.url(&database);
    let said = check(&["--database", &url]);
    assert!(said.contains("of an older Tabiya (the schema is 11, this program's 13)"), "{said}");

    let mut server = server_with(&["--database", &url]).await;
    everything_is_there(&mut server, &Games { lost: "eKju94X5", running: "QUeUZ63n" }).await;
    assert_eq!(check(&["--database", &url]), "2 games, 14 events: no faults\n");
}

/// Lines of the log of staff as version 0.1.0 wrote them.
const OLD_LINES: &str = "INSERT INTO staff_action (number, at, actor, by_name, deed, subject, details) VALUES
    (1, 1, NULL, 'chief', 'role', NULL, 'player → moderator'),
    (2, 2, NULL, 'chief', 'kid', ?, 'on'),
    (3, 3, NULL, 'chief', 'mute', ?, 'rude'),
    (4, 4, NULL, 'chief', 'undo', ?, '3'),
    (5, 5, NULL, 'chief', 'undo', ?, '3'),
    (6, 6, NULL, 'chief', 'kid', ?, 'off')";

/// They stay as the text that they are, what was undone stays so, and kid mode is as staff decided.
async fn old_lines_are_kept(store: &Store) {
    let player = PlayerId::from_bytes([7; 16]);
    let acts = store.desk.acts(None, u64::MAX, 9).await.expect("acts");
    let undone: Vec<_> = acts.iter().rev().map(|act| act.undone_by).collect();
    assert_eq!(undone, [None, None, Some(4), None, None, None]);
    let words =
        |word: &str, details: &str| ActText::Words { word: word.to_owned(), details: details.to_owned() };
    assert_eq!(acts[5].what, words("role", "player → moderator"));
    assert_eq!(acts[3].what, words("mute", "rude"));
    let last = store.desk.last_kid_act(player).await.expect("a read").expect("an act");
    assert_eq!(last.deed(), Some(&Deed::Kid(Replaced { before: true, after: false })));
    assert_eq!((last.number, last.undone_by), (6, None));
    // The next one goes on behind them, and can undo a line that became typed.
    let act = NewAct {
        at: Time(7),
        actor: None,
        by_name: "chief".to_owned(),
        player: Some(player),
        game: None,
        deed: Deed::Undo { act: 6 },
        why: String::new(),
    };
    let token = Token {
        hash: vec![1; 32],
        purpose: "invite".to_owned(),
        player: None,
        data: String::new(),
        created: Time(7),
        expires: Time(9),
    };
    store.tokens.hand_out_token(&token, false, &act).await.expect("a write");
    assert_eq!(store.desk.act(6).await.expect("a read").expect("an act").undone_by, Some(7));
}

#[tokio::test]
async fn the_log_of_staff_of_version_0_1_0_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = Vec::new();
    GzDecoder::new(FOLDER).read_to_end(&mut database).unwrap();
    let path = folder.path().join("tabiya.db");
    std::fs::write(&path, database).unwrap();
    let lines = OLD_LINES.replace('?', "x'07070707070707070707070707070707'");
    rusqlite::Connection::open(&path).unwrap().execute_batch(&lines).unwrap();
    old_lines_are_kept(&Store::new(SqliteStore::open(folder.path()).unwrap())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_staff_of_version_0_1_0_is_kept_in_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    cluster.sql(&database, DATABASE);
    let player = "decode('07070707070707070707070707070707', 'hex')";
    cluster.sql(&database, &OLD_LINES.replace('?', player));
    let url = cluster.url(&database).parse().unwrap();
    old_lines_are_kept(&Store::new(PostgresStore::open(&url).await.unwrap())).await;
}
