// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament pair`: the pairs of the next round.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;
use tabiya_tournament::dutch::{self, Options, PairingError};
use tabiya_tournament::{Dialect, System, Tournament, TrfFile, round_robin};

use super::input::{ApartArgs, InputArgs, refuse, write_new};
use super::warnings::{warn_of_gaps, warn_of_second_bye};
use crate::visible::visible;

/// Pair the next round of a Swiss by FIDE's Dutch rules, or of a round robin by the Berger table
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
    /// Also write the tournament with the new round to this file; its results are blank, to be filled in. A file that
    /// exists is not overwritten
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Overwrite the file
    #[arg(long, requires = "write")]
    force: bool,
    /// Print the boards with names and points, to be hung up: board, White, points, Black, points, separated by tabs
    #[arg(long, conflicts_with = "json")]
    names: bool,
    /// Spell the settings of the file that is written in JaVaFo's way
    #[arg(long, requires = "write")]
    javafo: bool,
}

pub(super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut file = args.input.read_for_pairing()?;
    let options = args.apart.options(&file)?;
    warn_of_gaps(&file);
    let paired = match file.tournament.system {
        System::RoundRobin { .. } => by_table(&mut file),
        _ => by_rules(&mut file, &options),
    };
    let paired = match paired {
        Ok(paired) => paired,
        Err(error) => return refuse(&error, args.input.json),
    };
    if let Some(path) = &args.write {
        let dialect = if args.javafo { Dialect::JaVaFo } else { Dialect::Trf26 };
        if path == Path::new("-") {
            anyhow::bail!("--write needs a file: standard output gets the pairs");
        }
        write_new(path, &file.write(dialect), args.force)?;
    }
    if args.names {
        paired.print_names(&file.tournament)?;
    } else {
        paired.print(args.input.json)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A round as it is printed.
struct Paired {
    round: u16,
    pairs: Vec<(u16, u16)>,
    bye: Option<u16>,
}

/// Pairs the next round of a Swiss and writes it into the tournament.
fn by_rules(file: &mut TrfFile, options: &Options) -> Result<Paired, PairingError> {
    let large = file.tournament.players.len() > 300 && io::stderr().is_terminal();
    let progress = |done: usize, all: usize| {
        if large {
            eprint!("\rpaired {done} of {all} players");
        }
    };
    let pairing = dutch::pair(&file.tournament, options, progress);
    if large {
        eprintln!();
    }
    let pairing = pairing?;
    if let Some(bye) = pairing.bye {
        warn_of_second_bye(file, pairing.round, bye);
    }
    file.tournament.record(&pairing, &[]);
    let pairs = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
    Ok(Paired { round: pairing.round, pairs, bye: pairing.bye })
}

/// Takes the next round of a round robin from the Berger table and writes it into the tournament.
fn by_table(file: &mut TrfFile) -> Result<Paired, PairingError> {
    let event = &mut file.tournament;
    let rounds = event.total_rounds();
    let round = round_robin::next_round(event).ok_or(PairingError::AllRoundsPaired { rounds })?;
    let pairs = round_robin::round(event, round).unwrap_or_default();
    if pairs.is_empty() {
        return Err(PairingError::NobodyPresent { round });
    }
    round_robin::record(event, round, &pairs);
    Ok(Paired { round, pairs, bye: None })
}

impl Paired {
    fn print_names(&self, event: &Tournament) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let who = |number: u16| {
            let player = event.player(number);
            let name = player.map_or("", |player| player.name.as_str());
            let points = player.map(|player| event.score(player, self.round - 1)).unwrap_or_default();
            format!("{number} {}\t{points}", visible(name))
        };
        writeln!(out, "round {}", self.round)?;
        for (board, (white, black)) in (1..).zip(&self.pairs) {
            writeln!(out, "{board}\t{}\t{}", who(*white), who(*black))?;
        }
        self.bye.map_or(Ok(()), |number| writeln!(out, "bye\t{}", who(number)))
    }

    fn print(&self, as_json: bool) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if as_json {
            let pair = |(white, black): &(u16, u16)| json!({ "white": white, "black": black });
            let pairs: Vec<_> = self.pairs.iter().map(pair).collect();
            return writeln!(out, "{}", json!({ "round": self.round, "pairs": pairs, "bye": self.bye }));
        }
        writeln!(out, "{}", self.pairs.len() + usize::from(self.bye.is_some()))?;
        for (white, black) in &self.pairs {
            writeln!(out, "{white} {black}")?;
        }
        self.bye.map_or(Ok(()), |number| writeln!(out, "{number} 0"))
    }
}
