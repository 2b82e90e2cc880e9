// SPDX-License-Identifier: AGPL-3.0-or-later
//! A player's rating when they take a seat, for the game's log.

use tabiya_game::{Category, PlayerDetails, PlayerId, Rating, RatingThen, Time};
use tabiya_store::{PlayerRating, Ratings, StorageError};

/// The rating in this category as of now, with which newcomers begin too; `None` where no category counts.
pub(crate) fn rating_then(
    ratings: &[PlayerRating],
    category: Option<Category>,
    now: Time,
) -> Option<RatingThen> {
    let category = category?;
    let found = ratings.iter().find(|rating| rating.category == category);
    Some(found.map_or(Rating::NEWCOMER, |found| found.standing.at(now)).rounded())
}

/// How a player is known to a game of this category: with the rating in it.
///
/// # Errors
/// If the storage fails.
pub async fn known_in(
    ratings: &dyn Ratings,
    (player, details): (PlayerId, PlayerDetails),
    category: Option<Category>,
    now: Time,
) -> Result<PlayerDetails, StorageError> {
    let rating = rating_then(&ratings.ratings_of(player).await?, category, now);
    Ok(PlayerDetails { rating, ..details })
}
