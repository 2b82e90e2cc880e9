// SPDX-License-Identifier: AGPL-3.0-or-later
//! The store on a disk that fails: power cuts, and errors at every kind of call. Nothing acknowledged may be lost.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that can't go on panics")]

mod backups;
mod errors;
mod games;
mod power;
