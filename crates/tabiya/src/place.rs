// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where the games are, if both a folder and a database are named: the one that is named more explicitly wins. So
//! `--data` on the command line wins over a `TABIYA_DATABASE` that the environment happens to hold.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;
use tabiya_store::DatabaseUrl;

use crate::secrets;

/// Whether the folder is named more explicitly than the database. With both on the command line the database wins.
pub(crate) fn folder_wins(matches: &ArgMatches) -> bool {
    rank(matches, "data_folder") > rank(matches, "database").max(rank(matches, "database_file"))
}

/// The database, for commands that also take a folder.
#[derive(clap::Args, Debug)]
pub(crate) struct DatabaseArgs {
    /// PostgreSQL database of the games, in place of the folder
    #[arg(long, env = "TABIYA_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// File in which that URL stands
    #[arg(long, env = "TABIYA_DATABASE_FILE", value_name = "FILE")]
    database_file: Option<PathBuf>,
}

impl DatabaseArgs {
    /// Its URL; `None` for a folder.
    ///
    /// # Errors
    /// If it is no URL of a database, or the file can't be read.
    pub(crate) fn url(&self, matches: &ArgMatches) -> anyhow::Result<Option<DatabaseUrl>> {
        if folder_wins(matches) {
            return Ok(None);
        }
        self.named(matches)
    }

    /// The same for a command whose folder is no setting.
    ///
    /// # Errors
    /// As [`url`](Self::url).
    pub(crate) fn named(&self, matches: &ArgMatches) -> anyhow::Result<Option<DatabaseUrl>> {
        let (url, file) = (self.database.as_deref(), self.database_file.as_deref());
        let url = given(matches, "database", url, "database_file", file)?;
        Ok(url.map(|url| url.parse()).transpose()?)
    }
}

/// A secret that is given itself, or in a file: the one that is named more explicitly wins.
///
/// # Errors
/// If the file can't be read.
pub(crate) fn given(
    matches: &ArgMatches,
    id: &str,
    secret: Option<&str>,
    file_id: &str,
    file: Option<&Path>,
) -> anyhow::Result<Option<String>> {
    match (secret, file) {
        (Some(secret), Some(_)) if rank(matches, id) >= rank(matches, file_id) => Ok(Some(secret.to_owned())),
        (_, Some(file)) => secrets::read(file).map(Some),
        (secret, None) => Ok(secret.map(str::to_owned)),
    }
}

fn rank(matches: &ArgMatches, id: &str) -> u8 {
    match matches.value_source(id) {
        None => 0,
        Some(ValueSource::CommandLine) => 3,
        Some(ValueSource::EnvVariable) => 2,
        // What stands in a file of settings is a default, too.
        Some(_) => 1,
    }
}

/// The matches of the innermost command: of `check` in `tabiya data check`.
pub(crate) fn innermost(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, inner)| innermost(inner))
}
