// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game for others: as messages and bodies of the protocol, and as PGN.
//!
//! Pure functions of a [`Game`](tabiya_game::Game) and the time. Rooms use them for live games, and the
//! archive for games that it reads from the log.

mod annotations;
mod game;
mod pgn;

pub(crate) use game::summary;
pub use game::{
    computer_view, event, game, game_without_moves, guest_name, in_one_line, lag, legal, live, moves, played,
    player, situation, status,
};
pub(crate) use pgn::pgn;
pub use pgn::{Remarks, event_and_site, opening_tags, pgn_with};
