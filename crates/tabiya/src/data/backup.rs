// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data backup`: all games in one file, or on standard output.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::ArgMatches;
use tabiya_store::backup;

use super::{FolderArgs, bar};

/// Copy all games into one file
///
/// The server may run meanwhile. The copy is one state of the games, checked, and durable when this returns. The file is
/// replaced only then. With - the copy goes to standard output, for another program to encrypt or to carry away.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example: tabiya data backup --data /var/lib/tabiya /backups/tabiya.db\n         tabiya data backup - | gpg --encrypt --recipient me > tabiya.db.gpg"
)]
pub(crate) struct Args {
    /// The file to write, not in the data folder; - for standard output
    file: PathBuf,
    #[command(flatten)]
    folder: FolderArgs,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    args.folder.only_a_folder(matches, "pg_dump to back it up")?;
    if args.file == Path::new("-") {
        to_standard_output(&args.folder.data_folder)?;
    } else {
        copy(&args.folder.data_folder, &args.file)?;
        println!("backed up to {}", args.file.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn copy(data: &Path, file: &Path) -> anyhow::Result<()> {
    let bar = bar("pages");
    let copied = backup(data, file, &mut |copied| {
        bar.set_length(copied.all);
        bar.set_position(copied.done);
    });
    bar.finish_and_clear();
    Ok(copied?)
}

/// SQLite writes a copy page by page and back again, so it is made in a private folder first, and told when it is complete.
fn to_standard_output(data: &Path) -> anyhow::Result<()> {
    if io::stdout().is_terminal() {
        bail!(
            "a backup is no text for a terminal; send it to a file or to a program, as in \"tabiya data backup - > tabiya.db\""
        );
    }
    let place = tempfile::tempdir().context("no temporary folder can be made; TMPDIR names another one")?;
    let file = place.path().join("backup.db");
    copy(data, &file)?;
    io::copy(&mut File::open(&file)?, &mut io::stdout().lock())?;
    Ok(())
}
