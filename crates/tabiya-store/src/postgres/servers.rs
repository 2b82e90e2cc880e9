// SPDX-License-Identifier: AGPL-3.0-or-later
//! The servers that a URL names, and which of them is the site's primary: the one of the highest timeline.
//!
//! A promotion raises the timeline of a database. A primary of before it that is started again can be written to, too, and whatever
//! is written there is lost. So each connection is asked for its timeline before it is used. The highest is kept in memory, and a server of
//! a lower one counts as not there. Connections that were made before a higher timeline was seen end when it is.
//!
//! The host at which a server holds the database is asked first for each further connection, and alone if it soon gives one. All are
//! asked at the start, every few seconds, and when the held connection has ended.
//!
//! Another identifier of the data folder is another database, restored from a dump for example: its timelines say nothing of these.

use std::{collections::BTreeMap, future::pending, sync::Arc, time::Duration};

use tokio::{
    sync::{oneshot, watch},
    task::{AbortHandle, JoinHandle, JoinSet},
    time::{Instant, sleep, timeout, timeout_at},
};
use tokio_postgres::{Client, Config, Connection, Error, SimpleQueryMessage, Socket, tls::MakeTlsConnect};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    error::{explain, is_going_away},
    hosts,
    silence::{self, Wakes},
    tls,
    url::DatabaseUrl,
};
use crate::{OpenError, StorageError};

/// The identifier of the data folder, which a standby shares, and the timeline, which a promotion raises; NULL in a standby. What
/// `pg_control_checkpoint()` says lags behind a promotion until the next checkpoint.
const HISTORY: &str = "SELECT (SELECT system_identifier FROM pg_catalog.pg_control_system()),
     CASE WHEN NOT pg_catalog.pg_is_in_recovery()
     THEN left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_lsn()), 8) END";
/// How long all servers may take to say which timeline they have, where none is known yet.
const AT_START: Duration = Duration::from_secs(3);
/// The same where one is known. A machine that has lost its power must not make the others wait.
const LATER: Duration = Duration::from_millis(500);
/// How long all of them may take to give whoever waits for it a connection.
const ANSWER: Duration = Duration::from_secs(5);
/// How much later the others are asked where a host is asked first.
const FIRST: Duration = Duration::from_millis(300);
/// How often all are looked at while one of them is used.
const LOOK: Duration = Duration::from_secs(10);

/// The side of a connection that moves its bytes.
pub(super) type Line = Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// The servers of one URL. All clones know the same of them.
#[derive(Clone)]
pub(super) struct Servers {
    pub(super) url: DatabaseUrl,
    tls: MakeRustlsConnect,
    seen: Arc<watch::Sender<Seen>>,
    /// Whether somebody waits for what is asked of them, and nothing else notices a server that falls silent.
    are_of_a_command: bool,
}

/// A connection that may be used.
pub(super) struct Found {
    pub(super) client: Client,
    /// The task that moves its bytes.
    pub(super) moving: JoinHandle<()>,
    /// Which of the URL's hosts it is.
    pub(super) host: usize,
    /// Of the data there; `None` where the server does not say it.
    history: Option<History>,
}

impl Found {
    fn is_newer_than(&self, other: &Self) -> bool {
        match (&self.history, &other.history) {
            (Some(own), Some(other)) => own.system == other.system && own.timeline > other.timeline,
            _ => false,
        }
    }

    fn why_not(&self, config: &Config, later: u32) -> Option<String> {
        self.history.as_ref().map(|history| why_not(config, history, later))
    }
}

/// What became of the data of a server.
#[derive(Clone)]
struct History {
    system: String,
    timeline: u32,
}

/// What servers have said.
#[derive(Default)]
struct Seen {
    /// The highest timeline of each system.
    highest: BTreeMap<String, u32>,
    /// The hosts at which a primary with a lower one runs, and what is to be said of each.
    outdated: BTreeMap<usize, String>,
    /// The host that is asked first, as long as this task moves the bytes of a connection to it.
    first: Option<(usize, AbortHandle)>,
    /// What hosts said the last time in place of a connection.
    refused: BTreeMap<usize, String>,
}

impl Seen {
    /// The timeline that makes this one outdated.
    fn later_than(&self, history: &History) -> Option<u32> {
        self.highest.get(&history.system).copied().filter(|highest| *highest > history.timeline)
    }

    /// Whether it is the highest so far.
    fn raise(&mut self, history: &History) -> bool {
        let highest = self.highest.entry(history.system.clone()).or_default();
        let is_higher = history.timeline > *highest;
        *highest = history.timeline.max(*highest);
        is_higher
    }
}

/// Why a server gives no connection that may be used.
struct Useless {
    error: Error,
    /// What is to be said of it, if it is a primary from before a promotion.
    outdated: Option<String>,
}

impl From<Error> for Useless {
    fn from(error: Error) -> Self {
        Self { error, outdated: None }
    }
}

impl Servers {
    /// # Errors
    /// If the certificates that the URL names can't be used.
    pub(super) fn of(url: &DatabaseUrl) -> Result<Self, OpenError> {
        let failed = |detail| OpenError::Database {
            database: url.to_string(),
            source: StorageError::Failed { detail },
        };
        let tls = tls::connector(url).map_err(failed)?;
        let seen = Arc::new(watch::Sender::default());
        Ok(Self { url: url.clone(), tls, seen, are_of_a_command: false })
    }

    /// The same for a command: what its servers are silent about is said, and they are not waited for without end.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(super) fn of_a_command(url: &DatabaseUrl) -> Result<Self, OpenError> {
        Ok(Self { are_of_a_command: true, ..Self::of(url)? })
    }

    /// Returns when the only host of the URL has been silent for so long that nobody waits for it any more.
    pub(super) async fn until_given_up(&self) {
        silence::until_given_up(&Wakes::default(), self.url.config().clone(), &self.tls).await;
    }

    /// What a refusal says of the database.
    pub(super) fn failed(&self, source: StorageError) -> OpenError {
        OpenError::Database { database: self.url.to_string(), source }
    }

    /// A connection to the server of the highest timeline among those that answer in time.
    pub(super) async fn best(&self) -> Result<Found, Error> {
        let patience = if self.seen.borrow().highest.is_empty() { AT_START } else { LATER };
        self.connect(self.url.config(), (None, patience), |line| async move { drop(line.await) }).await
    }

    /// The same. If none has answered after five seconds, that is the storage's error.
    pub(super) async fn best_in_time(&self) -> Result<Result<Found, Error>, StorageError> {
        self.seen.send_if_modified(|seen| {
            seen.refused.clear();
            false
        });
        let silent = |_| StorageError::Unreachable { detail: self.said_by_each() };
        timeout(ANSWER, self.best()).await.map_err(silent)
    }

    /// The same for a look that changes nothing.
    pub(super) async fn best_to_look_at(&self) -> Result<Found, OpenError> {
        let found = self.best_in_time().await.map_err(|silent| self.failed(silent))?;
        found.map_err(|error| self.failed(StorageError::Unreachable { detail: explain(&error) }))
    }

    /// Why each host gave no connection, or that it has not answered.
    fn said_by_each(&self) -> String {
        let seen = self.seen.borrow();
        let each = hosts::each(self.url.config());
        let said = each.iter().enumerate().map(|(host, config)| match seen.refused.get(&host) {
            Some(why) => format!("{}: {why}", hosts::name(config)),
            None => format!("{} has not answered within {} s", hosts::name(config), ANSWER.as_secs()),
        });
        said.collect::<Vec<_>>().join("; ")
    }

    /// From now on its host is asked first for other connections, as long as this one lasts.
    pub(super) fn ask_first(&self, found: &Found) {
        let first = (found.host, found.moving.abort_handle());
        self.seen.send_if_modified(|seen| {
            seen.first = Some(first);
            false
        });
    }

    /// The host that is asked first, where there are several.
    fn first(&self) -> Option<usize> {
        let seen = self.seen.borrow();
        let (host, moving) = seen.first.as_ref()?;
        (self.url.config().get_hosts().len() > 1 && !moving.is_finished()).then_some(*host)
    }

    /// A connection to the host that is asked first, or to the first server that answers. It has no lower timeline than one that was
    /// seen. `config` is the URL's, perhaps with more options; `moves` moves the bytes of a connection.
    pub(super) async fn any<M: Future<Output = ()> + Send + 'static>(
        &self,
        config: &Config,
        moves: impl Fn(Line) -> M + Clone + Send + 'static,
    ) -> Result<Found, Error> {
        self.connect(config, (self.first(), Duration::ZERO), moves).await
    }

    /// Looks at all of them now and then, so that a promotion and the return of an old primary are noticed. Never ends.
    pub(super) async fn keep_looking(&self) {
        if self.url.config().get_hosts().len() < 2 {
            pending::<()>().await;
        }
        loop {
            sleep(LOOK).await;
            // If none answers, those who use one say so.
            let _ = timeout(AT_START, self.best()).await;
        }
    }

    /// What is to be said of each primary from before a promotion that runs.
    pub(super) fn outdated(&self) -> Vec<String> {
        self.seen.borrow().outdated.values().cloned().collect()
    }

    /// Asks all servers at the same time; if there is a `first`, the others a little later. After `patience` the best of those that have
    /// answered is taken, or the next one that does.
    async fn connect<M: Future<Output = ()> + Send + 'static>(
        &self,
        config: &Config,
        (first, patience): (Option<usize>, Duration),
        moves: impl Fn(Line) -> M + Clone + Send + 'static,
    ) -> Result<Found, Error> {
        let until = Instant::now() + patience;
        let (all, mut asking) = (hosts::each(config), JoinSet::new());
        for (host, config) in all.iter().cloned().enumerate() {
            let (servers, moves) = (self.clone(), moves.clone());
            let waits = first.is_some_and(|first| first != host);
            asking.spawn(async move {
                if waits {
                    sleep(FIRST).await;
                }
                (host, servers.ask(host, &config, moves).await)
            });
        }
        let (mut best, mut useless) = (None::<Found>, None::<Useless>);
        loop {
            let next = match best {
                None => asking.join_next().await,
                Some(_) if patience.is_zero() => asking.try_join_next(),
                Some(_) => timeout_at(until, asking.join_next()).await.unwrap_or_default(),
            };
            let Some(next) = next else { break };
            // A task that panicked has been reported.
            let Ok((host, answer)) = next else { continue };
            match answer {
                Ok(found) => {
                    self.note(host, None);
                    match best.take() {
                        Some(before) if !found.is_newer_than(&before) => best = Some(before),
                        before => {
                            if let (Some(before), Some(later)) = (before.as_ref(), &found.history) {
                                self.note(before.host, before.why_not(&all[before.host], later.timeline));
                            }
                            best = Some(found);
                        }
                    }
                }
                Err(why) => {
                    self.note(host, why.outdated.clone());
                    self.seen.send_if_modified(|seen| {
                        seen.refused.insert(host, explain(&why.error));
                        false
                    });
                    if useless.as_ref().is_none_or(|before| before.outdated.is_none()) {
                        useless = Some(why);
                    }
                }
            }
        }
        best.ok_or_else(|| useless.expect("a URL names a host, and each has answered").error)
    }

    async fn ask<M: Future<Output = ()> + Send + 'static>(
        &self,
        host: usize,
        config: &Config,
        moves: impl Fn(Line) -> M,
    ) -> Result<Found, Useless> {
        let (client, line) = config.connect(self.tls.clone()).await?;
        let (tell, told) = oneshot::channel();
        let wakes = Wakes::default();
        let (moved, outdated) =
            (wakes.clone().counting(moves(line)), until_outdated(self.seen.subscribe(), told));
        let moving = tokio::spawn(async move {
            tokio::select! {
                () = moved => {}
                () = outdated => {}
            }
        });
        if self.are_of_a_command {
            silence::watch_over(moving.abort_handle(), wakes, config.clone(), self.tls.clone());
        }
        let history = history(&client).await?;
        if let Some(history) = &history {
            self.seen.send_if_modified(|seen| seen.raise(history));
            let later = self.seen.borrow().later_than(history);
            if let Some(later) = later {
                let why = why_not(config, history, later);
                return Err(Useless { error: refusal(&client, &why).await, outdated: Some(why) });
            }
            // Else the connection has just ended.
            let _ = tell.send(history.clone());
        }
        Ok(Found { client, moving, host, history })
    }

    /// Whether a primary from before a promotion runs there is said when it begins.
    fn note(&self, host: usize, outdated: Option<String>) {
        self.seen.send_if_modified(|seen| {
            match outdated {
                Some(why) => {
                    if seen.outdated.insert(host, why.clone()).as_ref() != Some(&why) {
                        tracing::error!("{why}");
                    }
                }
                None => drop(seen.outdated.remove(&host)),
            }
            // It changes nothing for connections.
            false
        });
    }
}

/// Returns when a server of this history must not be used any more.
async fn until_outdated(mut seen: watch::Receiver<Seen>, told: oneshot::Receiver<History>) {
    if let Ok(history) = told.await
        && seen.wait_for(|seen| seen.later_than(&history).is_some()).await.is_ok()
    {
        return;
    }
    pending().await
}

/// Some hosted databases don't let their users know, or have no such thing, and a standby has none of its own: `None`.
async fn history(client: &Client) -> Result<Option<History>, Error> {
    let said = match client.simple_query(HISTORY).await {
        Err(error) if error.code().is_some_and(|code| !is_going_away(code)) => return Ok(None),
        said => said?,
    };
    Ok(said.iter().find_map(|message| {
        let SimpleQueryMessage::Row(row) = message else { return None };
        let timeline = u32::from_str_radix(row.get(1)?, 16).ok()?;
        Some(History { system: row.get(0)?.to_owned(), timeline })
    }))
}

fn why_not(config: &Config, history: &History, later: u32) -> String {
    format!(
        "the database server {} is not used: it is a primary from before a promotion (its timeline is {}, and {later} was seen). Stop \
         PostgreSQL there, and make it a standby of the new primary: see \"When the primary fails\" in docs/clustering.md. If it is a backup \
         that you have restored, restart all servers of the site",
        hosts::name(config),
        history.timeline
    )
}

/// An error with these words: PostgreSQL has to make it, because nobody else can.
async fn refusal(client: &Client, why: &str) -> Error {
    let words = why.replace('\'', "''");
    let raise = format!(
        "DO $why$ BEGIN RAISE EXCEPTION USING ERRCODE = 'cannot_connect_now', MESSAGE = '{words}'; END $why$"
    );
    client.batch_execute(&raise).await.expect_err("it raises an exception")
}

#[cfg(test)]
mod tests {
    use std::{
        net::TcpListener,
        sync::atomic::{AtomicUsize, Ordering},
    };

    use super::*;
    use crate::conformance::postgres::Cluster;

    /// A database at the first host, and another host.
    fn beside(cluster: &Cluster, other: &TcpListener) -> Servers {
        let database = cluster.database();
        let both = format!(",{}/{database}", other.local_addr().unwrap());
        let url = cluster.url(&database).replace(&format!("/{database}"), &both);
        Servers::of(&url.parse().unwrap()).unwrap()
    }

    /// Lets this host be asked first until the task is aborted.
    fn hold(servers: &Servers, host: usize) -> JoinHandle<()> {
        let held = tokio::spawn(pending());
        servers.seen.send_modify(|seen| seen.first = Some((host, held.abort_handle())));
        held
    }

    async fn any(servers: &Servers) -> usize {
        let found = servers.any(servers.url.config(), |line| async move { drop(line.await) }).await;
        found.unwrap().host
    }

    /// Each took a login at every host.
    #[tokio::test]
    async fn further_connections_ask_the_primary_alone_while_the_held_one_lasts() {
        let Some(cluster) = Cluster::start() else { return };
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, servers) = (other.local_addr().unwrap(), beside(&cluster, &other));
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        std::thread::spawn(move || {
            for _ in other.incoming() {
                count.fetch_add(1, Ordering::SeqCst);
            }
        });
        let held = hold(&servers, 0);
        // However slow this machine is: time stands still while a thread is busy.
        tokio::time::pause();
        let (goes_on, waits) = std::sync::mpsc::channel::<()>();
        let busy = tokio::task::spawn_blocking(move || waits.recv());
        for _ in 0..5 {
            assert_eq!(any(&servers).await, 0);
        }
        drop(goes_on);
        busy.await.unwrap().unwrap_err();
        // They are counted in the order in which they came.
        std::net::TcpStream::connect(address).unwrap();
        while asked.load(Ordering::SeqCst) == 0 {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        held.abort();
        held.await.unwrap_err();
        assert_eq!(servers.first(), None, "all are asked");
    }

    #[tokio::test]
    async fn the_others_are_asked_if_the_host_that_is_asked_first_says_nothing() {
        let Some(cluster) = Cluster::start() else { return };
        // The system takes connections in for it.
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let servers = beside(&cluster, &silent);
        let _held = hold(&servers, 1);
        assert_eq!(any(&servers).await, 0);
    }
}
