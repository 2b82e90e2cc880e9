// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the player was told while away.

use serde_json::{Value, json};
use tabiya_accounts::people::notices::About;
use tabiya_store::{Account, Notice};

use super::Kept;
use crate::answer::ApiError;
use crate::state::App;

pub(super) const KEPT: Kept =
    Kept { file: "notices.json", document: |app, account| Box::pin(document(app, account)), forget: None };

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let (notices, read_to) = app.people.store.notices.notices_of(account.player).await?;
    let notice = |notice: Notice| {
        let data: Value = serde_json::from_str(&notice.data).unwrap_or_default();
        json!({"at": notice.at.0, "kind": notice.kind, "game": About::of(&notice).game(), "data": data, "read": notice.number <= read_to})
    };
    Ok(Value::Array(notices.into_iter().map(notice).collect()))
}
