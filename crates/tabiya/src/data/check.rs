// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya data check`: is everything in the data folder or the database as it should be?

use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_store::{check_data, check_postgres};

use super::{FolderArgs, Watch, amount};

/// Replay every game and say what is wrong
///
/// One line a fault, with the game and the number of the event; exit code 1 if there is any. The server may run meanwhile.
/// Nothing is changed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya data check --data /var/lib/tabiya")]
pub(crate) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let watch = Watch::new();
    let checked = match args.folder.database(matches)? {
        Some(url) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(check_postgres(&url, &mut |news| watch.tell(news)))
        }
        None => check_data(&args.folder.data_folder, &mut |news| watch.tell(news)),
    };
    drop(watch);
    let checked = checked?;
    let faults = match checked.faults {
        0 => "no faults".to_owned(),
        1 => "1 fault".to_owned(),
        faults => format!("{faults} faults"),
    };
    println!("{}: {faults}", amount(&checked));
    Ok(if checked.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
