// SPDX-License-Identifier: AGPL-3.0-or-later
//! The backups of whichever database the server has: copies of the folder's file, or what `pg_dump` writes.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tabiya_runtime::config::Config;
use tabiya_runtime::disk;
use tabiya_runtime::stopping::stops;
use tabiya_store::{KeepError, KeptBackup, KeptBackups, KeptDumps};
use time::Date;
use tokio::runtime::Builder;
use tokio::sync::watch;

/// What was found of them.
pub(super) struct Found {
    pub(super) newest: Option<SystemTime>,
    /// Whether they lie on the disk of the data; not known of a database elsewhere.
    pub(super) is_same_disk: bool,
    pub(super) has_today: bool,
}

/// The backups of one data folder or database.
#[derive(Clone)]
pub(super) enum Kept {
    Folder { kept: KeptBackups, data: PathBuf },
    Database(Box<KeptDumps>),
}

impl Kept {
    /// `None` where the settings say that none are made.
    pub(super) fn of(config: &Config) -> Option<Self> {
        let folder = config.backup_folder.as_ref()?;
        let of_database =
            || Some(Self::Database(Box::new(KeptDumps::new(config.database.as_ref()?, folder))));
        let of_folder =
            |data: &PathBuf| Self::Folder { kept: KeptBackups::new(data, folder), data: data.clone() };
        config.control_folder.as_ref().map(of_folder).or_else(of_database)
    }

    pub(super) fn folder(&self) -> &Path {
        match self {
            Self::Folder { kept, .. } => kept.folder(),
            Self::Database(kept) => kept.folder(),
        }
    }

    /// Whether this machine has what makes them.
    pub(super) fn can_be_made(&self) -> bool {
        match self {
            Self::Folder { .. } => true,
            Self::Database(_) => KeptDumps::can_be_made(),
        }
    }

    /// Looks which there are. Blocks.
    pub(super) fn look(&self, today: Date) -> Result<Found, String> {
        match self {
            Self::Folder { kept, data } => Ok(Found {
                newest: kept.newest().map(|(_, made)| made),
                is_same_disk: disk::is_shared(data, kept.folder()).unwrap_or(false),
                has_today: kept.has(today),
            }),
            Self::Database(kept) => alone(async {
                let newest = kept.newest().await.map_err(|error| error.to_string())?.map(|(_, made)| made);
                let has_today = kept.has(today).await.map_err(|error| error.to_string())?;
                Ok(Found { newest, is_same_disk: false, has_today })
            })?,
        }
    }

    /// Makes the one of this day. Blocks. What another program makes is given up when the server stops.
    pub(super) fn make(
        &self,
        today: Date,
        mut stopping: watch::Receiver<bool>,
    ) -> Result<Result<Option<KeptBackup>, KeepError>, String> {
        match self {
            Self::Folder { kept, .. } => Ok(kept.make(today, disk::free)),
            Self::Database(kept) => alone(async {
                tokio::select! {
                    made = kept.make(today, disk::free) => Ok(made),
                    () = stops(&mut stopping) => Err("no backup is made: the server stops".to_owned()),
                }
            })?,
        }
    }
}

/// Runs this to its end on this thread, which is one of low priority: so are the programs that it starts.
fn alone<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    Ok(runtime.block_on(work))
}
