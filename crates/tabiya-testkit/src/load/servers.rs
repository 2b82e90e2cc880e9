// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is driven: one server with SQLite, or the nodes of one site on PostgreSQL.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::options::Options;
use super::process::{Manner, ServerProcess};
use super::site::Site;
use crate::{PATIENCE, binary_beside_this_program};

/// What a server logs once its first start is over, which costs more than many moves.
const FIRST_START_IS_OVER: &str = "the start set of puzzles is there";

/// At least one server.
pub(super) struct Servers {
    all: Vec<ServerProcess>,
}

impl Servers {
    /// Starts them, each on a folder of its own below this one, and waits until they listen. Also returns where.
    pub(super) fn start(options: &Options, folder: &Path) -> io::Result<(Self, Vec<Site>)> {
        let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
        let (https, all_cores) = (options.https, options.all_cores || options.database.is_some());
        let manner = Manner { https, all_cores, arguments: Vec::new() };
        let Some((database, bus)) = options.database.as_ref().zip(options.bus.as_ref()) else {
            let mut server = ServerProcess::start(&binary, folder, manner)?;
            let address = server.wait_until_it_listens()?;
            let site = if https { Site::secure(address, server.data())? } else { Site::plain(address) };
            return Ok((Self { all: vec![server] }, vec![site]));
        };
        let (mut all, mut sites) = (Vec::new(), Vec::new());
        for number in 1..=options.nodes {
            let name = format!("n{number}");
            let folder = folder.join(&name);
            std::fs::create_dir(&folder)?;
            let node = ["--database", database, "--bus", bus, "--node", &name, "--stop-notice", "0"];
            let arguments = node.map(str::to_owned).to_vec();
            let mut node = ServerProcess::start(&binary, &folder, Manner { arguments, ..manner.clone() })?;
            // One after the other: the first makes the tables.
            sites.push(Site::plain(node.wait_until_it_listens()?));
            all.push(node);
        }
        Ok((Self { all }, sites))
    }

    /// Waits until one of them has done what only the first start has to do.
    pub(super) fn wait_for_the_first_start(&self) -> io::Result<()> {
        let began = Instant::now();
        while !self.all.iter().any(|server| server.has_logged(FIRST_START_IS_OVER)) {
            if began.elapsed() > PATIENCE {
                return Err(io::Error::other(format!("no server has logged: {FIRST_START_IS_OVER}")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The server, for what is done with one alone, such as to kill it.
    pub(super) fn sole(&mut self) -> &mut ServerProcess {
        &mut self.all[0]
    }

    /// The data folder of the first one.
    pub(super) fn data(&self) -> &Path {
        self.all[0].data()
    }

    /// The process of the first one.
    pub(super) fn id(&self) -> u32 {
        self.all[0].id()
    }

    /// The processor time that all of them have used.
    pub(super) fn cpu_time(&self) -> Duration {
        self.all.iter().map(ServerProcess::cpu_time).sum()
    }

    /// The memory that all of them use, in bytes.
    pub(super) fn resident(&self) -> u64 {
        self.all.iter().map(ServerProcess::resident).sum()
    }

    /// Asks each to stop and waits until it has. Whether all ended with status 0.
    pub(super) fn stop(&mut self) -> io::Result<bool> {
        let mut stopped = true;
        for server in &mut self.all {
            stopped &= server.stop()?;
        }
        Ok(stopped)
    }
}
