// SPDX-License-Identifier: AGPL-3.0-or-later
//! Closing an account, and opening it again: the one way for the player, the desk and the command line.
//!
//! Nobody can log in with a closed account, its name stays taken, and its games stay without a name (tabiya-runtime's
//! `ghosts.rs`).

use tabiya_game::{PlayerId, Time};
use tabiya_store::{Account, Ends, Settings};

use super::second_factor::take_out;
use super::{People, PeopleFailure};

/// Who closes an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedBy {
    /// Its player, who leaves: address, settings and second factor go too.
    Player,
    /// Staff. All is kept, because they may open it again.
    Staff,
}

/// Marks an account as closed; one that is closed already stays so since then.
pub fn close(account: &mut Account, by: ClosedBy, now: Time) {
    account.closed = account.closed.or(Some(now));
    if by == ClosedBy::Player {
        (account.email, account.settings) = (None, Settings::default());
        take_out(account);
    }
}

/// Marks an account as open.
pub const fn reopen(account: &mut Account) {
    account.closed = None;
}

impl People {
    /// Closes the account of a player who leaves, and ends its sessions and sockets.
    ///
    /// # Errors
    /// If it is the last admin's, there is none, or the storage fails.
    pub async fn leave(&self, player: PlayerId) -> Result<(), PeopleFailure> {
        let now = self.now();
        let mark = |account: &mut Account| {
            close(account, ClosedBy::Player, now);
            Ok(())
        };
        self.change(player, Ends::All, mark).await?;
        Ok(())
    }
}
