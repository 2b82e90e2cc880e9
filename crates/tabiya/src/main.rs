// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tabiya in one binary: the server, and the rules at the command line.
//!
//! One file a subcommand, each with its `Args` and a `run`. `docs/cli.md` documents them with true outputs.
#![forbid(unsafe_code)]

mod about;
mod analyse;
mod bench;
mod board;
mod book;
mod data;
mod datagen;
mod explain;
mod moves;
mod perft;
mod pgn;
mod position;
mod processor;
mod serve;
mod suite;
mod uci;
mod version;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A chess platform in one binary. Without a command it serves.
#[derive(Parser)]
#[command(name = "tabiya", version = version::short(), long_version = version::long())]
#[command(after_help = "Example: tabiya serve --listen 0.0.0.0:8080 --data /var/lib/tabiya")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(serve::Args),
    Backup(data::backup::Args),
    Restore(data::restore::Args),
    CheckData(data::check::Args),
    Perft(perft::Args),
    Board(board::Args),
    Book(book::Args),
    Moves(moves::Args),
    Explain(explain::Args),
    Pgn(pgn::Args),
    Analyse(analyse::Args),
    Position(position::Args),
    Uci(uci::Args),
    Bench(bench::Args),
    Datagen(datagen::Args),
}

fn main() -> ExitCode {
    processor::refuse().unwrap_or_else(run)
}

/// Apart from `main`, which a processor that is too old must be able to run.
#[inline(never)]
fn run() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    if arguments.len() < 2 {
        arguments.push("serve".into());
    }
    let done = match Cli::parse_from(arguments).command {
        Command::Serve(args) => serve::run(&args),
        Command::Backup(args) => data::backup::run(&args),
        Command::Restore(args) => data::restore::run(&args),
        Command::CheckData(args) => data::check::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Pgn(args) => pgn::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Position(args) => position::run(&args),
        Command::Uci(args) => uci::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Datagen(args) => datagen::run(&args),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether the reader of our output went away, like `head` when it has seen enough. That is no error of anyone's.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
