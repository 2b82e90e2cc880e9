// SPDX-License-Identifier: AGPL-3.0-or-later
//! The account itself, and where its player is logged in.

use serde_json::{Value, json};
use tabiya_store::Account;

use super::super::account::me;
use super::Kept;
use crate::answer::ApiError;
use crate::state::App;

pub(super) const KEPT: Kept = Kept {
    file: "account.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| Box::pin(async move { Ok(app.people.leave(player).await?) })),
};

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let store = &app.people.store;
    let sessions = store.sessions.sessions_of(account.player).await?;
    let sessions = sessions.into_iter().map(|session| {
        json!({"device": session.device, "created": session.created.0, "last_used": session.used.0})
    });
    let devices = store.push_devices.push_devices_of(account.player).await?;
    let devices =
        devices.into_iter().map(|device| json!({"endpoint": device.endpoint, "since": device.since.0}));
    Ok(json!({
        "account": me(account, 0),
        "created": account.created.0,
        "bio": store.relations.bio_of(account.player).await?,
        "sessions": sessions.collect::<Vec<_>>(),
        "pushed_to": devices.collect::<Vec<_>>(),
    }))
}
