// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data restore`: the games of a backup into a data folder.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_store::restore;

use super::{FolderArgs, Watch, amount};

/// Put the games of a backup into the data folder
///
/// The server must not run. The backup is checked first, as `tabiya data check` does; if anything is wrong with it, the folder
/// stays as it was.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya data restore --data /var/lib/tabiya /backups/tabiya.db")]
pub(crate) struct Args {
    /// The backup
    file: PathBuf,
    #[command(flatten)]
    folder: FolderArgs,
    /// Even if there are games: they are kept beside the restored ones, as tabiya.db.replaced
    #[arg(long)]
    replace: bool,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    args.folder.only_a_folder(matches, "pg_restore to bring back what pg_dump has written")?;
    let watch = Watch::new();
    let restored = restore(&args.file, &args.folder.data_folder, args.replace, &mut |news| watch.tell(news));
    drop(watch);
    println!("restored {} to {}", amount(&restored?), args.folder.data_folder.display());
    Ok(ExitCode::SUCCESS)
}
