// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles`: finds puzzles in games, proves them again, and brings them in and out.

mod check;
mod export;
mod find;
mod import;
mod known;
mod place;
mod start_set;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::ArgMatches;
use tabiya_analysis::HASH_MIB;
use tabiya_engine::Stopwatch;
use tabiya_engine::analysis::{Analyst, OwnEngine};
use tabiya_puzzles::Effort;

/// Find puzzles in games, check, import and export them
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya puzzles find games.pgn > puzzles.txt
          tabiya puzzles check puzzles.txt
          tabiya puzzles import puzzles.csv --data /var/lib/tabiya")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Find(find::Args),
    Check(check::Args),
    Import(import::Args),
    Export(export::Args),
    #[command(hide = true)]
    StartSet(start_set::Args),
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Find(args) => find::run(args),
        Command::Check(args) => check::run(args),
        Command::Import(args) => import::run(args, matches),
        Command::Export(args) => export::run(args, matches),
        Command::StartSet(args) => start_set::run(args),
    }
}

/// How many nodes each search gets.
#[derive(clap::Args)]
struct EffortArgs {
    /// How many nodes to look at for each position of a game
    #[arg(long, value_name = "NODES", default_value_t = Effort::USUAL.screen, value_parser = clap::value_parser!(u64).range(1..))]
    screen: u64,
    /// How many nodes to prove each move of a puzzle with; the first of two passes has a fifth of them
    #[arg(long, default_value_t = Effort::USUAL.second, value_parser = clap::value_parser!(u64).range(5..))]
    nodes: u64,
}

impl EffortArgs {
    const fn effort(&self) -> Effort {
        Effort { screen: self.screen, first: self.nodes / 5, second: self.nodes }
    }
}

struct SinceStart(Instant);

impl Stopwatch for SinceStart {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Our own engine, as the server uses it.
fn engine() -> impl Analyst {
    OwnEngine::new(HASH_MIB, || Box::new(SinceStart(Instant::now())))
}
