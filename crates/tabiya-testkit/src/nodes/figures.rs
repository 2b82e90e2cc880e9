// SPDX-License-Identifier: AGPL-3.0-or-later
//! What several nodes cost: processor time a move, and how long a game waits when its node is killed.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::options::Options;
use super::player::Table;
use super::run::{begin, goes_on, orders};
use super::site::{Database, LIMITS, Site, Traffic};
use crate::{Server, binary_beside_this_program};

/// How many games are played, and how long.
const GAMES: usize = 60;
const WARM_UP: Duration = Duration::from_secs(4);
/// How long nobody plays. The system counts processor time to within 10 ms.
const RESTS: Duration = Duration::from_secs(15);
const MEASURED: Duration = Duration::from_secs(20);
/// How long players think, in milliseconds.
const THINKS: (u64, u64) = (200, 200);
/// How often a node is killed.
const KILLS: usize = 20;
/// Games while nodes are killed: enough that the killed node owns some.
const GAMES_AT_KILLS: usize = 12;

/// Measures, and prints the figures. Returns `false` without PostgreSQL or NATS.
pub async fn figures(options: &Options) -> bool {
    let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
    let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let sqlite = Server::start_with(&binary, anywhere, &LIMITS).await;
    let base = a_move("one server on SQLite", &[sqlite], None).await;
    for count in 1..=2 {
        let Some(site) = Site::start_with(&binary, count, Database::Alone).await else { return false };
        site.until_whole().await;
        let name = ["one node on PostgreSQL", "two nodes, the players of a game on both"][count - 1];
        let cost = a_move(name, &site.nodes, Some(&site)).await;
        let [all, played] = [cost.all / base.all, cost.played() / base.played()];
        println!(
            "  {all:.2} times the one on SQLite; {played:.2} times without what each uses while nobody plays"
        );
    }
    kills(&binary).await
}

/// Microseconds of the servers' processor time for a move.
struct Cost {
    all: f64,
    /// What the servers use in the same time while nobody plays: leases, signs of life, looks for changes.
    idle: f64,
}

impl Cost {
    fn played(&self) -> f64 {
        self.all - self.idle
    }
}

/// What a move costs. Of a site it also prints what goes over its connections.
async fn a_move(name: &str, nodes: &[Server], site: Option<&Site>) -> Cost {
    // The first start imports puzzles, which costs more than many moves.
    nodes[0].printed("the start set of puzzles is there").await;
    let spent = || nodes.iter().map(Server::cpu_time).sum::<Duration>();
    let before = spent();
    let resting = traffic(site).await;
    tokio::time::sleep(RESTS).await;
    let rested = traffic(site).await;
    let idle = (spent() - before).as_secs_f64() / RESTS.as_secs_f64();
    let orders = orders(nodes, THINKS);
    let (tables, mut clients) = begin(nodes, &orders, (GAMES, 1)).await;
    tokio::time::sleep(WARM_UP).await;
    let moves = || tables.iter().map(|table| table.moves()).sum::<usize>();
    let playing = traffic(site).await;
    let (began, played, used) = (Instant::now(), moves(), spent());
    tokio::time::sleep(MEASURED).await;
    let (took, played, used) = (began.elapsed().as_secs_f64(), moves() - played, spent() - used);
    let done = traffic(site).await;
    orders.is_over.store(true, Ordering::Relaxed);
    while clients.join_next().await.is_some() {}
    let rate = played as f64 / took;
    let cost = Cost { all: used.as_secs_f64() * 1e6 / played as f64, idle: idle * 1e6 / rate };
    println!(
        "{name}: {:.0} us a move at {rate:.0} moves/s, {:.0} of them also while nobody plays ({:.1} ms/s)",
        cost.all,
        cost.idle,
        idle * 1e3
    );
    print_traffic("idle, a second", resting, rested, RESTS.as_secs_f64());
    print_traffic("playing, a move", playing, done, played as f64);
    cost
}

async fn traffic(site: Option<&Site>) -> Option<Traffic> {
    match site {
        Some(site) => Some(site.traffic().await),
        None => None,
    }
}

fn print_traffic(what: &str, before: Option<Traffic>, after: Option<Traffic>, per: f64) {
    let (Some(before), Some(after)) = (before, after) else { return };
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

/// Kills the node that owns most games, again and again, and prints how long its games waited.
async fn kills(binary: &Path) -> bool {
    let Some(mut site) = Site::start(binary).await else { return false };
    let mut waits: Vec<Duration> = Vec::new();
    for kill in 0..KILLS {
        site.until_whole().await;
        let orders = orders(&site.nodes, (60, 60));
        let (tables, mut clients) = begin(&site.nodes, &orders, (GAMES_AT_KILLS, kill as u64)).await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        let node = kill % site.nodes.len();
        // The node where a game was made owns it, and game N is made on node N.
        let its: Vec<Arc<Table>> =
            tables.iter().skip(node).step_by(site.nodes.len()).map(Arc::clone).collect();
        site.nodes[node].kill().await;
        let killed = Instant::now();
        if goes_on(&its, killed).await.is_none() {
            println!("a game stands still\n{}", site.said());
            return false;
        }
        waits.extend(its.iter().filter_map(|table| table.first_after(killed)).map(|next| next - killed));
        orders.is_over.store(true, Ordering::Relaxed);
        while clients.join_next().await.is_some() {}
        site.nodes[node].restart().await;
    }
    waits.sort_unstable();
    let (median, longest) = (waits[waits.len() / 2], waits[waits.len() - 1]);
    println!(
        "SIGKILL of the owner, {KILLS} times, {} games: the next move after {:.2} s at the median, {:.2} s at most",
        waits.len(),
        median.as_secs_f64(),
        longest.as_secs_f64()
    );
    true
}
