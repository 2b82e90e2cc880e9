// SPDX-License-Identifier: AGPL-3.0-or-later
//! The real server on a disk that is full, read-only, broken or slow, and on a database with a damaged page.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame, patiently};

use crate::stalls::stored;
use crate::trouble::{Wrapped, disk};
use crate::{Table, game_of, server, table_on};

/// Full, read-only and broken: the errors as Linux numbers them (errno(3)).
const NO_SPACE: &str = "w 28";
const READ_ONLY: &str = "w 30";
const NO_FLUSH: &str = "f 5";

#[tokio::test]
async fn on_a_disk_that_takes_nothing_moves_are_refused_and_nothing_acknowledged_is_lost() {
    let wrapped = Wrapped::build();
    for (trouble, said) in [
        (NO_SPACE, "the disk with the database is full"),
        (READ_ONLY, "disk I/O error"),
        (NO_FLUSH, "disk I/O error"),
    ] {
        let server = wrapped.start().await;
        let mut table = table_on(server, NewGame::friend().clocks(600_000, 0)).await;
        table.play(&["e2e4", "e7e5"]).await;
        let (other, mut white, mut black) = game_of(&table.alice, &table.bob, NewGame::friend()).await;
        white.play("d2d4").await.accepted();
        black.follow(&white).await;

        let complaints = |log: &str| {
            let all = log.lines().filter(|line| line.contains("WARN") || line.contains("ERROR"));
            // On a busy machine the log also says that the server stood still.
            all.filter(|line| !line.contains("the server stood still")).count()
        };
        // A new server stores them beside the games, and would say that it can't.
        table.server.printed("the start set of puzzles is there").await;
        let before = complaints(&table.server.log());
        disk(&table.server, trouble);
        for _ in 0..10 {
            for (socket, uci) in [(&mut table.white, "g1f3"), (&mut black, "d7d5")] {
                let refused = socket.play(uci).await.refused();
                assert_eq!(refused["refusal"]["kind"], "not_saved", "{trouble}: {refused}");
                let message = refused["message"].as_str().unwrap();
                assert!(message.ends_with('.') && message.contains("try again"), "a sentence: {message}");
            }
            let refused = table.alice.ask_for(&NewGame::friend()).await;
            assert_eq!((refused.status, refused.error_code().as_str()), (503, "storage"), "{}", refused.body);
        }
        // Whoever only looks notices nothing.
        assert_eq!(table.bob.moves(&other).await, ["d2d4"]);
        assert_eq!(table.server.get("/").await.status, 200);
        // Whoever asks after its health hears of it, more than once.
        for _ in 0..2 {
            let health = table.server.get("/healthz").await;
            assert_eq!((health.status, health.error_code().as_str()), (503, "storage"), "{trouble}");
        }
        let carol = Guest::new(&table.server).await;
        assert_eq!(carol.open(&table.game).await.moves(), ["e2e4", "e7e5"]);

        disk(&table.server, "");
        patiently("a healthy server before anybody moves", async {
            while table.server.get("/healthz").await.status != 200 {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        })
        .await;
        // Games that were in memory go on where they were.
        patiently("a move that is stored", async {
            while table.white.play("g1f3").await.is_refused() {
                tokio::time::sleep(std::time::Duration::from_millis(200)).await;
            }
        })
        .await;
        table.black.follow(&table.white).await;
        table.play(&["b8c6"]).await;
        black.play("d7d5").await.accepted();
        table.server.printed("games are stored again").await;

        let log = table.server.log();
        assert!(log.contains(said), "{trouble}: {log}");
        // Once by the store for the games, once for the calls of HTTP, once by the watch of the storage.
        assert_eq!(log.matches("games can't be stored").count(), 1, "{trouble}: said once:\n{log}");
        assert!(complaints(&log) <= before + 3, "{trouble}: said once:\n{log}");
        table.server.kill().await;
        table.server.restart().await;
        assert_eq!(table.alice.moves(&table.game).await, ["e2e4", "e7e5", "g1f3", "b8c6"], "{trouble}");
        assert_eq!(table.alice.moves(&other).await, ["d2d4", "d7d5"], "{trouble}");
        assert!(table.server.stop().await);
        check_credit(&stored(table.server.data(), &table.game).await);
        assert_eq!(check_data(table.server.data()).1, Some(0), "{trouble}");
    }
}

/// White, who had moved in time, is not charged for what the disk did.
fn check_credit(log: &[Value]) {
    let is = |index: usize, kind: &str| log.get(index).is_some_and(|line| line["event"][kind].is_object());
    let third = (0..log.len()).filter(|&index| is(index, "move_played")).nth(2).expect("a third move");
    assert!(is(third - 1, "turn_restarted"), "{log:#?}");
    let spent = spent(&log[third - 1]);
    let at = |index: usize| log[index]["at"].as_u64().expect("a time");
    let move_played = &log[third]["event"]["move_played"];
    let compensated = move_played["compensated"].as_u64().unwrap_or(0);
    let charged = 600_000 - move_played["clock"].as_u64().expect("a clock");
    assert_eq!(charged + compensated, (at(third) + spent).saturating_sub(at(third - 1)), "{log:#?}");
}

/// What a turn that was restarted had cost before.
fn spent(restarted: &Value) -> u64 {
    restarted["event"]["turn_restarted"]["spent"].as_u64().unwrap_or(0)
}

#[tokio::test]
async fn a_commit_that_takes_seconds_is_charged_to_nobody() {
    /// Longer than anybody has left.
    const COMMIT: u64 = 16_000;
    const CLOCK: u64 = 14_000;
    let wrapped = Wrapped::build();
    let server = wrapped.start().await;
    let wish = NewGame::friend().clocks(u32::try_from(CLOCK).unwrap(), 0);
    let Table { mut server, alice, bob, game, mut white, mut black } = table_on(server, wish).await;
    let other = alice.create(&NewGame::friend()).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    white.follow(&black).await;
    disk(&server, &format!("s {COMMIT}"));
    let id = white.send("play", json!({ "seq": white.seq(), "uci": "g1f3" })).await;
    // Once the flush is under way, the next ones are as quick as ever.
    let under_way = server.data().join("slow");
    patiently("the slow flush", async {
        while !under_way.exists() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    disk(&server, "");
    // Others are read meanwhile.
    assert_eq!(alice.moves(&other).await.len(), 0);
    white.reply_to(id).await.accepted();
    black.event("turn_restarted").await;
    black.play("b8c6").await.accepted();
    assert_eq!(bob.moves(&game).await, ["e2e4", "e7e5", "g1f3", "b8c6"]);
    assert!(server.stop().await);

    let log = stored(server.data(), &game).await;
    let at = |line: &Value| line["at"].as_u64().expect("a time");
    let clock = |line: &Value| line["event"]["move_played"]["clock"].as_u64().expect("a clock");
    let credit = |line: &Value| line["event"]["turn_restarted"]["credit"].as_u64();
    // There are others where the machine was under load.
    assert!(log.iter().any(|line| credit(line) >= Some(COMMIT - 1_000)), "no credit in {log:#?}");
    let plays = |index: &usize| log[*index]["event"]["move_played"].is_object();
    let moves: Vec<_> = (0..log.len()).filter(plays).collect();
    // What a turn has cost since it began, or began anew for the last time.
    let thought = |ply: usize| {
        let before = &log[moves[ply] - 1];
        (at(&log[moves[ply]]) + spent(before)).saturating_sub(at(before))
    };
    let forgiven = |line: &Value| line["event"]["move_played"]["compensated"].as_u64().unwrap_or(0);
    let charged = |line: &Value| CLOCK - clock(line) + forgiven(line);
    assert_eq!(charged(&log[moves[2]]), thought(2), "White pays until the move came in");
    assert!(credit(&log[moves[3] - 1]).is_some(), "{log:#?}");
    assert_eq!(charged(&log[moves[3]]), thought(3), "Black, from when the move was told");
}

/// What `tabiya check-data` says of a folder, and its exit code.
fn check_data(folder: &Path) -> (String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["check-data", "--data"])
        .arg(folder)
        .output()
        .expect("the program starts");
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (printed.concat(), output.status.code())
}

/// Puts a database in place, and nothing of the one that was there.
fn put(file: &Path, database: &[u8]) {
    for beside in ["-wal", "-shm"] {
        // A server that closed it has removed them.
        let _ = std::fs::remove_file(format!("{}{beside}", file.display()));
    }
    std::fs::write(file, database).expect("the folder is ours");
}

/// A database page by page, the last included: a server never panics over one, and either says what is wrong and what
/// to do, or plays on with what can be read; a check always finds it.
#[tokio::test]
async fn a_damaged_page_is_told_with_what_to_do() {
    let mut server = server().await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    for _ in 0..30 {
        let (_, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
        white.play("e2e4").await.accepted();
        black.follow(&white).await;
        black.play("e7e5").await.accepted();
    }
    assert!(server.stop().await);
    let file = server.data().join("tabiya.db");
    let whole = std::fs::read(&file).expect("the database is there");
    // Big-endian at 16 (SQLite's file format, 1.3).
    let page = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    let pages = whole.len() / page;
    assert!(pages > 3, "{pages} pages");
    let (mut refused, mut served) = (0, 0);
    for number in [0, 1, pages / 2, pages - 2, pages - 1] {
        let mut damaged = whole.clone();
        // Not the first page's header, which says that it is a database at all.
        let from = number * page + if number == 0 { 100 } else { 0 };
        damaged[from..(number + 1) * page].fill(0x5a);
        put(&file, &damaged);
        let (said, code) = check_data(server.data());
        assert!(matches!(code, Some(1 | 2)), "page {number} of {pages}: {code:?}: {said}");
        assert!(!said.contains("panicked") && !said.trim().is_empty(), "{said}");
        match server.try_restart().await {
            Ok(()) => {
                served += 1;
                let health = server.get("/healthz").await;
                assert!([200, 503].contains(&health.status), "page {number}: {}", health.body);
                let other = alice.ask_for(&NewGame::friend()).await;
                assert!([201, 503].contains(&other.status), "page {number}: {}", other.body);
                server.kill().await;
            }
            Err(said) => {
                refused += 1;
                let words = ["damaged", "tabiya data check", "tabiya data restore"];
                assert!(words.iter().all(|word| said.contains(word)), "page {number} of {pages}: {said}");
            }
        }
        assert!(!server.log().contains("panicked"), "page {number}: {}", server.log());
    }
    assert!(refused > 0 && refused + served == 5, "{refused} {served}");
    put(&file, &whole);
    server.restart().await;
    assert_eq!(check_data(server.data()).1, Some(0));
}
