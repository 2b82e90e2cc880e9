// SPDX-License-Identifier: AGPL-3.0-or-later
//! The ground of Tabiya's server: what every part of it needs.
//!
//! Settings, identities, mail, topics (one thing that many clients follow), the computer's threads, time, and small tools.
//! Nothing here changes an account or a game, and nothing here knows a route of HTTP. An account is known only as what a
//! request has proved (`identity`) and as closed (`ghosts`).
#![forbid(unsafe_code)]

pub mod backups;
pub mod beat;
pub mod chance;
pub mod clean;
pub mod computer;
pub mod config;
pub mod cookies;
pub mod disk;
pub mod ghosts;
pub mod identity;
pub mod log_once;
pub mod low_priority;
pub mod mail;
pub mod measure;
pub mod message;
pub mod mutants;
pub mod network;
pub mod opaque;
pub mod secret;
pub mod spawn;
pub mod stopping;
pub mod storage_watch;
pub mod timeline;
pub mod topic;
pub mod under_test;
