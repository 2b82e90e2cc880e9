// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya perft`: counts the tree of legal moves, the usual test of a move generator.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use tabiya_rules::{PerftTable, Position, perft, perft_no_bulk, perft_on_threads, perft_with_table};

use crate::limits::MAX_THREADS;
use crate::memory::usable_memory;
use crate::suite;

/// Count the positions that legal moves lead to
///
/// The last line is "nodes N"; time and speed go to standard error.
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya perft 5
          tabiya perft 2 --divide --fen \"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1\"
          tabiya perft 8 --threads 4 --hash 1024
          tabiya perft --suite positions.epd --max-nodes 1000000")]
pub(crate) struct Args {
    /// How many half-moves deep.
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u8).range(0..=30))]
    depth: Option<u8>,
    /// The position, as one quoted argument; the start of a game if left out.
    #[arg(long)]
    fen: Option<Position>,
    /// Show the count behind each first move.
    #[arg(long)]
    divide: bool,
    /// Play the moves of the last ply too instead of counting them.
    #[arg(long)]
    no_bulk: bool,
    /// Count on so many threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,
    /// Remember counts in so many mebibytes and look them up when other moves lead to the same position.
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1 << 20), conflicts_with = "no_bulk")]
    hash: Option<u32>,
    /// Check a file with lines like "FEN ;D1 20 ;D2 400": one line for each count that differs, then exit code 1.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "fen", "divide"])]
    suite: Option<PathBuf>,
    /// Skip the suite's counts above this.
    #[arg(long, value_name = "N", requires = "suite", conflicts_with_all = ["depth", "fen", "divide"])]
    max_nodes: Option<u64>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let counter = Counter::new(args)?;
    if let Some(file) = &args.suite {
        return suite::run(file, args.max_nodes.unwrap_or(u64::MAX), &counter);
    }
    let position = args.fen.unwrap_or_default();
    let depth = args.depth.unwrap_or(0);
    let mut out = io::stdout().lock();
    let begun = Instant::now();
    let nodes = if args.divide && depth > 0 {
        let mut counts: Vec<(String, u64)> = position
            .legal_moves()
            .iter()
            .map(|mv| (mv.to_uci(position.castling_mode()), counter.count(&position.after(*mv), depth - 1)))
            .collect();
        counts.sort();
        for (uci, nodes) in &counts {
            writeln!(out, "{uci}: {nodes}")?;
        }
        counts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        counter.count(&position, depth)
    };
    writeln!(out, "nodes {nodes}")?;
    eprintln!("{}", speed(nodes, begun.elapsed()));
    Ok(ExitCode::SUCCESS)
}

/// How leaves are counted.
pub(crate) struct Counter {
    bulk: bool,
    threads: NonZeroUsize,
    table: Option<PerftTable>,
}

impl Counter {
    fn new(args: &Args) -> anyhow::Result<Counter> {
        let table = match args.hash {
            None => None,
            Some(megabytes) => {
                let most = usable_memory().map(|bytes| bytes >> 20);
                if let Some(most) = most.filter(|most| u64::from(megabytes) > *most) {
                    return Err(anyhow!("--hash {megabytes}: there is memory for {most} MB at most"));
                }
                let lacking = |_| anyhow!("--hash {megabytes}: there is not as much memory");
                Some(PerftTable::new(megabytes as usize).map_err(lacking)?)
            }
        };
        Ok(Counter {
            bulk: !args.no_bulk,
            threads: NonZeroUsize::new(args.threads.into()).unwrap_or(NonZeroUsize::MIN),
            table,
        })
    }

    pub(crate) fn count(&self, position: &Position, depth: u8) -> u64 {
        perft_on_threads(position, depth, self.threads, |part, rest| match &self.table {
            Some(table) => perft_with_table(part, rest, table),
            None if self.bulk => perft(part, rest),
            None => perft_no_bulk(part, rest),
        })
    }
}

/// "1.234 s, 96.5 million nodes/s".
pub(crate) fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let millions = nodes as f64 / 1e6 / seconds.max(1e-9);
    format!("{seconds:.3} s, {millions:.1} million nodes/s")
}
