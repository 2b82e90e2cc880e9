// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an append costs: `cargo bench -p tabiya-store --bench append`.
//!
//! Thousands of games at once on the real store, with as many appends under way as the batch shall have. A game that
//! ends makes place for a new one, so creating games, folding and cleaning up are in the figures. On Linux, since it asks the
//! kernel what processor time and bytes it took; elsewhere those columns stay empty. `--games N`, `--seconds N` for each batch, `--batch N` for that one alone.
#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on panics")]
#![allow(clippy::print_stdout, reason = "that is its result")]

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod shared;

use std::{
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use shared::{Usage, option, script};
use tabiya_game::{GameId, Stamped};
use tabiya_store::{GameLog, SqliteStore};
use tempfile::TempDir;
use tokio::task::JoinSet;

const BATCHES: [usize; 4] = [1, 8, 64, 256];

fn main() {
    let games = option("--games").unwrap_or(10_000);
    let seconds = option("--seconds").unwrap_or(4);
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(run(folder.path(), games, Duration::from_secs(seconds)));
}

async fn run(folder: &Path, games: u64, length: Duration) {
    let script = Arc::new(script());
    let store: Arc<SqliteStore> = Arc::new(SqliteStore::open(folder).unwrap());
    let mut next_id = 0;
    let mut new_game = || {
        next_id += 1;
        Live { id: GameId::from_bits(next_id), next_seq: 0 }
    };
    // So that they end at different times, as games do.
    let mut live: Vec<Live> = (0..games).map(|_| new_game()).collect();
    let spread = |index: usize| 1 + index * 7919 % (script.len() - 1);
    for chunk in live.chunks_mut(256).enumerate() {
        let (base, chunk) = (chunk.0 * 256, chunk.1);
        let mut writes = JoinSet::new();
        for (offset, game) in chunk.iter_mut().enumerate() {
            let events = script[..spread(base + offset)].to_vec();
            game.next_seq = events.len();
            let (store, id) = (Arc::clone(&store), game.id);
            writes.spawn(async move { store.create_game(id, events).await.unwrap() });
        }
        writes.join_all().await;
    }
    println!(
        "{games} games of {} events, {} bytes each as JSON on average",
        script.len(),
        mean_size(&script)
    );
    println!("batch    rows/s  CPU µs/row  (writer)   p50 ms   p99 ms   max ms  bytes/row");
    for batch in option("--batch").map_or(BATCHES.to_vec(), |batch| vec![batch as usize]) {
        let before = Usage::now();
        let started = Instant::now();
        let mut waits = Vec::new();
        let mut cursor = 0;
        while started.elapsed() < length {
            let mut writes = JoinSet::new();
            for _ in 0..batch {
                let game = &mut live[cursor];
                cursor = (cursor + 1) % usize::try_from(games).unwrap();
                let (store, id, seq) = (Arc::clone(&store), game.id, game.next_seq);
                let event = script[seq].clone();
                game.next_seq += 1;
                if game.next_seq == script.len() {
                    *game = new_game();
                }
                writes.spawn(async move {
                    let started = Instant::now();
                    match seq {
                        0 => store.create_game(id, vec![event]).await.unwrap(),
                        _ => store.append(id, u32::try_from(seq).unwrap(), vec![event]).await.unwrap(),
                    }
                    started.elapsed()
                });
            }
            waits.extend(writes.join_all().await);
        }
        let (elapsed, used) = (started.elapsed(), Usage::now().since(&before));
        waits.sort_unstable();
        let rows = waits.len();
        let per_row = |amount: u64, unit: f64| amount as f64 / unit / rows as f64;
        let at = |share: f64| waits[((rows - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        println!(
            "{batch:5} {:9.0} {:11.2} {:9.2} {:8.2} {:8.2} {:8.2} {:10.0}",
            rows as f64 / elapsed.as_secs_f64(),
            per_row(used.all_nanos, 1e3),
            per_row(used.writer_nanos, 1e3),
            at(0.5),
            at(0.99),
            at(1.0),
            per_row(used.bytes_written, 1.0),
        );
    }
    drop(store);
    let started = Instant::now();
    let store = SqliteStore::open(folder).unwrap();
    let opened = started.elapsed();
    let (mut unfinished, mut events, mut next) = (0, 0, Some(0));
    while let Some(from) = next {
        let page = store.load_unfinished(from, 64).await.unwrap();
        unfinished += page.games.len();
        events += page.games.iter().map(|game| game.log.as_ref().unwrap().len()).sum::<usize>();
        next = page.next;
    }
    println!(
        "opening it again takes {opened:.1?}, loading {} unfinished games of {events} events {:.1?}",
        unfinished,
        started.elapsed() - opened
    );
    let size = fs::metadata(folder.join("tabiya.db")).unwrap().len();
    println!("the database has {} MB", size / 1_000_000);
}

struct Live {
    id: GameId,
    next_seq: usize,
}

fn mean_size(script: &[Stamped]) -> usize {
    script.iter().map(|stamped| serde_json::to_string(stamped).unwrap().len()).sum::<usize>() / script.len()
}
