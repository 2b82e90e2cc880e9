// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn fen`: the positions of games.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::process::ExitCode;

use super::counted;
use super::input::FilesArgs;
use super::pieces::in_order;
use super::record::{Look, ReadArgs, Record, records};

/// Write the last position of each game, one a line
///
/// A game with a fault gives the positions before it, and the exit code is 1. A game that has no such position gives the line -,
/// so that lines and games stay together.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya pgn fen games.pgn --ply 16 | sort | uniq -c | sort -rn | head")]
pub(crate) struct Args {
    #[command(flatten)]
    input: FilesArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// All positions, the start's first.
    #[arg(long, conflicts_with = "ply")]
    every: bool,
    /// The position after so many half-moves; - for a game that has not so many.
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The four fields of EPD, without the counters.
    #[arg(long)]
    epd: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let mut faulty = 0;
    let look = Look { positions: true, letters: args.reading.letters, ..Look::default() };
    let write = |piece: &[u8]| {
        let (records, _) = records(piece, look);
        let mut text = String::new();
        records.iter().for_each(|record| write(&mut text, record, args));
        (text, records.iter().filter(|record| record.fault.is_some()).count())
    };
    for file in args.input.each() {
        in_order(file?.1, &args.reading.threads, write, |(text, faults)| {
            out.write_all(text.as_bytes())?;
            faulty += faults;
            Ok(())
        })?;
    }
    out.flush()?;
    if faulty > 0 {
        eprintln!("{} with a fault; tabiya pgn check names them", counted(faulty as u64, "game"));
    }
    Ok(if faulty == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write(text: &mut String, record: &Record, args: &Args) {
    let all = record.positions.as_slice();
    let wanted = match args.ply {
        _ if args.every => all,
        Some(ply) => all.get(ply..=ply).unwrap_or_default(),
        None => &all[all.len().saturating_sub(1)..],
    };
    if wanted.is_empty() && !args.every {
        text.push_str("-\n");
    }
    for position in wanted {
        let fen = position.to_fen();
        let fields = if args.epd { 4 } else { 6 };
        let kept: Vec<&str> = fen.split(' ').take(fields).collect();
        writeln!(text, "{}", kept.join(" ")).expect("a string takes all");
    }
}
