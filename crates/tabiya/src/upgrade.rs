// SPDX-License-Identifier: AGPL-3.0-or-later
//! What another version of the program does to data, and the backup that is made before it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use tabiya_server::free_bytes;
use tabiya_store::{DatabaseUrl, KeptBackups, look_at_data, look_at_postgres};

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
            "{url} is of an older Tabiya: {gap}\nback it up with pg_dump; then the next start brings its tables up to date"
        ),
    }
    Ok(())
}

/// Makes a backup of a data folder whose tables this program is about to change. Says where it is, in words; `None` where
/// nothing will be changed, or nothing is there to lose. What is wrong with the data is left to whoever opens them.
///
/// # Errors
/// If it can't be made.
pub(crate) fn back_up_first(data: &Path, backups: Option<&Path>) -> anyhow::Result<Option<String>> {
    let Ok(Some(found)) = look_at_data(data) else { return Ok(None) };
    let Some(gap) = found.gap else { return Ok(None) };
    let Some(folder) = backups else {
        return Ok(Some(format!(
            "the data are of an older Tabiya ({gap}); no backup is made, because backups are off"
        )));
    };
    let made = KeptBackups::new(data, folder).before_upgrade(free_bytes).with_context(|| {
        format!("the data are of an older Tabiya ({gap}), and no backup can be made before they are changed; make one by hand, then start once with --backups off")
    })?;
    Ok(made.map(|file| {
        format!("the data are of an older Tabiya ({gap}); they are backed up in {}", file.display())
    }))
}

/// The same for commands that have no settings of the server: into the usual folder, and told on standard error.
///
/// # Errors
/// If the backup can't be made.
pub(crate) fn say_what_was_backed_up(data: &Path) -> anyhow::Result<()> {
    if let Some(said) = back_up_first(data, usual_folder(data).as_deref())? {
        eprintln!("{said}");
    }
    Ok(())
}

/// Where backups of a data folder usually are: beside it, or inside where this program may not write beside it, as a service
/// that is shut in. `None` where there are no data yet.
pub(crate) fn usual_folder(data: &Path) -> Option<PathBuf> {
    let data = data.canonicalize().ok()?;
    let beside = data.parent()?.join("backups");
    let place = if beside.is_dir() { &*beside } else { data.parent()? };
    Some(if may_write(place) { beside } else { data.join("backups") })
}

#[cfg(unix)]
fn may_write(folder: &Path) -> bool {
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(not(unix))]
fn may_write(_: &Path) -> bool {
    true
}
