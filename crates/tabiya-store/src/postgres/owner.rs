// SPDX-License-Identifier: AGPL-3.0-or-later
//! One server for one database, or several nodes: an advisory lock on a connection of its own, and an epoch that makes it safe.
//!
//! The lock says who may begin: PostgreSQL frees it when the connection that holds it ends, however it ends. A server
//! that was cut off does not notice at once that its lock is gone, so the lock alone would let two servers write. Each
//! server that gets the lock therefore raises the epoch, and each transaction compares it before it writes:
//!
//! - A transaction takes the gate shared, then reads the epoch, and gives up if that is not its own.
//! - A new owner takes the gate alone, which waits for all transactions that are under way, and raises the epoch.
//!
//! The gate is an advisory lock too; it is held until the end of the transaction and writes nothing.
//!
//! Nodes hold the lock shared, so a server alone and nodes keep each other out, and nodes don't. All nodes have one epoch. The
//! first node raises it, and so does one that comes back after a server alone has had the database. Which node writes which
//! game is decided by leases (see [`nodes`](super::nodes)). A second lock, of the node's name, keeps out another of that name.

use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::{
    sync::{oneshot, watch},
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_postgres::Client;

use super::{
    durability::Said,
    error::explain,
    fence, formats, migrations, nodes,
    servers::{Found, Servers},
};
use crate::{Formats, NodeName, OpenError, StorageError};

/// The lock of the owner: "tabiya" and a number, as bytes.
const OWNER_LOCK: i64 = i64::from_be_bytes(*b"tabiya\0\x01");
/// The lock of a move, which holds the database beside the owner's lock: nobody changes anything beside a move.
const MOVE_LOCK: i64 = i64::from_be_bytes(*b"tabiya\0\x04");
/// How long a starting server waits for the one before it: after `kill -9` PostgreSQL needs a moment to notice, and some seconds
/// after its machine has lost power ([`SEEN_TO_DIE`]).
const PATIENCE: Duration = Duration::from_secs(8);
/// PostgreSQL lets go of this connection some four seconds after the machine at its other end has died, and not after the two hours
/// that are usual.
const SEEN_TO_DIE: &str = "SET tcp_keepalives_idle = 1; SET tcp_keepalives_interval = 1; \
     SET tcp_keepalives_count = 3; SET tcp_user_timeout = 4000";
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

/// As what a server holds the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// It keeps all others out.
    Alone,
    /// It shares the database with other nodes, under this name.
    Node(NodeName),
}

/// What came of asking for the locks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Locked {
    /// Nobody else has the database. The lock is not shared yet.
    First,
    /// Other nodes have it, too.
    Beside,
    /// Others keep this server out.
    No,
    /// A node of this name has it.
    NameInUse,
}

/// The task that holds the database. Dropping it lets go.
pub(super) struct Owner {
    held: watch::Receiver<Held>,
    release: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

impl Owner {
    /// Gets the database, waits a little for its last owner, makes sure that it keeps what it commits, and brings its tables up to date.
    pub(super) async fn acquire(servers: &Servers, part: Part) -> Result<Self, OpenError> {
        let failed = |source| servers.failed(source);
        let (mut connection, is_first) = lock_as(servers, &part).await?;
        let client = &mut connection.client;
        let said = Said::at_start(client).await.map_err(failed)?;
        let epoch = if is_first {
            migrations::run(client, &servers.url).await?;
            let epoch = raise(client).await.map_err(|error| failed(error.into()))?;
            // Whoever is alone writes as it likes.
            formats::raise(client, Formats::own().newest).await.map_err(failed)?;
            share(client, &part).await.map_err(|error| failed(error.into()))?;
            epoch
        } else {
            migrations::add_beside(client).await.map_err(failed)?;
            epoch_of_others(client).await.map_err(failed)?
        };
        let (tell, held) = watch::channel(Held::Yes(epoch));
        let (release, released) = oneshot::channel();
        let holder = Holder { servers: servers.clone(), part, epoch, said };
        let servers = servers.clone();
        let task = tokio::spawn(async move {
            tokio::select! {
                () = holder.hold(connection, tell, released) => {}
                () = servers.keep_looking() => {}
            }
        });
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

/// A connection that holds the database, after a short wait for its last owner. Says whether nobody else holds it.
async fn lock_as(servers: &Servers, part: &Part) -> Result<(Connection, bool), OpenError> {
    let database = || servers.url.to_string();
    let failed = |source| servers.failed(source);
    let started = Instant::now();
    loop {
        let connection = connect(servers).await.map_err(failed)?;
        let locked = try_lock_as(&connection.client, part).await.map_err(|error| failed(error.into()))?;
        let refused = match (locked, part) {
            (Locked::First, _) => return Ok((connection, true)),
            (Locked::Beside, _) => return Ok((connection, false)),
            (Locked::NameInUse, Part::Node(name)) => {
                OpenError::NodeInUse { database: database(), name: name.clone() }
            }
            (Locked::No | Locked::NameInUse, _) => OpenError::DatabaseInUse { database: database() },
        };
        // Its own locks must be free before it asks again.
        connection.close().await;
        if started.elapsed() >= PATIENCE {
            return Err(refused);
        }
        sleep(RETRY).await;
    }
}

/// The locks of this part, as far as they are free.
async fn try_lock_as(client: &Client, part: &Part) -> Result<Locked, tokio_postgres::Error> {
    let Part::Node(name) = part else {
        return Ok(if try_lock(client).await? { Locked::First } else { Locked::No });
    };
    let ours = "SELECT pg_try_advisory_lock($1)";
    if !client.query_one(ours, &[&lock_of(name)]).await?.try_get::<_, bool>(0)? {
        return Ok(Locked::NameInUse);
    }
    if try_lock(client).await? {
        return Ok(Locked::First);
    }
    let beside = "SELECT pg_try_advisory_lock_shared($1)";
    let beside = client.query_one(beside, &[&OWNER_LOCK]).await?.try_get(0)?;
    Ok(if beside { Locked::Beside } else { Locked::No })
}

/// The lock of a node's name.
fn lock_of(name: &NodeName) -> i64 {
    let digest = Sha256::new_with_prefix(b"tabiya node ").chain_update(name.as_str()).finalize();
    i64::from_be_bytes(digest[..8].try_into().expect("a digest is longer"))
}

/// Lets other nodes hold the database, too, if this part allows it. Until then nobody else does.
async fn share(client: &Client, part: &Part) -> Result<(), tokio_postgres::Error> {
    if *part != Part::Alone {
        client.execute("SELECT pg_advisory_lock_shared($1)", &[&OWNER_LOCK]).await?;
        client.execute("SELECT pg_advisory_unlock($1)", &[&OWNER_LOCK]).await?;
    }
    Ok(())
}

/// The epoch of those who hold the database, whose tables must be usable by this program.
async fn epoch_of_others(client: &Client) -> Result<i64, StorageError> {
    let gap = match migrations::age(client).await? {
        Some(_) => Some(migrations::gap_beside(client).await?),
        None => None,
    };
    let detail = match gap {
        Some(None) => return Ok(epoch_now(client).await?),
        Some(Some(gap)) => {
            format!(
                "the server that runs on it is of another version: {gap}; use the program that runs there, or stop all servers on \
                 this database first and then start them with the new one"
            )
        }
        None => "the server that runs on it has not made its tables yet; try again".to_owned(),
    };
    Err(StorageError::Failed { detail })
}

async fn epoch_now(client: &Client) -> Result<i64, tokio_postgres::Error> {
    client.query_one("SELECT epoch FROM owner", &[]).await?.try_get(0)
}

/// A connection that holds the database for a move, as long as it lives: no server starts on it, and no command changes
/// anything beside it.
pub(super) async fn lock_for_move(servers: &Servers) -> Result<Connection, OpenError> {
    let (connection, _) = lock_as(servers, &Part::Alone).await?;
    let locked = connection.client.execute("SELECT pg_advisory_lock($1)", &[&MOVE_LOCK]).await;
    locked.map_err(|error| servers.failed(error.into()))?;
    Ok(connection)
}

/// Refuses the writes of commands that came before the move and are not done yet.
pub(super) async fn fence_off(client: &mut Client) -> Result<(), StorageError> {
    raise(client).await?;
    Ok(())
}

/// The epoch of the server that holds the database now; `None` if none does.
pub(super) async fn epoch_of_another(servers: &Servers) -> Result<Option<i64>, OpenError> {
    let failed = |source| servers.failed(source);
    let connection = connect(servers).await.map_err(failed)?;
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
    Ok(Some(epoch_of_others(&connection.client).await.map_err(failed)?))
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

async fn connect(servers: &Servers) -> Result<Connection, StorageError> {
    let found = servers.best_in_time().await??;
    servers.ask_first(&found);
    let Found { client, moving, .. } = found;
    client.simple_query(SEEN_TO_DIE).await?;
    Ok(Connection { client, moving })
}

/// A connection that holds nothing.
#[cfg(test)]
pub(super) async fn connect_for_tests(url: &super::DatabaseUrl) -> Client {
    let servers = Servers::of(url).expect("a URL of a test");
    connect(&servers).await.expect("a server that runs").client
}

async fn try_lock(client: &Client) -> Result<bool, tokio_postgres::Error> {
    client.query_one("SELECT pg_try_advisory_lock($1)", &[&OWNER_LOCK]).await?.try_get(0)
}

/// Waits for every transaction of the owner before, and begins an epoch. Nodes that were before own nothing any more.
async fn raise(client: &mut Client) -> Result<i64, tokio_postgres::Error> {
    let transaction = client.transaction().await?;
    transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&fence::GATE]).await?;
    let row = transaction.query_one("UPDATE owner SET epoch = epoch + 1 RETURNING epoch", &[]).await?;
    nodes::fence_off_all(&transaction).await?;
    transaction.commit().await?;
    row.try_get(0)
}

/// Gets the database again and again, as the same part.
struct Holder {
    servers: Servers,
    part: Part,
    /// In which epoch it had the database last.
    epoch: i64,
    /// Of the database's settings.
    said: Said,
}

impl Holder {
    /// Holds the database until it is told to let go. When the connection is lost, it says so and gets the database again.
    async fn hold(
        mut self,
        mut connection: Connection,
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
                again = self.get_again(&held) => again,
                _ = &mut released => return,
            };
            (connection, self.epoch) = again;
            tracing::info!("the database is held again; games are read anew before they go on");
            held.send_replace(Held::Yes(self.epoch));
        }
    }

    /// Tries until it has the database.
    async fn get_again(&mut self, held: &watch::Sender<Held>) -> (Connection, i64) {
        loop {
            let why = match self.try_again().await {
                Ok(Ok(again)) => return again,
                Ok(Err(Locked::NameInUse)) => {
                    "another server takes part under the name of this node".to_owned()
                }
                Ok(Err(_)) => "another server has it now".to_owned(),
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

    async fn try_again(&mut self) -> Result<Result<(Connection, i64), Locked>, StorageError> {
        let mut connection = connect(&self.servers).await?;
        let client = &mut connection.client;
        let epoch = match try_lock_as(client, &self.part).await? {
            Locked::First => {
                let now = epoch_now(client).await?;
                // Nobody has had the database since this node: then all nodes keep what they own.
                let is_same = self.part != Part::Alone && now == self.epoch;
                let epoch = if is_same { now } else { raise(client).await? };
                share(client, &self.part).await?;
                epoch
            }
            Locked::Beside => epoch_of_others(client).await?,
            refused @ (Locked::No | Locked::NameInUse) => {
                // Its own locks must be free before it asks again.
                connection.close().await;
                return Ok(Err(refused));
            }
        };
        // It may be a standby that was promoted, or one that was started with other settings.
        self.said.again(client).await?;
        Ok(Ok((connection, epoch)))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::postgres::Cluster;

    #[tokio::test]
    async fn postgresql_soon_notices_that_the_machine_of_a_server_has_died() {
        // A socket of Unix has no such settings.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let listens = || vec![format!("port = {port}"), "listen_addresses = '127.0.0.1'".to_owned()];
        let Some(cluster) = Cluster::start_with(|_| listens()) else { return };
        let url = format!("postgres://postgres@127.0.0.1:{port}/{}", cluster.database());
        let client = connect_for_tests(&url.parse().unwrap()).await;
        let mut set = Vec::new();
        for name in
            ["tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_keepalives_count", "tcp_user_timeout"]
        {
            let row = client.query_one("SELECT current_setting($1)", &[&name]).await.unwrap();
            set.push(row.get::<_, String>(0));
        }
        assert_eq!(set, ["1", "1", "3", "4000"]);
    }
}
