// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may call what: every route, every topic and every command, each tried by every role and kind of token.
//!
//! The expected answers stand in the tables beside this file (`*.txt`), one row a call; `README.md` says how to read them. A route
//! without a row fails, and a row without a route. The list of routes is the server's own (`tabiya_server::paths`), the methods are
//! those that the running server names in `Allow`, and the commands are those that it names when it gets an unknown one.

mod call;
pub(crate) mod cast;
mod in_event;
mod resumed;
mod sockets;
mod table;
mod things;

use std::collections::BTreeSet;
use std::sync::Arc;

use tokio::task::JoinSet;

use cast::Cast;
use table::{Form, Row, Table};

/// The methods of a route, as the server names them. Whoever may read may also ask for the head alone.
async fn methods(cast: &Cast, path: &str) -> Vec<String> {
    let concrete: Vec<_> =
        path.split('/').map(|part| if part.starts_with('{') { "x" } else { part }).collect();
    let answer = cast.server.request("PROBE", &concrete.join("/"), &[], b"").await.expect("an answer");
    assert_eq!(answer.status, 405, "{path}: {}", answer.body);
    let allowed = answer.header("allow").unwrap_or_else(|| panic!("{path}: no Allow")).to_owned();
    allowed.split(',').map(|method| method.trim().to_owned()).filter(|method| method != "HEAD").collect()
}

async fn check_routes(cast: &Cast, tables: &[Table]) -> Vec<String> {
    let mut routes = BTreeSet::new();
    for path in tabiya_server::paths() {
        routes.extend(methods(cast, path).await.into_iter().map(|method| format!("{method} {path}")));
    }
    let calls = tables.iter().filter(|table| table.form != Form::Socket).flat_map(|table| &table.rows);
    let rows: BTreeSet<_> = calls.map(Row::name).collect();
    let missing = routes.difference(&rows).map(|route| format!("{route}: this route has no row"));
    let left_over = rows.difference(&routes).map(|row| format!("{row}: this row has no route"));
    missing.chain(left_over).collect()
}

async fn check(cast: &Cast, table: &Table) -> Vec<String> {
    match table.form {
        Form::Page | Form::Api => call::check(cast, table).await,
        Form::Socket => sockets::check(cast, table).await,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_topic_and_command_answers_each_role_as_the_tables_say() {
    let cast = Arc::new(Cast::gather().await);
    let tables = Table::read_all(&cast);
    let mut faults = check_routes(&cast, &tables).await;
    faults.extend(sockets::check_commands(&cast, &tables).await);
    let mut rounds: [Vec<Table>; 3] = Default::default();
    for table in tables {
        rounds[table.round()].push(table);
    }
    for tables in rounds {
        let mut running = JoinSet::new();
        for table in tables {
            let cast = Arc::clone(&cast);
            running.spawn(async move { check(&cast, &table).await });
        }
        while let Some(found) = running.join_next().await {
            faults.extend(found.expect("a table is checked to its end"));
        }
    }
    assert!(faults.is_empty(), "{} rows are wrong:\n{}", faults.len(), faults.join("\n"));
}
