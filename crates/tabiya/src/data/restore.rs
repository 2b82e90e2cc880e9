// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data restore`: the games of a backup into a data folder.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_store::{Logins, restore};

use super::{FolderArgs, Watch, amount};

/// Put the games of a backup into the data folder
///
/// The server must not run. The backup is checked first, as `tabiya data check` does; if anything is wrong with it, the folder
/// stays as it was. Everybody has to log in again: sessions, programs' tokens, links and code cards end, because whoever has an old
/// device or the backup itself might have them, too.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya data restore --data /var/lib/tabiya /backups/tabiya.db")]
pub(crate) struct Args {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    folder: FolderArgs,
    /// Even if there are games: they are kept beside the restored ones, as tabiya.db.replaced, tabiya.db.replaced-2 and so on
    #[arg(long)]
    replace: bool,
    /// Let sessions, tokens and code cards work on, as they did when the backup was made
    #[arg(long)]
    keep_logins: bool,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    args.folder.only_a_folder(matches, "pg_restore to bring back what pg_dump has written")?;
    let watch = Watch::new();
    let logins = if args.keep_logins { Logins::Keep } else { Logins::End };
    let restored =
        restore(&args.file, &args.folder.data_folder, args.replace, logins, &mut |news| watch.tell(news));
    drop(watch);
    println!("restored {} to {}", amount(&restored?), args.folder.data_folder.display());
    if logins == Logins::End {
        println!("everybody logs in again; tokens and code cards have to be made anew");
    }
    Ok(ExitCode::SUCCESS)
}
