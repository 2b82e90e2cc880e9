// SPDX-License-Identifier: AGPL-3.0-or-later
//! People: accounts, sessions, roles and staff's work, and what a player is told.
//!
//! [`people`] decides who somebody is and what they may do. [`personal`] is a player's own topic, by which open pages hear of
//! notices; [`news`] is the queue in which games put what their players should hear.
#![forbid(unsafe_code)]

pub mod feed;
pub mod news;
pub mod people;
pub mod personal;
pub mod push;
