// SPDX-License-Identifier: AGPL-3.0-or-later
//! The data folder: whether it can be used, and by this program.

use std::fs;
use std::path::Path;

use tabiya_store::look_at_data;

use super::finding::{Finding, broken, look, well};

const WHAT: &str = "data";

pub(super) fn examine(folder: &Path) -> Finding {
    let shown = folder.display();
    match fs::metadata(folder) {
        Ok(found) if !found.is_dir() => {
            return broken(WHAT, format!("{shown} is no folder; name another one with --data"));
        }
        Ok(found) => {
            if let Some(problem) = open_to_others(&found) {
                return look(WHAT, format!("{shown} {problem}: chmod -R go= {shown}"));
            }
        }
        Err(_) => return well(WHAT, format!("{shown} is not there yet; the first start makes it")),
    }
    match look_at_data(folder) {
        Err(error) => broken(WHAT, error.to_string()),
        Ok(None) => well(WHAT, format!("{shown} has no games yet")),
        Ok(Some(found)) => {
            let games = if found.games == 1 { "1 game".to_owned() } else { format!("{} games", found.games) };
            match found.gap {
                None => well(WHAT, format!("{shown} has {games}, and this program's tables")),
                Some(gap) => look(
                    WHAT,
                    format!(
                        "{shown} is of an older Tabiya ({gap}); \"tabiya upgrade --check\" says what the next start does"
                    ),
                ),
            }
        }
    }
}

/// What the folder's rights let others do, in words.
#[cfg(unix)]
fn open_to_others(folder: &fs::Metadata) -> Option<&'static str> {
    use std::os::unix::fs::PermissionsExt;
    let mode = folder.permissions().mode();
    (mode & 0o077 != 0)
        .then_some("may be read by others on this machine, with hashed passwords and addresses in it")
}

#[cfg(not(unix))]
fn open_to_others(_: &fs::Metadata) -> Option<&'static str> {
    None
}
