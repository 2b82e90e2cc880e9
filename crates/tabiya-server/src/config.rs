// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server is told at its start. How it is told, and what happens where it is not, is the program's matter.

mod networks;
mod public_url;

use std::net::SocketAddr;

pub use networks::Networks;
pub use public_url::PublicUrl;

/// What the server is told at its start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Under which address players reach the server, where that is not the one they call it by.
    pub public_url: Option<PublicUrl>,
    /// What was built, and from what.
    pub build: BuildInfo,
    /// Threads that think for the computer.
    pub computer_threads: usize,
    /// Where the complete source can be had, where that is not this server itself.
    pub source_url: Option<String>,
    /// How much one guest or one address may have and do.
    pub limits: Limits,
}

/// How much one guest or one address may have and do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many unfinished games one guest may have.
    pub unfinished_games: usize,
    /// How many games one address may create in a minute.
    pub games_per_minute: u32,
    /// How many games one address may create in an hour.
    pub games_per_hour: u32,
    /// Messages that one socket may send at once.
    pub message_burst: u32,
    /// Messages a second that one socket may send in the long run.
    pub messages_per_second: u32,
    /// Addresses to which no limit per address applies.
    pub unlimited_addresses: Networks,
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
