// SPDX-License-Identifier: AGPL-3.0-or-later
//! The clock of a node is set wrong while it runs.

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, output, patiently};

use crate::desk::become_admin;
use crate::server_with;

/// The log says so once. Whoever looks later reads it on the desk and in the list of nodes, until it is right again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_clock_is_wrong_stands_so_on_the_desk_and_in_the_list() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.url(&cluster.database());
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("clock-off");
    let set = |seconds: i64| std::fs::write(&file, seconds.to_string()).expect("it is written");
    set(0);
    let flags = ["--database", &url, "--node", "one", "--staff-totp", "off", "--clock-off"];
    let server = server_with(&[&flags[..], &[file.to_str().expect("text")]].concat()).await;
    let mut admin = Guest::new(&server).await;
    become_admin(&server, &mut admin, "chief").await;
    let on_desk = async || {
        let told = admin.get("/api/page/desk/nodes").await;
        told["nodes"][0]["clock_ahead"].as_i64().expect("a number")
    };
    let in_list = async || {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
        command.args(["cluster", "status"]).env("TABIYA_DATABASE", &url);
        String::from_utf8(output(command, "").await.stdout).expect("text")
    };
    let until = async |what: &str, is_so: fn(i64) -> bool| {
        patiently(what, async {
            while !is_so(on_desk().await) {
                tokio::time::sleep(std::time::Duration::from_millis(100)).await;
            }
        })
        .await;
    };
    assert_eq!(on_desk().await, 0);
    assert!(!in_list().await.contains("clock"));
    // The answer of the database comes a moment after the question.
    set(-7_200);
    until("a clock that is behind", |ahead| (-7_201..=-7_199).contains(&ahead)).await;
    patiently("a node that plays with a clock that is behind", async {
        loop {
            let said = in_list().await;
            if said.contains("plays; its clock is 7") && said.contains(" s behind the database's\n") {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await;
    set(0);
    until("a clock that is right", |ahead| ahead == 0).await;
    assert!(!in_list().await.contains("clock"));
}
