// SPDX-License-Identifier: AGPL-3.0-or-later
//! The database whose puzzles a command reads or changes.

use std::path::PathBuf;

use anyhow::bail;
use clap::ArgMatches;
use tabiya_store::{PostgresStore, SqliteStore, Store};

use crate::first_backup::say_what_was_backed_up;
use crate::place::DatabaseArgs;

/// Where the puzzles are.
#[derive(clap::Args)]
pub(super) struct PlaceArgs {
    /// Folder of the games and the puzzles; no server may run on it
    #[arg(
        long,
        visible_alias = "data",
        env = "TABIYA_DATA_FOLDER",
        value_name = "FOLDER",
        default_value = "./data"
    )]
    data_folder: PathBuf,
    #[command(flatten)]
    database: DatabaseArgs,
}

impl PlaceArgs {
    /// Opens it; `None` for a folder that has no database.
    pub(super) async fn open(&self, matches: &ArgMatches) -> anyhow::Result<Option<Store>> {
        if let Some(url) = self.database.url(matches)? {
            return Ok(Some(Store::new(PostgresStore::open_beside(&url).await?)));
        }
        if !SqliteStore::is_in(&self.data_folder) {
            return Ok(None);
        }
        say_what_was_backed_up(&self.data_folder)?;
        Ok(Some(Store::new(SqliteStore::open(&self.data_folder)?)))
    }

    /// Opens it.
    pub(super) async fn must_open(&self, matches: &ArgMatches) -> anyhow::Result<Store> {
        match self.open(matches).await? {
            Some(store) => Ok(store),
            None => {
                bail!("there is no database in {}; --data names another folder", self.data_folder.display())
            }
        }
    }
}

/// What a command over a database runs on.
pub(super) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?)
}
