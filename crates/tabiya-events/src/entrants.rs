// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is known about an account that enters.

use tabiya_game::{Category, PlayerDetails, Time};
use tabiya_live::ratings::known_in;
use tabiya_store::{Account, StorageError, Store};

use crate::event::{Card, Settings};

/// The card of an account: its name, its title of FIDE's, and its rating in the category of the event's games. A provisional
/// rating counts, too, because it says more than none.
///
/// # Errors
/// If the storage fails.
pub async fn card_of(
    store: &Store,
    account: &Account,
    settings: &Settings,
    now: Time,
) -> Result<Card, StorageError> {
    let category = settings.time.map(|time| Category::new(settings.variant, time.speed()));
    let details = PlayerDetails { name: account.name.clone(), title: account.title, rating: None };
    let known = known_in(&*store.ratings, (account.player, details), category, now).await?;
    let title = known.title.map(|title| title.to_string()).filter(|title| title != "BOT" && title != "NM");
    Ok(Card {
        title: title.unwrap_or_default(),
        ..Card::new(known.name.to_string(), known.rating.map(|rating| rating.points))
    })
}
