// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which games the player has had analysed.

use serde_json::{Value, json};
use tabiya_store::Account;

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

/// What was found about a game stays with the game; who asked for it is forgotten.
pub(super) const KEPT: Kept = Kept {
    file: "analyses.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| {
        Box::pin(async move { Ok(app.store.analyses.forget_who_asked(player).await?) })
    }),
};

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let asked = app.store.analyses.analyses_by(account.player, MOST_ROWS).await?;
    Ok(asked.into_iter().map(|(game, at)| json!({ "game": game, "asked": at.0 })).collect())
}
