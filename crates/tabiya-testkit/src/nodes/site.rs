// SPDX-License-Identifier: AGPL-3.0-or-later
//! Three nodes on one PostgreSQL and two NATS servers, each behind links of its own.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tabiya_store::conformance::postgres::Cluster;

use super::database_clock;
use super::link::{Cut, Link};
use super::small_disk::SmallDisk;
use super::standby::Standby;
use crate::server::free_port;
use crate::{NatsServer, Server, output, patiently};

/// The nodes' names.
pub(super) const NAMES: [&str; 3] = ["one", "two", "three"];

/// How many slots there are.
const SLOTS: &str = "1024";

/// What has passed between the nodes, NATS and PostgreSQL, all nodes together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traffic {
    /// Messages that were published on the bus.
    pub(super) messages: u64,
    /// Bytes to and from NATS.
    pub(super) bus_bytes: u64,
    /// Bytes to and from PostgreSQL.
    pub(super) database_bytes: u64,
    /// Bytes of PostgreSQL's write-ahead log.
    pub(super) log_bytes: u64,
    pub(super) commits: u64,
    /// Connections to the database now.
    pub(super) connections: u64,
}

/// How PostgreSQL runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Database {
    Alone,
    /// With a synchronous standby, for which every commit waits.
    WithStandby,
    /// On a disk that can be filled.
    OnSmallDisk,
}

/// So many MiB are enough for a new database, and for the write-ahead log of a few thousand moves.
const DISK: u32 = 160;

/// A site of three nodes. Dropping it ends everything.
pub struct Site {
    pub(super) nodes: Vec<Server>,
    pub(super) postgres: Cluster,
    pub(super) nats: Vec<NatsServer>,
    pub(super) to_postgres: Vec<Link>,
    /// Of each node, to each NATS server.
    pub(super) to_nats: Vec<Vec<Link>>,
    /// From the second NATS server to the first.
    between_nats: Option<Link>,
    standby: Option<Standby>,
    /// The disk of PostgreSQL; `None` if that is the machine's.
    disk: Option<SmallDisk>,
    /// Whether the standby has taken the primary's place.
    is_promoted: bool,
    /// Whether all nodes are of the next version.
    pub(super) is_next_version: bool,
    database: String,
    binary: PathBuf,
}

impl Site {
    /// Starts it with this server program. Without PostgreSQL or NATS it says so and returns `None`.
    pub async fn start(binary: &Path) -> Option<Self> {
        Self::start_with(binary, NAMES.len(), Database::Alone).await
    }

    /// The same with a synchronous standby of PostgreSQL, for which every commit waits.
    pub async fn start_with_standby(binary: &Path) -> Option<Self> {
        Self::start_with(binary, NAMES.len(), Database::WithStandby).await
    }

    /// The same with PostgreSQL on a disk that can be filled. Without the right to mount one it says so and returns `None`.
    pub async fn start_on_small_disk(binary: &Path) -> Option<Self> {
        Self::start_with(binary, NAMES.len(), Database::OnSmallDisk).await
    }

    /// With so many nodes, three at most.
    pub(super) async fn start_with(binary: &Path, count: usize, kind: Database) -> Option<Self> {
        let port = free_port(Ipv4Addr::LOCALHOST.into());
        let mut nats = vec![NatsServer::start()?];
        let mut between_nats = None;
        // Figures are those of one server.
        if count == NAMES.len() {
            let link = Link::to(SocketAddr::from((Ipv4Addr::LOCALHOST, nats[0].routes()))).await;
            nats.push(NatsServer::start_beside(link.address().port())?);
            between_nats = Some(link);
        }
        let listens = format!("listen_addresses = '{}'", Ipv4Addr::LOCALHOST);
        let disk = if kind == Database::OnSmallDisk { Some(SmallDisk::mount(DISK)?) } else { None };
        let parent = disk.as_ref().map_or_else(std::env::temp_dir, |disk| disk.path().to_owned());
        let postgres = Cluster::start_in(&parent, |_| vec![format!("port = {port}"), listens])?;
        let database = postgres.database();
        if count == NAMES.len() {
            database_clock::make_settable(&postgres, &database);
        }
        let has_standby = kind == Database::WithStandby;
        let standby = has_standby.then(|| tokio::task::block_in_place(|| Standby::of(&postgres)));
        let other =
            standby.as_ref().map_or(String::new(), |standby| format!(",127.0.0.1:{}", standby.port()));
        let (mut to_postgres, mut to_nats, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        for name in &NAMES[..count] {
            let games = Link::to(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await;
            let mut bus = Vec::new();
            for server in &nats {
                bus.push(Link::to(SocketAddr::from((Ipv4Addr::LOCALHOST, server.port()))).await);
            }
            let url = format!("postgres://postgres@{}{other}/{database}", games.address());
            let bus_urls: Vec<String> = bus.iter().map(|link| format!("nats://{}", link.address())).collect();
            let bus_url = bus_urls.join(",");
            let mut flags = vec!["--database", &url, "--bus", &bus_url, "--node", name];
            flags.extend(["--stop-notice", "0"]);
            flags.extend(LIMITS);
            let anywhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
            nodes.push(Server::start_with(binary, anywhere, &flags).await);
            to_postgres.push(games);
            to_nats.push(bus);
        }
        let binary = binary.to_owned();
        let (is_promoted, is_next_version) = (false, false);
        Some(Self {
            nodes,
            postgres,
            nats,
            to_postgres,
            to_nats,
            between_nats,
            standby,
            disk,
            is_promoted,
            is_next_version,
            database,
            binary,
        })
    }

    /// Cuts the node off PostgreSQL, or connects it again.
    pub(super) fn cut_postgres(&self, node: usize, cut: Cut) {
        self.to_postgres[node].set_cut(cut);
    }

    /// The same for both NATS servers.
    pub(super) fn cut_nats(&self, node: usize, cut: Cut) {
        self.to_nats[node].iter().for_each(|link| link.set_cut(cut));
    }

    /// Cuts the NATS servers off each other, or connects them again.
    pub(super) fn cut_between_nats(&self, cut: Cut) {
        self.between_nats.as_ref().expect("there are two servers").set_cut(cut);
    }

    /// What has passed since the start.
    pub(super) async fn traffic(&self) -> Traffic {
        let sum = |links: &[Link]| links.iter().map(Link::bytes).sum::<u64>();
        let mut messages = 0;
        for node in &self.nodes {
            let metrics = node.get("/metrics").await.body;
            let published = metrics.lines().find_map(|line| line.strip_prefix("tabiya_bus_published_total "));
            messages += published.and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0) as u64;
        }
        let number = |sql: &str| self.sql(sql).parse().expect("a number");
        Traffic {
            messages,
            bus_bytes: self.to_nats.iter().map(|links| sum(links)).sum(),
            database_bytes: sum(&self.to_postgres),
            log_bytes: number("SELECT (pg_current_wal_lsn() - '0/0')::bigint"),
            commits: number("SELECT sum(xact_commit)::bigint FROM pg_stat_database"),
            connections: number("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
                - 1,
        }
    }

    /// Kills the primary database, and makes the standby the primary: whoever looks after the site does both, never a node.
    pub(super) fn fail_over(&mut self) {
        self.postgres.kill();
        self.standby.as_ref().expect("the site was started with a standby").promote();
        self.is_promoted = true;
    }

    /// The disk that can be filled.
    pub(super) fn disk(&self) -> &SmallDisk {
        self.disk.as_ref().expect("the site was started on a small disk")
    }

    pub(super) const fn has_standby(&self) -> bool {
        self.standby.is_some()
    }

    /// The standby, where the site was started with one.
    pub(super) fn standby_mut(&mut self) -> &mut Standby {
        self.standby.as_mut().expect("the site was started with a standby")
    }

    /// Whether it has become another site by what was done to it, on which not all faults are possible.
    pub(super) const fn is_spent(&self) -> bool {
        self.is_promoted || self.is_next_version
    }

    /// The database's address, past all links.
    pub(super) fn url(&self) -> String {
        let promoted = self.standby.as_ref().filter(|_| self.is_promoted);
        let port = promoted.map_or(self.postgres.port(), Standby::port);
        format!("postgres://postgres@127.0.0.1:{port}/{}", self.database)
    }

    /// Runs SQL on the primary. The rows as text.
    pub(super) fn sql(&self, sql: &str) -> String {
        match self.standby.as_ref().filter(|_| self.is_promoted) {
            Some(standby) => {
                standby.sql(&self.database, sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
            }
            None => self.postgres.sql(&self.database, sql),
        }
    }

    /// Waits until all nodes serve, and share the slots evenly.
    pub(super) async fn until_whole(&self) {
        patiently("all nodes to serve and every slot to have an owner", async {
            while !self.is_whole().await {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        })
        .await;
    }

    async fn is_whole(&self) -> bool {
        for node in 0..self.nodes.len() {
            if !self.serves(node).await {
                return false;
            }
        }
        let shares =
            "SELECT string_agg(slots::TEXT, ' ') FROM (SELECT count(*) AS slots FROM slot JOIN node USING (incarnation)
             GROUP BY incarnation) AS shares";
        let shares = self.sql(shares);
        let shares: Vec<usize> = shares.split_whitespace().filter_map(|slots| slots.parse().ok()).collect();
        let fair = 1024_usize.div_ceil(self.nodes.len());
        shares.len() == self.nodes.len()
            && shares.iter().sum::<usize>() == 1024
            && shares.iter().all(|&slots| slots <= fair)
    }

    /// Whether the node says that it serves.
    pub(super) async fn serves(&self, node: usize) -> bool {
        let health = self.nodes[node].request("GET", "/healthz", &[], b"").await;
        health.is_some_and(|answer| answer.status == 200)
    }

    /// The slots that the node owns.
    pub(super) fn slots_of(&self, node: usize) -> Vec<u16> {
        let sql =
            format!("SELECT slot FROM slot JOIN node USING (incarnation) WHERE name = '{}'", NAMES[node]);
        self.sql(&sql).lines().map(|slot| slot.parse().expect("a slot is a number")).collect()
    }

    /// When the node's lease ends, since 1970. `None` if it has none.
    pub(super) fn lease_ends(&self, node: usize) -> Option<Duration> {
        let ends = self.sql(&format!("SELECT expires_at FROM node WHERE name = '{}'", NAMES[node]));
        ends.parse().ok().map(Duration::from_millis)
    }

    /// Has PostgreSQL count what its tables hold, as it does by itself within a minute. Until then it takes each game for a long one, and
    /// reads all events for every page of games.
    pub(super) fn analyse(&self) {
        self.sql("ANALYZE");
    }

    /// How many events all games have.
    pub(super) fn events(&self) -> u64 {
        self.sql("SELECT coalesce(sum(next_seq), 0) FROM game").parse().expect("a number")
    }

    /// Whether every slot has an owner that lives.
    pub(super) fn is_owned(&self) -> bool {
        let owned = "SELECT count(*) FROM slot JOIN node USING (incarnation)
            WHERE expires_at > extract(epoch FROM clock_timestamp()) * 1000";
        self.sql(owned) == SLOTS
    }

    /// Each slot's epoch, in the order of the slots.
    pub(super) fn epochs(&self) -> Vec<u64> {
        let epochs = self.sql("SELECT epoch FROM slot ORDER BY slot");
        epochs.lines().map(|epoch| epoch.parse().expect("an epoch is a number")).collect()
    }

    /// `tabiya cluster drain`, which waits until the node owns nothing; with `undo` it takes games again.
    pub(super) async fn drain(&self, node: usize, undo: bool) -> Result<(), String> {
        let mut command = std::process::Command::new(&self.binary);
        command.args(["cluster", "drain", NAMES[node]]).env("TABIYA_DATABASE", self.url());
        command.args(undo.then_some("--undo"));
        let done = output(command, "").await;
        if done.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&done.stderr).into_owned()) }
    }

    /// What `tabiya cluster status` says, with the address that a node has.
    pub(super) async fn status(&self) -> String {
        let mut command = std::process::Command::new(&self.binary);
        command.args(["cluster", "status", "--database", self.nodes[0].settings()[1]]);
        String::from_utf8_lossy(&output(command, "").await.stdout).into_owned()
    }

    /// Runs SQL on the server that was the primary first, if it runs. The rows as text.
    pub(super) fn sql_on_the_first(&self, sql: &str) -> String {
        self.postgres.sql(&self.database, sql)
    }

    /// Suspends PostgreSQL with all processes of its connections, or lets it go on.
    pub(super) fn stop_postgres(&self, is_stopped: bool) {
        let file = self.postgres.folder().join("data/postmaster.pid");
        let file = std::fs::read_to_string(&file).expect("PostgreSQL runs");
        let main: i32 =
            file.lines().next().and_then(|line| line.trim().parse().ok()).expect("a number of a process");
        stop_all(main, is_stopped);
    }

    /// The same for the standby.
    pub(super) fn stop_standby(&self, is_stopped: bool) {
        let standby = self.standby.as_ref().expect("the site was started with a standby");
        stop_all(standby.process_id(), is_stopped);
    }

    /// Suspends both NATS servers, or lets them go on.
    pub(super) fn stop_nats(&self, is_stopped: bool) {
        for server in &self.nats {
            let process = i32::try_from(server.process_id()).expect("a small number");
            send(process, if is_stopped { Signal::STOP } else { Signal::CONT });
        }
    }

    /// The end of what each node has printed.
    pub(super) fn said(&self) -> String {
        let last = |node: &Server| {
            let log = node.log();
            let lines: Vec<&str> = log.lines().collect();
            lines[lines.len().saturating_sub(12)..].join("\n")
        };
        NAMES.iter().zip(&self.nodes).map(|(name, node)| format!("-- {name}\n{}\n", last(node))).collect()
    }
}

/// Many games begin on this machine, and nobody is to be slowed down.
pub(super) const LIMITS: [&str; 8] = [
    "--unlimited-addresses",
    "127.0.0.0/8",
    "--max-games-per-minute",
    "1000000",
    "--max-games-per-hour",
    "1000000",
    "--max-unfinished-games",
    "1000000",
];

/// Suspends a process and those that it has begun, or lets them go on.
fn stop_all(main: i32, is_stopped: bool) {
    let signal = if is_stopped { Signal::STOP } else { Signal::CONT };
    // The first one, so that no further process begins.
    send(main, signal);
    for child in children(main) {
        send(child, signal);
    }
}

pub(super) fn send(process: i32, signal: Signal) {
    // One that is gone needs no signal.
    let _ = Pid::from_raw(process).map(|process| kill_process(process, signal));
}

/// The processes that this one has begun.
pub(super) fn children(parent: i32) -> Vec<i32> {
    let file = format!("/proc/{parent}/task/{parent}/children");
    let children = std::fs::read_to_string(file).unwrap_or_default();
    children.split_whitespace().filter_map(|child| child.parse().ok()).collect()
}
