// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the player has prepared in correspondence games. Nobody else is ever shown it, so all of it is forgotten.

use serde_json::{Value, json};
use tabiya_game::PlayerId;
use tabiya_store::Account;

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

pub(super) const KEPT: Kept = Kept {
    file: "lines.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| Box::pin(forget(app, player))),
};

/// The account, and the guests whose games it has taken over.
async fn players(app: &App, player: PlayerId) -> Result<Vec<PlayerId>, ApiError> {
    let guests = app.store.accounts.guests_of(player).await?;
    Ok(std::iter::once(player).chain(guests).collect())
}

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let mut all = Vec::new();
    for player in players(app, account.player).await? {
        let rows = app.store.lines.lines_of(player, MOST_ROWS).await?;
        all.extend(rows.into_iter().map(|row| {
            let lines: Vec<_> = row.lines.lines().skip(1).collect();
            json!({ "game": row.game, "changed": row.changed.0, "lines": lines })
        }));
    }
    Ok(all.into())
}

async fn forget(app: &App, player: PlayerId) -> Result<(), ApiError> {
    for player in players(app, player).await? {
        app.store.lines.forget_lines_of(player).await?;
    }
    Ok(())
}
