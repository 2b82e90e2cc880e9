// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tournaments that are played: Swisses, round robins, knockouts.
//!
//! An event is the fold of its journal ([`event`]). What may happen is decided in [`decide`], which answers with the entries
//! to write or with a refusal that says why not. [`pairing`] pairs the next round, [`table`] ranks, [`tournament`] is what
//! the crate `tabiya-tournament` works on.
//!
//! Architecture invariant: these modules have no clock, no randomness and no I/O; seeds, times and ids are arguments.
#![forbid(unsafe_code)]

pub mod decide;
pub mod event;
pub mod pairing;
pub mod table;
pub mod tournament;
