// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tournaments that are played: Swisses, round robins, knockouts, Keizers, arenas.
//!
//! An event is the fold of its journal ([`event`]). What may happen is decided in [`decide`], which answers with the
//! entries to write or with a refusal that says why not. [`pairing`] pairs the next round, [`table`] ranks, [`working`]
//! says how a tie-break's value comes about, [`tournament`] is what the crate `tabiya-tournament` works on, [`score_sheet`]
//! reads the games of wooden boards, [`files`] are those that organisers bring and take. [`events`] holds all events of a
//! server over the store, [`festival`] acts in several sections at once, [`rounds`] has their games played, `drafts` pairs one off the
//! event loop and says how far that is, [`starts`]
//! begins rounds at their time, `reasons` computes those of large pairings, [`claims`] makes accounts of entrants, [`kept`]
//! is what is kept of one, [`members`] are lists of players for all events of an organiser, [`letters`] finds names,
//! [`options`] are the decisions of a form, [`venue`] has the seats in the hall of games on this server, [`clocks`] pauses
//! them, [`results`] ends them where the arbiter decides, [`byes`] says who is not paired when, [`games`] writes them as
//! PGN, [`site`] makes a folder of web pages, [`saved`] is an event as one file, `restoring` takes it up and `brought` its
//! running games, [`copies`] writes it into a second place, [`read_journal`] is what organisers read of what was done,
//! [`report`] is a rating report's, [`view`] is what pages show, [`topic`] tells them what changes, [`operator`] is
//! `tabiya event`, and [`service`] starts all that in a server.
//!
//! Architecture invariant: the modules up to `files` have no clock, no randomness and no I/O; seeds, times and ids are
//! arguments.
#![forbid(unsafe_code)]

pub mod arenas;
mod brought;
pub mod byes;
pub mod changed;
mod changes;
pub mod claims;
pub mod clocks;
pub mod codes;
mod continued;
pub mod copies;
pub mod decide;
mod drafts;
pub mod entrants;
pub mod event;
pub mod events;
pub mod festival;
pub mod files;
mod forfeit;
pub mod games;
pub mod journal;
pub mod keizer;
pub mod kept;
pub mod letters;
pub mod members;
pub mod operator;
pub mod options;
pub mod pairing;
mod pairing_now;
mod played_now;
pub mod prizes;
pub mod read_journal;
mod reasons;
mod reminders;
pub mod report;
mod restoring;
pub mod results;
pub mod rounds;
pub mod saved;
pub mod score_sheet;
mod seated;
pub mod series;
pub mod service;
pub mod site;
pub mod starts;
pub mod table;
pub mod topic;
pub mod tournament;
mod under_way;
pub mod venue;
pub mod view;
pub mod working;
