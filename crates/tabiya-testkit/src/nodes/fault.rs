// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes wrong.

use std::fmt;
use std::time::{Duration, Instant};

use super::link::Cut;
use super::site::{NAMES, Site};
use crate::{NatsServer, Random};

/// What is suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    Node(usize),
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
    /// The primary database is killed, and its standby promoted. It ends the site's standby, so it is never drawn.
    FailOver,
}

/// How long programs are suspended: within the right to act, at its end, at the end of the lease, long after.
const STOPS: [u64; 4] = [1_000, 1_400, 1_600, 5_000];

/// Which ways are cut.
const CUTS: [Cut; 3] = [Cut::Both, Cut::There, Cut::Back];

impl Fault {
    /// Draws one.
    pub(super) fn draw(random: &mut Random) -> Self {
        let node = usize::try_from(random.below(NAMES.len() as u64)).expect("a small number");
        let ms = *random.pick(&STOPS);
        match random.below(14) {
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
            11 => Self::Drain(node),
            12 => Self::CutPostgres(node, ms, *random.pick(&CUTS)),
            _ => Self::CutNats(node, ms, *random.pick(&CUTS)),
        }
    }

    /// Inflicts it. Returns when it was over: from then on play must go on.
    pub(super) async fn inflict(self, site: &mut Site, random: &mut Random) -> Result<Instant, String> {
        match self {
            Self::Kill(node) => site.nodes[node].kill().await,
            Self::Restart(node) => {
                site.nodes[node].kill().await;
                site.nodes[node].restart().await;
            }
            Self::TenKills => {
                for _ in 0..10 {
                    let node =
                        usize::try_from(random.below(site.nodes.len() as u64)).expect("a small number");
                    site.nodes[node].kill().await;
                    site.nodes[node].restart().await;
                }
            }
            Self::Stop(program, ms) => {
                stop(site, program, true).await;
                tokio::time::sleep(Duration::from_millis(ms)).await;
                stop(site, program, false).await;
            }
            Self::KillPostgres => {
                site.postgres.kill();
                tokio::task::block_in_place(|| site.postgres.start_again());
            }
            Self::FailOver => tokio::task::block_in_place(|| site.fail_over()),
            Self::NatsAway => {
                site.nats.iter_mut().for_each(NatsServer::kill);
                tokio::time::sleep(Duration::from_secs(20)).await;
                start_nats(&mut site.nats);
            }
            Self::KillNats(server) => site.nats[server].kill(),
            Self::CutBetweenNats(ms) => {
                site.cut_between_nats(Cut::Both);
                tokio::time::sleep(Duration::from_millis(ms)).await;
                site.cut_between_nats(Cut::Whole);
            }
            Self::Drain(node) => site.drain(node, false).await?,
            Self::CutPostgres(node, ms, cut) => {
                site.cut_postgres(node, cut);
                tokio::time::sleep(Duration::from_millis(ms)).await;
                site.cut_postgres(node, Cut::Whole);
            }
            Self::CutNats(node, ms, cut) => {
                site.cut_nats(node, cut);
                tokio::time::sleep(Duration::from_millis(ms)).await;
                site.cut_nats(node, Cut::Whole);
            }
        }
        Ok(Instant::now())
    }

    /// Undoes what is left of it, when play has gone on.
    pub(super) async fn undo(self, site: &mut Site) -> Result<(), String> {
        match self {
            Self::Kill(node) => site.nodes[node].restart().await,
            Self::Drain(node) => site.drain(node, true).await?,
            Self::KillNats(server) => start_nats(&mut site.nats[server..=server]),
            Self::Restart(_)
            | Self::TenKills
            | Self::Stop(..)
            | Self::KillPostgres
            | Self::NatsAway
            | Self::CutBetweenNats(_)
            | Self::CutPostgres(..)
            | Self::CutNats(..)
            | Self::FailOver => {}
        }
        Ok(())
    }
}

fn start_nats(servers: &mut [NatsServer]) {
    tokio::task::block_in_place(|| servers.iter_mut().for_each(NatsServer::start_again));
}

async fn stop(site: &Site, program: Program, is_stopped: bool) {
    match program {
        Program::Node(node) if is_stopped => site.nodes[node].freeze().await,
        Program::Node(node) => site.nodes[node].thaw().await,
        Program::Postgres => site.stop_postgres(is_stopped),
        Program::Nats => site.stop_nats(is_stopped),
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
            Self::KillPostgres => write!(f, "SIGKILL of PostgreSQL, started again"),
            Self::NatsAway => write!(f, "NATS away for 20 s"),
            Self::Drain(node) => write!(f, "node {} drains", NAMES[node]),
            Self::KillNats(server) => write!(f, "SIGKILL of NATS server {}", server + 1),
            Self::CutBetweenNats(ms) => write!(f, "NATS servers cut off each other for {ms} ms"),
            Self::CutPostgres(node, ms, cut) => {
                write!(f, "node {} {} PostgreSQL for {ms} ms", NAMES[node], in_words(cut))
            }
            Self::FailOver => write!(f, "SIGKILL of PostgreSQL, and its standby is promoted"),
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
