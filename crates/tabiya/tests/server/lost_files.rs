// SPDX-License-Identifier: AGPL-3.0-or-later
//! Files of the data folder that are lost under a running server: it notices, says which, refuses moves, and loses nothing that
//! it has acknowledged since.

use std::fs;
use std::path::Path;

use tabiya_testkit::{NewGame, Server, patiently};

use crate::table;

/// Waits until the server says that it is not well, or has ended.
async fn until_noticed(server: &Server) {
    patiently("the server to notice", async {
        while server.request("GET", "/healthz", &[], b"").await.is_some_and(|answer| answer.status == 200) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
}

fn empty(file: &Path) {
    fs::File::options().write(true).open(file).and_then(|file| file.set_len(0)).expect("the folder is ours");
}

/// Once 70 moves were acknowledged after such a cut, and the folder did not open any more.
#[tokio::test]
async fn each_file_that_is_lost_under_the_server_is_noticed_and_named() {
    let delete: fn(&Path) = |file| fs::remove_file(file).expect("the folder is ours");
    for (name, act, said) in [
        ("tabiya.db-wal", empty as fn(&Path), "tabiya.db-wal was cut while the server runs"),
        ("tabiya.db-wal", delete, "tabiya.db-wal was deleted or moved while the server runs"),
        ("tabiya.db-shm", delete, "tabiya.db-shm was deleted or moved while the server runs"),
        ("tabiya.db", empty, "tabiya.db was cut while the server runs"),
        ("lock", delete, "lock was deleted or moved while the server runs"),
    ] {
        let mut table = table(NewGame::friend()).await;
        table.play(&["e2e4", "e7e5"]).await;
        assert_eq!(table.server.get("/healthz").await.status, 200);
        act(&table.server.data().join(name));
        // Nobody has to ask: a quiet server says it, too.
        table.server.printed("the storage is lost").await;
        table.server.printed(said).await;
        until_noticed(&table.server).await;
        assert_eq!(table.server.get("/healthz").await.status, 503, "{name}");
        let refused = table.white.play("g1f3").await.refused();
        assert_eq!(refused["refusal"]["kind"], "not_saved", "{name}: {refused}");
        assert!(table.server.refused_start().await.contains("another Tabiya server uses"), "{name}");
        assert!(table.server.stop().await, "{name}: it ends in form");
        if name != "tabiya.db" {
            table.server.restart().await;
            assert_eq!(table.server.get("/healthz").await.status, 200, "{name}");
        }
    }
}

/// A commit that was under way made the log grow again, with a hole in it that was copied into the database later.
#[tokio::test]
async fn a_log_that_is_cut_while_moves_come_leaves_a_folder_that_opens() {
    for round in 0..5_u64 {
        let mut table = table(NewGame::friend()).await;
        table.play(&["e2e4", "e7e5"]).await;
        // Everything until here is in the database itself.
        assert!(table.server.stop().await);
        table.server.restart().await;
        let mut white = table.alice.open(&table.game).await;
        let mut black = table.bob.open(&table.game).await;
        white.play("g1f3").await.accepted();
        black.follow(&white).await;
        let wal = table.server.data().join("tabiya.db-wal");
        let cutting = tokio::task::spawn_blocking(move || {
            // At another moment of the commit in each round.
            std::thread::sleep(std::time::Duration::from_micros(300 * round));
            empty(&wal);
        });
        // It may be acknowledged, because it may have come before the cut.
        let _ = black.play("b8c6").await;
        cutting.await.expect("it is cut");
        until_noticed(&table.server).await;
        assert!(black.play("g8f6").await.is_refused());
        table.server.kill().await;
        table.server.restart().await;
        assert_eq!(table.alice.moves(&table.game).await[..2], ["e2e4", "e7e5"], "round {round}");
    }
}
