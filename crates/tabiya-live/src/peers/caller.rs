// SPDX-License-Identifier: AGPL-3.0-or-later
//! Somebody who acts on another node, as that node is told.
//!
//! The node that has the connection has looked at the credential. The owner is told who it is, and reads the account from the
//! database: what a room asks of an account is never older there than on the node of its client.

use serde::{Deserialize, Serialize};
use tabiya_game::PlayerId;
use tabiya_runtime::identity::{Identity, LoggedIn, StaffRights};
use tabiya_runtime::secret::Hash;
use tabiya_store::{StorageError, Store};

/// Somebody who acts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Caller {
    player: PlayerId,
    /// The session or token; `None` for a guest.
    login: Option<Login>,
    /// The seats at the venue of events that the device has been given.
    seats: Vec<PlayerId>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Login {
    session: Hash,
    made_by: Option<PlayerId>,
    is_staff: bool,
}

impl From<&Identity> for Caller {
    fn from(identity: &Identity) -> Self {
        let login = identity.login.as_ref().map(|login| Login {
            session: login.session,
            made_by: login.made_by,
            is_staff: identity.is_staff(),
        });
        Self { player: identity.player, login, seats: identity.venue_seats().to_vec() }
    }
}

impl Caller {
    /// Who it is; `None` if the account is closed or gone. Without tables, as in tests of rooms alone, everybody is a guest.
    ///
    /// # Errors
    /// If the account can't be read.
    pub(crate) async fn identity(self, store: Option<&Store>) -> Result<Option<Identity>, StorageError> {
        let Self { player, login, seats } = self;
        let (Some(login), Some(store)) = (login, store) else {
            return Ok(Some(Identity::guest(player).at_the_venue(seats)));
        };
        let Some(account) = store.accounts.account(player).await?.filter(|account| account.is_open()) else {
            return Ok(None);
        };
        let guests = store.accounts.guests_of(player).await?;
        let blocked = store.relations.blocked_by(player).await?;
        let rights = if login.is_staff { StaffRights::Held } else { StaffRights::Withheld };
        let login = LoggedIn::by_token(login.session, login.made_by, account, [guests, blocked]);
        Ok(Some(Identity::logged_in(login.into(), rights).at_the_venue(seats)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_guest_with_a_seat_at_the_venue_is_the_same_elsewhere() {
        let [player, seat] = [1, 2].map(|byte| PlayerId::from_bytes([byte; 16]));
        let identity = Identity::guest(player).at_the_venue(vec![seat]);
        let text = serde_json::to_string(&Caller::from(&identity)).unwrap();
        let told: Caller = serde_json::from_str(&text).unwrap();
        assert_eq!(told.identity(None).await, Ok(Some(identity)));
    }
}
