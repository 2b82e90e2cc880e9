// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server is told at its start.

use std::net::SocketAddr;

/// What the server is told at its start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// What was built, and from what.
    pub build: BuildInfo,
    /// How many unfinished games one guest may have.
    pub max_unfinished_games: usize,
    /// How many games one address may create in a minute; loopback addresses may always.
    pub max_games_per_minute: u32,
    /// Threads that think for the computer.
    pub computer_threads: usize,
    /// Where the complete source can be had, where that is not this server itself.
    pub source_url: Option<String>,
}

/// What was built, and from what.
#[derive(Clone, Copy, Debug)]
pub struct BuildInfo {
    /// The program's version.
    pub version: &'static str,
    /// The commit it was built from; empty where unknown.
    pub commit: &'static str,
    /// The source of that commit as a `.tar.gz`; empty where unknown.
    pub source_archive: &'static [u8],
    /// The licences of what is inside, as plain text.
    pub licences: &'static str,
}
