// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes over the nodes' connections for a move, and while nobody plays. `docs/scaling.md` counts with it.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::{Failed, no_site};
use crate::Server;
use crate::nodes::run::{begin, orders};
use crate::nodes::site::{Database, Site, Traffic};

/// How many games are played, and how long.
const GAMES: usize = 60;
const WARM_UP: Duration = Duration::from_secs(3);
/// How long nobody plays. The system counts processor time to within 10 ms.
const RESTS: Duration = Duration::from_secs(10);
const MEASURED: Duration = Duration::from_secs(10);
/// How long players think, in milliseconds.
const THINKS: (u64, u64) = (200, 200);

pub(super) async fn measure(binary: &Path) -> Result<(), Failed> {
    println!("What goes over the connections, with {GAMES} games of two players and a spectator each:");
    for count in 1..=2 {
        let site = Site::start_with(binary, count, Database::Alone).await.ok_or_else(no_site)?;
        site.until_whole().await;
        of_a_move(["one node", "two nodes, the players of a game on both"][count - 1], &site).await;
    }
    Ok(())
}

async fn of_a_move(name: &str, site: &Site) {
    // The first start imports puzzles, which costs more than many moves.
    site.nodes[0].printed("the start set of puzzles is there").await;
    let spent = || site.nodes.iter().map(Server::cpu_time).sum::<Duration>();
    let (before, resting) = (spent(), site.traffic().await);
    tokio::time::sleep(RESTS).await;
    let (idle, rested) = (spent() - before, site.traffic().await);
    let orders = orders(&site.nodes, THINKS);
    let (tables, mut clients) = begin(&site.nodes, &orders, (GAMES, 1)).await;
    tokio::time::sleep(WARM_UP).await;
    let moves = || tables.iter().map(|table| table.moves()).sum::<usize>();
    let (played, playing) = (moves(), site.traffic().await);
    tokio::time::sleep(MEASURED).await;
    let (played, done) = (moves() - played, site.traffic().await);
    orders.is_over.store(true, Ordering::Relaxed);
    while clients.join_next().await.is_some() {}
    println!(
        "{name}: {:.0} moves/s; {:.1} ms of processor time a second while nobody plays",
        played as f64 / MEASURED.as_secs_f64(),
        idle.as_secs_f64() * 1e3 / RESTS.as_secs_f64()
    );
    print("idle, a second", (resting, rested), RESTS.as_secs_f64());
    print("playing, a move", (playing, done), played as f64);
}

fn print(what: &str, (before, after): (Traffic, Traffic), per: f64) {
    let each = |before: u64, after: u64| after.saturating_sub(before) as f64 / per;
    println!(
        "  {what}: bus {:.2} messages, {:.0} bytes; PostgreSQL {:.2} commits, {:.0} bytes, {:.0} bytes of its log; {} connections",
        each(before.messages, after.messages),
        each(before.bus_bytes, after.bus_bytes),
        each(before.commits, after.commits),
        each(before.database_bytes, after.database_bytes),
        each(before.log_bytes, after.log_bytes),
        after.connections,
    );
}
