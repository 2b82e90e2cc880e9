// SPDX-License-Identifier: AGPL-3.0-or-later
//! The memory of a follower: of a game with one spectator on a node that does not own it.
//!
//! As `tabiya-topics` does: the spectators' tabs are connected before, so only what a followed game costs is counted; and a few come first
//! that don't count. The figure is the slope between few and many games.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::{Failed, no_site};
use crate::nodes::site::{Database, Site};
use crate::{Guest, NewGame, Server, Tab};

/// How many games are followed at each look at the memory.
const FOLLOWED: [usize; 4] = [20, 1_000, 2_000, 3_000];
/// How long the memory may settle.
const SETTLE: Duration = Duration::from_secs(2);
/// Games that are begun at once, and tabs that connect at once.
const AT_ONCE: usize = 8;
/// Bytes.
const GOAL: f64 = 20_000.0;

pub(super) async fn measure(binary: &Path) -> Result<(), Failed> {
    let [_, few, _, many] = FOLLOWED;
    println!("Games with one spectator on a node that does not own them:");
    let site = Site::start_with(binary, 2, Database::Alone).await.ok_or_else(no_site)?;
    site.until_whole().await;
    site.nodes[0].printed("the start set of puzzles is there").await;
    let (owner, follower) = (&site.nodes[0], &site.nodes[1]);
    let games = begin(Guest::new(owner).await, Guest::new(owner).await, many).await;
    let mut tabs = open(follower, many).await;
    let (mut seen, mut next) = (Vec::new(), games.iter().zip(&mut tabs).enumerate().peekable());
    for followed in FOLLOWED {
        while let Some((_, (game, tab))) = next.next_if(|(number, _)| *number < followed) {
            tab.follow(format!("game:{game}")).await;
        }
        tokio::time::sleep(SETTLE).await;
        let rooms = [owner, follower].map(|node| node.resident_bytes() as f64);
        println!("  {followed} games: {:.1} MB, the owner {:.1} MB", rooms[1] / 1e6, rooms[0] / 1e6);
        seen.push(rooms);
    }
    let slope = |node: usize| (seen[3][node] - seen[1][node]) / (many - few) as f64;
    println!(
        "  from {few} to {many} games {:.1} KB each (goal: at most {:.0} KB), on the owner {:.1} KB each",
        slope(1) / 1e3,
        GOAL / 1e3,
        slope(0) / 1e3
    );
    Ok(())
}

/// Begins games between two guests, whose tabs then close.
async fn begin(white: Guest, black: Guest, count: usize) -> Vec<String> {
    let guests = Arc::new((white, black));
    let mut work = JoinSet::new();
    for part in 0..AT_ONCE {
        let guests = Arc::clone(&guests);
        work.spawn(async move {
            let (white, black) = &*guests;
            let mut games = Vec::new();
            for _ in (part..count).step_by(AT_ONCE) {
                let game = white.create(&NewGame::friend()).await;
                black.open(&game).await.join().await;
                games.push(game);
            }
            games
        });
    }
    work.join_all().await.concat()
}

/// Connects so many tabs, each of another guest.
async fn open(server: &Server, count: usize) -> Vec<Tab> {
    let mut tabs = Vec::with_capacity(count);
    while tabs.len() < count {
        let more = (0..AT_ONCE.min(count - tabs.len())).map(async |_| {
            let guest = Guest::new(server).await;
            Tab::open(&guest).await
        });
        tabs.extend(futures_util::future::join_all(more).await);
    }
    tabs
}
