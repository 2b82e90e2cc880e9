// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may see a private game: its players and staff. For everybody else there is no such game.
//!
//! Every door asks here: the game's page, its calls, sockets, pictures and "Watch". Lists leave private games out by a
//! filter of the archive, because they read no log.
//!
//! A trial is no secret, but no list of others has it either: a casual game against the computer without a clock whose player has
//! not moved twice. A first move on the start page begins such a game, and whoever only tries a piece plays none.

use tabiya_game::{Game, Seat, Seats};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;
use tabiya_store::ArchivedGame;

/// Whether this visitor may see the game. While a seat is open, the link is the invitation, so everybody who has it may
/// look and join.
pub fn may_see(game: &Game, visitor: Option<&Identity>) -> bool {
    !game.terms().is_private() || is_of(&game.seats(), visitor)
}

/// Whether a private game with these seats may be seen by this visitor.
pub fn is_of(seats: &Seats, visitor: Option<&Identity>) -> bool {
    seats.open().is_some() || visitor.is_some_and(|visitor| visitor.sees_all(seats))
}

/// The half-moves after which the player has moved twice.
const fn played_from(player: Color) -> usize {
    match player {
        Color::White => 3,
        Color::Black => 4,
    }
}

/// Whether a game of so many half-moves is a trial. `free` says whether it is casual and has no clock.
fn is_tried(free: bool, seats: &Seats, half_moves: usize) -> bool {
    let player = match (seats.white, seats.black) {
        (Seat::Computer(_), Seat::Player(_)) => Color::Black,
        (Seat::Player(_), Seat::Computer(_)) => Color::White,
        (Seat::Player(_), Seat::Player(_) | Seat::Open)
        | (Seat::Open, _)
        | (Seat::Computer(_), Seat::Computer(_) | Seat::Open) => return false,
    };
    free && half_moves < played_from(player)
}

/// Whether this game is a trial.
pub fn is_trial(game: &Game) -> bool {
    let free = game.time_control().is_none() && !game.terms().is_rated();
    is_tried(free, &game.seats(), game.history().moves().len())
}

/// Whether this game was a trial when it ended. Returns false for a running game: its row does not count its moves.
pub fn was_trial(game: &ArchivedGame) -> bool {
    let free = game.time.is_none() && !game.rated;
    game.end.is_some() && is_tried(free, &game.seats(), game.half_moves as usize)
}
