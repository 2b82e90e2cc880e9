// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who sits at a game on this server: accounts, and players at the venue by the id of their seat.

use tabiya_game::{PlayerId, PlayerName, Terms, TermsError};
use tabiya_rules::Color;

use crate::event::{Board, BoardGame, EntrantId, Event};
use crate::venue::{VenueKey, VenueSeat};
use crate::view::name_at_the_board;

/// The two at a game, White first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seated {
    /// Their ids in the game's log.
    pub(crate) players: [PlayerId; 2],
    /// For players at the venue without an account: the name, short, or nothing where it can't be written.
    pub(crate) names: [Option<Option<PlayerName>>; 2],
}

/// The two at a game; `None` while somebody has neither an account nor a seat. `seats` are those at the venue of its board, whose
/// ids follow from the key.
pub(crate) fn seated(
    event: &Event,
    seats: &[VenueSeat],
    key: Option<&VenueKey>,
    board: &Board,
    game: &BoardGame,
) -> Option<Seated> {
    let [white, black] = board.players_of(game);
    let found = |id: EntrantId| {
        let entrant = event.entrant(id)?;
        match (seats.iter().find(|seat| seat.entrant == id), key) {
            (Some(seat), Some(key)) => Some((seat.player(key), Some(name_at_the_board(entrant)))),
            _ => Some((entrant.player?, None)),
        }
    };
    let ((white, white_name), (black, black_name)) = (found(white)?, found(black)?);
    Some(Seated { players: [white, black], names: [white_name, black_name] })
}

impl Seated {
    /// Whether somebody sits at the venue without an account.
    pub(crate) const fn is_at_the_venue(&self) -> bool {
        self.names[0].is_some() || self.names[1].is_some()
    }

    /// The terms with the names of those who sit at the venue.
    pub(crate) fn named(&self, mut terms: Terms) -> Result<Terms, TermsError> {
        for (color, name) in Color::ALL.into_iter().zip(&self.names) {
            if let Some(Some(name)) = name {
                terms = terms.with_name_at_the_board(color, name.clone())?;
            }
        }
        Ok(terms)
    }
}
