// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where the data are, and how an order reaches them: straight, or through the server that runs on them.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::bail;
use clap::ArgMatches;
use serde::Serialize;
use tabiya_game::Time;
use tabiya_server::{CONTROL_FILE, PublicUrl, order_running};
use tabiya_store::{OpenError, PostgresStore, SqliteStore, Store};
use tokio::runtime::{Builder, Runtime};

use crate::first_backup::say_what_was_backed_up;
use crate::place::DatabaseArgs;

/// Where the data are.
#[derive(clap::Args, Debug)]
pub(crate) struct Place {
    /// Folder of the games; `user add` and `event new` create it where it is missing
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
    /// Address under which players reach the server, for links
    #[arg(long, env = "TABIYA_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
}

impl Place {
    /// What links begin with. Without a public URL whoever gets the link has to know the server's address.
    pub(crate) fn address(&self) -> String {
        self.public_url
            .as_ref()
            .map_or_else(|| "http://YOUR-SERVER".to_owned(), |url| url.origin().to_owned())
    }
}

/// Carries an order out, and prints what came of it. `here` does it over a store that no server of this folder uses.
/// `must_have` says what the folder must have; `None` where it may be new.
pub(crate) fn carry_out<T: Serialize + Clone>(
    order: &T,
    place: &Place,
    matches: &ArgMatches,
    must_have: Option<&str>,
    here: impl AsyncFn(Store, T) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    runtime()?.block_on(async {
        if let Some(url) = place.database.url(matches)? {
            let store = Store::new(PostgresStore::open_beside(&url).await?);
            return here(store, order.clone()).await;
        }
        if let Some(what) = must_have.filter(|_| !SqliteStore::is_in(&place.data_folder)) {
            bail!("{} has no {what}; --data names another folder", place.data_folder.display());
        }
        on_folder(&place.data_folder, order, here).await
    })
}

/// The same on the data of this folder, which may be new.
pub(crate) fn carry_out_on<T: Serialize + Clone>(
    folder: &Path,
    order: &T,
    here: impl AsyncFn(Store, T) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    runtime()?.block_on(on_folder(folder, order, here))
}

fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(1).enable_all().build()
}

async fn on_folder<T: Serialize + Clone>(
    folder: &Path,
    order: &T,
    here: impl AsyncFn(Store, T) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    // A server runs, maybe an older one: it answers, and nothing about its data is changed here.
    if SqliteStore::is_in_use(folder) {
        return through_the_server(order, folder).await;
    }
    say_what_was_backed_up(folder)?;
    match SqliteStore::open(folder) {
        Ok(store) => here(Store::new(store), order.clone()).await,
        Err(OpenError::InUse { .. }) => through_the_server(order, folder).await,
        Err(error) => Err(error.into()),
    }
}

async fn through_the_server(order: &impl Serialize, folder: &Path) -> anyhow::Result<String> {
    match order_running(folder, order).await {
        Ok(Ok(said)) => Ok(said),
        Ok(Err(said)) => bail!("{said}"),
        Err(error) => bail!(
            "a server runs on {} and can't be reached through its {CONTROL_FILE}: {error}",
            folder.display()
        ),
    }
}

/// The wall clock's time.
pub(crate) fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
