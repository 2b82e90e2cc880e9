// SPDX-License-Identifier: AGPL-3.0-or-later
//! Care for the data: `tabiya data backup`, `restore`, `check`, `move` and `rate`. The old names `tabiya backup`, `tabiya restore` and
//! `tabiya check-data` go on working.

pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod moving;
pub(crate) mod rate;
pub(crate) mod restore;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::bail;
use clap::ArgMatches;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tabiya_store::{CheckNews, Checked, DatabaseUrl};

use crate::place::DatabaseArgs;

/// Back up, restore, check, move and rate the data
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya data check --data /var/lib/tabiya")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    Backup(backup::Args),
    Restore(restore::Args),
    Check(check::Args),
    Move(moving::Args),
    Rate(rate::Args),
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::Backup(args) => backup::run(args, matches),
        Command::Restore(args) => restore::run(args, matches),
        Command::Check(args) => check::run(args, matches),
        Command::Move(args) => moving::run(args, matches),
        Command::Rate(args) => rate::run(args, matches),
    }
}

/// The arguments that all of them have: where the data are.
#[derive(clap::Args, Debug)]
struct FolderArgs {
    /// Folder of the games
    #[arg(
        long,
        visible_alias = "data",
        env = "TABIYA_DATA_FOLDER",
        value_name = "FOLDER",
        default_value = "./data"
    )]
    data_folder: PathBuf,
    #[command(flatten)]
    database: DatabaseArgs,
}

impl FolderArgs {
    /// The database's URL; `None` for a folder.
    fn database(&self, matches: &ArgMatches) -> anyhow::Result<Option<DatabaseUrl>> {
        self.database.url(matches)
    }

    /// Refuses what PostgreSQL's own tools do better.
    fn only_a_folder(&self, matches: &ArgMatches, instead: &str) -> anyhow::Result<()> {
        match self.database(matches)? {
            Some(url) => bail!("{url} is a PostgreSQL database: use {instead}"),
            None => Ok(()),
        }
    }
}

/// A bar on standard error, if that is a terminal.
fn bar(what: &str) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what} {{eta}}");
    ProgressBar::with_draw_target(Some(0), target)
        .with_style(ProgressStyle::with_template(&template).expect("a template that indicatif knows"))
}

/// Moves a bar with a check and prints each fault.
struct Watch {
    bar: ProgressBar,
}

impl Watch {
    fn new() -> Self {
        Self { bar: bar("games") }
    }

    fn tell(&self, news: CheckNews) {
        match news {
            CheckNews::Games(games) => self.bar.set_length(games),
            CheckNews::Replayed => self.bar.inc(1),
            // Whoever does not read them gets the exit code all the same.
            CheckNews::Fault(fault) => self.bar.suspend(|| drop(writeln!(io::stdout(), "{fault}"))),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// "3 games, 120 events".
fn amount(checked: &Checked) -> String {
    let Checked { games, events, .. } = checked;
    let s = |count: &u64| if *count == 1 { "" } else { "s" };
    format!("{games} game{}, {events} event{}", s(games), s(events))
}
