// SPDX-License-Identifier: AGPL-3.0-or-later
//! How long a game waits when one of its nodes is killed, and how soon that node is back.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::{Failed, Waits, no_site};
use crate::PATIENCE;
use crate::nodes::player::Table;
use crate::nodes::run::{begin, orders};
use crate::nodes::site::Site;

/// How often a node is killed, the nodes in turn.
const KILLS: usize = 20;
/// How often a node is started again before its lease has ended.
const AT_ONCE: usize = 5;
/// Games at each kill. Each is made on one node, and its players are on the other two.
const GAMES: usize = 12;
const BEFORE: Duration = Duration::from_secs(1);
/// How often it is looked.
const LOOK: Duration = Duration::from_millis(10);

/// What was seen of several kills.
#[derive(Default)]
struct Seen {
    /// Until the next move of games that the killed node owned.
    owner: Waits,
    /// Until both players had moved again in games of which one was on the killed node.
    player: Waits,
    /// From the start of the process until the node served.
    serves: Waits,
    /// The same until it owned slots.
    owns: Waits,
}

pub(super) async fn measure(binary: &Path) -> Result<(), Failed> {
    println!("SIGKILL of a node, {KILLS} times, {GAMES} games each:");
    let mut site = Site::start(binary).await.ok_or_else(no_site)?;
    let mut seen = Seen::default();
    for kill in 0..KILLS {
        kill_and_restart(&mut site, kill, false, &mut seen).await?;
    }
    const GOAL: &str = "(goal: 3 s at the median, 10 s at most)";
    println!("  it owned the game: the next move after {} {GOAL}", seen.owner);
    println!("  a player was on it: both have moved again after {} {GOAL}", seen.player);
    println!(
        "  started when others had its games: it serves after {}; it owns slots after {}",
        seen.serves, seen.owns
    );
    let mut at_once = Seen::default();
    for kill in 0..AT_ONCE {
        kill_and_restart(&mut site, kill, true, &mut at_once).await?;
    }
    println!("  started at once, before its lease ended (goal: at once): it serves after {}", at_once.serves);
    println!(
        "    it owns slots after {}; games that it owned: the next move after {}",
        at_once.owns, at_once.owner
    );
    Ok(())
}

/// Kills the next node while games are played, and starts it again: at once, or when all games go on.
async fn kill_and_restart(
    site: &mut Site,
    kill: usize,
    at_once: bool,
    seen: &mut Seen,
) -> Result<(), Failed> {
    site.until_whole().await;
    let orders = orders(&site.nodes, (60, 60));
    let (tables, mut clients) = begin(&site.nodes, &orders, (GAMES, kill as u64)).await;
    tokio::time::sleep(BEFORE).await;
    let count = site.nodes.len();
    let node = kill % count;
    site.nodes[node].kill().await;
    let killed = Instant::now();
    if at_once {
        restart(site, node, seen).await?;
    }
    // The node where a game was made owns it, and game N is made on node N.
    let (mut owned, mut others) = (Vec::new(), Vec::new());
    for (game, table) in tables.iter().enumerate() {
        if game % count == node { owned.push(Arc::clone(table)) } else { others.push(Arc::clone(table)) }
    }
    let first = waits(&owned, killed, Table::first_after).await;
    let both = waits(&others, killed, Table::both_after).await;
    let (Some(first), Some(both)) = (first, both) else {
        return Err(format!("a game stands still\n{}", site.said()));
    };
    seen.owner.0.extend(first);
    seen.player.0.extend(both);
    orders.is_over.store(true, Ordering::Relaxed);
    while clients.join_next().await.is_some() {}
    if !at_once {
        restart(site, node, seen).await?;
    }
    Ok(())
}

/// How long each game had to wait; `None` if one waits for ever.
async fn waits(
    tables: &[Arc<Table>],
    since: Instant,
    next: fn(&Table, Instant) -> Option<Instant>,
) -> Option<Vec<Duration>> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let all: Option<Vec<Duration>> =
            tables.iter().map(|table| next(table, since).map(|at| at - since)).collect();
        if all.is_some() || Instant::now() > deadline {
            return all;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Starts the node again under its name.
async fn restart(site: &mut Site, node: usize, seen: &mut Seen) -> Result<(), Failed> {
    let began = Instant::now();
    site.nodes[node].restart().await;
    while !site.serves(node).await {
        if began.elapsed() > PATIENCE {
            return Err(format!("a node that was started again does not serve\n{}", site.said()));
        }
        tokio::time::sleep(LOOK).await;
    }
    seen.serves.0.push(began.elapsed());
    while site.slots_of(node).is_empty() {
        if began.elapsed() > PATIENCE {
            return Err(format!("a node that was started again owns nothing\n{}", site.said()));
        }
        tokio::time::sleep(LOOK).await;
    }
    seen.owns.0.push(began.elapsed());
    Ok(())
}
