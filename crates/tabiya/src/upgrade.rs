// SPDX-License-Identifier: AGPL-3.0-or-later
//! What another version of the program does to data.

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use tabiya_server::free_bytes;
use tabiya_store::{DatabaseUrl, look_at_data, look_at_postgres};

use crate::serve::{Given, Settings};
use crate::version;

/// Say what the next start of this program does to the data
///
/// To upgrade, put the new program in the old one's place and start it. It makes a backup before it changes anything. This
/// says beforehand what that will be; it takes the settings of serve, changes nothing, and works beside a running server of
/// another version.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: ./tabiya-new upgrade --check --config /etc/tabiya.toml")]
pub(crate) struct Args {
    /// Only look
    #[arg(long, required = true)]
    check: bool,
    #[command(flatten)]
    given: Given,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let settings = args.given.settings::<Args>("upgrade")?;
    println!("this is Tabiya {}", version::short());
    match &settings.database {
        Some(url) => check_database(&url.parse()?)?,
        None => check_folder(&settings)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn check_folder(settings: &Settings) -> anyhow::Result<()> {
    let folder = &settings.data_folder;
    let shown = folder.display();
    let Some(found) = look_at_data(folder)? else {
        println!("{shown} has no games yet: the first start makes it ready");
        return Ok(());
    };
    let Some(gap) = found.gap else {
        println!("{shown} has this program's tables: nothing will be changed");
        return Ok(());
    };
    println!("{shown} is of an older Tabiya: {gap}");
    match settings.daily_backups() {
        None => println!(
            "no backup will be made first, because backups are off: make one with \"tabiya data backup\""
        ),
        Some(backups) => {
            let (needed, free) = (2 * found.bytes, free_bytes(existing(&backups)));
            if let Some(free) = free.filter(|free| *free < needed) {
                bail!(
                    "{} has {} MiB free, and the backup before the upgrade takes {} MiB; make room first",
                    backups.display(),
                    free >> 20,
                    needed.div_ceil(1 << 20)
                );
            }
            println!("the next start first makes a backup in {}", backups.display());
        }
    }
    println!("then it brings the tables up to date; the program from before refuses them from then on");
    Ok(())
}

/// The folder, or the one above it where it is still to be made.
fn existing(folder: &Path) -> &Path {
    folder.ancestors().find(|each| each.is_dir()).unwrap_or(folder)
}

fn check_database(url: &DatabaseUrl) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let found = runtime.block_on(look_at_postgres(url))?;
    match (found.has_tables, found.gap) {
        (false, _) => println!("{url} has no games yet: the first start makes its tables"),
        (true, None) => println!("{url} has this program's tables: nothing will be changed"),
        (true, Some(gap)) => println!(
            "{url} is of an older Tabiya: {gap}\nback it up first: {}\nthen the next start brings its tables up to date",
            url.dump_command()
        ),
    }
    Ok(())
}
