// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a room asks about its players and tells of them: how they are known when they take a seat (name, title and rating
//! at that moment), which games are to be rated and what that changed, and what they should hear of.

use tabiya_accounts::news::{Happened, NewsQueue};
use tabiya_game::{Category, Event, Game, GameId, PlayerDetails, Stamped, Terms, Time};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_rules::Color;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_store::{EndedGame, StorageError, Store};

use crate::ratings;

/// Where names and ratings are looked up, and where ended games and news go.
pub(super) struct Names {
    pub(super) store: Store,
    pub(super) ghosts: Ghosts,
    pub(super) queue: ratings::Queue,
    pub(super) news: NewsQueue,
}

impl Names {
    /// The terms with how each player that has an account is known now.
    ///
    /// # Errors
    /// If the storage fails.
    pub(super) async fn known(&self, mut terms: Terms, now: Time) -> Result<Terms, StorageError> {
        let category = Category::of(&terms);
        for color in Color::ALL {
            let Some(player) = terms.seats()[color].player() else { continue };
            let Some(account) = self.store.accounts.account(player).await? else { continue };
            let details = PlayerDetails { name: account.name, title: account.title, rating: None };
            let details = ratings::known_in(&*self.store.ratings, (player, details), category, now).await?;
            terms = terms.with_details(color, details).expect("a player sits there");
        }
        Ok(terms)
    }

    /// Adds the rating of who joins. Where it can't be read, the game does without.
    pub(super) async fn add_ratings(&self, game: &Game, events: &mut [Stamped], now: Time) {
        for stamped in events {
            let Event::Joined { player, details: Some(details), .. } = &mut stamped.event else { continue };
            let ratings = self.store.ratings.ratings_of(*player).await.unwrap_or_default();
            details.rating = ratings::rating_then(&ratings, Category::of(game.terms()), now);
        }
    }

    /// What a finished game did to its players' ratings; `None` if it did nothing, or has not been rated yet. Where that
    /// can't be read, the game's page lacks it until it is opened again.
    pub(super) async fn changes(&self, id: GameId, game: &Game) -> Option<RatingChanges> {
        EndedGame::of(id, game)?;
        let rated = self.store.ratings.rated(&[id]).await.unwrap_or_default();
        rated.first().map(ratings::changes)
    }

    /// Has the game rated, if it has ended and counts.
    pub(super) fn rate(&self, id: GameId, game: &Game) {
        if let Some(ended) = EndedGame::of(id, game) {
            self.queue.ended(ended);
        }
    }

    /// Tells players who may be away.
    pub(super) fn tell(&self, id: GameId, game: &Game, happened: Happened) {
        if happened.has_begun || happened.has_moved || happened.has_ended {
            self.news.happened(id, game, happened);
        }
    }
}
