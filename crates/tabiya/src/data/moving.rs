// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data move`: everything from a data folder into a PostgreSQL database, or back.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::ArgMatches;
use indicatif::ProgressBar;
use tabiya_store::{CheckNews, Home, MoveNews, Moved, move_data};

use super::{amount, bar};
use crate::place::DatabaseArgs;

/// Move everything from a data folder into a PostgreSQL database, or back
///
/// No server may run on either. The source stays as it is, with a note for the next server there; the target must be empty.
/// Everything is compared and checked in the end. If it is interrupted, give the same command again: it goes on. Where --from or
/// --to is left out, that side is the database that TABIYA_DATABASE or --database-file names, so that no password stands on the
/// command line.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: tabiya data move --from ./data --to postgres://tabiya@db.example/tabiya\n         tabiya data move --database-file /run/secrets/database --to ./data"
)]
pub(crate) struct Args {
    /// What to move: a data folder, or the URL of a database
    #[arg(long, value_name = "FOLDER|URL")]
    from: Option<String>,
    /// Where to: the other of the two
    #[arg(long, value_name = "FOLDER|URL")]
    to: Option<String>,
    #[command(flatten)]
    database: DatabaseArgs,
}

impl Args {
    /// A side: as it is named, or the database.
    fn home(&self, named: Option<&str>, matches: &ArgMatches) -> anyhow::Result<Home> {
        match named {
            Some("") => bail!("--from and --to name a folder or a database"),
            // A mistyped scheme must not become a folder.
            Some(url) if url.contains("://") => Ok(Home::Database(url.parse()?)),
            Some(folder) => Ok(Home::Folder(folder.into())),
            None => {
                let url = self.database.named(matches)?;
                let url = url.context(
                    "name both sides with --from and --to, or one of them and the database with TABIYA_DATABASE or --database-file",
                )?;
                Ok(Home::Database(url))
            }
        }
    }
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    if args.from.is_none() && args.to.is_none() {
        bail!("name what to move with --from, or where to with --to");
    }
    let from = args.home(args.from.as_deref(), matches)?;
    let to = args.home(args.to.as_deref(), matches)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut progress = Progress::new();
    let moved = runtime.block_on(move_data(&from, &to, &mut |news| progress.tell(news)));
    progress.bar.finish_and_clear();
    let moved = moved?;
    print(&moved, &place(&from), &place(&to));
    Ok(if moved.checked.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn place(home: &Home) -> String {
    match home {
        Home::Folder(folder) => folder.display().to_string(),
        Home::Database(url) => url.to_string(),
    }
}

fn print(moved: &Moved, from: &str, to: &str) {
    for (table, rows) in &moved.tables {
        println!("{table}: {rows}");
    }
    let tables = moved.tables.len();
    println!("moved {} and {} rows of {tables} tables to {to}", amount(&moved.checked), moved.rows());
    match moved.checked.faults {
        0 => println!("both are the same, row by row, and there are no faults"),
        faults => println!(
            "both are the same, row by row; the faults above ({faults}) stand in the source too, where \"tabiya data check\" shows them"
        ),
    }
    println!("start the server on {to} from now on: what is played on {from} is not there");
    if moved.is_noted {
        println!("a server that is started on {from} all the same says so");
    }
}

/// What happens, on standard error: a bar on a terminal, else a line for each step.
struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    tables: bool,
}

impl Progress {
    fn new() -> Self {
        Self { bar: bar("games"), is_terminal: io::stderr().is_terminal(), tables: false }
    }

    fn tell(&mut self, news: MoveNews) {
        match news {
            MoveNews::GoesOn => self.step("going on with the move that was interrupted"),
            MoveNews::Games(games) => self.games("copying", games),
            MoveNews::GamesDone(games) => self.bar.inc(games),
            MoveNews::Table(_) if self.tables => {}
            MoveNews::Table(_) => {
                self.tables = true;
                self.step("copying the tables");
            }
            MoveNews::Compares(games) => self.games("comparing", games),
            MoveNews::Checks => {
                self.bar.reset();
                self.step("checking the target");
            }
            MoveNews::Check(CheckNews::Games(games)) => self.bar.set_length(games),
            MoveNews::Check(CheckNews::Replayed) => self.bar.inc(1),
            MoveNews::Check(CheckNews::Fault(fault)) => self.bar.suspend(|| println!("{fault}")),
        }
    }

    fn games(&self, doing: &str, games: u64) {
        let s = if games == 1 { "" } else { "s" };
        self.step(&format!("{doing} {games} game{s}"));
        self.bar.reset();
        self.bar.set_length(games);
    }

    fn step(&self, what: &str) {
        if self.is_terminal {
            self.bar.println(what);
        } else {
            eprintln!("{what}");
        }
    }
}
