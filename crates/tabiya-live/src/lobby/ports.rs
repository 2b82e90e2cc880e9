// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the lobby wants of the rest of the server.

use std::sync::Arc;

use tabiya_accounts::people::People;
use tabiya_accounts::personal::Personal;
use tabiya_game::{PlayerId, Title};
use tabiya_store::{StorageError, Store};

use crate::entry::Entrance;
use crate::ratings::Conduct;
use crate::room::Rooms;

/// Where the lobby looks its players up, has their games created, and tells them. Cheap to clone.
#[derive(Clone)]
pub struct LobbyPorts {
    /// The ports of the database.
    pub store: Store,
    /// Where the games begin.
    pub rooms: Rooms,
    /// What every way into a game asks.
    pub entrance: Entrance,
    /// Accounts, and who keeps apart from whom.
    pub people: Arc<People>,
    /// Tells the tabs of both players that their game has begun.
    pub personal: Personal,
    /// Who must wait before another rated game.
    pub conduct: Arc<Conduct>,
}

impl LobbyPorts {
    /// Whether these two never meet: one has blocked the other, or is a child who plays with its own class.
    pub(super) async fn are_apart(&self, one: PlayerId, other: PlayerId) -> Result<bool, StorageError> {
        Ok(self.people.between(one, other).await?.may_meet().is_err())
    }

    /// Which of these players is a bot.
    pub(super) async fn bot_among(&self, players: &[PlayerId]) -> Result<Option<PlayerId>, StorageError> {
        let accounts = self.people.store.accounts.accounts_of(players).await?;
        Ok(accounts.iter().find(|account| account.title == Some(Title::Bot)).map(|bot| bot.player))
    }

    /// Now, in milliseconds of the server's clock.
    pub(super) fn now(&self) -> u64 {
        self.rooms.timeline().now().0
    }
}
