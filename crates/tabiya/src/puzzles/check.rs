// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya puzzles check`: proves puzzles again.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::Context;
use tabiya_puzzles::{Overlaps, Puzzle, START_SET, check};

use super::engine;
use crate::visible::visible;

/// Prove puzzles again
///
/// Reads the lines that `tabiya puzzles find` writes, and has the engine look again at each move with the nodes that the proof names.
/// Without a file it checks the puzzles that the program brings.
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya puzzles check puzzles.txt
          tabiya puzzles check --every 30")]
pub(super) struct Args {
    /// The puzzles, a line each; - is standard input
    file: Option<PathBuf>,
    /// Check one puzzle of so many
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (name, input): (String, Box<dyn Read>) = match &args.file {
        None => ("the start set".to_owned(), Box::new(START_SET.as_bytes())),
        Some(path) if path.as_os_str() == "-" => ("-".to_owned(), Box::new(std::io::stdin())),
        Some(path) => {
            let name = visible(&path.display().to_string()).into_owned();
            (name.clone(), Box::new(File::open(path).with_context(|| format!("can't read {name}"))?))
        }
    };
    let (mut analyst, stop) = (engine(), AtomicBool::new(false));
    let (mut checked, mut faults) = (0_u32, 0_u32);
    let mut puzzles = 0_u32;
    let mut overlaps = Overlaps::default();
    for (number, line) in (1..).zip(BufReader::new(input).lines()) {
        let line = line.with_context(|| format!("can't read {name}"))?;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        puzzles += 1;
        if !(puzzles - 1).is_multiple_of(args.every) {
            continue;
        }
        checked += 1;
        let found = match Puzzle::from_line(&line) {
            Ok(puzzle) => overlaps
                .add(&puzzle)
                .map_err(|overlap| overlap.to_string())
                .and_then(|()| check(&puzzle, &mut analyst, &stop).map_err(|error| error.to_string()))
                .map_err(|fault| format!("{}: {fault}", puzzle.id())),
            Err(error) => Err(error.to_string()),
        };
        if let Err(fault) = found {
            println!("{name}:{number}: {}", visible(&fault));
            faults += 1;
        }
    }
    let s = |count: u32| if count == 1 { "" } else { "s" };
    println!("{} of {checked} puzzle{} proved", checked - faults, s(checked));
    Ok(if faults > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
