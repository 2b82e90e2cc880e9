// SPDX-License-Identifier: AGPL-3.0-or-later
//! A disk under SQLite that fails on purpose: calls that return errors, and power cuts. It is for tests only;
//! no released program links it.
//!
//! It is a shim over the system's files (SQLite's term is VFS). All databases of the process in a folder with
//! a [`Disk`] go through the simulation; calls on all other databases are forwarded unchanged.
//!
//! The simulated power cut follows the guarantees of a correct disk. Data written before a flush of its file
//! survives. Each later write may survive, survive in part, or be lost, in any order.
//!
//! Architecture invariant: this is the only crate with `unsafe` besides the hot paths of the rules and the
//! engine, because SQLite's file interface is in C. All of it is in `vfs`, which only forwards calls. Safe
//! code decides what fails and what survives.
#![cfg(unix)]

mod disk;
mod image;
mod vfs;

pub use disk::{Call, Disk, Failure, Fault};
pub use image::{Fate, Image};
