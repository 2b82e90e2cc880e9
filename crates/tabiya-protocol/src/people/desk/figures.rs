// SPDX-License-Identifier: MIT OR Apache-2.0
//! The desk: how the server is, and the servers that are this site together.

use serde::{Deserialize, Serialize};

/// The answer to `GET /api/page/desk/figures`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct Figures {
    /// Accounts, open and closed.
    pub accounts: u64,
    /// Players and guests with an open page.
    pub online: u64,
    /// Games in memory.
    pub games_running: u64,
    /// Moves a second since somebody looked last.
    pub moves_per_second: f64,
    /// Milliseconds within which 99 of 100 commits were durable, of all since the start; none before the first.
    pub p99_ms: Option<f64>,
    /// Bytes of the database; 0 where it lies elsewhere.
    pub data_bytes: u64,
    /// Bytes left on the disk with the data; none where they lie elsewhere, or the system does not say.
    pub disk_free_bytes: Option<u64>,
    /// How long ago a backup was made or downloaded; none if never.
    pub backup_age_ms: Option<u64>,
    /// The folder of the daily backups; none where the server makes none by itself.
    pub backup_folder: Option<String>,
    /// The command by which an admin backs the database up where it lies; none where it can be downloaded.
    pub backup_command: Option<String>,
    /// Whether whoever asks may download a backup.
    pub can_download_backup: bool,
    /// Why the last daily backup was not made, in a sentence; none if all is well.
    pub backup_problem: Option<String>,
    /// Whether the daily backups lie on the same disk as the data.
    pub backup_same_disk: bool,
    /// `ok`, or what is wrong with the database.
    pub database: String,
    /// Whether whoever asks may stop the server: an admin, in a browser on the server's own computer.
    pub can_stop: bool,
}

/// The body of `POST /api/page/desk/stop`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct StopServer {
    /// That it is meant.
    pub sure: bool,
}

/// The answer to `GET /api/page/desk/nodes`: the servers that are this site together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NodesView {
    /// By their names; empty where one server is the whole site.
    pub nodes: Vec<NodeView>,
    /// Thousandths of the games that no node owns; 0 but for some seconds after one has died.
    pub unowned: u32,
    /// Which of them have found that the database lacks moves, in the last week.
    pub set_back: Vec<SetBackView>,
}

/// A node has found that the database lacks moves that players had been told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct SetBackView {
    /// Its name.
    pub node: String,
    /// When it found that.
    pub at: u64,
    /// In how many games.
    pub games: u32,
}

/// One of the servers that are this site together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub struct NodeView {
    /// Its name.
    pub name: String,
    /// Where it listens, in words for people.
    pub address: String,
    /// The version of its program.
    pub version: String,
    /// When it joined.
    pub joined: u64,
    /// Thousandths of all games that it plays.
    pub share: u32,
    /// What it does.
    pub state: NodeState,
    /// Whether it is the one that answers.
    pub is_this: bool,
    /// By how many whole seconds the clock of its machine is ahead of the database's: below 0 where it is behind, 0 where it is right.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub clock_ahead: i64,
}

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum NodeState {
    /// It plays its share.
    Plays,
    /// It gives its games to the others, because an operator has asked for it.
    Drains,
    /// Nothing is heard of it; others take its games.
    Silent,
}
