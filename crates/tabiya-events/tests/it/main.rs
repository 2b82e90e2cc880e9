// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whole events, played by commands.
#![allow(clippy::unwrap_used, reason = "these are tests")]

mod anything_goes;
mod arbiter;
mod arenas;
mod at_table;
mod automatic;
mod brought;
mod byes;
mod changing;
mod clocks;
mod correcting;
mod decided;
mod defaults;
mod entering;
mod erased_members;
mod fees;
mod fixed_boards;
mod fixed_in_sections;
mod formats;
mod groups;
mod half_byes;
mod journal;
mod member_lists;
mod members;
mod options;
mod played;
mod played_now;
mod public_files;
mod restored;
mod sections;
mod several_games;
mod several_helpers;
mod site;
mod stored;
mod teams;
mod two_arbiters;
mod typed_games;
mod under_way;
mod venue;
