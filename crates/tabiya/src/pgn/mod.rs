// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn`: checking, counting, picking and cutting files of games, of any size and with all cores.

mod check;
mod compressed;
mod fen;
mod filter;
pub(crate) mod input;
mod pieces;
mod record;
mod split;
mod stats;

use std::process::ExitCode;

use clap::Subcommand;

/// Check, count, pick and cut files of games
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya pgn check games.pgn
          tabiya pgn filter games.pgn --player carlsen --min-plies 40 > picked.pgn
          tabiya pgn stats games.pgn.zst")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(check::Args),
    Stats(stats::Args),
    Filter(Box<filter::Args>),
    Split(split::Args),
    Fen(fen::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Filter(args) => filter::run(args),
        Command::Split(args) => split::run(args),
        Command::Fen(args) => fen::run(args),
    }
}

/// `1 game`, `2 games`.
fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
