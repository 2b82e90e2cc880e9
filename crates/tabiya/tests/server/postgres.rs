// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve --database`: two people play by link, and `kill -9` of either program loses nothing.

use std::process::Command;
use std::time::Duration;

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::NewGame;

use crate::{server_with, table_on};

/// The URL with a password, which the cluster does not ask for.
fn url(cluster: &Cluster, database: &str) -> String {
    cluster.url(database).replace("postgres@", "postgres:s3cr3t@")
}

/// What a command printed and its exit code. The URL stands in the environment.
async fn tabiya(arguments: &'static [&'static str], url: &str) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(arguments).env("TABIYA_DATABASE", url);
    let output = tokio::task::spawn_blocking(move || command.output().expect("the program starts"));
    let output = output.await.expect("the command is waited for");
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (printed.concat(), output.status.code())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_postgresql_outlives_a_kill_of_the_server() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = url(&cluster, &database);
    let mut table = table_on(server_with(&["--database", &url]).await, NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;

    let (said, code) = tabiya(&["serve", "--listen", "127.0.0.1:0"], &url).await;
    assert_eq!(code, Some(2), "{said}");
    let errors: Vec<_> = said.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(errors.len(), 1, "{said}");
    assert!(errors[0].starts_with("error: another Tabiya server uses the database postgres://"), "{said}");
    assert!(!said.contains("s3cr3t"), "{said}");

    for (white, black) in [("d1h5", "b8c6"), ("f1c4", "g8f6")] {
        table.server.kill().await;
        table.server.restart().await;
        table.white = table.alice.open(&table.game).await;
        table.black = table.bob.open(&table.game).await;
        table.play(&[white, black]).await;
    }
    table.play(&["h5f7"]).await;
    let moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];
    assert_eq!(table.alice.moves(&table.game).await, moves);
    assert_eq!(table.server.get("/healthz").await.status, 200);

    let (said, code) = tabiya(&["data", "check"], &url).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("1 game, ") && said.ends_with(": no faults\n"), "{said}");
    assert!(!table.server.log().contains("s3cr3t"), "{}", table.server.log());
    assert!(table.server.log().contains(&format!("/{database}")), "it says where the games are");
    assert!(std::fs::read_dir(table.server.data()).unwrap().next().is_none(), "the folder is not used");
    assert!(table.server.stop().await);
    let (config, _) = tabiya(&["serve", "--print-config"], &url).await;
    assert!(config.contains("\ndatabase = \"postgres://postgres@") && !config.contains("s3cr3t"), "{config}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_when_postgresql_was_killed_and_is_back() {
    let Some(mut cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = url(&cluster, &database);
    let mut table = table_on(server_with(&["--database", &url]).await, NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    cluster = tokio::task::spawn_blocking(move || {
        cluster.kill();
        cluster
    })
    .await
    .unwrap();
    // Nobody has asked.
    table.server.printed("the storage is lost").await;
    table.white.play("g1f3").await.refused();
    assert_eq!(table.server.get("/healthz").await.status, 503);
    let _cluster = tokio::task::spawn_blocking(move || {
        cluster.start_again();
        cluster
    })
    .await
    .unwrap();
    while table.server.get("/healthz").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // The room reads the log anew before it goes on, and says so once.
    while table.white.play("g1f3").await.is_refused() {}
    assert_eq!(table.alice.moves(&table.game).await, ["e2e4", "e7e5", "g1f3"]);
    table.black.follow(&table.white).await;
    table.black.play("b8c6").await.accepted();
}
