// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament pair`: the pairs of the next round.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;
use tabiya_tournament::Dialect;
use tabiya_tournament::dutch;

use super::input::{ApartArgs, InputArgs, refuse, warn_of_gaps};

/// Pair the next round of a Swiss by FIDE's Dutch rules
///
/// Prints the number of pairs, then "WHITE BLACK" a line in the order of the boards; the bye is "NUMBER 0". The round
/// is the first in which nobody has played. Players with a bye written in it, or named in a line 240, are absent.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya tournament pair open.trf --write round5.trf")]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    apart: ApartArgs,
    /// Also write the tournament with the new round to this file; its results are blank, to be filled in
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Spell the settings of the file that is written in JaVaFo's way
    #[arg(long, requires = "write")]
    javafo: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut file = args.input.read()?;
    let options = args.apart.options(&file)?;
    warn_of_gaps(&file);
    let large = file.tournament.players.len() > 300 && io::stderr().is_terminal();
    let progress = |done: usize, all: usize| {
        if large {
            eprint!("\rpaired {done} of {all} players");
        }
    };
    let pairing = dutch::pair(&file.tournament, &options, progress);
    if large {
        eprintln!();
    }
    let pairing = match pairing {
        Ok(pairing) => pairing,
        Err(error) => return refuse(&error, args.input.json),
    };
    if let Some(path) = &args.write {
        file.tournament.record(&pairing, &[]);
        let dialect = if args.javafo { Dialect::JaVaFo } else { Dialect::Trf26 };
        let text = file.write(dialect);
        std::fs::write(path, text).with_context(|| format!("can't write {}", path.display()))?;
    }
    let mut out = io::stdout().lock();
    if args.input.json {
        let pairs: Vec<_> =
            pairing.pairs.iter().map(|pair| json!({ "white": pair.white, "black": pair.black })).collect();
        writeln!(out, "{}", json!({ "round": pairing.round, "pairs": pairs, "bye": pairing.bye }))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(out, "{}", pairing.pairs.len() + usize::from(pairing.bye.is_some()))?;
    for pair in &pairing.pairs {
        writeln!(out, "{} {}", pair.white, pair.black)?;
    }
    if let Some(number) = pairing.bye {
        writeln!(out, "{number} 0")?;
    }
    Ok(ExitCode::SUCCESS)
}
