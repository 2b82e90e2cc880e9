// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generates training games: the engine plays against itself on several threads, and one thread appends the
//! finished games to a file.
//!
//! The program may be killed at any time; the same command then continues. A game depends only on the
//! settings and its number, not on the number of threads. Games that were running when the program was killed
//! are missing from the file and are not played later.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use tabiya_engine::{Engine, Untimed, bench};

use crate::games::{Game, GameResult, GameWriter};
use crate::self_play::{HASH, Settings, play};

/// Let the engine play against itself and write the games down, to train a network with them
///
/// It may be killed at any time: the same command then continues where it stopped.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: tabiya datagen --out games/first.games --seed 1 --threads 2")]
pub struct Args {
    /// The file that the games are appended to; it is created if it does not exist.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The seed: another seed gives other games.
    #[arg(long)]
    seed: u64,
    /// After this number of nodes a search begins no new iteration.
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// Replace one in this many moves by a random one, unless it captures; 0: never.
    #[arg(long, alias = "stray", value_name = "N", default_value_t = 0)]
    random_moves: usize,
    /// The number of games played at the same time.
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Stop when the file has this number of games.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    games: u32,
    /// Stop when the file has this size in megabytes.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    megabytes: u64,
    /// The time between two progress reports, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    report: u64,
}

/// Plays until there are enough games.
///
/// # Errors
/// If the file can't be written or was made with other settings.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let settings = Settings { seed: args.seed, nodes: args.nodes, random_moves: args.random_moves };
    // The bench count identifies the engine: games of a changed engine belong in another file.
    let mut lines = vec![
        format!("seed {}", settings.seed),
        format!("nodes {}", settings.nodes),
        format!("engine {} bench {}", env!("CARGO_PKG_VERSION"), bench(&Untimed).nodes),
    ];
    if settings.random_moves > 0 {
        // The name of this setting in files is older than the option's.
        lines.push(format!("stray {}", settings.random_moves));
    }
    let mut writer = GameWriter::open(&args.out, &lines)?;
    let mut told = Progress::new(writer.next, writer.positions);
    let next = AtomicU32::new(writer.next);
    std::thread::scope(|scope| {
        let (finished, games) = sync_channel::<Game>(args.threads.get());
        for _ in 0..args.threads.get() {
            let (finished, next, settings) = (finished.clone(), &next, &settings);
            scope.spawn(move || {
                let mut engine = Engine::new(HASH);
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // When there are enough games, the receiver is gone.
                    if number >= args.games || finished.send(play(&mut engine, settings, number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(finished);
        for game in games {
            writer.append(&game)?;
            told.count(&game);
            if told.last.elapsed() >= Duration::from_secs(args.report) {
                told.tell();
            }
            let size = std::fs::metadata(&args.out)?.len();
            if size >= args.megabytes * 1_000_000 {
                break;
            }
        }
        told.tell();
        Ok(())
    })
}

/// The numbers of a progress report.
struct Progress {
    begun: Instant,
    last: Instant,
    games: u64,
    positions: u64,
    /// Positions since the program began.
    new_positions: u64,
    /// Games won by Black, drawn, and won by White since the program began.
    results: [u64; 3],
}

impl Progress {
    fn new(games: u32, positions: u64) -> Progress {
        let now = Instant::now();
        Progress { begun: now, last: now, games: games.into(), positions, new_positions: 0, results: [0; 3] }
    }

    fn count(&mut self, game: &Game) {
        self.games += 1;
        self.positions += game.plies.len() as u64;
        self.new_positions += game.plies.len() as u64;
        self.results[game.result as usize] += 1;
    }

    fn tell(&mut self) {
        self.last = Instant::now();
        let speed = self.new_positions as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let played = self.results.iter().sum::<u64>().max(1);
        let share = |result: GameResult| self.results[result as usize] * 100 / played;
        eprintln!(
            "{} games, {} positions, {speed:.0} a second; White wins {} %, draws {} %",
            self.games,
            self.positions,
            share(GameResult::White),
            share(GameResult::Draw)
        );
    }
}
