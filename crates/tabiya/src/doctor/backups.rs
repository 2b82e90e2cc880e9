// SPDX-License-Identifier: AGPL-3.0-or-later
//! The daily backups: whether there are any, how old the newest one is, and whether the next one can be made.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use tabiya_server::{free_bytes, share_a_disk};
use tabiya_store::{DatabaseUrl, KeptBackups, KeptDumps, look_at_data};

use super::finding::{Finding, broken, look, well};
use crate::serve::Settings;

const WHAT: &str = "backups";
/// A backup of yesterday may be so old before the next one is there.
const OLD: Duration = Duration::from_secs(2 * 24 * 3_600);
/// How long a database may take to say whose it is.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) fn kept(settings: &Settings, folder: PathBuf) -> KeptBackups {
    KeptBackups::new(&settings.data_folder, folder)
}

pub(super) fn examine(settings: &Settings, kept: Option<&KeptBackups>) -> Finding {
    let Some(kept) = kept else {
        return match settings.data_folder.exists() {
            true => look(WHAT, "none are made; backups = \"on\" makes one a day"),
            false => well(WHAT, "there is nothing to lose yet"),
        };
    };
    let folder = kept.folder();
    let shown = folder.display();
    if folder.exists() && !folder.is_dir() {
        return broken(WHAT, format!("{shown} is no folder; name another one with --backup-folder"));
    }
    // What is wrong with the data themselves is said where they are looked at.
    let Ok(Some(data)) = look_at_data(&settings.data_folder) else {
        return well(WHAT, "there is nothing to lose yet");
    };
    let place = if folder.exists() { folder } else { folder.parent().unwrap_or(folder) };
    if let Some(free) = free_bytes(place).filter(|free| *free < 2 * data.bytes) {
        let (free, needed) = (free >> 20, (2 * data.bytes).div_ceil(1 << 20));
        return broken(
            WHAT,
            format!("{shown} has {free} MiB free, and the next backup takes {needed} MiB; make room"),
        );
    }
    let disk = match share_a_disk(&settings.data_folder, place) {
        Some(true) => "; they are on the same disk as the data, so copy one elsewhere from time to time",
        Some(false) | None => "",
    };
    let age = kept.newest().map(|(_, made)| SystemTime::now().duration_since(made).unwrap_or_default());
    match age {
        None if data.games == 0 => well(WHAT, format!("the first one will be made in {shown}")),
        None => look(
            WHAT,
            format!(
                "there is none in {shown} yet; a running server makes one within the hour, or says in its log why not"
            ),
        ),
        Some(age) => aged(age, &shown.to_string(), disk),
    }
}

/// What is said of the newest backup in a folder.
fn aged(age: Duration, shown: &str, disk: &str) -> Finding {
    if age >= OLD {
        let days = age.as_secs() / (24 * 3_600);
        return look(
            WHAT,
            format!(
                "the newest one in {shown} is {days} days old; a running server makes one a day, or says in its log why not"
            ),
        );
    }
    well(WHAT, format!("the newest one in {shown} is {} h old{disk}", age.as_secs() / 3_600))
}

/// Backups of a PostgreSQL database. Where the server makes none, the command that does.
pub(super) async fn of_database(url: &DatabaseUrl, folder: Option<PathBuf>) -> Finding {
    let by_hand = format!("let this run each day: {}", url.dump_command());
    let Some(folder) = folder else {
        return look(WHAT, format!("this server makes none; {by_hand}"));
    };
    if !KeptDumps::can_be_made() {
        return look(
            WHAT,
            format!("there is no pg_dump here, so none are made; install postgresql-client, or {by_hand}"),
        );
    }
    let shown = folder.display();
    if folder.exists() && !folder.is_dir() {
        return broken(WHAT, format!("{shown} is no folder; name another one with --backup-folder"));
    }
    match tokio::time::timeout(PATIENCE, KeptDumps::new(url, &folder).newest()).await {
        Err(_) | Ok(Err(_)) => {
            look(WHAT, format!("whether {shown} has one can't be told without the database; {by_hand}"))
        }
        Ok(Ok(None)) => look(
            WHAT,
            format!(
                "there is none in {shown} yet; a running server makes one within the hour, or says in its log why not"
            ),
        ),
        Ok(Ok(Some((_, made)))) => {
            aged(SystemTime::now().duration_since(made).unwrap_or_default(), &shown.to_string(), "")
        }
    }
}
