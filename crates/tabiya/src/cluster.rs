// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya cluster`: the nodes that share a database, as the database knows them.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::ArgMatches;
use tabiya_cluster::seal::{COMES, GOES, renew_keys};
use tabiya_events::files::moment_text;
use tabiya_store::{DatabaseChange, DatabaseUrl, Node, NodeName, Nodes, PostgresStore, Slot};
use tokio::time::{Instant, sleep};

use crate::place::DatabaseArgs;

/// How long a node may take to give its games away.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is looked whether it has.
const LOOK: Duration = Duration::from_millis(500);

/// Look after the nodes that share a database
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya cluster status --database postgres://tabiya@db.example/tabiya")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// List the nodes, and what each of them owns
    Status {
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Have a node give its games to the others, and wait until it has; after that it can be stopped
    Drain {
        /// The node's name
        node: NodeName,
        /// Let it take games again
        #[arg(long)]
        undo: bool,
        #[command(flatten)]
        database: DatabaseArgs,
    },
    /// Give the nodes a new key for what they say to each other. They use it some two minutes later, and forget the key
    /// before it ten minutes after that
    NewKey {
        #[command(flatten)]
        database: DatabaseArgs,
    },
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (Command::Status { database } | Command::Drain { database, .. } | Command::NewKey { database }) =
        &args.command;
    let url =
        database.named(matches)?.context("nodes share a PostgreSQL database; name it with --database")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let Some(store) = PostgresStore::open_beside_nodes(&url).await? else {
            bail!("no server runs on {url}");
        };
        match &args.command {
            Command::Status { .. } => status(&store, &url).await,
            Command::Drain { node, undo: true, .. } => {
                ask(&store, node, false).await?;
                println!("{node} takes games again");
                Ok(())
            }
            Command::Drain { node, undo: false, .. } => drain(&store, node).await,
            Command::NewKey { .. } => {
                renew_keys(&store, store.now().await?.0).await?;
                println!(
                    "the nodes use the new key in {} minutes, and forget the one before it {} minutes later",
                    COMES.as_secs() / 60,
                    GOES.as_secs() / 60
                );
                Ok(())
            }
        }
    })?;
    Ok(ExitCode::SUCCESS)
}

async fn status(store: &PostgresStore, url: &DatabaseUrl) -> anyhow::Result<()> {
    let nodes = store.nodes().await?;
    let mut text = table(&nodes, &url.to_string());
    text.extend(store.last_change().await?.map(another_copy));
    text.extend(store.outdated_servers().into_iter().map(|why| format!("{why}\n")));
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// That the database is not the one that it was.
fn another_copy(DatabaseChange { since, games, set_back }: DatabaseChange) -> String {
    let since = format!("{} UTC", moment_text(since));
    let found: Vec<_> = set_back.iter().map(|found| format!("{}: {}", found.node, found.games)).collect();
    let found = if found.is_empty() { String::new() } else { format!(" ({})", found.join(", ")) };
    match games {
        0 => format!(
            "since {since} another copy of the database answers: a standby that was promoted, or a backup\n"
        ),
        games => format!(
            "since {since} the database is a backup, or a standby that was promoted: it lacked moves that people had been told, in \
             {games} game{}{found}\n",
            if games == 1 { "" } else { "s" }
        ),
    }
}

/// The nodes, a line each, and what nobody owns.
fn table(nodes: &[Node], place: &str) -> String {
    if nodes.is_empty() {
        return format!("the server that runs on {place} shares it with nobody\n");
    }
    let head = ["node", "address", "version", "slots", "lease", "state"].map(str::to_owned);
    let mut rows = vec![head];
    for node in nodes {
        let (lease, state) = match (node.lasts, node.draining) {
            (Some(lasts), false) => (format!("{:.1} s", lasts.as_secs_f64()), "plays"),
            (Some(lasts), true) => (format!("{:.1} s", lasts.as_secs_f64()), "drains"),
            (None, _) => ("ended".to_owned(), "is not heard of"),
        };
        let (name, slots) = (node.name.to_string(), node.slots.to_string());
        let state = format!("{state}{}", clock_in_words(node.clock_ahead));
        rows.push([name, node.address.clone(), node.version.clone(), slots, lease, state]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 6] = std::array::from_fn(width);
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    let owned: u32 = nodes.iter().map(|node| node.slots).sum();
    match u32::from(Slot::COUNT).saturating_sub(owned) {
        0 => text.push_str("every slot has an owner\n"),
        free => text.push_str(&format!("{free} of {} slots have no owner\n", Slot::COUNT)),
    }
    text
}

/// What there is to say of a clock that is ahead by so many seconds.
fn clock_in_words(ahead: i64) -> String {
    let by = ahead.unsigned_abs();
    match ahead {
        0 => String::new(),
        1.. => format!("; its clock is {by} s ahead of the database's"),
        _ => format!("; its clock is {by} s behind the database's"),
    }
}

async fn ask(store: &PostgresStore, node: &NodeName, draining: bool) -> anyhow::Result<()> {
    if !store.drain(node, draining).await? {
        bail!("there is no node {node}; tabiya cluster status lists all");
    }
    Ok(())
}

async fn drain(store: &PostgresStore, name: &NodeName) -> anyhow::Result<()> {
    let takes = |node: &Node| node.name != *name && !node.draining && node.lasts.is_some();
    if !store.nodes().await?.iter().any(takes) {
        bail!("there is no other node that could take the games of {name}");
    }
    ask(store, name, true).await?;
    let begun = Instant::now();
    loop {
        let nodes = store.nodes().await?;
        match nodes.iter().find(|node| node.name == *name) {
            Some(node) if node.slots > 0 && begun.elapsed() > PATIENCE => {
                bail!(
                    "{name} still owns {} slots after {} s; it goes on giving them away",
                    node.slots,
                    PATIENCE.as_secs()
                );
            }
            Some(node) if node.slots > 0 => sleep(LOOK).await,
            Some(_) => break println!("{name} owns no games any more; it can be stopped"),
            None => break println!("{name} has gone"),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tabiya_game::Time;
    use tabiya_store::{Incarnation, SetBack};

    use super::*;

    #[test]
    fn the_table_says_who_owns_what() {
        let node = |name: &str, lasts: Option<u64>, draining, slots, clock_ahead| Node {
            name: name.parse().unwrap(),
            incarnation: Incarnation(1),
            address: "10.0.0.1:8080".to_owned(),
            version: "0.2.0".to_owned(),
            joined: Time(0),
            lasts: lasts.map(Duration::from_millis),
            draining,
            slots,
            clock_ahead,
        };
        let all = [
            node("a", Some(1_300), false, 1_000, 0),
            node("long-name", Some(900), true, 4, -61),
            node("c", None, false, 20, 3_600),
        ];
        assert_eq!(
            table(&all, "db"),
            "node       address        version  slots  lease  state\n\
             a          10.0.0.1:8080  0.2.0    1000   1.3 s  plays\n\
             long-name  10.0.0.1:8080  0.2.0    4      0.9 s  drains; its clock is 61 s behind the database's\n\
             c          10.0.0.1:8080  0.2.0    20     ended  is not heard of; its clock is 3600 s ahead of the database's\n\
             every slot has an owner\n"
        );
        assert!(table(&all[..1], "db").ends_with("24 of 1024 slots have no owner\n"));
        assert_eq!(table(&[], "db"), "the server that runs on db shares it with nobody\n");
    }

    #[test]
    fn a_database_that_was_set_back_says_so() {
        let since = Time(1_795_000_000_000);
        let said = |games| another_copy(DatabaseChange { since, games, set_back: Vec::new() });
        assert_eq!(
            said(0),
            "since 2026-11-18 11:06 UTC another copy of the database answers: a standby that was promoted, or a backup\n"
        );
        assert_eq!(
            said(2),
            "since 2026-11-18 11:06 UTC the database is a backup, or a standby that was promoted: it lacked moves that people had \
             been told, in 2 games\n"
        );
        assert!(said(1).ends_with(" in 1 game\n"), "{}", said(1));
        let found = |node: &str, games| SetBack { node: node.parse().unwrap(), at: since, games };
        let set_back = vec![found("one", 2), found("two", 1)];
        let said = another_copy(DatabaseChange { since, games: 3, set_back });
        assert!(said.ends_with("in 3 games (one: 2, two: 1)\n"), "{said}");
    }
}
