// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data rate`: all ratings computed again.

use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_store::{PostgresStore, SqliteStore};

use super::{FolderArgs, bar};
use crate::first_backup::say_what_was_backed_up;

/// Compute all ratings again, from the games
///
/// The server must not run. Players' games keep the order in which they were rated; staff's corrections keep their places. If
/// it is interrupted, run it again: what is missing is rated then, in the order in which the games ended.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya data rate --data /var/lib/tabiya")]
pub(crate) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let bar = bar("games");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let done = |games| bar.set_position(games);
    let rebuilt = match args.folder.database(matches)? {
        Some(url) => runtime.block_on(async {
            let store = PostgresStore::open_for_a_command(&url).await?;
            anyhow::Ok(store.rebuild_ratings(done).await?)
        })?,
        None => {
            // Else a mistyped folder would become an empty database.
            if !args.folder.data_folder.join("tabiya.db").exists() {
                anyhow::bail!("there is no database in {}", args.folder.data_folder.display());
            }
            say_what_was_backed_up(&args.folder.data_folder)?;
            let store = SqliteStore::open(&args.folder.data_folder)?;
            runtime.block_on(store.rebuild_ratings(done))?
        }
    };
    bar.finish_and_clear();
    let s = |count: u64| if count == 1 { "" } else { "s" };
    let (games, corrections) = (rebuilt.games, rebuilt.corrections);
    println!("rated {games} game{}, with {corrections} correction{}", s(games), s(corrections));
    Ok(ExitCode::SUCCESS)
}
