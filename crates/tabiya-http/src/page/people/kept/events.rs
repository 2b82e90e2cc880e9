// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which events the player has entered.

use serde_json::{Value, json};
use tabiya_store::Account;

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

/// The journals keep the player's id, which leads nowhere then; pages show a closed account in place of the name.
pub(super) const KEPT: Kept = Kept {
    file: "events.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| Box::pin(async move { Ok(app.store.events.forget_in_events(player).await?) })),
};

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let entered = app.store.events.events_entered(account.player, MOST_ROWS).await?;
    Ok(entered.into_iter().map(|event| json!({ "event": event.id, "starts": event.starts.0 })).collect())
}
