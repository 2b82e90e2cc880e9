// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store in PostgreSQL: a plain log, and the tables that all databases share.
//!
//! One server plays on a database at a time, or several nodes do (see [`owner`]). Every write is a transaction of its own that
//! first makes sure that this server still is the one, and is acknowledged when PostgreSQL has committed it. The events of
//! games that nodes play are written in batches, each of which makes sure that the node still owns these games (see
//! [`fenced`]).

mod check;
mod disk;
mod driver;
mod dumps;
mod durability;
mod error;
mod fence;
mod fenced;
mod formats;
mod hosts;
mod libpq;
mod log;
mod look;
mod migrations;
pub(crate) mod moving;
mod nodes;
mod owner;
mod places;
mod programs;
mod servers;
mod silence;
mod source;
mod standbys;
mod tls;
mod url;
mod warnings;

use std::{
    collections::HashSet,
    sync::{
        Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use async_trait::async_trait;
use deadpool_postgres::{Manager, ManagerConfig, Pool, PoolConfig, RecyclingMethod, Timeouts};
use tabiya_game::{GameId, Stamped};

use crate::{
    AppendError, CreateError, Epoch, FinishedGame, Formats, GameLog, LEASE, LoadedLog, NodeName, OpenError,
    SlotSet, StorageError, UnfinishedPage, event_row,
    tables::{
        Change, Changed, Database, Row, Statement,
        ratings::rebuild::{Rebuilt, rebuild},
    },
};
pub use check::check_postgres;
pub use dumps::KeptDumps;
#[cfg(feature = "mutants")]
pub use fenced::FenceFault;
pub use look::{DatabaseLook, look_at_postgres};
pub use standbys::{Standby, Standbys};
pub use url::{DatabaseUrl, DatabaseUrlError};

use disk::Disk;
use fenced::Lanes;
use owner::{Owner, Part};
use places::{Client, Places, Work};
use servers::Servers;
use warnings::{Counted, Warnings};

/// How long a write or a read waits for a connection.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a write of the log may take, the wait for a connection included. After that it counts as unanswered.
const ANSWER: Duration = Duration::from_secs(8);

/// A store in a PostgreSQL database, which no other server may use at the same time.
///
/// Must be used inside the Tokio runtime in which it was opened: a task of its own holds the lock on the database.
/// Dropping it frees the database.
pub struct PostgresStore {
    inner: std::sync::Arc<Inner>,
    servers: Servers,
    /// None beside a running server.
    owner: Option<Owner>,
    /// Beside a running server: keeps the word on its epoch.
    _beside: Option<tokio::sync::watch::Sender<owner::Held>>,
}

struct Inner {
    pool: Pool,
    /// Of all connections of the pool.
    warnings: Warnings,
    places: Places,
    disk: Disk,
    held: tokio::sync::watch::Receiver<owner::Held>,
    /// What this process may know of the games, to be forgotten when another server may have changed them.
    known: Mutex<Known>,
    /// The way of a node's appends; `None` in a server that shares the database with nobody.
    lanes: Option<Lanes>,
    /// How long a node's lease lasts after a renewal, in milliseconds.
    lease: i64,
    /// In which format the site writes, as far as this server has heard.
    format: AtomicU32,
    /// Which database answers a node.
    source: source::Source,
}

/// The games that somebody in this process has in memory.
#[derive(Default)]
struct Known {
    epoch: i64,
    /// Read or written since this server got the database, the last time.
    fresh: HashSet<GameId>,
    /// Read or written before that, and not read again.
    stale: HashSet<GameId>,
}

impl Known {
    /// Takes note of the epoch. If it is a new one, all that is known has to be read again.
    fn in_epoch(&mut self, epoch: i64) -> &mut Self {
        if self.epoch != epoch {
            let known = std::mem::take(&mut self.fresh);
            if self.epoch != 0 {
                self.stale.extend(known);
            }
            self.epoch = epoch;
        }
        self
    }

    fn read(&mut self, id: GameId) {
        self.stale.remove(&id);
        self.fresh.insert(id);
    }

    fn forget(&mut self, id: GameId) {
        self.stale.remove(&id);
        self.fresh.remove(&id);
    }
}

/// The options of a node's connections: those of its URL, and one that none of them takes back. A node that was stopped in the
/// middle of a transaction must not keep its slots from others.
fn options_of_a_node(of_the_url: Option<&str>) -> String {
    const OWN: &str = "-c idle_in_transaction_session_timeout=3000";
    // Of two values of one setting the later counts.
    of_the_url.map_or_else(|| OWN.to_owned(), |theirs| format!("{theirs} {OWN}"))
}

impl PostgresStore {
    /// Computes all ratings again, as `tabiya data rate` does; tells `done` how many games are done.
    ///
    /// # Errors
    /// If the storage fails. Then it may have been done in part, and can be done again.
    pub async fn rebuild_ratings(&self, done: impl FnMut(u64) + Send) -> Result<Rebuilt, StorageError> {
        rebuild(self, done).await
    }

    /// Opens the store, brings its tables up to date, and keeps other servers away from the database.
    ///
    /// # Errors
    /// If the database can't be reached, belongs to another server for longer than eight seconds, is newer, or loses what it has committed.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, OpenError> {
        Self::open_alone(Servers::of(url)?).await
    }

    /// The same for a command that somebody waits for: a server that falls silent is named, and given up after five minutes.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn open_for_a_command(url: &DatabaseUrl) -> Result<Self, OpenError> {
        Self::open_alone(Servers::of_a_command(url)?).await
    }

    async fn open_alone(servers: Servers) -> Result<Self, OpenError> {
        let owner = Owner::acquire(&servers, Part::Alone).await?;
        let held = owner.watch();
        Self::start(servers, (held, None, LEASE), Some(owner), None)
    }

    /// Opens the store as one of several nodes that share the database. Events of games are written by
    /// [`GameLog::append_under`] alone, under the leases that [`Nodes`](crate::Nodes) gives.
    ///
    /// # Errors
    /// As [`open`](Self::open); and if a node of this name runs, a server has the database for itself, or the nodes that run
    /// are of another version.
    pub async fn open_as_node(url: &DatabaseUrl, name: &NodeName) -> Result<Self, OpenError> {
        Self::open_node(url, name, LEASE, fenced::APPEND.to_owned()).await
    }

    /// The same with leases of another length, so that no law depends on how fast it runs, and with a wrong fence.
    ///
    /// # Errors
    /// As [`open_as_node`](Self::open_as_node).
    #[cfg(feature = "mutants")]
    pub async fn open_as_test_node(
        url: &DatabaseUrl,
        name: &NodeName,
        lease: Duration,
        fault: Option<FenceFault>,
    ) -> Result<Self, OpenError> {
        Self::open_node(url, name, lease, fenced::wrong(fault)).await
    }

    async fn open_node(
        url: &DatabaseUrl,
        name: &NodeName,
        lease: Duration,
        append: String,
    ) -> Result<Self, OpenError> {
        let servers = Servers::of(url)?;
        let owner = Owner::acquire(&servers, Part::Node(name.clone())).await?;
        let held = owner.watch();
        let lanes = Lanes::start(&servers, &append);
        Self::start(servers, (held, Some(lanes), lease), Some(owner), None)
    }

    /// Opens the store beside those that run on the database, to look after nodes; `None` where nobody runs on it.
    ///
    /// # Errors
    /// As [`open_beside`](Self::open_beside).
    pub async fn open_beside_nodes(url: &DatabaseUrl) -> Result<Option<Self>, OpenError> {
        let servers = Servers::of_a_command(url)?;
        let Some(epoch) = owner::epoch_of_another(&servers).await? else { return Ok(None) };
        let (tell, held) = tokio::sync::watch::channel(owner::Held::Yes(epoch));
        Self::start(servers, (held, None, LEASE), None, Some(tell)).map(Some)
    }

    /// Opens the store for a change of accounts, also while a server plays on the database: its tables must be up to date
    /// then. Writes are refused from the moment on at which another server gets the database. Where no server holds it, this
    /// is [`open`](Self::open).
    ///
    /// # Errors
    /// As [`open`](Self::open), and if the server that runs is older than this program.
    pub async fn open_beside(url: &DatabaseUrl) -> Result<Self, OpenError> {
        let servers = Servers::of_a_command(url)?;
        match owner::epoch_of_another(&servers).await? {
            None => Self::open_alone(servers).await,
            Some(epoch) => {
                let (tell, held) = tokio::sync::watch::channel(owner::Held::Yes(epoch));
                Self::start(servers, (held, None, LEASE), None, Some(tell))
            }
        }
    }

    fn start(
        servers: Servers,
        (held, lanes, lease): (tokio::sync::watch::Receiver<owner::Held>, Option<Lanes>, Duration),
        owner: Option<Owner>,
        _beside: Option<tokio::sync::watch::Sender<owner::Held>>,
    ) -> Result<Self, OpenError> {
        let lease = i64::try_from(lease.as_millis()).unwrap_or(i64::MAX / 4);
        let mut config = servers.url.config().clone();
        if lanes.is_some() {
            config.options(options_of_a_node(servers.url.config().get_options()));
        }
        let warnings = Warnings::default();
        let connect = Counted { servers: servers.clone(), warnings: warnings.clone() };
        let recycled = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_connect(config, connect, recycled);
        let patience = Some(PATIENCE);
        let pool = Pool::builder(manager)
            .config(PoolConfig::new(places::ALL))
            .timeouts(Timeouts { wait: patience, create: patience, recycle: patience })
            .runtime(deadpool_postgres::Runtime::Tokio1)
            .build()
            .map_err(|error| servers.failed(StorageError::Failed { detail: error.to_string() }))?;
        let (places, disk, known) = (Places::default(), Disk::default(), Mutex::default());
        // Whoever shares the database hears it when it joins. Until then nothing is written in a newer one.
        let format =
            AtomicU32::new(if lanes.is_none() && owner.is_some() { Formats::own().newest } else { 0 });
        let source = source::Source::default();
        let inner = Inner { pool, warnings, places, disk, held, known, lanes, lease, format, source };
        Ok(Self { inner: std::sync::Arc::new(inner), servers, owner, _beside })
    }

    /// What is to be said of each server of the URL that can be written to and is not used: a primary from before a promotion.
    #[must_use]
    pub fn outdated_servers(&self) -> Vec<String> {
        self.servers.outdated()
    }

    /// The servers that follow the database's.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn standbys(&self) -> Result<Standbys, StorageError> {
        standbys::standbys(&self.inner).await
    }

    /// Gives the database back, so that another server can have it at once. Dropping does the same a little later.
    pub async fn close(self) {
        self.inner.pool.close();
        if let Some(owner) = self.owner {
            owner.release().await;
        }
    }

    /// Runs a write to its end, also if its caller goes away.
    async fn finish<T: Send + 'static>(
        &self,
        write: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, StorageError> {
        tokio::spawn(write).await.map_err(|_| StorageError::Unanswered)
    }

    /// The same for a write of the log that somebody plays by. One that hangs counts as unanswered after a while. It keeps its
    /// connection and its place, so that no more of them hang than there are places; others go on over the other ones.
    async fn finish_in_time<T: Send + 'static>(
        &self,
        write: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, StorageError> {
        let finished = tokio::time::timeout(ANSWER, self.finish(write)).await;
        finished.unwrap_or_else(|_| {
            tracing::warn!("the database has not answered within {} s", ANSWER.as_secs());
            Err(StorageError::Unanswered)
        })
    }
}

impl Inner {
    async fn client(&self, work: Work) -> Result<Client<'_>, StorageError> {
        self.places.client(&self.pool, work).await
    }

    /// The epoch in which this server has the database.
    fn epoch(&self) -> Result<i64, StorageError> {
        self.held.borrow().epoch()
    }

    /// In which format the site writes, as far as this server has heard.
    fn format(&self) -> u32 {
        self.format.load(Ordering::Relaxed)
    }

    fn heard_format(&self, format: u32) {
        self.format.fetch_max(format, Ordering::Relaxed);
    }

    /// Under which epoch a write is to be fenced; `None` in a server that shares the database with nobody.
    fn writer(&self, epoch: Epoch) -> Option<Epoch> {
        self.lanes.as_ref().map(|_| epoch)
    }

    fn known<T>(&self, epoch: i64, with: impl FnOnce(&mut Known) -> T) -> T {
        let mut known = self.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        with(known.in_epoch(epoch))
    }
}

#[async_trait]
impl GameLog for PostgresStore {
    async fn ready(&self) -> Result<(), StorageError> {
        self.inner.epoch()?;
        let mut client = self.inner.client(Work::Read).await?;
        let row = client.query_one("SELECT current_setting('transaction_read_only')::boolean", &[]).await?;
        match row.get(0) {
            true => Err(StorageError::Failed { detail: "the database is read-only".to_owned() }),
            false => self.inner.disk.has_room(&mut client, Instant::now()).await,
        }
    }

    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        let inner = std::sync::Arc::clone(&self.inner);
        self.finish_in_time(async move { log::create(&inner, inner.writer(Epoch::SOLE), id, &events).await })
            .await?
    }

    async fn create_under(&self, epoch: Epoch, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        let inner = std::sync::Arc::clone(&self.inner);
        self.finish_in_time(async move { log::create(&inner, inner.writer(epoch), id, &events).await })
            .await?
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        let inner = std::sync::Arc::clone(&self.inner);
        self.finish(async move { log::keep(&inner, id, &game).await }).await?
    }

    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        self.append_under(Epoch::SOLE, id, first_seq, events).await
    }

    async fn append_under(
        &self,
        epoch: Epoch,
        id: GameId,
        first_seq: u32,
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        let inner = std::sync::Arc::clone(&self.inner);
        let rows = event_row::Row::in_format(event_row::Row::all(&events)?, inner.format());
        // The lanes have a limit of their own.
        let by_lane = inner.lanes.is_some() && log::changes_the_log_alone(&rows);
        let write = async move {
            match inner.writer(epoch) {
                Some(writer) => log::append_as_node(&inner, writer, id, first_seq, rows).await,
                None => log::append(&inner, id, first_seq, &rows).await,
            }
        };
        if by_lane { self.finish(write).await? } else { self.finish_in_time(write).await? }
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        log::load(&self.inner, id).await
    }

    async fn load_all(&self, ids: Vec<GameId>) -> Result<Vec<LoadedLog>, StorageError> {
        log::load_all(&self.inner, &ids).await
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        log::load_unfinished(&self.inner, from, limit).await
    }

    async fn load_unfinished_in(
        &self,
        slots: &SlotSet,
        from: u64,
        limit: u32,
    ) -> Result<UnfinishedPage, StorageError> {
        log::load_unfinished_in(&self.inner, slots, from, limit).await
    }
}

#[async_trait]
impl Database for PostgresStore {
    async fn read(&self, query: Statement) -> Result<Vec<Row>, StorageError> {
        let client = self.inner.client(Work::Read).await?;
        driver::read(&client, &query).await
    }

    async fn change(&self, change: Change) -> Result<Changed, StorageError> {
        let inner = std::sync::Arc::clone(&self.inner);
        self.finish(async move { driver::change(&inner, &change).await }).await?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_in_the_url_of_a_node_leave_its_own_in_force() {
        let own = options_of_a_node(None);
        assert_eq!(own, "-c idle_in_transaction_session_timeout=3000");
        let theirs = "-c search_path=games -c idle_in_transaction_session_timeout=0";
        assert_eq!(options_of_a_node(Some(theirs)), format!("{theirs} {own}"), "the last value counts");
    }
}
