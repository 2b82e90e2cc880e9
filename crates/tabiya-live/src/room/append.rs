// SPDX-License-Identifier: AGPL-3.0-or-later
//! Appends events, and waits until it is known whether they were stored.
//!
//! A store may stop answering in the middle of a write. Then it is unknown whether the log has the events.
//! Until that is known, nobody may be told about them, and nothing else may happen in the game. Asking again
//! is harmless, because each event number is used only once.

use std::time::Duration;

use tabiya_game::{GameId, Stamped};
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_store::{AppendError, Epoch, GameLog, StorageError};
use tokio::time::sleep;

/// How long to wait before the store is asked again.
const RETRY: Duration = Duration::from_secs(1);

/// Appends events to a game's log. After `Ok` they are in the log; after an error they are not.
pub(super) async fn append(
    store: &dyn GameLog,
    (id, epoch): (GameId, Epoch),
    first: u32,
    stamped: &[Stamped],
) -> Result<(), AppendError> {
    let mut in_doubt = false;
    loop {
        let outcome = store.append_under(epoch, id, first, stamped.to_vec()).await;
        in_doubt |= matches!(outcome, Err(AppendError::Storage(StorageError::Unanswered)));
        in_doubt &= !mutants::is(Mutant::RefusesInDoubt);
        if !in_doubt || outcome.is_ok() {
            return outcome;
        }
        tracing::warn!(game = %id, "the store did not answer; looking whether it has written");
        if log_holds(store, id, first, stamped).await {
            return Ok(());
        }
        match outcome {
            // The first attempt may still be under way.
            Err(AppendError::Storage(error)) if error != StorageError::Closed => sleep(RETRY).await,
            outcome => return outcome,
        }
    }
}

/// Whether the log has these events at this position. Waits until the log can be read.
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
