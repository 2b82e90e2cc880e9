// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya cluster`: the nodes that share a database, as the database knows them.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::ArgMatches;
use tabiya_cluster::seal::{COMES, GOES, renew_keys};
use tabiya_events::files::moment_text;
use tabiya_store::{
    DatabaseChange, DatabaseUrl, Node, NodeName, Nodes, PostgresStore, Slot, Standby, Standbys,
};
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
    text.push_str(&match store.standbys().await {
        Ok(standbys) => followers(&standbys, url.user().unwrap_or("…")),
        Err(error) => format!("what follows the database server can't be read: {error}\n"),
    });
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
    let mut text = in_columns(&rows);
    let owned: u32 = nodes.iter().map(|node| node.slots).sum();
    match u32::from(Slot::COUNT).saturating_sub(owned) {
        0 => text.push_str("every slot has an owner\n"),
        free => text.push_str(&format!("{free} of {} slots have no owner\n", Slot::COUNT)),
    }
    text
}

/// The servers that follow the database's, a line each.
fn followers(standbys: &Standbys, user: &str) -> String {
    let all = match standbys {
        Standbys::Seen(all) if all.is_empty() => {
            return "no standby follows the database server\n".to_owned();
        }
        Standbys::Seen(all) => all,
        Standbys::Unseen(names) => {
            let what = match &names[..] {
                [] => "whether standbys follow it".to_owned(),
                [name] => format!("how far behind its standby ({name}) is"),
                all => format!("how far behind its {} standbys ({}) are", all.len(), all.join(", ")),
            };
            return format!(
                "the database's user may not see {what}; let it, as a superuser: GRANT pg_monitor TO \"{user}\"\n"
            );
        }
    };
    let mut rows = vec![["standby", "state", "sync", "behind"].map(str::to_owned)];
    let row = |one: &Standby| [one.name.clone(), one.state.clone(), one.sync.clone(), behind(one)];
    rows.extend(all.iter().map(row));
    in_columns(&rows)
}

fn behind(standby: &Standby) -> String {
    match (standby.behind, standby.late) {
        (None, _) => "not known".to_owned(),
        (Some(behind @ 1..), Some(late)) => {
            format!("{}, last {:.1} s", size(behind), late.as_secs_f64())
        }
        (Some(behind), _) => size(behind),
    }
}

/// So many bytes, for people.
fn size(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        0..=9_999 => format!("{bytes} bytes"),
        10_000..=9_999_999 => format!("{} KiB", bytes >> 10),
        _ => format!("{} MiB", bytes >> 20),
    }
}

fn in_columns<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
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
    fn standbys_stand_there_with_what_they_lack() {
        let standby = |name: &str, state: &str, sync: &str, behind, late: Option<u64>| Standby {
            name: name.to_owned(),
            state: state.to_owned(),
            sync: sync.to_owned(),
            behind,
            late: late.map(Duration::from_millis),
        };
        let all = vec![
            standby("two", "streaming", "quorum", Some(0), Some(1)),
            standby("three", "catchup", "async", Some(17_000_000), Some(2_340)),
            standby("four", "streaming", "async", Some(20_480), None),
            standby("pg_basebackup", "backup", "async", None, None),
        ];
        assert_eq!(
            followers(&Standbys::Seen(all), "tabiya"),
            "standby        state      sync    behind\n\
             two            streaming  quorum  0 bytes\n\
             three          catchup    async   16 MiB, last 2.3 s\n\
             four           streaming  async   20 KiB\n\
             pg_basebackup  backup     async   not known\n"
        );
        assert_eq!(
            followers(&Standbys::Seen(Vec::new()), "tabiya"),
            "no standby follows the database server\n"
        );
        let unseen = |names: &[&str]| {
            followers(&Standbys::Unseen(names.iter().map(|name| (*name).to_owned()).collect()), "tabiya")
        };
        let said = |what: &str| {
            format!(
                "the database's user may not see {what}; let it, as a superuser: GRANT pg_monitor TO \"tabiya\"\n"
            )
        };
        assert_eq!(unseen(&["two", "three"]), said("how far behind its 2 standbys (two, three) are"));
        assert_eq!(unseen(&["two"]), said("how far behind its standby (two) is"));
        assert_eq!(unseen(&[]), said("whether standbys follow it"));
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
