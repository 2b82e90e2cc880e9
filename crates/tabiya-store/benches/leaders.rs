// SPDX-License-Identifier: AGPL-3.0-or-later
//! Measures a leaderboard of 100,000 rated players: `cargo bench -p tabiya-store --bench leaders [PLAYERS]`.
//!
//! Fills the table of ratings, then asks for the best of a category as the page does, and for the places of players.
#![allow(clippy::unwrap_used, reason = "what goes wrong here must show")]
#![allow(clippy::print_stdout, reason = "that is its result")]

use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use tabiya_game::{Category, PlayerId};
use tabiya_store::{Ratings, SqliteStore};
use tempfile::TempDir;

/// Rows of a leaderboard, and those that may not be shown.
const ROWS: u32 = 80;
const ROUNDS: u64 = 200;

fn player(number: u64) -> PlayerId {
    let half = number.to_be_bytes();
    PlayerId::from_bytes([half, half].concat().try_into().unwrap())
}

fn fill(folder: &TempDir, players: u64) {
    drop(SqliteStore::open(folder.path()).unwrap());
    let mut database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    database.pragma_update(None, "synchronous", "off").unwrap();
    let transaction = database.transaction().unwrap();
    {
        let sql = "INSERT INTO rating (player, category, points, deviation, volatility, number, games, since, place) \
                   VALUES (?1, ?2, ?3, 60000000, 60000000, 9, 9, 1795000000000, ?3)";
        let mut rating = transaction.prepare(sql).unwrap();
        for number in 0..players {
            // Spread over 2,000 points, in no order of the ids.
            let points = (800 + number.wrapping_mul(7_919) % 2_000) as i64 * 1_000_000 + number as i64;
            for category in [Category::BLITZ, Category::RAPID] {
                rating.execute(params![player(number).as_bytes(), category.name(), points]).unwrap();
            }
        }
    }
    transaction.commit().unwrap();
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("{what:<30} p50 {:>7.3} ms  p99 {:>7.3} ms  max {:>7.3} ms", at(50), at(99), at(100));
}

fn main() {
    let players = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(100_000);
    let folder = TempDir::new().unwrap();
    fill(&folder, players);
    println!("{players} players, each with two ratings");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteStore::open(folder.path()).unwrap();
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let started = Instant::now();
            assert_eq!(
                store.leaders(Category::BLITZ, ROWS).await.unwrap().len() as u64,
                players.min(ROWS.into())
            );
            times.push(started.elapsed());
        }
        report("the best of a category", times);
        let mut times = Vec::new();
        for round in 0..ROUNDS {
            let started = Instant::now();
            store
                .place_of(player(round.wrapping_mul(104_729) % players), Category::BLITZ)
                .await
                .unwrap()
                .unwrap();
            times.push(started.elapsed());
        }
        report("a player's place", times);
    });
}
