// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data backup`, `restore` and `check`, by old names and new, beside a server that plays.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame};

use crate::clients::token_of;
use crate::desk::{become_admin, with_admin};
use crate::people::{PASSWORD, login, me, registered};
use crate::profiles::lost_by;
use crate::programs::ask;
use crate::{server, table};

/// What a command printed and its exit code.
fn tabiya(arguments: &[&str], folder: &Path, file: &Path) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(arguments)
        .arg("--data")
        .arg(folder)
        .args((!arguments.contains(&"check") && arguments[0] != "check-data").then_some(file))
        .output()
        .expect("the program starts");
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (printed.concat(), output.status.code())
}

#[tokio::test]
async fn a_backup_of_a_running_server_brings_its_games_back() {
    // Without clocks a slow disk adds no event.
    let mut table = table(NewGame::friend()).await;
    let elsewhere = tempfile::tempdir().unwrap();
    let (data, file) = (table.server.data().to_owned(), elsewhere.path().join("backup.db"));
    table.play(&["e2e4", "e7e5"]).await;

    let (said, code) = tabiya(&["data", "backup"], &data, &file);
    assert_eq!((said.starts_with("backed up to "), code), (true, Some(0)), "{said}");
    let (said, code) = tabiya(&["check-data"], &data, &file);
    assert_eq!((said.as_str(), code), ("1 game, 4 events: no faults\n", Some(0)));
    table.play(&["g1f3"]).await;

    let (said, code) = tabiya(&["restore", "--replace"], &data, &file);
    assert_eq!(code, Some(2), "a server that runs keeps its folder: {said}");
    assert!(said.contains("another Tabiya server uses"), "{said}");
    assert!(table.server.stop().await);
    let (said, code) = tabiya(&["restore"], &data, &file);
    assert_eq!(code, Some(2), "games are not replaced by the way: {said}");
    assert!(said.contains("has 1 game already; --replace"), "{said}");
    let (said, code) = tabiya(&["restore", "--replace"], &data, &file);
    assert_eq!((said.starts_with("restored 1 game, 4 events to "), code), (true, Some(0)), "{said}");

    table.server.restart().await;
    assert_eq!(table.alice.moves(&table.game).await, ["e2e4", "e7e5"]);
    let mut white = table.alice.open(&table.game).await;
    white.play("d2d4").await.accepted();
}

/// What happens when the machine is lost: the backup goes into an empty folder elsewhere.
#[tokio::test]
async fn a_backup_in_a_fresh_folder_brings_everybody_back() {
    let (server, mut admin) = with_admin().await;
    let (mut ann, bob) = (registered(&server, "Ann").await, registered(&server, "Bob").await);
    let game = lost_by(&ann, &bob, true).await;
    let body = json!({"names": ["Lena"], "kid": true});
    let card = admin.act("POST", "/api/page/desk/players", &body).await.json()["cards"][0]["code"].clone();
    let gone = registered(&server, "Gone").await;
    assert_eq!(admin.act("POST", "/api/page/desk/users/Gone/close", &json!({})).await.status, 204);
    assert_eq!(ann.act("POST", "/api/page/players/Bob/follow", &json!({})).await.status, 204);
    let token = token_of(&server, "Bob", "board:play");
    let elsewhere = tempfile::tempdir().unwrap();
    let file = elsewhere.path().join("backup.db");
    let (said, code) = tabiya(&["data", "backup"], server.data(), &file);
    assert_eq!(code, Some(0), "{said}");
    let profile = async |reader: &Guest| reader.get("/api/page/players/Bob").await;
    let told = profile(&ann).await;

    let mut fresh = crate::server_with(&["--staff-totp", "off"]).await;
    assert!(fresh.stop().await);
    for entry in std::fs::read_dir(fresh.data()).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    let (said, code) = tabiya(&["data", "restore", "--keep-logins"], fresh.data(), &file);
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("logs in again"), "{said}");
    fresh.restart().await;
    let (admin, ann) = (admin.moved_to(&fresh), ann.moved_to(&fresh));
    assert_eq!((&*me(&admin).await, &*me(&ann).await), ("chief", "Ann"), "their sessions go on");
    assert_eq!(admin.call("GET", "/api/page/desk/users", "").await.status, 200);
    assert_eq!(without_presence(profile(&ann).await), without_presence(told));
    assert_eq!(ann.get("/api/page/players/Bob").await["following"], true);
    assert_eq!(ann.moves(&game).await, ["e2e4", "e7e5"]);
    assert_eq!(login(&mut Guest::new(&fresh).await, "Bob", PASSWORD).await.status, 200);
    assert_eq!(
        login(&mut Guest::new(&fresh).await, "Gone", PASSWORD).await.status,
        403,
        "{}",
        me(&gone).await
    );
    let by_card = Guest::new(&fresh).await.act("POST", "/api/card", &json!({"code": card})).await;
    assert_eq!((by_card.status, &by_card.json()["kid"]), (200, &json!(true)));
    assert_eq!(ask(&fresh, "GET", "/api/account", &token, "").await.json()["username"], "Bob");
    assert!(fresh.stop().await);
    let (said, code) = tabiya(&["data", "check"], fresh.data(), &file);
    assert_eq!(code, Some(0), "{said}");
}

/// The server that nobody backs up is the usual one.
#[tokio::test]
async fn a_backup_is_made_by_itself_and_brings_back_all_but_the_logins() {
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = elsewhere.path().join("backups");
    let folder_text = folder.to_str().expect("it is text");
    let mut server = crate::server_with(&["--staff-totp", "off"]).await;
    let mut admin = Guest::new(&server).await;
    become_admin(&server, &mut admin, "chief").await;
    let ann = registered(&server, "Ann").await;
    let game = lost_by(&ann, &registered(&server, "Bob").await, true).await;
    let token = token_of(&server, "Bob", "board:play");
    assert!(server.get("/metrics").await.body.contains("\ntabiya_backup_age_seconds -1\n"));
    // The first look may come late on a busy machine: whoever is to be in the backup registers before it is switched on.
    server.kill().await;
    server.restart_with(&["--staff-totp", "off", "--backups", "on", "--backup-folder", folder_text]).await;
    server.printed("the daily backup is made").await;
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    // Beside them stands whose backups these are.
    let names: Vec<_> = files.filter(|file| file.extension().is_some_and(|kind| kind == "db")).collect();
    let [file] = &names[..] else { panic!("{names:?}") };
    let figures = admin.get("/api/page/desk/figures").await;
    assert_eq!(figures["backup_folder"], folder_text);
    assert!(figures["backup_age_ms"].as_u64().is_some(), "{figures}");
    assert_eq!(figures["backup_problem"], Value::Null);

    let mut fresh = crate::server_with(&["--staff-totp", "off"]).await;
    assert!(fresh.stop().await);
    let (said, code) = tabiya(&["data", "restore", "--replace"], fresh.data(), file);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("everybody logs in again"), "{said}");
    fresh.restart().await;
    let ann = ann.moved_to(&fresh);
    assert_ne!(&*me(&ann).await, "Ann", "her session has ended");
    assert_eq!(ask(&fresh, "GET", "/api/account", &token, "").await.status, 401);
    let mut ann = Guest::new(&fresh).await;
    assert_eq!(login(&mut ann, "Ann", PASSWORD).await.status, 200);
    assert_eq!(ann.moves(&game).await, ["e2e4", "e7e5"]);
}

#[tokio::test]
async fn a_backup_on_standard_output_is_a_whole_one() {
    let table = table(NewGame::friend()).await;
    let (data, elsewhere) = (table.server.data().to_owned(), tempfile::tempdir().unwrap());
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["data", "backup", "-", "--data"])
        .arg(&data)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    let file = elsewhere.path().join("copy.db");
    std::fs::write(&file, &output.stdout).unwrap();
    let (said, code) = tabiya(&["data", "restore"], &elsewhere.path().join("data"), &file);
    assert_eq!((said.starts_with("restored 1 game, "), code), (true, Some(0)), "{said}");
}

/// Bob's page is open beside the first server alone.
fn without_presence(mut profile: Value) -> Value {
    profile["online"] = json!(false);
    profile
}

/// Root could replace even `/dev/null`.
#[cfg(unix)]
#[tokio::test]
async fn a_backup_replaces_only_a_regular_file() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::os::unix::net::UnixListener;

    let server = crate::server().await;
    let elsewhere = tempfile::tempdir().unwrap();
    let [old, link, dangling, socket] =
        ["old.db", "link", "dangling", "socket"].map(|name| elsewhere.path().join(name));
    std::fs::write(&old, "an older backup").unwrap();
    symlink(&old, &link).unwrap();
    symlink(elsewhere.path().join("nowhere"), &dangling).unwrap();
    let _bound = UnixListener::bind(&socket).unwrap();
    for (file, said) in [(&link, "symbolic link"), (&dangling, "symbolic link"), (&socket, "regular file")] {
        let (printed, code) = tabiya(&["backup"], server.data(), file);
        assert_eq!(code, Some(2), "{}: {printed}", file.display());
        assert!(printed.contains(said) && printed.lines().count() == 1, "{printed}");
    }
    let (printed, code) = tabiya(&["backup"], server.data(), elsewhere.path());
    assert_eq!((printed.contains("it is a folder"), code), (true, Some(2)), "{printed}");
    assert!(socket.symlink_metadata().unwrap().file_type().is_socket());
    assert!(
        link.symlink_metadata().unwrap().is_symlink() && dangling.symlink_metadata().unwrap().is_symlink()
    );
    assert_eq!(std::fs::read_to_string(&old).unwrap(), "an older backup");
    assert_eq!(tabiya(&["backup"], server.data(), &old).1, Some(0));
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 4, "nothing half-done is left");
}

#[tokio::test]
async fn a_fault_in_the_data_is_named_and_the_server_plays_on_without_that_game() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    let (bob, alice) = (&table.bob, &table.alice);
    let healthy = alice.create(&NewGame::friend()).await;
    bob.open(&healthy).await.join().await;
    assert!(table.server.stop().await);
    let data = table.server.data().to_owned();
    let database = rusqlite::Connection::open(data.join("tabiya.db")).unwrap();
    let changed = database
        .execute("UPDATE journal SET body = replace(body, 'e7e5', 'e7e4') WHERE body LIKE '%e7e5%'", [])
        .unwrap();
    assert_eq!(changed, 1);
    drop(database);

    let (said, code) = tabiya(&["check-data"], &data, Path::new(""));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with(&format!("game {}: event 3: ", table.game)), "{said}");
    assert!(said.ends_with(": 1 fault\n"), "{said}");

    table.server.restart().await;
    table.server.printed("can't be replayed").await;
    assert_eq!(table.server.log().matches("can't be replayed").count(), 1, "{}", table.server.log());
    let mut white = table.alice.open(&healthy).await;
    white.play("e2e4").await.accepted();
}

/// What is written to a file without a name is lost with the process, so nothing may be told that stands only there.
#[cfg(unix)]
#[tokio::test]
async fn a_database_that_is_deleted_under_the_server_is_noticed_at_once() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    assert_eq!(table.server.get("/healthz").await.status, 200);
    std::fs::remove_file(table.server.data().join("tabiya.db")).unwrap();
    assert_eq!(table.server.get("/healthz").await.status, 503);
    let refused = table.white.play("g1f3").await.refused();
    assert_eq!(refused["refusal"]["kind"], "not_saved", "{refused}");
    let refused = table.alice.ask_for(&NewGame::friend()).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (503, "storage"), "{}", refused.body);
    assert_eq!(refused.header("retry-after"), Some("2"));
    table.server.printed("was deleted or moved while the server runs").await;
}

/// A quiet server has no next move that would notice.
#[cfg(unix)]
#[tokio::test]
async fn a_database_that_is_deleted_is_noticed_without_being_asked() {
    let server = server().await;
    std::fs::remove_file(server.data().join("tabiya.db")).unwrap();
    server.printed("the storage is lost").await;
    server.printed("was deleted or moved while the server runs").await;
    assert_eq!(server.log().matches("the storage is lost").count(), 1, "said once: {}", server.log());
    assert!(server.get("/metrics").await.body.contains("\ntabiya_storage_ready 0\n"));
}

/// One invalid byte in one row once kept the server from starting, and the check named no game.
#[tokio::test]
async fn an_invalid_byte_in_one_row_harms_that_game_alone() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    let healthy = table.alice.create(&NewGame::friend()).await;
    table.bob.open(&healthy).await.join().await;
    assert!(table.server.stop().await);
    let data = table.server.data().to_owned();
    let database = rusqlite::Connection::open(data.join("tabiya.db")).unwrap();
    let sql = "UPDATE journal SET body = CAST(x'7BFF7D' AS TEXT) WHERE body LIKE '%e7e5%'";
    assert_eq!(database.execute(sql, []).unwrap(), 1);
    drop(database);
    let (said, code) = tabiya(&["data", "check"], &data, Path::new(""));
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with(&format!("game {}: event 3: invalid utf-8", table.game)), "{said}");
    table.server.restart().await;
    table.server.printed(&table.game).await;
    table.alice.open(&healthy).await.play("e2e4").await.accepted();
}
