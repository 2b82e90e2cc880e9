// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes wrong.

use std::fmt;
use std::time::Duration;

use super::link::Cut;
use super::site::{NAMES, Site};
use super::{database_clock, halves, old_primary, upgrade, waits};
use crate::{NatsServer, Random, Server, patiently};

/// What is suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    Node(usize),
    Postgres,
    Nats,
    Standby,
}

/// What nodes talk to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Far {
    Postgres,
    Nats,
}

/// A fault. Nodes are numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// SIGKILL.
    Kill(usize),
    /// SIGKILL, and the same name starts at once.
    Restart(usize),
    /// Ten times a random node, one after the other.
    TenKills,
    /// SIGSTOP for so many milliseconds.
    Stop(Program, u64),
    /// SIGKILL of PostgreSQL, which starts again.
    KillPostgres,
    /// Both NATS servers are away for 20 seconds.
    NatsAway,
    /// SIGKILL of one of both NATS servers, which starts again when play has gone on.
    KillNats(usize),
    /// No packet passes between the NATS servers for so many milliseconds.
    CutBetweenNats(u64),
    /// The node gives its games away.
    Drain(usize),
    /// No packet passes between a node and PostgreSQL for so many milliseconds, or none in one direction.
    CutPostgres(usize, u64, Cut),
    /// The same for NATS.
    CutNats(usize, u64, Cut),
    /// The node's wall clock is set wrong by so many seconds, and right again when the node has noticed.
    SetClock(usize, i64),
    /// The database's clock is set wrong by so many seconds, and right again.
    SetDatabaseClock(i64),
    /// Each packet between a node, or all of them, and PostgreSQL or NATS is so many milliseconds under way.
    Slow(Far, Option<usize>, u64),
    /// The node is cut off both PostgreSQL and NATS for so many milliseconds.
    CutOff(usize, u64),
    /// The site falls into two halves.
    Halves(Halves),
    /// All nodes are replaced by those of the next version, one by one. Or two are, and come back as they were.
    Upgrade { is_kept: bool },
    /// The primary database is killed, and its standby promoted.
    FailOver,
    /// PostgreSQL's disk is full, until PostgreSQL ends of it. It takes a disk that can be filled, so it is never drawn.
    FullDisk,
    /// The standby, for which every commit waits, is killed, and starts again five seconds later.
    KillStandby,
    /// The standby is suspended, and somebody cancels all waits for it.
    CancelWaits,
    /// The same, and the old primary starts again. As little drawn.
    OldPrimary,
}

/// One node and one NATS server on one side, everything else on the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halves {
    pub(super) node: usize,
    pub(super) server: usize,
    /// Whether PostgreSQL is on the node's side.
    pub(super) has_postgres: bool,
    /// For so many milliseconds.
    pub(super) ms: u64,
}

/// How long packets of slow links are under way.
const DELAYS: [u64; 2] = [50, 200];

/// How long links are slow, and a standby that was killed is away.
const FIVE_SECONDS: Duration = Duration::from_secs(5);

/// How long NATS is away.
const NATS_AWAY: Duration = Duration::from_secs(20);

/// The flag of a server whose wall clock is off by the seconds in a file.
const CLOCK_OFF: &str = "--clock-off";

/// How long programs are suspended: within the right to act, at its end, at the end of the lease, long after.
const STOPS: [u64; 4] = [1_000, 1_400, 1_600, 5_000];

/// How far clocks are set ahead or back, in seconds.
const CLOCKS_SET: [i64; 2] = [3_600, -3_600];

/// So long a clock stays wrong: nodes compare theirs with the database's every five seconds.
const CLOCK_WRONG: Duration = Duration::from_secs(8);

/// So long players try in vain to move on a full disk.
const NO_ROOM: Duration = Duration::from_secs(3);

/// Which ways are cut.
const CUTS: [Cut; 3] = [Cut::Both, Cut::There, Cut::Back];

impl Fault {
    /// Draws one; of a site with a standby also those that concern it.
    pub(super) fn draw(random: &mut Random, has_standby: bool) -> Self {
        let node = usize::try_from(random.below(NAMES.len() as u64)).expect("a small number");
        let ms = *random.pick(&STOPS);
        if has_standby && random.below(3) == 0 {
            return match random.below(4) {
                0 => Self::FailOver,
                1 => Self::KillStandby,
                2 => Self::CancelWaits,
                _ => Self::Stop(Program::Standby, ms),
            };
        }
        match random.below(18) {
            0 | 1 => Self::Kill(node),
            2 => Self::Restart(node),
            3 => Self::TenKills,
            4..=6 => Self::Stop(Program::Node(node), ms),
            7 => Self::Stop(Program::Postgres, ms),
            8 => Self::Stop(Program::Nats, ms),
            9 => Self::KillPostgres,
            10 => match random.below(4) {
                0 => Self::KillNats(0),
                1 => Self::KillNats(1),
                2 => Self::CutBetweenNats(ms),
                _ => Self::NatsAway,
            },
            11 => match random.below(3) {
                0 => Self::Drain(node),
                1 => Self::SetDatabaseClock(*random.pick(&CLOCKS_SET)),
                _ => Self::SetClock(node, *random.pick(&CLOCKS_SET)),
            },
            12 => Self::CutPostgres(node, ms, *random.pick(&CUTS)),
            13 => Self::CutNats(node, ms, *random.pick(&CUTS)),
            14 => Self::CutOff(node, ms),
            15 => {
                let server = usize::from(random.below(2) == 0);
                Self::Halves(Halves { node, server, has_postgres: random.below(3) == 0, ms })
            }
            16 => Self::Upgrade { is_kept: random.below(2) == 0 },
            _ => {
                let far = *random.pick(&[Far::Postgres, Far::Nats]);
                Self::Slow(far, Some(node).filter(|_| random.below(2) == 0), *random.pick(&DELAYS))
            }
        }
    }

    /// Begins it.
    pub(super) async fn begin(self, site: &mut Site, random: &mut Random) -> Result<(), String> {
        match self {
            Self::Kill(node) | Self::Restart(node) => site.nodes[node].kill().await,
            Self::TenKills => {
                for _ in 0..10 {
                    let node =
                        usize::try_from(random.below(site.nodes.len() as u64)).expect("a small number");
                    site.nodes[node].kill().await;
                    site.nodes[node].restart().await;
                }
            }
            Self::Stop(program, _) => stop(site, program, true).await,
            Self::KillPostgres => site.postgres.kill(),
            Self::FailOver => tokio::task::block_in_place(|| site.fail_over()),
            Self::OldPrimary => old_primary::comes_back(site).await?,
            Self::FullDisk => full_disk(site).await?,
            Self::NatsAway => site.nats.iter_mut().for_each(NatsServer::kill),
            Self::KillNats(server) => site.nats[server].kill(),
            Self::CutBetweenNats(_) => site.cut_between_nats(Cut::Both),
            Self::Drain(node) => site.drain(node, false).await?,
            Self::CutPostgres(node, _, cut) => site.cut_postgres(node, cut),
            Self::CutNats(node, _, cut) => site.cut_nats(node, cut),
            Self::SetClock(node, seconds) => set_clock(site, node, seconds).await?,
            Self::SetDatabaseClock(seconds) => set_database_clock(site, seconds),
            Self::Slow(far, node, ms) => halves::slow_down(site, (far, node), Duration::from_millis(ms)),
            Self::CutOff(node, _) => halves::cut_off(site, node, Cut::Both),
            Self::Halves(halves) => halves.cut(site, Cut::Both),
            Self::Upgrade { is_kept } => upgrade::upgrade(site, is_kept).await?,
            Self::KillStandby => site.standby_mut().kill(),
            Self::CancelWaits => waits::cancel(site).await?,
        }
        Ok(())
    }

    /// How long after its begin it ends.
    pub(super) const fn lasts(self) -> Duration {
        match self {
            Self::Stop(_, ms)
            | Self::CutBetweenNats(ms)
            | Self::CutPostgres(_, ms, _)
            | Self::CutNats(_, ms, _)
            | Self::CutOff(_, ms)
            | Self::Halves(Halves { ms, .. }) => Duration::from_millis(ms),
            Self::NatsAway => NATS_AWAY,
            Self::SetDatabaseClock(_) => CLOCK_WRONG,
            Self::Slow(..) | Self::KillStandby => FIVE_SECONDS,
            Self::Kill(_)
            | Self::Restart(_)
            | Self::TenKills
            | Self::KillPostgres
            | Self::KillNats(_)
            | Self::Drain(_)
            | Self::SetClock(..)
            | Self::Upgrade { .. }
            | Self::FailOver
            | Self::CancelWaits
            | Self::FullDisk
            | Self::OldPrimary => Duration::ZERO,
        }
    }

    /// Ends it. From then on play must go on.
    pub(super) async fn end(self, site: &mut Site) {
        match self {
            Self::Restart(node) => site.nodes[node].restart().await,
            Self::Stop(program, _) => stop(site, program, false).await,
            Self::KillPostgres => tokio::task::block_in_place(|| site.postgres.start_again()),
            Self::NatsAway => start_nats(&mut site.nats),
            Self::CutBetweenNats(_) => site.cut_between_nats(Cut::Whole),
            Self::CutPostgres(node, ..) => site.cut_postgres(node, Cut::Whole),
            Self::CutNats(node, ..) => site.cut_nats(node, Cut::Whole),
            Self::SetDatabaseClock(_) => set_database_clock(site, 0),
            Self::Slow(far, node, _) => halves::slow_down(site, (far, node), Duration::ZERO),
            Self::CutOff(node, _) => halves::cut_off(site, node, Cut::Whole),
            Self::Halves(halves) => halves.cut(site, Cut::Whole),
            Self::KillStandby => tokio::task::block_in_place(|| site.standby_mut().start_again()),
            Self::Kill(_)
            | Self::TenKills
            | Self::KillNats(_)
            | Self::Drain(_)
            | Self::SetClock(..)
            | Self::Upgrade { .. }
            | Self::FailOver
            | Self::CancelWaits
            | Self::FullDisk
            | Self::OldPrimary => {}
        }
    }

    /// Undoes what is left of it, when play has gone on.
    pub(super) async fn undo(self, site: &mut Site) -> Result<(), String> {
        match self {
            Self::Kill(node) => site.nodes[node].restart().await,
            Self::Drain(node) => site.drain(node, true).await?,
            Self::KillNats(server) => start_nats(&mut site.nats[server..=server]),
            Self::SetClock(node, _) => follow_the_machines_clock(&mut site.nodes[node]).await,
            Self::Restart(_)
            | Self::TenKills
            | Self::Stop(..)
            | Self::KillPostgres
            | Self::NatsAway
            | Self::CutBetweenNats(_)
            | Self::CutPostgres(..)
            | Self::CutNats(..)
            | Self::SetDatabaseClock(_)
            | Self::Slow(..)
            | Self::CutOff(..)
            | Self::Halves(_)
            | Self::Upgrade { .. }
            | Self::FailOver
            | Self::KillStandby
            | Self::CancelWaits
            | Self::FullDisk
            | Self::OldPrimary => {}
        }
        Ok(())
    }
}

fn set_database_clock(site: &Site, seconds: i64) {
    tokio::task::block_in_place(|| site.sql(&database_clock::set(seconds)));
}

fn start_nats(servers: &mut [NatsServer]) {
    tokio::task::block_in_place(|| servers.iter_mut().for_each(NatsServer::start_again));
}

/// At first PostgreSQL lives and refuses what finds no room. Then it needs a new file for its write-ahead log, and ends; whoever looks
/// after it starts it in vain, makes room, and starts it again.
async fn full_disk(site: &mut Site) -> Result<(), String> {
    patiently("every node to say that the disk is full", async {
        while !site.nodes.iter().all(|node| node.log().contains("the disk with the database is full")) {
            site.disk().fill();
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await;
    tokio::time::sleep(NO_ROOM).await;
    tokio::task::block_in_place(|| {
        site.postgres.fill_log();
        if site.postgres.try_to_start() {
            return Err("PostgreSQL starts on a full disk".to_owned());
        }
        site.disk().make_room();
        site.postgres.start_again();
        Ok(())
    })
}

/// Restarts the node with a clock that can be set, sets it, and looks whether the node says so.
async fn set_clock(site: &mut Site, node: usize, seconds: i64) -> Result<(), String> {
    let server = &mut site.nodes[node];
    let file = server.data().join("clock-off");
    let set = |seconds: i64| std::fs::write(&file, seconds.to_string()).map_err(|error| error.to_string());
    set(0)?;
    let before: Vec<String> = server.settings().into_iter().map(str::to_owned).collect();
    let mut flags: Vec<&str> = before.iter().map(String::as_str).collect();
    let path = file.to_string_lossy();
    flags.extend([CLOCK_OFF, &path]);
    server.kill().await;
    server.restart_with(&flags).await;
    site.until_whole().await;
    set(seconds)?;
    tokio::time::sleep(CLOCK_WRONG).await;
    set(0)?;
    let way = if seconds > 0 { "ahead of" } else { "behind" };
    let is_said = site.nodes[node].log().contains(&format!("s {way} the database's, and games are stored"));
    is_said.then_some(()).ok_or_else(|| format!("node {} did not say that its clock was wrong", NAMES[node]))
}

async fn follow_the_machines_clock(server: &mut Server) {
    let flags: Vec<String> = server.settings().into_iter().map(str::to_owned).collect();
    let own = flags.iter().position(|flag| flag == CLOCK_OFF).unwrap_or(flags.len());
    let flags: Vec<&str> = flags[..own].iter().map(String::as_str).collect();
    server.kill().await;
    server.restart_with(&flags).await;
}

async fn stop(site: &Site, program: Program, is_stopped: bool) {
    match program {
        Program::Node(node) if is_stopped => site.nodes[node].freeze().await,
        Program::Node(node) => site.nodes[node].thaw().await,
        Program::Postgres => site.stop_postgres(is_stopped),
        Program::Nats => site.stop_nats(is_stopped),
        Program::Standby => site.stop_standby(is_stopped),
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Kill(node) => write!(f, "SIGKILL of node {}", NAMES[node]),
            Self::Restart(node) => write!(f, "SIGKILL of node {}, started again at once", NAMES[node]),
            Self::TenKills => write!(f, "ten SIGKILLs of nodes"),
            Self::Stop(Program::Node(node), ms) => write!(f, "SIGSTOP of node {} for {ms} ms", NAMES[node]),
            Self::Stop(Program::Postgres, ms) => write!(f, "SIGSTOP of PostgreSQL for {ms} ms"),
            Self::Stop(Program::Nats, ms) => write!(f, "SIGSTOP of NATS for {ms} ms"),
            Self::Stop(Program::Standby, ms) => write!(f, "SIGSTOP of the standby for {ms} ms"),
            Self::KillPostgres => write!(f, "SIGKILL of PostgreSQL, started again"),
            Self::NatsAway => write!(f, "NATS away for 20 s"),
            Self::Drain(node) => write!(f, "node {} drains", NAMES[node]),
            Self::KillNats(server) => write!(f, "SIGKILL of NATS server {}", server + 1),
            Self::CutBetweenNats(ms) => write!(f, "NATS servers cut off each other for {ms} ms"),
            Self::CutPostgres(node, ms, cut) => {
                write!(f, "node {} {} PostgreSQL for {ms} ms", NAMES[node], in_words(cut))
            }
            Self::SetClock(node, seconds) => {
                let way = if seconds > 0 { "ahead" } else { "back" };
                write!(f, "clock of node {} set {way} by {} s", NAMES[node], seconds.unsigned_abs())
            }
            Self::FullDisk => write!(f, "full disk of PostgreSQL, which ends of it"),
            Self::SetDatabaseClock(seconds) => {
                let way = if seconds > 0 { "ahead" } else { "back" };
                write!(f, "clock of the database set {way} by {} s", seconds.unsigned_abs())
            }
            Self::Slow(far, node, ms) => {
                let who = node.map_or("all nodes".to_owned(), |node| format!("node {}", NAMES[node]));
                let far = if far == Far::Postgres { "PostgreSQL" } else { "NATS" };
                write!(f, "slow links of {who} to {far}, {ms} ms each way")
            }
            Self::CutOff(node, ms) => {
                write!(f, "node {} cut off both PostgreSQL and NATS for {ms} ms", NAMES[node])
            }
            Self::Halves(halves) => halves.fmt(f),
            Self::Upgrade { is_kept: true } => write!(f, "rolling upgrade to the next version"),
            Self::Upgrade { is_kept: false } => write!(f, "rolling upgrade of two nodes, and back"),
            Self::FailOver => write!(f, "SIGKILL of PostgreSQL, and its standby is promoted"),
            Self::KillStandby => write!(f, "SIGKILL of the standby, started again after 5 s"),
            Self::CancelWaits => write!(f, "waits for a suspended standby are cancelled"),
            Self::OldPrimary => write!(f, "the same, and the old primary starts again"),
            Self::CutNats(node, ms, cut) => {
                write!(f, "node {} {} NATS for {ms} ms", NAMES[node], in_words(cut))
            }
        }
    }
}

fn in_words(cut: Cut) -> &'static str {
    match cut {
        Cut::Whole => "connected to",
        Cut::Both => "cut off",
        Cut::There => "not heard by",
        Cut::Back => "told nothing by",
    }
}
