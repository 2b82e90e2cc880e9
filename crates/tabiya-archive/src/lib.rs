// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games that are read: as messages, as PGN, as pictures, in lists. No room is started for a reader.
//!
//! [`archive`] reads finished and running games from the store, [`view`] puts a game into the page's words, [`imported`] makes
//! games of PGN and [`over_the_board`] of the page's records, [`privacy`] and [`delay`] decide who sees what of a game, and when.
#![forbid(unsafe_code)]

pub mod archive;
pub mod delay;
pub mod imported;
pub mod openings;
pub mod over_the_board;
pub mod picture;
pub mod privacy;
pub mod view;
