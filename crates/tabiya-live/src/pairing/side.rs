// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a player is known now: the name, the title, and the rating in the category of the game.

use tabiya_game::{Category, PlayerDetails, PlayerId, Terms};
use tabiya_protocol::PlayerView;
use tabiya_store::{Account, StorageError};

use super::Pairing;
use crate::ratings::{known_in, rating_view};

/// One of the two players, as the other one sees them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Who it is.
    pub player: PlayerId,
    /// How the player is shown.
    pub view: PlayerView,
}

impl Pairing {
    /// How a player is known in such a game.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn side(&self, account: &Account, game: &Terms) -> Result<Side, StorageError> {
        let details = PlayerDetails { name: account.name.clone(), title: account.title, rating: None };
        self.side_of((account.player, details), Category::of(game)).await
    }

    /// The same by what is known of a player already, in this category.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn side_of(
        &self,
        of: (PlayerId, PlayerDetails),
        category: Option<Category>,
    ) -> Result<Side, StorageError> {
        let player = of.0;
        let known = known_in(&*self.store.ratings, of, category, self.people.now()).await?;
        let view = PlayerView::Player {
            name: known.name.to_string(),
            title: known.title,
            rating: known.rating.map(rating_view),
        };
        Ok(Side { player, view })
    }

    /// The same of both, by their ids. Whoever has left is shown without a name.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn sides(&self, players: [PlayerId; 2], game: &Terms) -> Result<[Side; 2], StorageError> {
        let accounts = self.store.accounts.accounts_of(&players).await?;
        let mut sides = players.map(|player| Side { player, view: PlayerView::Ghost });
        for side in &mut sides {
            let account = accounts.iter().find(|account| account.player == side.player);
            if let Some(account) = account.filter(|account| account.is_open()) {
                *side = self.side(account, game).await?;
            } else if let Some(color) = game.seats().color_of(side.player)
                && let Some(name) = game.name_at_the_board(color)
            {
                side.view = PlayerView::Guest { name: name.to_string() };
            }
        }
        Ok(sides)
    }
}
