// SPDX-License-Identifier: AGPL-3.0-or-later
//! The backup that is made before another version of the program changes the data, and where backups usually are.

use std::path::{Path, PathBuf};

use anyhow::Context;
use tabiya_server::free_bytes;
use tabiya_store::{KeptBackups, OpenError, SqliteStore, look_at_data};

/// Makes a backup of a data folder whose tables this program is about to change. Says where it is, in words; `None` where
/// nothing will be changed, or nothing is there to lose. What is wrong with the data is left to whoever opens them.
///
/// # Errors
/// If it can't be made, or a server uses the data.
pub(crate) fn back_up_first(data: &Path, backups: Option<&Path>) -> anyhow::Result<Option<String>> {
    let Ok(Some(found)) = look_at_data(data) else { return Ok(None) };
    let Some(gap) = found.gap else { return Ok(None) };
    // A server uses them. It could stop before they are opened, and they would be changed without a backup.
    if SqliteStore::is_in_use(data) {
        return Err(OpenError::InUse { path: data.to_owned() }.into());
    }
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

/// Where backups of a data folder usually are, which need not be there yet: beside it, or inside it where this program may not write
/// beside it, as a service that is shut in. `None` if the name is empty, or the root of a disk.
pub(crate) fn usual_folder(data: &Path) -> Option<PathBuf> {
    let data = dunce::canonicalize(data).or_else(|_| std::path::absolute(data)).ok()?;
    let beside = data.parent()?.join("backups");
    // A first start makes what is missing.
    let place = beside.ancestors().find(|folder| folder.is_dir())?;
    Some(if may_write(place) { beside } else { data.join("backups") })
}

/// Where backups of a database are, which has no folder: beside the one that the data would have.
pub(crate) fn beside(data: &Path) -> PathBuf {
    let data = std::path::absolute(data).unwrap_or_else(|_| data.to_owned());
    data.parent().unwrap_or(&data).join("backups")
}

#[cfg(unix)]
fn may_write(folder: &Path) -> bool {
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(not(unix))]
fn may_write(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first start found no folder, and made no backups until the next.
    #[test]
    fn data_that_are_still_to_be_made_are_backed_up_where_they_will_be() {
        let folder = tempfile::tempdir().unwrap();
        let root = dunce::canonicalize(folder.path()).unwrap();
        for data in [root.join("data"), root.join("club/chess/data")] {
            let before = usual_folder(&data);
            assert_eq!(before, Some(data.with_file_name("backups")));
            std::fs::create_dir_all(&data).unwrap();
            assert_eq!(usual_folder(&data), before, "and there they stay");
        }
    }
}
