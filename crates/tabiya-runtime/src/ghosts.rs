// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players whose account is closed. Readers of their finished games see no name.
//!
//! The log and the archive keep the name, so that an account which is opened again is known by it as before. The set is
//! kept in memory, because every reader asks it: 16 bytes a closed account.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock};

use tabiya_game::{Game, PlayerId};
use tabiya_rules::Color;
use tabiya_store::{Account, Accounts, StorageError};

/// Where no page can put it into the player's language: in PGN, pictures and the answers to programs.
pub const GHOST_NAME: &str = "Closed account";

/// The players whose account is closed. Cheap to clone.
#[derive(Clone, Default)]
pub struct Ghosts(Arc<RwLock<HashSet<PlayerId>>>);

impl Ghosts {
    /// Reads them all; also again, where another program may have changed accounts.
    ///
    /// # Errors
    /// If the storage fails; then they are as before.
    pub async fn reload(&self, accounts: &dyn Accounts) -> Result<(), StorageError> {
        let closed = accounts.closed_accounts().await?.into_iter().collect();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = closed;
        Ok(())
    }

    /// Notes how an account stands now.
    pub fn note(&self, account: &Account) {
        let mut ghosts = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if account.is_open() {
            ghosts.remove(&account.player);
        } else {
            ghosts.insert(account.player);
        }
    }

    /// Whether this player's account is closed.
    pub fn has(&self, player: PlayerId) -> bool {
        self.0.read().unwrap_or_else(PoisonError::into_inner).contains(&player)
    }

    /// Takes their names out of a finished game. While a game goes on, its players know against whom they play.
    pub fn hide_in(&self, game: &mut Game) {
        if !game.is_over() {
            return;
        }
        for color in Color::ALL {
            if game.seats()[color].player().is_some_and(|player| self.has(player)) {
                game.forget_details(color);
            }
        }
    }
}
