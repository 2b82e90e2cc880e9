// SPDX-License-Identifier: AGPL-3.0-or-later
//! Ratings, and how each game changed them.

use serde_json::{Value, json};
use tabiya_store::Account;

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

pub(super) const KEPT: Kept =
    Kept { file: "ratings.json", document: |app, account| Box::pin(document(app, account)), forget: None };

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let (store, player) = (&app.people.store, account.player);
    let mut ratings = Vec::new();
    for rating in store.ratings.ratings_of(player).await? {
        let entries = store.ratings.entries_of(player, rating.category, 1, MOST_ROWS).await?;
        let entries = entries.into_iter().map(|entry| {
            json!({"at": entry.at.0, "game": entry.game, "rating": entry.rating.points(), "deviation": entry.rating.deviation()})
        });
        ratings.push(json!({"category": rating.category, "entries": entries.collect::<Vec<_>>()}));
    }
    Ok(Value::Array(ratings))
}
