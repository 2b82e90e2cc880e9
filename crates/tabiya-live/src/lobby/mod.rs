// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lobby: players who look for an opponent now, and the topic `lobby`.
//!
//! What it decides is in its pure `core`: seeks go in, pairs and what to tell whom come out. The rule of who plays whom is
//! [`tabiya_tournament::lobby`]. A `sheet` has the core and the tabs that follow it, and tells them at most twice a
//! second who waits. One `task` owns it, and has each pair's game created beside it (`begin`). A subscription (`feed`)
//! looks up what the core must know of a player.
//!
//! A search lives in the tab that began it: it ends when the tab is closed, follows the lobby no longer, or sleeps.
//! Nothing of the lobby is stored; after a restart the pages search again by themselves.
//!
//! Where several nodes are one site, the owner of one slot runs the lobby. The tabs of all nodes, its own among them, join it over
//! the bus (`remote`, `host`), so a tab follows the lobby wherever it goes.

mod begin;
mod core;
mod feed;
mod host;
mod past;
mod ports;
mod remote;
mod seek;
mod sheet;
mod task;
mod wire;

#[cfg(test)]
mod simulation_tests;
#[cfg(test)]
mod tests;

pub use ports::LobbyPorts;
pub use task::Lobby;
