// SPDX-License-Identifier: AGPL-3.0-or-later
//! Creating a game, as often as it takes and still once.

use tabiya_archive::archive::ReadError;
use tabiya_game::{GameId, Seats, Terms};
use tabiya_store::StorageError;

use super::Rooms;

/// What came of creating a game under an id that was stored before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It begins now.
    Now,
    /// It had begun before.
    Before,
    /// Another game has this id.
    Taken,
}

impl Rooms {
    /// Creates a game; it is stored when this returns. The caller has asked [`Entrance::enter`](crate::entry::Entrance::enter).
    ///
    /// Where the answer to the write is lost, it is tried once more under the same id, so that no second game
    /// begins when the player tries again.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn create(&self, terms: Terms) -> Result<GameId, StorageError> {
        loop {
            let id = self.draw_id();
            let is_created = match self.create_as(id, terms.clone()).await {
                Err(StorageError::Unanswered) => self.create_once(id, terms.clone()).await? != Created::Taken,
                created => created?,
            };
            if is_created {
                return Ok(id);
            }
        }
    }

    /// Creates the game under this id, unless it was created before. The caller has asked
    /// [`Entrance::enter`](crate::entry::Entrance::enter), and has stored the id.
    ///
    /// # Errors
    /// If the storage fails. It may be tried again.
    pub async fn create_once(&self, id: GameId, terms: Terms) -> Result<Created, StorageError> {
        let seats = terms.seats();
        if self.create_as(id, terms).await? {
            return Ok(Created::Now);
        }
        // The log names those who sat down; the archive may name the account that has taken a guest's games over.
        match self.load(id).await {
            Ok(game) if are_same_players(game.seats(), seats) => Ok(Created::Before),
            Ok(_) => Ok(Created::Taken),
            Err(ReadError::Storage(error)) => Err(error),
            Err(ReadError::NoSuchGame(_)) => {
                Err(StorageError::Damaged { detail: format!("the log of the game {id} can't be read") })
            }
        }
    }
}

/// Whether the same players sit there. Where chance decides about colours, it may have decided otherwise
/// before.
fn are_same_players(found: Seats, wanted: Seats) -> bool {
    let players = |seats: Seats| {
        let mut players = [seats.white.player(), seats.black.player()];
        players.sort_unstable();
        players
    };
    players(found) == players(wanted)
}

#[cfg(test)]
mod tests {
    use tabiya_game::{PlayerId, Seat};

    use super::*;

    #[test]
    fn a_game_that_has_begun_is_known_by_its_players() {
        let [ann, bob, eve] = [1, 2, 3].map(|byte| Seat::Player(PlayerId::from_bytes([byte; 16])));
        let wanted = Seats { white: ann, black: bob };
        assert!(are_same_players(wanted, wanted));
        assert!(are_same_players(Seats { white: bob, black: ann }, wanted));
        assert!(!are_same_players(Seats { white: ann, black: eve }, wanted));
        assert!(!are_same_players(Seats { white: ann, black: Seat::Open }, wanted));
    }
}
