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
mod bot;
mod cluster;
mod data;
mod datagen;
mod doctor;
mod event;
mod explain;
mod first_backup;
mod limits;
mod members;
mod memory;
mod moves;
mod order;
mod people;
mod perft;
mod pgn;
mod place;
mod position;
mod processor;
mod puzzles;
mod running;
mod secrets;
mod serve;
mod silence;
mod start;
mod suite;
mod tournament;
mod uci;
mod upgrade;
mod version;
mod visible;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// A chess platform in one binary. Without a command it serves; on Windows it starts and opens the browser.
#[derive(Parser)]
#[command(name = "tabiya", version = version::short(), long_version = version::long())]
#[command(after_help = "Example: tabiya serve --lan --data /var/lib/tabiya")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Serve(Box<serve::Args>),
    Start(start::Args),
    Data(data::Args),
    Doctor(Box<doctor::Args>),
    Upgrade(Box<upgrade::Args>),
    User(people::user::Args),
    Invite(people::invite::Args),
    Token(people::token::Args),
    Event(Box<event::Args>),
    Members(members::Args),
    Cluster(cluster::Args),
    Bot(bot::Args),
    #[command(hide = true)]
    Backup(data::backup::Args),
    #[command(hide = true)]
    Restore(data::restore::Args),
    #[command(hide = true)]
    CheckData(data::check::Args),
    Perft(perft::Args),
    Board(board::Args),
    Book(book::Args),
    Moves(moves::Args),
    Explain(explain::Args),
    Pgn(pgn::Args),
    Analyse(analyse::Args),
    Puzzles(puzzles::Args),
    Position(position::Args),
    Tournament(Box<tournament::Args>),
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
        // On Windows that is a double-click.
        arguments.push(if cfg!(windows) { "start" } else { "serve" }.into());
    }
    let matches =
        Cli::command().try_get_matches_from(arguments).unwrap_or_else(|error| secrets::exit(&error));
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let matches = place::innermost(&matches);
    // Those that serve have a log.
    if !matches!(cli.command, Command::Serve(_) | Command::Start(_)) {
        silence::tell();
    }
    let done = match cli.command {
        Command::Serve(args) => serve::run(&args),
        Command::Start(args) => start::run(&args),
        Command::Data(args) => data::run(&args, matches),
        Command::Doctor(args) => doctor::run(&args),
        Command::Upgrade(args) => upgrade::run(&args),
        Command::User(args) => people::user::run(&args, matches),
        Command::Invite(args) => people::invite::run(&args, matches),
        Command::Token(args) => people::token::run(&args, matches),
        Command::Event(args) => event::run(&args, matches),
        Command::Members(args) => members::run(&args, matches),
        Command::Cluster(args) => cluster::run(&args, matches),
        Command::Bot(args) => bot::run(&args),
        Command::Backup(args) => data::backup::run(&args, matches),
        Command::Restore(args) => data::restore::run(&args, matches),
        Command::CheckData(args) => data::check::run(&args, matches),
        Command::Perft(args) => perft::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Book(args) => book::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Pgn(args) => pgn::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Puzzles(args) => puzzles::run(&args, matches),
        Command::Position(args) => position::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Uci(args) => uci::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Datagen(args) => datagen::run(&args),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", in_one_sentence(&error));
            ExitCode::from(2)
        }
    }
}

/// The error and its causes. Many errors name their cause themselves; it is not said again.
fn in_one_sentence(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !said.contains(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    // Names of files and what files say stand in it; the lines are our own.
    secrets::without_passwords(&said).lines().map(visible::visible).collect::<Vec<_>>().join("\n")
}

/// Whether the reader of our output went away, like `head` when it has seen enough. That is no error of anyone's.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn a_cause_that_was_named_is_not_said_twice() {
        let error = anyhow!("no space").context("a.db can't be written: no space").context("no backup");
        assert_eq!(in_one_sentence(&error), "no backup: a.db can't be written: no space");
        assert_eq!(in_one_sentence(&anyhow!("\u{1b}[2J")), "\\u{1b}[2J");
        assert_eq!(in_one_sentence(&anyhow!("two\nlines")), "two\nlines");
    }
}
