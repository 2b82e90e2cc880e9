// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya tournament`: an arbiter's tool over tournament files, without any server.
//!
//! Exit codes: 0 done, 1 the answer is no (no legal pairing, the checker found differences), 2 unreadable.

mod check;
mod explain;
mod generate;
mod input;
mod pair;
mod standings;
mod warnings;

use std::process::ExitCode;

use clap::Subcommand;

/// Pair, check, explain and rank tournaments from TRF files
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya tournament pair open.trf
          tabiya tournament explain open.trf --player 7 --instead 12
          tabiya tournament standings open.trf --tiebreaks BH/C1,BH,SB
docs/tournaments.md shows a whole event.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Pair(pair::Args),
    Check(check::Args),
    Standings(standings::Args),
    Explain(explain::Args),
    Generate(generate::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Pair(args) => pair::run(args),
        Command::Check(args) => check::run(args),
        Command::Standings(args) => standings::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Generate(args) => generate::run(args),
    }
}
