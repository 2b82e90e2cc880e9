// SPDX-License-Identifier: MIT OR Apache-2.0
//! Makes games for training: the engine plays against itself on several threads, one file takes what they finish.
//!
//! It may be killed at any time and goes on where it stopped. A game depends on the settings and its number alone, not on
//! the threads; those that were under way when it was killed are missing from the file and not made up for.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

use tabiya_engine::{Engine, Untimed, bench};

use crate::games::{Game, GameResult, GameWriter};
use crate::self_play::{HASH, Settings, play};

/// Let the engine play against itself and write the games down, to train a network with
///
/// Kill it whenever you like: the same command goes on where it stopped.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: tabiya datagen --out games/first.games --seed 1 --threads 2")]
pub struct Args {
    /// The file that the games are appended to; it is made if it is not there.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What makes these games others than those of another seed.
    #[arg(long)]
    seed: u64,
    /// After so many positions a search goes no deeper.
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    nodes: u64,
    /// Play a random move in the place of one in so many, where nothing is to be taken; 0: never.
    #[arg(long, value_name = "N", default_value_t = 0)]
    stray: usize,
    /// Play so many games at a time.
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Stop when the file has so many games.
    #[arg(long, value_name = "N", default_value_t = u32::MAX, hide_default_value = true)]
    games: u32,
    /// Stop when the file has grown to so many megabytes.
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    megabytes: u64,
    /// How often to say how far it is, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    report: u64,
}

/// Plays until there are enough games.
///
/// # Errors
/// If the file can't be written or was made with other settings.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let settings = Settings { seed: args.seed, nodes: args.nodes, stray: args.stray };
    // The bench tells one engine from another: games of a changed one belong into another file.
    let mut lines = vec![
        format!("seed {}", settings.seed),
        format!("nodes {}", settings.nodes),
        format!("engine {} bench {}", env!("CARGO_PKG_VERSION"), bench(&Untimed).nodes),
    ];
    if settings.stray > 0 {
        lines.push(format!("stray {}", settings.stray));
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
                    // Nobody listens any more when there are enough.
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

/// What is said now and then.
struct Progress {
    begun: Instant,
    last: Instant,
    games: u64,
    positions: u64,
    /// Since the program began.
    new_positions: u64,
    /// Won by Black, drawn, won by White; since the program began.
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
