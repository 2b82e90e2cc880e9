// SPDX-License-Identifier: AGPL-3.0-or-later
//! The list of members that the player keeps as an organiser.

use serde_json::{Value, json};
use tabiya_store::Account;

use super::Kept;
use crate::answer::ApiError;
use crate::state::App;

/// Nothing of the list is kept. Events keep the names of those who play in them, as those of any player without an account.
pub(super) const KEPT: Kept = Kept {
    file: "members.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| {
        Box::pin(async move { Ok(app.events.members.clone().forget_list(player).await?) })
    }),
};

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let list = app.events.members.clone().list(account.player).await?;
    Ok(list.iter().map(|member| json!({ "number": member.number, "card": member.known })).collect())
}
