// SPDX-License-Identifier: AGPL-3.0-or-later
//! What imports cost the moves beside them: `cargo bench -p tabiya-store --bench lanes`.
//!
//! 2,000 moves a second go into the real store at their times, in turn alone and while finished games are put in
//! through the port for imports, in four rounds: at most 200,000 games. Then a tenth as many go in alone. What a move
//! costs beside imports is the process's time less what these imports take alone.
//!
//! `--imports N`, `--rounds N`, `--moves N` a second, `--seconds N` of moves alone in each round, `--longest N` seconds
//! with imports in each round (70, so that all takes less than six minutes), `--importers N` that put games in at the
//! same time. On Linux, because it asks the kernel for the times.
//!
//! Exits with 1 if the imports cost a move more than a twentieth, or raise the 99th percentile of the median
//! second to more than one and a half.
#![allow(clippy::unwrap_used, reason = "a benchmark that can't go on panics")]
#![allow(clippy::print_stdout, reason = "that is its result")]

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod shared;

use std::{
    path::Path,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use shared::{Usage, option, script};
use tabiya_game::{GameId, PlayerId, Stamped, Time};
use tabiya_store::{FinishedGame, GameLog, Imports, SqliteStore};
use tempfile::TempDir;
use tokio::{
    sync::{Mutex, mpsc},
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};

/// Games that are played at the same time.
const GAMES: usize = 4_000;
/// What a move may cost beside imports, in shares of what it costs alone.
const MOST_CPU: f64 = 1.05;
/// How late the 99th of 100 moves may be.
const MOST_P99: f64 = 1.5;

fn main() -> ExitCode {
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(run(folder.path()))
}

/// A game that is played.
struct Live {
    id: GameId,
    next_seq: usize,
}

/// Everything that the tasks share.
struct Bench {
    store: SqliteStore,
    script: Vec<Stamped>,
    finished: FinishedGame,
    next_id: AtomicU64,
    imported: AtomicU64,
}

impl Bench {
    /// Ids are spread as those of real games are, so that indexes grow everywhere.
    fn new_id(&self) -> GameId {
        let number = self.next_id.fetch_add(1, Ordering::Relaxed);
        GameId::from_bits(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Plays the next event of a game.
    async fn play(&self, game: &mut Live) {
        let event = self.script[game.next_seq].clone();
        match game.next_seq {
            0 => self.store.create_game(game.id, vec![event]).await.unwrap(),
            seq => self.store.append(game.id, u32::try_from(seq).unwrap(), vec![event]).await.unwrap(),
        }
        game.next_seq += 1;
        if game.next_seq == self.script.len() {
            *game = Live { id: self.new_id(), next_seq: 0 };
        }
    }

    async fn import(&self, player: PlayerId) {
        let id = self.new_id();
        self.store.keep_game(id, self.finished.clone()).await.unwrap();
        self.store.note_import(player, id, Time(1_795_000_000_000)).await.unwrap();
        self.imported.fetch_add(1, Ordering::Relaxed);
    }
}

/// What a stretch of time has cost, or several.
#[derive(Default)]
struct Stretch {
    moves: u64,
    imports: u64,
    seconds: f64,
    cpu_micros: f64,
    /// The 99th percentile of each whole second, in milliseconds.
    p99s: Vec<f64>,
}

impl Stretch {
    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.imports += other.imports;
        self.seconds += other.seconds;
        self.cpu_micros += other.cpu_micros;
        self.p99s.extend(&other.p99s);
    }

    /// What a move cost in microseconds, where an import costs so many.
    fn cpu_a_move(&self, an_import: f64) -> f64 {
        (self.cpu_micros - self.imports as f64 * an_import) / self.moves as f64
    }

    /// The 99th percentile of the median second, in milliseconds.
    fn p99(&self) -> f64 {
        let mut p99s = self.p99s.clone();
        p99s.sort_unstable_by(f64::total_cmp);
        p99s[p99s.len() / 2]
    }

    /// `an_import` as above, where it is known by now.
    fn print(&self, name: &str, an_import: Option<f64>) {
        let cpu = an_import.map_or_else(String::new, |cost| format!("{:.1}", self.cpu_a_move(cost)));
        println!(
            "{name:14} {:9.0} {:10.0} {:8} {:8.0} {cpu:>11} {:8.2}",
            self.moves as f64 / self.seconds,
            self.imports as f64 / self.seconds,
            self.imports,
            self.seconds,
            self.p99()
        );
    }
}

/// Puts finished games in until there are so many.
fn import(bench: &Arc<Bench>, until: u64, importers: u64) -> JoinSet<()> {
    let mut tasks = JoinSet::new();
    for importer in 0..importers {
        let bench = Arc::clone(bench);
        let player = PlayerId::from_bytes([u8::try_from(importer % 256).unwrap(); 16]);
        tasks.spawn(async move {
            while bench.imported.load(Ordering::Relaxed) < until {
                bench.import(player).await;
            }
        });
    }
    tasks
}

/// Plays moves at their times until `is_over`.
async fn play(
    bench: &Arc<Bench>,
    live: &Arc<[Mutex<Live>]>,
    moves_a_second: u64,
    is_over: impl Fn(Duration) -> bool,
) -> Stretch {
    let (usage, imported) = (Usage::now(), bench.imported.load(Ordering::Relaxed));
    let started = Instant::now();
    let (tell, mut waits) = mpsc::unbounded_channel();
    #[expect(clippy::disallowed_methods, reason = "a beat that was missed is made up for")]
    let mut beat = interval(Duration::from_millis(1));
    beat.set_missed_tick_behavior(MissedTickBehavior::Burst);
    let (mut moves, mut cursor) = (0_u64, 0);
    while !is_over(started.elapsed()) {
        beat.tick().await;
        let due = u64::try_from(started.elapsed().as_micros()).unwrap() * moves_a_second / 1_000_000;
        for number in moves..due {
            // Late where it was not put in at its time, whatever the reason.
            let at = Duration::from_micros(number * 1_000_000 / moves_a_second);
            let (bench, live, tell) = (Arc::clone(bench), Arc::clone(live), tell.clone());
            let place = cursor;
            cursor = (cursor + 1) % live.len();
            tokio::spawn(async move {
                bench.play(&mut *live[place].lock().await).await;
                let _ = tell.send((at, started.elapsed().saturating_sub(at)));
            });
        }
        moves = due;
    }
    drop(tell);
    let mut seconds: Vec<Vec<Duration>> = Vec::new();
    while let Some((at, wait)) = waits.recv().await {
        let second = usize::try_from(at.as_secs()).unwrap();
        seconds.resize_with(seconds.len().max(second + 1), Vec::new);
        seconds[second].push(wait);
    }
    let used = Usage::now().since(&usage);
    // The first has caches to fill, and the last is not whole.
    let last = seconds.len() - 1;
    let whole = &mut seconds[1..last];
    let p99s = whole
        .iter_mut()
        .map(|waits| {
            waits.sort_unstable();
            waits[(waits.len() - 1) * 99 / 100].as_secs_f64() * 1e3
        })
        .collect();
    Stretch {
        moves,
        imports: bench.imported.load(Ordering::Relaxed) - imported,
        seconds: started.elapsed().as_secs_f64(),
        cpu_micros: used.all_nanos as f64 / 1e3,
        p99s,
    }
}

async fn run(folder: &Path) -> ExitCode {
    let imports = option("--imports").unwrap_or(200_000);
    let moves_a_second = option("--moves").unwrap_or(2_000);
    let rounds = option("--rounds").unwrap_or(4).max(1);
    let shortest = Duration::from_secs(5);
    let alone = Duration::from_secs(option("--seconds").unwrap_or(10)).max(shortest);
    let longest = Duration::from_secs(option("--longest").unwrap_or(70)).max(shortest);
    let importers = option("--importers").unwrap_or(16);
    let script = script();
    let finished = FinishedGame::pack(&script).unwrap();
    let bench = Arc::new(Bench {
        store: SqliteStore::open(folder).unwrap(),
        script,
        finished,
        next_id: AtomicU64::new(1),
        imported: AtomicU64::new(0),
    });
    let mut live = Vec::new();
    for index in 0..GAMES {
        let mut game = Live { id: bench.new_id(), next_seq: 0 };
        // So that they end at different times, as games do.
        let events = bench.script[..1 + index * 7919 % (bench.script.len() - 1)].to_vec();
        game.next_seq = events.len();
        bench.store.create_game(game.id, events).await.unwrap();
        live.push(Mutex::new(game));
    }
    let live: Arc<[Mutex<Live>]> = live.into();

    println!("               moves/s  imports/s  imports  seconds  CPU µs/move   p99 ms");
    let imported = || bench.imported.load(Ordering::Relaxed);
    let (mut before, mut both) = (Stretch::default(), Stretch::default());
    for _ in 0..rounds {
        let stretch = play(&bench, &live, moves_a_second, |elapsed| elapsed >= alone).await;
        stretch.print("moves alone", Some(0.0));
        before.add(&stretch);
        let until = imported() + imports / rounds;
        let mut importing = import(&bench, until, importers);
        let is_over = |elapsed| elapsed >= longest || elapsed >= shortest && imported() >= until;
        let stretch = play(&bench, &live, moves_a_second, is_over).await;
        importing.shutdown().await;
        stretch.print("with imports", None);
        both.add(&stretch);
    }

    let (usage, started, from) = (Usage::now(), Instant::now(), imported());
    import(&bench, from + (imports / 10).max(100), importers).join_all().await;
    let count = imported() - from;
    let cpu_an_import = Usage::now().since(&usage).all_nanos as f64 / 1e3 / count as f64;
    let rate = count as f64 / started.elapsed().as_secs_f64();
    println!("imports alone  {:9} {rate:10.0} {count:8}   CPU µs an import {cpu_an_import:.1}", 0);
    before.print("all alone", Some(0.0));
    both.print("all beside", Some(cpu_an_import));

    let cpu = both.cpu_a_move(cpu_an_import) / before.cpu_a_move(0.0);
    let p99 = both.p99() / before.p99();
    println!("CPU a move {cpu:.2} times, at most {MOST_CPU}; p99 {p99:.2} times, at most {MOST_P99}");
    if cpu <= MOST_CPU && p99 <= MOST_P99 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
