// SPDX-License-Identifier: AGPL-3.0-or-later
//! The one way into a game of two: charge the quotas, enter the players, create the game, tell them.
//!
//! The lobby, challenges, rounds, events, programs and games against the computer come this way.
//! A rematch asks the same [`Entrance`] from inside its room. Where the store must know of a game before it
//! begins, the subject stores its id first, and [`Rooms::create_once`] creates it once, however often it is
//! tried.

mod side;

use std::sync::Arc;

use tabiya_accounts::people::People;
use tabiya_accounts::personal::Personal;
use tabiya_game::{GameId, PlayerId, Terms};
use tabiya_limits::address::ChargeNewGame;
use tabiya_store::Store;

use crate::entry::{Entrance, Entry, NoGame};
use crate::ratings::Conduct;
use crate::room::Rooms;

pub use crate::room::Created;
pub use side::Side;

/// What beginning a game takes of the rest of the server. Cheap to clone.
#[derive(Clone)]
pub struct Pairing {
    /// The ports of the database.
    pub store: Store,
    /// Accounts, and who may challenge and meet whom.
    pub people: Arc<People>,
    /// Who must wait before another rated game.
    pub conduct: Arc<Conduct>,
    /// Where the games begin.
    pub rooms: Rooms,
    /// What every way into a game asks.
    pub entrance: Entrance,
    /// Tells the tabs of both players that their game has begun.
    pub personal: Personal,
}

/// Counts the game for a player's address.
pub type Charge = (PlayerId, ChargeNewGame);

impl Pairing {
    /// Whether one player may challenge another.
    ///
    /// # Errors
    /// Why not.
    pub async fn may_challenge(&self, from: PlayerId, to: PlayerId) -> Result<(), NoGame> {
        self.people.may_challenge(from, to).await?.map_err(NoGame::Apart)
    }

    /// Whether two players may meet by chance: neither has blocked the other, and none is a child who plays
    /// with its own class.
    ///
    /// # Errors
    /// Why not.
    pub async fn may_meet(&self, one: PlayerId, other: PlayerId) -> Result<(), NoGame> {
        self.people.between(one, other).await?.may_meet().map_err(NoGame::Apart)
    }

    /// Charges the addresses, and asks for leave to give these players one more game each. The player who
    /// asks comes first: a player whose own limit is reached costs the opponent nothing. What is returned
    /// must be held until the game is stored.
    ///
    /// # Errors
    /// Why no game may begin.
    pub async fn admit(
        &self,
        players: &[PlayerId],
        is_rated: bool,
        charges: impl IntoIterator<Item = Charge>,
    ) -> Result<Entry, NoGame> {
        for (player, charge) in charges {
            charge().map_err(|wait| NoGame::AddressTooFast { player, wait })?;
        }
        self.entrance.enter(players, is_rated).await
    }

    /// Begins the game of whoever sits there. The player who asks comes first in `players`.
    ///
    /// # Errors
    /// Why no game begins.
    pub async fn begin(
        &self,
        players: &[PlayerId],
        charges: impl IntoIterator<Item = Charge>,
        terms: Terms,
    ) -> Result<GameId, NoGame> {
        let _entry = self.admit(players, terms.is_rated(), charges).await?;
        Ok(self.rooms.create(terms).await?)
    }

    /// Tells both players that their game has begun, and each who the opponent is.
    pub fn tell(&self, game: GameId, sides: [&Side; 2]) {
        self.personal.tell_paired(game, sides.map(|side| (side.player, &side.view)));
    }

    /// Now, in milliseconds of the server's clock.
    pub fn now(&self) -> u64 {
        self.rooms.timeline().now().0
    }
}
