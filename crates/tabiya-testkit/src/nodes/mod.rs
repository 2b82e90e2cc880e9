// SPDX-License-Identifier: AGPL-3.0-or-later
//! Faults of a site of several nodes: three nodes, PostgreSQL and NATS on this machine, players on all nodes, and a fault or two a run.
//!
//! Each run plays new games through different nodes, [inflicts faults](mix), waits until every game goes on, and compares what
//! the clients heard with the log ([`crate::history`]). The programs talk to PostgreSQL and NATS through [links](link) that can be
//! cut, so a partition needs neither root nor network namespaces. The same seed draws the same faults.
//!
//! `cargo xtask cluster --faults N` runs many and appends a line for each to a file; the ordinary tests run one.

mod asks;
mod checked;
mod database_clock;
mod fault;
mod figures;
mod halves;
mod link;
mod mix;
mod old_primary;
mod options;
mod player;
mod results;
mod run;
#[cfg(test)]
mod scaling;
mod site;
mod small_disk;
mod standby;
mod upgrade;
mod waits;

pub use figures::figures;
pub use options::{Options, Part};
pub use results::{Finding, run_all};
pub use run::{fail_over, full_disk, kill_a_node, old_primary_comes_back};
pub use site::Site;
pub use small_disk::SmallDisk;
pub use standby::Standby;
