// SPDX-License-Identifier: AGPL-3.0-or-later
//! A disk that fails on purpose under SQLite: calls that return errors, and power cuts. For tests alone; nothing that is
//! shipped links it.
//!
//! It is a shim over the system's own files (SQLite calls that a VFS). Every database of the process below a folder that
//! a [`Disk`] was made for goes through it; all others are passed on untouched.
//!
//! A power cut is modelled as it is promised by a disk that obeys: what was written before a flush of its file stays, of
//! what was written since each piece may be there, half there or missing, in any order.
//!
//! Architecture invariant: the only crate with `unsafe` besides the hot paths of rules and engine, because SQLite speaks C
//! here. All of it is in `vfs`, which forwards and nothing else; what fails and what stays is decided in safe code.
#![cfg(unix)]

mod disk;
mod image;
mod vfs;

pub use disk::{Call, Disk, Failure, Fault};
pub use image::{Fate, Image};
