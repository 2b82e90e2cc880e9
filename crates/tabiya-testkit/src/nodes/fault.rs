// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes wrong.

use std::fmt;
use std::time::{Duration, Instant};

use super::site::{NAMES, Site};
use crate::Random;

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
    /// NATS is away for 20 seconds.
    NatsAway,
    /// The node gives its games away.
    Drain(usize),
    /// No packet passes between a node and PostgreSQL for so many milliseconds.
    CutPostgres(usize, u64),
    /// The same for NATS.
    CutNats(usize, u64),
    /// The primary database is killed, and its standby promoted. It ends the site's standby, so it is never drawn.
    FailOver,
}

/// How long programs are suspended: within the right to act, at its end, at the end of the lease, long after.
const STOPS: [u64; 4] = [1_000, 1_400, 1_600, 5_000];

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
            10 => Self::NatsAway,
            11 => Self::Drain(node),
            12 => Self::CutPostgres(node, ms),
            _ => Self::CutNats(node, ms),
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
                site.nats.kill();
                tokio::time::sleep(Duration::from_secs(20)).await;
                tokio::task::block_in_place(|| site.nats.start_again());
            }
            Self::Drain(node) => site.drain(node, false).await?,
            Self::CutPostgres(node, ms) => {
                site.cut_postgres(node, true);
                tokio::time::sleep(Duration::from_millis(ms)).await;
                site.cut_postgres(node, false);
            }
            Self::CutNats(node, ms) => {
                site.cut_nats(node, true);
                tokio::time::sleep(Duration::from_millis(ms)).await;
                site.cut_nats(node, false);
            }
        }
        Ok(Instant::now())
    }

    /// Undoes what is left of it, when play has gone on.
    pub(super) async fn undo(self, site: &mut Site) -> Result<(), String> {
        match self {
            Self::Kill(node) => site.nodes[node].restart().await,
            Self::Drain(node) => site.drain(node, true).await?,
            Self::Restart(_)
            | Self::TenKills
            | Self::Stop(..)
            | Self::KillPostgres
            | Self::NatsAway
            | Self::CutPostgres(..)
            | Self::CutNats(..)
            | Self::FailOver => {}
        }
        Ok(())
    }
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
            Self::CutPostgres(node, ms) => write!(f, "node {} cut off PostgreSQL for {ms} ms", NAMES[node]),
            Self::FailOver => write!(f, "SIGKILL of PostgreSQL, and its standby is promoted"),
            Self::CutNats(node, ms) => write!(f, "node {} cut off NATS for {ms} ms", NAMES[node]),
        }
    }
}
