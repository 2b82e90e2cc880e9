// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges that the player has sent and received.

use serde_json::{Value, json};
use tabiya_protocol::{ChallengeEnd, ChallengeView};
use tabiya_store::Account;

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

pub(super) const KEPT: Kept = Kept {
    file: "challenges.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| Box::pin(async move { Ok(app.challenges.forget(player).await?) })),
};

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let all = app.challenges.all_of(account.player, MOST_ROWS).await?;
    let one = |(challenge, ended): (ChallengeView, Option<ChallengeEnd>)| json!({ "challenge": challenge, "ended": ended });
    Ok(Value::Array(all.into_iter().map(one).collect()))
}
