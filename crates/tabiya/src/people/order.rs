// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where the data are, and how an order reaches them: straight, or through the server that runs on them.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::place::folder_wins;
use anyhow::bail;
use clap::ArgMatches;
use tabiya_game::Time;
use tabiya_server::{Operator, Order, PublicUrl};
use tabiya_store::{DatabaseUrl, OpenError, PostgresStore, SqliteStore, Store};

/// Where the data are.
#[derive(clap::Args, Debug)]
pub(super) struct Place {
    /// Folder of the games; `user add` creates it where it is missing
    #[arg(
        long,
        visible_alias = "data",
        env = "TABIYA_DATA_FOLDER",
        value_name = "FOLDER",
        default_value = "./data"
    )]
    data_folder: PathBuf,
    /// PostgreSQL database of the games, in place of the folder
    #[arg(long, env = "TABIYA_DATABASE", value_name = "URL", hide_env_values = true)]
    database: Option<String>,
    /// Address under which players reach the server, for links
    #[arg(long, env = "TABIYA_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
}

impl Place {
    /// What links begin with. Without a public URL whoever gets the link has to know the server's address.
    fn address(&self) -> String {
        self.public_url
            .as_ref()
            .map_or_else(|| "http://YOUR-SERVER".to_owned(), |url| url.origin().to_owned())
    }
}

/// Carries an order out, and prints what came of it.
pub(super) fn carry_out(order: &Order, place: &Place, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let said = runtime.block_on(async {
        if let Some(url) = place.database.as_ref().filter(|_| !folder_wins(matches)) {
            let url: DatabaseUrl = url.parse()?;
            let store = Store::new(PostgresStore::open_beside(&url).await?);
            return Ok(Operator::new(store, place.address()).carry_out(order.clone(), now()).await?);
        }
        // To add an account may be the first thing that an operator does; anything else in a new folder is a slip.
        if !matches!(order, Order::Add { .. }) && !SqliteStore::is_in(&place.data_folder) {
            bail!("{} has no accounts; --data names another folder", place.data_folder.display());
        }
        match SqliteStore::open(&place.data_folder) {
            Ok(store) => {
                let operator = Operator::new(Store::new(store), place.address());
                Ok(operator.carry_out(order.clone(), now()).await?)
            }
            Err(in_use @ OpenError::InUse { .. }) => through_the_server(order, place, in_use).await,
            Err(error) => Err(error.into()),
        }
    })?;
    println!("{said}");
    Ok(ExitCode::SUCCESS)
}

#[cfg(unix)]
async fn through_the_server(order: &Order, place: &Place, _: OpenError) -> anyhow::Result<String> {
    match tabiya_server::order_running(&place.data_folder, order).await {
        Ok(Ok(said)) => Ok(said),
        Ok(Err(said)) => bail!("{said}"),
        Err(error) => bail!(
            "a server runs on {} and can't be reached through its control.sock: {error}",
            place.data_folder.display()
        ),
    }
}

#[cfg(not(unix))]
async fn through_the_server(_: &Order, _: &Place, in_use: OpenError) -> anyhow::Result<String> {
    Err(in_use.into())
}

fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
