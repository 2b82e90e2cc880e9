// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya check-data`: is everything in the data folder as it should be?

use std::process::ExitCode;

use tabiya_store::check_data;

use super::{FolderArgs, Watch, amount};

/// Replay every game in the data folder and say what is wrong
///
/// One line a fault, with the game and the number of the event; exit code 1 if there is any. The server may run meanwhile.
/// Nothing is changed.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya check-data --data /var/lib/tabiya")]
pub(crate) struct Args {
    #[command(flatten)]
    folder: FolderArgs,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let watch = Watch::new();
    let checked = check_data(&args.folder.data_folder, &mut |news| watch.tell(news));
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
