// SPDX-License-Identifier: AGPL-3.0-or-later
//! One server for one database: an advisory lock on a connection of its own, and an epoch that makes it safe.
//!
//! The lock says who may begin: PostgreSQL frees it when the connection that holds it ends, however it ends. A server
//! that was cut off does not notice at once that its lock is gone, so the lock alone would let two servers write. Each
//! server that gets the lock therefore raises the epoch, and each transaction compares it before it writes:
//!
//! - A transaction takes the gate shared, then reads the epoch, and gives up if that is not its own.
//! - A new owner takes the gate alone, which waits for all transactions that are under way, and raises the epoch.
//!
//! The gate is an advisory lock too; it is held until the end of the transaction and writes nothing.

use std::time::Duration;

use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_postgres::Client;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{driver::Trouble, error::explain, migrations, url::DatabaseUrl};
use crate::{OpenError, StorageError, tables::migrations::Age};

/// The lock of the owner: "tabiya" and a number, as bytes.
const OWNER_LOCK: i64 = i64::from_be_bytes(*b"tabiya\0\x01");
/// The gate that transactions pass.
const GATE: i64 = i64::from_be_bytes(*b"tabiya\0\x02");
/// The lock of a move, which holds the database beside the owner's lock: nobody changes anything beside a move.
const MOVE_LOCK: i64 = i64::from_be_bytes(*b"tabiya\0\x04");
/// How long a starting server waits for the one before it: after `kill -9` PostgreSQL needs a moment to notice.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long to wait between two attempts.
const RETRY: Duration = Duration::from_millis(100);
/// How often the connection is asked whether it still works.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// How long the answer may take.
const ANSWER: Duration = Duration::from_secs(5);

/// Whether this server has the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// It has, in this epoch.
    Yes(i64),
    /// It has not, for this reason.
    No(String),
}

impl Held {
    pub(super) fn epoch(&self) -> Result<i64, StorageError> {
        match self {
            Self::Yes(epoch) => Ok(*epoch),
            Self::No(detail) => Err(StorageError::NotHeld { detail: detail.clone() }),
        }
    }
}

/// The task that holds the database. Dropping it lets go.
pub(super) struct Owner {
    held: watch::Receiver<Held>,
    release: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

impl Owner {
    /// Gets the database, waits a little for its last owner, and brings its tables up to date.
    pub(super) async fn acquire(url: &DatabaseUrl, tls: &MakeRustlsConnect) -> Result<Self, OpenError> {
        let failed = |source| OpenError::Database { database: url.to_string(), source };
        let mut connection = lock(url, tls).await?;
        migrations::run(&mut connection.client, url).await?;
        let epoch = raise(&mut connection.client).await.map_err(|error| failed(error.into()))?;
        let (tell, held) = watch::channel(Held::Yes(epoch));
        let (release, released) = oneshot::channel();
        let task = tokio::spawn(hold(connection, url.clone(), tls.clone(), tell, released));
        Ok(Self { held, release: Some(release), task: Some(task) })
    }

    pub(super) fn watch(&self) -> watch::Receiver<Held> {
        self.held.clone()
    }

    /// Lets go, and returns when the connection is closed.
    pub(super) async fn release(mut self) {
        drop(self.release.take());
        if let Some(task) = self.task.take() {
            // A panic in there has been reported.
            let _ = task.await;
        }
    }
}

/// A connection that holds the database, after a short wait for its last owner.
async fn lock(url: &DatabaseUrl, tls: &MakeRustlsConnect) -> Result<Connection, OpenError> {
    let database = || url.to_string();
    let failed = |source| OpenError::Database { database: database(), source };
    let started = Instant::now();
    loop {
        let connection = connect(url, tls).await.map_err(failed)?;
        if try_lock(&connection.client).await.map_err(|error| failed(error.into()))? {
            return Ok(connection);
        }
        if started.elapsed() >= PATIENCE {
            return Err(OpenError::DatabaseInUse { database: database() });
        }
        sleep(RETRY).await;
    }
}

/// A connection that holds the database for a move, as long as it lives: no server starts on it, and no command changes
/// anything beside it.
pub(super) async fn lock_for_move(
    url: &DatabaseUrl,
    tls: &MakeRustlsConnect,
) -> Result<Connection, OpenError> {
    let connection = lock(url, tls).await?;
    let locked = connection.client.execute("SELECT pg_advisory_lock($1)", &[&MOVE_LOCK]).await;
    locked.map_err(|error| OpenError::Database { database: url.to_string(), source: error.into() })?;
    Ok(connection)
}

/// Refuses the writes of commands that came before the move and are not done yet.
pub(super) async fn fence_off(client: &mut Client) -> Result<(), StorageError> {
    raise(client).await?;
    Ok(())
}

/// The epoch of the server that holds the database now; `None` if none does.
pub(super) async fn epoch_of_another(
    url: &DatabaseUrl,
    tls: &MakeRustlsConnect,
) -> Result<Option<i64>, OpenError> {
    let failed = |source| OpenError::Database { database: url.to_string(), source };
    let connection = connect(url, tls).await.map_err(failed)?;
    if try_lock(&connection.client).await.map_err(|error| failed(error.into()))? {
        return Ok(None);
    }
    // Given back when the statement ends.
    let try_shared = "SELECT pg_try_advisory_xact_lock_shared($1)";
    let row = connection.client.query_one(try_shared, &[&MOVE_LOCK]).await;
    let stays: bool = row.and_then(|row| row.try_get(0)).map_err(|error| failed(error.into()))?;
    if !stays {
        let detail = "its data are being moved; wait until that is done".to_owned();
        return Err(failed(StorageError::Failed { detail }));
    }
    let age = migrations::age(&connection.client).await.map_err(failed)?;
    let detail = match age {
        Some(Age::Current) => None,
        Some(Age::Older(_, gap) | Age::Newer(gap)) => {
            Some(format!("the server that runs on it is of another version: {gap}"))
        }
        None => Some("the server that runs on it has not made its tables yet; try again".to_owned()),
    };
    if let Some(detail) = detail {
        return Err(failed(StorageError::Failed { detail }));
    }
    let row = connection.client.query_one("SELECT epoch FROM owner", &[]).await;
    let epoch = row.and_then(|row| row.try_get(0)).map_err(|error| failed(error.into()))?;
    Ok(Some(epoch))
}

/// A connection and the task that moves its bytes.
pub(super) struct Connection {
    pub(super) client: Client,
    moving: JoinHandle<()>,
}

impl Connection {
    /// Closes it, and returns when PostgreSQL has heard of it.
    pub(super) async fn close(self) {
        drop(self.client);
        let _ = timeout(ANSWER, self.moving).await;
    }
}

async fn connect(url: &DatabaseUrl, tls: &MakeRustlsConnect) -> Result<Connection, StorageError> {
    let connecting = url.config().connect(tls.clone());
    let unreachable = |_| StorageError::Unreachable { detail: "no answer within five seconds".to_owned() };
    let (client, connection) = timeout(ANSWER, connecting).await.map_err(unreachable)??;
    // What goes wrong with it shows in the next answer that does not come.
    let moving = tokio::spawn(async move { drop(connection.await) });
    Ok(Connection { client, moving })
}

/// A connection that holds nothing.
#[cfg(test)]
pub(super) async fn connect_for_tests(url: &DatabaseUrl) -> Client {
    let tls = super::tls::connector(url).expect("a URL of a test");
    connect(url, &tls).await.expect("a server that runs").client
}

async fn try_lock(client: &Client) -> Result<bool, tokio_postgres::Error> {
    client.query_one("SELECT pg_try_advisory_lock($1)", &[&OWNER_LOCK]).await?.try_get(0)
}

/// Waits for every transaction of the owner before, and begins an epoch.
async fn raise(client: &mut Client) -> Result<i64, tokio_postgres::Error> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&GATE]).await?;
    let row = transaction.query_one("UPDATE owner SET epoch = epoch + 1 RETURNING epoch", &[]).await?;
    transaction.commit().await?;
    row.try_get(0)
}

/// Makes sure that this server has the database in this epoch until the transaction ends.
pub(super) async fn fence(
    transaction: &deadpool_postgres::Transaction<'_>,
    epoch: i64,
) -> Result<(), Trouble> {
    let gate = transaction.prepare_cached("SELECT pg_advisory_xact_lock_shared($1)").await?;
    let now = transaction.prepare_cached("SELECT epoch FROM owner").await?;
    transaction.execute(&gate, &[&GATE]).await?;
    // A statement of its own, because one statement sees what was committed when it began, before it waited.
    let now: i64 = transaction.query_one(&now, &[]).await?.try_get(0)?;
    if now == epoch {
        return Ok(());
    }
    let detail = "another server has had it in between".to_owned();
    Err(StorageError::NotHeld { detail }.into())
}

/// Holds the database until it is told to let go. When the connection is lost, it says so and gets the database again.
async fn hold(
    mut connection: Connection,
    url: DatabaseUrl,
    tls: MakeRustlsConnect,
    held: watch::Sender<Held>,
    mut released: oneshot::Receiver<()>,
) {
    loop {
        let lost = tokio::select! {
            lost = watch_over(&mut connection) => lost,
            _ = &mut released => {
                connection.close().await;
                return;
            }
        };
        tracing::error!(
            "the connection that holds the database is lost: {lost}; moves are refused until it is back"
        );
        held.send_replace(Held::No(lost));
        connection.moving.abort();
        let again = tokio::select! {
            again = get_again(&url, &tls, &held) => again,
            _ = &mut released => return,
        };
        connection = again.0;
        tracing::info!("the database is held again; games are read anew before they go on");
        held.send_replace(Held::Yes(again.1));
    }
}

/// Returns what is wrong when the connection does not answer any more.
async fn watch_over(connection: &mut Connection) -> String {
    loop {
        tokio::select! {
            () = sleep(HEARTBEAT) => {}
            _ = &mut connection.moving => return "it was closed".to_owned(),
        }
        match timeout(ANSWER, connection.client.simple_query("SELECT 1")).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return explain(&error),
            Err(_) => return "no answer within five seconds".to_owned(),
        }
    }
}

/// Tries until it has the database.
async fn get_again(
    url: &DatabaseUrl,
    tls: &MakeRustlsConnect,
    held: &watch::Sender<Held>,
) -> (Connection, i64) {
    loop {
        let why = match try_again(url, tls).await {
            Ok(Some(again)) => return again,
            Ok(None) => "another server has it now".to_owned(),
            Err(error) => error.to_string(),
        };
        held.send_if_modified(|now| {
            let changed = *now != Held::No(why.clone());
            if changed {
                tracing::warn!("the database can't be held again: {why}");
                *now = Held::No(why);
            }
            changed
        });
        sleep(RETRY).await;
    }
}

async fn try_again(
    url: &DatabaseUrl,
    tls: &MakeRustlsConnect,
) -> Result<Option<(Connection, i64)>, StorageError> {
    let mut connection = connect(url, tls).await?;
    if !try_lock(&connection.client).await? {
        return Ok(None);
    }
    let epoch = raise(&mut connection.client).await?;
    Ok(Some((connection, epoch)))
}
