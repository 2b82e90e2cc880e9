// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may see a private game: its players and staff. For everybody else there is no such game.
//!
//! Every door asks here: the game's page, its calls, sockets, pictures and "Watch". Lists leave private games out by a
//! filter of the archive, because they read no log.

use tabiya_game::{Game, Seats};
use tabiya_runtime::identity::Identity;

/// Whether this visitor may see the game. While a seat is open, the link is the invitation, so everybody who has it may
/// look and join.
pub fn may_see(game: &Game, visitor: Option<&Identity>) -> bool {
    !game.terms().is_private() || is_of(&game.seats(), visitor)
}

/// Whether a private game with these seats may be seen by this visitor.
pub fn is_of(seats: &Seats, visitor: Option<&Identity>) -> bool {
    seats.open().is_some() || visitor.is_some_and(|visitor| visitor.sees_all(seats))
}
