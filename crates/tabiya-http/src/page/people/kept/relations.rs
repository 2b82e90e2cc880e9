// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whom the player follows and blocks, and what the player has noted about others.

use serde_json::{Value, json};
use tabiya_game::PlayerId;
use tabiya_store::Account;

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

pub(super) const KEPT: Kept =
    Kept { file: "players.json", document: |app, account| Box::pin(document(app, account)), forget: None };

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let relations = app.people.store.relations.relations_of(account.player, MOST_ROWS).await?;
    let others: Vec<PlayerId> = relations.iter().map(|(other, _)| *other).collect();
    let names = app.people.names_of(&others).await?;
    let relations = relations.into_iter().map(|(other, relation)| {
        json!({"player": names(other), "follows": relation.follows, "blocks": relation.blocks, "note": relation.note})
    });
    Ok(Value::Array(relations.collect()))
}
