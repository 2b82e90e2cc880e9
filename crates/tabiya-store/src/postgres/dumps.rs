// SPDX-License-Identifier: AGPL-3.0-or-later
//! Backups of a PostgreSQL database that are made by themselves: what `pg_dump` writes, a file a day, read back before it counts.
//! Names, and which are kept, are those of a folder's backups.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use time::Date;
use tokio_postgres::Client;

use super::{
    check::check_postgres,
    programs::Programs,
    servers::{Found, Servers},
    url::DatabaseUrl,
};
use crate::kept_backups::{KeepError, KeptBackup, Kind, Shelf, identity_of};
use crate::part::Part;
use crate::tables::site::DEVICES;
use crate::{CheckNews, DataError, OpenError};

/// What the files' names end with.
const ENDING: &str = "dump";

/// The backups of one PostgreSQL database in a folder, which may hold those of others too.
#[derive(Clone, Debug)]
pub struct KeptDumps {
    url: DatabaseUrl,
    shelf: Shelf,
    /// Whose they are, once that is known: a database that had no server yet does not say.
    identity: std::sync::Arc<OnceLock<String>>,
}

/// What a copy needs to know of a database.
struct Look {
    identity: Option<String>,
    /// How large it is on the disk.
    bytes: u64,
    /// Whether there is neither a game nor an account.
    is_empty: bool,
}

impl KeptDumps {
    /// The backups of this database in `folder`, which need not be there yet.
    pub fn new(url: &DatabaseUrl, folder: impl Into<PathBuf>) -> Self {
        let name: String =
            url.database().chars().map(|sign| if is_plain(sign) { sign } else { '_' }).collect();
        Self {
            url: url.clone(),
            shelf: Shelf::new(folder, name, ENDING),
            identity: std::sync::Arc::default(),
        }
    }

    /// Whether this machine has the programs that make them.
    #[must_use]
    pub fn can_be_made() -> bool {
        Programs::find().is_some()
    }

    /// The folder in which they are.
    pub fn folder(&self) -> &Path {
        self.shelf.folder()
    }

    /// The newest one, and the time at which it was made; `None` without one, or where the folder can't be read.
    ///
    /// # Errors
    /// If the database can't be asked whose they are.
    pub async fn newest(&self) -> Result<Option<(Date, SystemTime)>, DataError> {
        Ok(self.shelf.newest(self.identity().await?))
    }

    /// Whether this day has one.
    ///
    /// # Errors
    /// If the database can't be asked whose they are.
    pub async fn has(&self, day: Date) -> Result<bool, DataError> {
        Ok(self.shelf.has(self.identity().await?, day))
    }

    async fn identity(&self) -> Result<Option<&str>, DataError> {
        if self.identity.get().is_none()
            && let Some(found) = look(&self.url).await?.0.identity
        {
            // Another task may have been quicker; it has found the same.
            let _ = self.identity.set(found);
        }
        Ok(self.identity.get().map(String::as_str))
    }

    /// Makes the backup of this day in place of one that is there already, reads it back, checks the database, and removes what is
    /// not kept any more. `free` says how many bytes a folder's disk has left, where that can be known. `None` while there is
    /// nothing to lose: neither a game nor an account. A server may run meanwhile. Takes the thread for a while.
    ///
    /// # Errors
    /// If there is no `pg_dump`, too little room, the folder can't be used, or the copy fails. Then all older ones are as they were.
    pub async fn make(
        &self,
        today: Date,
        free: impl FnOnce(&Path) -> Option<u64>,
    ) -> Result<Option<KeptBackup>, KeepError> {
        let programs = Programs::find().ok_or(KeepError::NoProgram)?;
        let (look, host) = look(&self.url).await?;
        if look.is_empty {
            return Ok(None);
        }
        let names = self.shelf.make_room(look.identity.as_deref(), look.bytes, free, |_| ())?;
        let part = Part::new(&names.file(Kind::Daily, today))?;
        // Of several hosts `pg_dump` might choose a primary from before a promotion.
        let url = self.url.only(host);
        let servers = Servers::of(&url).map_err(DataError::from)?;
        tokio::select! {
            dumped = programs.dump(&url, part.path()) => dumped?,
            () = servers.until_given_up() => return Err(KeepError::Silent),
        }
        programs.read_back(part.path()).await?;
        // Of the database, as of a moment later: the copy can be checked only where it is restored.
        let mut faults = 0;
        check_postgres(&self.url, &mut |news| faults += u64::from(matches!(news, CheckNews::Fault(_))))
            .await?;
        let file = names.file(if faults == 0 { Kind::Daily } else { Kind::Faulty }, today);
        part.finish(&file)?;
        let removed = self.shelf.tidy(&names, today, faults == 0)?;
        Ok(Some(KeptBackup { file, faults, removed }))
    }
}

/// Whether a sign of a database's name may stand in a file's name everywhere.
const fn is_plain(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_')
}

/// Also says at which of the URL's hosts it was found.
async fn look(url: &DatabaseUrl) -> Result<(Look, usize), DataError> {
    let failed = |source| DataError::Open(OpenError::Database { database: url.to_string(), source });
    let Found { client, moving, host, .. } = Servers::of_a_command(url)?.best_to_look_at().await?;
    let found = ask(&client).await.map_err(|error| failed(error.into()));
    drop(client);
    moving.abort();
    Ok((found?, host))
}

async fn ask(client: &Client) -> Result<Look, tokio_postgres::Error> {
    let bytes: i64 = client.query_one("SELECT pg_database_size(current_database())", &[]).await?.get(0);
    let bytes = bytes.unsigned_abs();
    let has_tables = "SELECT to_regclass('site') IS NOT NULL AND to_regclass('account') IS NOT NULL";
    if !client.query_one(has_tables, &[]).await?.get::<_, bool>(0) {
        return Ok(Look { identity: None, bytes, is_empty: true });
    }
    let secret = client.query_opt("SELECT value FROM site WHERE name = $1", &[&DEVICES]).await?;
    let identity = secret.map(|row| identity_of(row.get(0)));
    let has_some = "SELECT EXISTS (SELECT 1 FROM game) OR EXISTS (SELECT 1 FROM account)";
    let is_empty = !client.query_one(has_some, &[]).await?.get::<_, bool>(0);
    Ok(Look { identity, bytes, is_empty })
}
