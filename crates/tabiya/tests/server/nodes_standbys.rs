// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya cluster status` says which standbys follow the database, and how far behind they are.

use std::net::{Ipv4Addr, TcpListener};

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::nodes::Standby;
use tabiya_testkit::output;

use crate::server_with;

async fn status(url: &str) -> String {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["cluster", "status"]).env("TABIYA_DATABASE", url);
    let done = output(command, "").await;
    String::from_utf8([done.stdout, done.stderr].concat()).expect("text")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_status_shows_standbys_to_a_user_who_may_see_them() {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    let port = port.expect("some port is free").port();
    let listens = || vec![format!("port = {port}"), format!("listen_addresses = '{}'", Ipv4Addr::LOCALHOST)];
    let Some(cluster) = Cluster::start_with(|_| listens()) else { return };
    let database = cluster.database();
    let url_of = |user: &str| format!("postgres://{user}@127.0.0.1:{port}/{database}");
    let _node = server_with(&["--database", &url_of("postgres"), "--node", "one"]).await;
    let said = status(&url_of("postgres")).await;
    assert!(said.ends_with("\nno standby follows the database server\n"), "{said}");

    let standby = tokio::task::block_in_place(|| Standby::of(&cluster));
    let follows = |said: &str| {
        let rows: Vec<Vec<_>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
        let row = rows.iter().find(|row| row.starts_with(&["standby", "streaming", "quorum"]));
        // It may be behind by what the node has just written.
        row.is_some_and(|row| row[3].parse::<u64>().is_ok())
    };
    let said = status(&url_of("postgres")).await;
    assert!(follows(&said), "{said}");

    tokio::task::block_in_place(|| {
        cluster.sql(&database, "CREATE ROLE guest LOGIN");
        cluster.sql(&database, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest");
    });
    let said = status(&url_of("guest")).await;
    let unseen = "the database's user may not see how far behind its standby (standby) is; ";
    assert!(said.contains(unseen) && !follows(&said), "{said}");
    tokio::task::block_in_place(|| cluster.sql(&database, "GRANT pg_monitor TO guest"));
    let said = status(&url_of("guest")).await;
    assert!(follows(&said), "{said}");
    tokio::task::block_in_place(|| standby.falls_behind(&cluster));
}
