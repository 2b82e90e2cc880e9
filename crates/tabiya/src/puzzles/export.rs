// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles export`: all puzzles in the CSV that other sites publish.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::ArgMatches;
use tabiya_puzzles::{Puzzle, START_SET, csv, is_exported};

use super::place::{PlaceArgs, runtime};

/// Puzzles that are read at once.
const PAGE: u32 = 1_000;

/// Write all puzzles as CSV
///
/// With its header, in the order of the ids, to standard output. A folder that no server has seen yet has the start set. A server
/// that uses the folder must be stopped first; one on a database may run.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya puzzles export --data /var/lib/tabiya > puzzles.csv")]
pub(super) struct Args {
    #[command(flatten)]
    place: PlaceArgs,
}

pub(super) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    runtime()?.block_on(async {
        // Before the header: whoever is refused keeps an empty file, which nobody takes for one without puzzles.
        let opened = args.place.open(matches).await?;
        writeln!(output, "{}", csv::HEADER)?;
        let Some(store) = opened else { return write_start_set(&mut output) };
        let mut last: Option<String> = None;
        loop {
            let page = store.puzzles.puzzles_after(last.as_deref(), PAGE).await?;
            for stored in page.iter().filter(|stored| is_exported(stored)) {
                let mut puzzle =
                    Puzzle::from_line(&stored.line).with_context(|| format!("puzzle {}", stored.id))?;
                puzzle.points = stored.rating.rounded().points;
                puzzle.deviation = stored.rating.deviation().round() as u16;
                writeln!(output, "{}", csv::row(&puzzle, 0, stored.plays))?;
            }
            let Some(end) = page.last() else { return anyhow::Ok(()) };
            last = Some(end.id.clone());
        }
    })?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_start_set(output: &mut impl Write) -> anyhow::Result<()> {
    for line in START_SET.lines().filter(|line| !line.starts_with('#')) {
        writeln!(output, "{}", csv::row(&Puzzle::from_line(line)?, 0, 0))?;
    }
    Ok(())
}
