// SPDX-License-Identifier: AGPL-3.0-or-later
//! Appending until it is known what became of it.
//!
//! A store may lose its voice in the middle of a write. Whether the log has it then, nobody knows; so until that is
//! found out nobody may be told either, and nothing else of the game may follow. Asking again is harmless: a number is given
//! once.

use std::time::Duration;

use tabiya_game::{GameId, Stamped};
use tabiya_store::{AppendError, GameLog, StorageError};
use tokio::time::sleep;

/// How long to wait before the store is asked again.
const RETRY: Duration = Duration::from_secs(1);

/// Adds events to the end of a game's log. With `Ok` they stand there; with an error they don't, and it is the store's.
pub(super) async fn append(
    store: &dyn GameLog,
    id: GameId,
    first: u32,
    stamped: &[Stamped],
) -> Result<(), AppendError> {
    let mut in_doubt = false;
    loop {
        let outcome = store.append(id, first, stamped.to_vec()).await;
        in_doubt |= matches!(outcome, Err(AppendError::Storage(StorageError::Unanswered)));
        if !in_doubt || outcome.is_ok() {
            return outcome;
        }
        tracing::warn!(game = %id, "the store did not answer; looking whether it has written");
        if log_holds(store, id, first, stamped).await {
            return Ok(());
        }
        match outcome {
            // The first may still be on its way.
            Err(AppendError::Storage(error)) if error != StorageError::Closed => sleep(RETRY).await,
            outcome => return outcome,
        }
    }
}

/// Whether the log has these events there; waits until it can be read.
async fn log_holds(store: &dyn GameLog, id: GameId, first: u32, stamped: &[Stamped]) -> bool {
    loop {
        match store.load(id).await {
            Ok(log) => {
                let log = log.unwrap_or_default();
                return log.get(first as usize..).is_some_and(|rest| rest.starts_with(stamped));
            }
            Err(error) => {
                tracing::warn!(game = %id, %error, "the log can't be read; trying again");
                sleep(RETRY).await;
            }
        }
    }
}
