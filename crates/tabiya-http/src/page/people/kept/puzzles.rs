// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which puzzles the player has tried.

use serde_json::{Value, json};
use tabiya_store::{Account, AttemptEnd};

use super::{Kept, MOST_ROWS};
use crate::answer::ApiError;
use crate::state::App;

/// Nothing of it is kept.
pub(super) const KEPT: Kept = Kept {
    file: "puzzles.json",
    document: |app, account| Box::pin(document(app, account)),
    forget: Some(|app, player| Box::pin(async move { Ok(app.store.puzzles.forget_attempts(player).await?) })),
};

async fn document(app: &App, account: &Account) -> Result<Value, ApiError> {
    let word = |end| match end {
        AttemptEnd::Shown => "shown",
        AttemptEnd::Failed => "failed",
        AttemptEnd::Solved => "solved",
    };
    let attempts = app.store.puzzles.attempts_of(account.player, None, MOST_ROWS).await?;
    let attempts = attempts.into_iter().map(|attempt| {
        let rating = attempt.rated.map(|[_, after]| after.points());
        json!({
            "puzzle": attempt.puzzle,
            "at": attempt.at.0,
            "first": word(attempt.first),
            "last": word(attempt.last),
            "tries": attempt.tries,
            "rating": rating,
        })
    });
    Ok(attempts.collect())
}
