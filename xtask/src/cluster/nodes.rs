// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cluster's nodes.

use std::path::Path;

use super::database::Database;
use super::undertaker::{Signal, Undertaker};
use super::{Started, start};
use crate::process;

/// Starts a node on each port, one after the other, and prints its address.
pub(super) fn start_all(
    tabiya: &Path,
    ports: &[u16],
    database: &Database,
    bus: &str,
    (folder, undertaker): (&Path, &mut Undertaker),
) -> Result<Vec<Started>, String> {
    let shares = knows_nodes(tabiya)?;
    if shares {
        database.create("tabiya")?;
    } else {
        println!(
            "this tabiya has no --node: each node gets a database of its own, and they are no site together"
        );
    }
    let mut nodes = Vec::new();
    for (index, port) in ports.iter().enumerate() {
        let name = format!("n{}", index + 1);
        let mut node = process::command(tabiya, folder);
        node.args(["serve", "--listen", &format!("127.0.0.1:{port}")]);
        let games = if shares { "tabiya".to_owned() } else { format!("tabiya_{name}") };
        if shares {
            // Nothing in front of them waits for the notice.
            node.args(["--node", &name]).env("TABIYA_STOP_NOTICE", "0");
        } else {
            database.create(&games)?;
        }
        node.env("TABIYA_DATABASE", database.url(&games)).env("TABIYA_BUS", bus);
        let mut started = start(&mut node, &name, folder, (undertaker, Signal::Terminate))?;
        started.wait_for(*port)?;
        println!("{name}          http://127.0.0.1:{port}");
        nodes.push(started);
    }
    Ok(nodes)
}

/// Whether several nodes of this program can share a database.
fn knows_nodes(tabiya: &Path) -> Result<bool, String> {
    let mut help = process::command(tabiya, &std::env::temp_dir());
    Ok(process::capture(help.args(["serve", "--help"]))?.contains("--node "))
}
