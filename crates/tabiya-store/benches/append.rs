// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an append costs: `cargo bench -p tabiya-store --bench append`.
//!
//! Thousands of games at once on the real store, with as many appends under way as the batch shall have. A game that
//! ends makes place for a new one, so creating games, folding and cleaning up are in the figures. On Linux, since it asks the
//! kernel what processor time and bytes it took; elsewhere those columns stay empty. `--games N`, `--seconds N` for each batch, `--batch N` for that one alone.
#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on panics")]
#![allow(clippy::print_stdout, reason = "that is its result")]

use std::{
    fs,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use tabiya_game::{Command, Game, GameId, Millis, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl};
use tabiya_rules::{Color, Position};
use tabiya_store::{GameLog, SqliteStore};
use tempfile::TempDir;
use tokio::task::JoinSet;

/// How many events a game has: eighty half-moves, about the mean of real games, and its beginning and end.
const LENGTH: usize = 83;
const BATCHES: [usize; 4] = [1, 8, 64, 256];

fn main() {
    let games = option("--games").unwrap_or(10_000);
    let seconds = option("--seconds").unwrap_or(4);
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(run(folder.path(), games, Duration::from_secs(seconds)));
}

fn option(name: &str) -> Option<u64> {
    let mut arguments = std::env::args().skip_while(|argument| argument != name);
    Some(arguments.nth(1)?.parse().unwrap_or_else(|_| panic!("{name} needs a number")))
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

/// The log of a game between people with clocks: created, joined, played, resigned.
fn script() -> Vec<Stamped> {
    (0..).find_map(play_at_random).expect("some random game is long enough")
}

/// None where the game ends too early.
fn play_at_random(mut seed: usize) -> Option<Vec<Stamped>> {
    let player = |byte| PlayerId::from_bytes([byte; 16]);
    let time = TimeControl::new(Millis::from_secs(300), Millis::from_secs(3)).unwrap();
    let seats = Seats::new(player(1), Color::White, Seat::Open);
    let mut now = 1_795_000_000_000;
    let (mut game, created) =
        Game::create(Terms::new(Position::start(), Some(time), seats).unwrap(), Time(now));
    let mut log = vec![created];
    let mut command = Command::Join { player: player(2), details: None, color: None };
    while log.len() < LENGTH {
        now += 1_234;
        for event in game.decide(command, Time(now)).unwrap() {
            log.push(Stamped { at: Time(now), event });
            game.apply(log.last().unwrap());
        }
        if game.is_over() {
            break;
        }
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moves = game.history().position().legal_moves();
        command = if log.len() == LENGTH - 1 {
            Command::Resign { by: Color::White }
        } else {
            let attempt = moves[(seed >> 33) % moves.len()].into();
            Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag: None }
        };
    }
    (log.len() == LENGTH).then_some(log)
}

fn mean_size(script: &[Stamped]) -> usize {
    script.iter().map(|stamped| serde_json::to_string(stamped).unwrap().len()).sum::<usize>() / script.len()
}

/// What the process has used so far, from `/proc`.
#[derive(Default)]
struct Usage {
    all_nanos: u64,
    writer_nanos: u64,
    bytes_written: u64,
}

impl Usage {
    fn now() -> Self {
        let mut usage = Self::default();
        for thread in fs::read_dir("/proc/self/task").into_iter().flatten().flatten() {
            let read = |name| fs::read_to_string(thread.path().join(name)).unwrap_or_default();
            let nanos = read("schedstat").split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0);
            usage.all_nanos += nanos;
            if read("comm").trim() == "store-writer" {
                usage.writer_nanos += nanos;
            }
        }
        let io = fs::read_to_string("/proc/self/io").unwrap_or_default();
        let written = io.lines().find_map(|line| line.strip_prefix("wchar: "));
        usage.bytes_written = written.and_then(|text| text.parse().ok()).unwrap_or(0);
        usage
    }

    fn since(&self, before: &Self) -> Self {
        Self {
            all_nanos: self.all_nanos - before.all_nanos,
            writer_nanos: self.writer_nanos - before.writer_nanos,
            bytes_written: self.bytes_written - before.bytes_written,
        }
    }
}
