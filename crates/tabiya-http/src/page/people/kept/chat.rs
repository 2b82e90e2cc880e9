// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the player has said beside games, also as a guest whose games the account has taken over.

use serde_json::{Value, json};
use tabiya_store::{Account, ChatRoom, SaidLine};

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

/// Nothing is forgotten when the player leaves: what was said stays beside its game.
pub(super) const KEPT: Kept =
    Kept { file: "chat.json", document: |app, account| Box::pin(document(app, account)), forget: None };

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let store = &app.people.store;
    let mut players = store.accounts.guests_of(account.player).await?;
    players.push(account.player);
    let mut said = Vec::new();
    for player in players {
        said.extend(store.chat.said_by(player, MOST_ROWS).await?);
    }
    said.sort_by_key(|said| said.line.at);
    let line = |SaidLine { game, room, line }: SaidLine| {
        let to = match room {
            ChatRoom::Players => "players",
            ChatRoom::Spectators => "spectators",
            ChatRoom::Event => "event",
        };
        json!({"at": line.at.0, "game": game, "to": to, "name": line.name, "text": line.text})
    };
    Ok(said.into_iter().map(line).collect())
}
