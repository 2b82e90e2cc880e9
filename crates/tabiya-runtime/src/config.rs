// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server is told at its start. How it is told, and what happens where it is not, is the program's matter.

#[cfg(feature = "testing")]
mod for_tests;
mod host_names;
mod https;
mod networks;
mod public_url;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub use host_names::{HostNames, ends_with_label};
pub use https::{Authority, CertificateFrom, Https, SiteName, SiteNameError};
pub use networks::{Networks, is_private};
pub use public_url::PublicUrl;

use tabiya_store::{DatabaseUrl, NodeName};

use crate::mail::MailConfig;

/// What the server is told at its start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Whether the server answers to a name on the local network.
    pub local_name: bool,
    /// Whether the machine is kept awake while something is played.
    pub keep_awake: bool,
    /// How the server speaks HTTPS itself, in which case `listen` is for those who come by plain HTTP; none where it does not.
    pub https: Option<Https>,
    /// Under which address players reach the server, where that is not the one they call it by.
    pub public_url: Option<PublicUrl>,
    /// Names under which the server may be called, beside those that no stranger can have.
    pub allowed_hosts: HostNames,
    /// Proxies whose word is taken for where a request comes from.
    pub trusted_proxies: Networks,
    /// Who may read the metrics.
    pub metrics_addresses: Networks,
    /// What was built, and from what.
    pub build: BuildInfo,
    /// Threads that think for the computer.
    pub computer_threads: usize,
    /// Threads that analyse finished games, at low priority.
    pub analysis_threads: usize,
    /// Nodes that the engine looks at in each position of a game that is analysed.
    pub analysis_nodes: u64,
    /// Where the complete source can be had, where that is not this server itself.
    pub source_url: Option<String>,
    /// How much one guest or one address may have and do.
    pub limits: Limits,
    /// The folder in which an operator's orders are taken; none where the data lie in a database.
    pub control_folder: Option<PathBuf>,
    /// The database in which the data lie; none where they lie in a folder.
    pub database: Option<DatabaseUrl>,
    /// The folder in which daily backups are kept; none where none are made.
    pub backup_folder: Option<PathBuf>,
    /// The folder into which a copy of each event is written after each entry; none where none are made.
    pub event_copies: Option<PathBuf>,
    /// Whether staff must have a second factor to use the desk, where admins have not decided otherwise.
    pub staff_second_factor: bool,
    /// How many half-moves behind those who don't play see a running game.
    pub watch_delay_moves: u32,
    /// How late they see what happens in a game.
    pub watch_delay: Duration,
    /// How mail is sent; none where this server sends none.
    pub mail: Option<MailConfig>,
    /// The services by which news are pushed to devices; none where nothing is pushed.
    pub push: Option<PushServices>,
    /// All settings in force, for admins to read. Without secrets.
    pub settings: Vec<SettingInForce>,
    /// Whether other programs may change accounts in the database while the server runs.
    pub shared_database: bool,
    /// The name under which this server shares the database with others; none where it shares it with nobody.
    pub node: Option<NodeName>,
    /// How long the server goes on after it was told to stop, so that proxies can turn new clients away in time.
    pub stop_notice: Duration,
}

/// The services by which browsers are told of news while no page is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushServices {
    /// Networks in which a service may be beside the internet.
    pub addresses: Networks,
    /// A file of certificates by which services are known; none for those that the system trusts.
    pub root: Option<PathBuf>,
}

/// A setting as whoever runs the server has made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingInForce {
    /// Its name, as in the file and behind `--`.
    pub key: String,
    /// What is in force; `None` for nothing, and for a secret.
    pub value: Option<String>,
    /// Where it comes from.
    pub source: Source,
}

/// Where a setting comes from. What stands further up wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The command line.
    Flag,
    /// A variable of the environment.
    Environment,
    /// The file of settings.
    File,
    /// Nobody has said anything.
    Default,
}

/// How much one guest or one address may have and do.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How many unfinished games one player may have, guests included.
    pub unfinished_games: usize,
    /// How many games one guest, or one public address, may begin in a minute; private addresses ten times as many, as
    /// for all that is limited by address.
    pub games_per_minute: u32,
    /// How many games one guest, or one address, may begin in an hour.
    pub games_per_hour: u32,
    /// How many bytes of games that were not played here guests of one address may have stored in a day.
    pub guest_import_bytes: u64,
    /// How many bytes of them all guests together may have stored in a day.
    pub all_guest_import_bytes: u64,
    /// How many games one player with an account may have analysed in a day.
    pub analyses_per_day: u32,
    /// How many games guests of one address may have analysed in a day; all guests together a hundred times as many.
    pub guest_analyses_per_day: u32,
    /// Connections that there may be; none for as many as the limit of open files allows.
    pub connections: Option<usize>,
    /// Connections that one address may hold or, where it comes by a trusted proxy, sockets.
    pub connections_per_address: u32,
    /// Sockets that one player may hold, guests included.
    pub sockets_per_guest: u32,
    /// How long a connection may take to say what it wants.
    pub handshake: Duration,
    /// Handshakes of TLS that one address may begin in a minute.
    pub handshakes_per_minute: u32,
    /// Messages that one socket may send at once.
    pub message_burst: u32,
    /// Messages a second that one socket may send in the long run.
    pub messages_per_second: u32,
    /// How long a player may be away on their turn before the opponent may claim the game; none for what is usual.
    pub absence: Option<Duration>,
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

impl BuildInfo {
    /// The version with the commit, which two builds of one version may differ in.
    #[must_use]
    pub fn name(&self) -> String {
        match self.commit {
            "" => self.version.to_owned(),
            commit => format!("{} ({commit})", self.version),
        }
    }
}
