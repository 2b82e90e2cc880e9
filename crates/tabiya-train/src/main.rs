// SPDX-License-Identifier: MIT OR Apache-2.0
//! The commands of this crate as a program of their own, which builds much faster than the whole of Tabiya.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tabiya_train::{datagen, levels, train};

/// Generates games of the engine against itself, trains networks on them, and measures the levels.
#[derive(Parser)]
#[command(name = "tabiya-train", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Datagen(datagen::Args),
    Train(train::Args),
    Levels(levels::Args),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Datagen(args) => datagen::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Levels(args) => levels::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
