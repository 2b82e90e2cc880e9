// SPDX-License-Identifier: AGPL-3.0-or-later
//! What goes wrong.

use std::fmt;
use std::time::{Duration, Instant};

use super::link::Cut;
use super::site::{NAMES, Site};
use crate::{NatsServer, Random, Server, patiently};

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
    /// The node's wall clock is set wrong by so many seconds, and right again when the node has noticed.
    SetClock(usize, i64),
    /// The primary database is killed, and its standby promoted. It ends the site's standby, so it is never drawn.
    FailOver,
    /// PostgreSQL's disk is full, until PostgreSQL ends of it. It takes a disk that can be filled, so it is never drawn.
    FullDisk,
}

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
            11 => match random.below(2) {
                0 => Self::Drain(node),
                _ => Self::SetClock(node, *random.pick(&CLOCKS_SET)),
            },
            12 => Self::CutPostgres(node, ms, *random.pick(&CUTS)),
            _ => Self::CutNats(node, ms, *random.pick(&CUTS)),
        }
    }

    /// Draws until one comes whose description has these words.
    pub(super) fn draw_only(random: &mut Random, words: Option<&str>) -> Self {
        loop {
            let fault = Self::draw(random);
            if words.is_none_or(|words| fault.to_string().contains(words)) {
                return fault;
            }
        }
    }

    /// Whether a fault can be drawn whose description has these words.
    pub(super) fn is_known(words: &str) -> bool {
        let mut random = Random::new(0);
        (0..10_000).any(|_| Self::draw(&mut random).to_string().contains(words))
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
            Self::FullDisk => full_disk(site).await?,
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
            Self::SetClock(node, seconds) => set_clock(site, node, seconds).await?,
        }
        Ok(Instant::now())
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
            | Self::FailOver
            | Self::FullDisk => {}
        }
        Ok(())
    }
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
            Self::SetClock(node, seconds) => {
                let way = if seconds > 0 { "ahead" } else { "back" };
                write!(f, "clock of node {} set {way} by {} s", NAMES[node], seconds.unsigned_abs())
            }
            Self::FullDisk => write!(f, "full disk of PostgreSQL, which ends of it"),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_chosen_by_the_words_of_their_description() {
        assert!(Fault::is_known("NATS away") && !Fault::is_known("a flood"));
        let mut random = Random::new(1);
        let drawn: Vec<Fault> = (0..20).map(|_| Fault::draw_only(&mut random, Some("NATS"))).collect();
        assert!(drawn.iter().all(|fault| fault.to_string().contains("NATS")), "{drawn:?}");
    }
}
