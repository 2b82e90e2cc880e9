// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data backup`: all games in one file.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_store::backup;

use super::{FolderArgs, bar};

/// Copy all games into one file, also while the server runs
///
/// The copy is one state of the games, checked before it gets its name; an older file of that name is replaced.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya data backup --data /var/lib/tabiya /backups/tabiya.db")]
pub(crate) struct Args {
    /// The file to write; not in the data folder
    file: PathBuf,
    #[command(flatten)]
    folder: FolderArgs,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    args.folder.only_a_folder(matches, "pg_dump to back it up")?;
    let bar = bar("pages");
    let copied = backup(&args.folder.data_folder, &args.file, &mut |copied| {
        bar.set_length(copied.all);
        bar.set_position(copied.done);
    });
    bar.finish_and_clear();
    copied?;
    println!("backed up to {}", args.file.display());
    Ok(ExitCode::SUCCESS)
}
