// SPDX-License-Identifier: AGPL-3.0-or-later
//! Asks the storage twice a second whether it is there, so that its loss is logged within a second.
//!
//! Otherwise a deleted database would be noticed by the next move or by whoever asks for `/healthz`. On a quiet server that
//! may be hours later, and what could be saved at once may be lost by then.

use std::sync::Arc;
use std::time::Duration;

use tabiya_store::{GameLog, Outage, StorageError};
use tokio::time::Instant;

use crate::beat::Beat;
use crate::measure;
use crate::spawn::spawn;

/// How long between two questions.
const PAUSE: Duration = Duration::from_millis(500);
/// A storage that does not answer for so long is said to be lost.
const PATIENCE: Duration = Duration::from_secs(5);

/// Must be called inside a running Tokio runtime: it spawns one task, which ends with the runtime.
pub fn start(log: Arc<dyn GameLog>) {
    spawn(async move {
        let mut outage = Outage::default();
        let mut beat = Beat::every(PAUSE);
        while beat.next().await {
            let silent =
                || StorageError::Failed { detail: format!("no answer for {} s", PATIENCE.as_secs()) };
            let answer = tokio::time::timeout(PATIENCE, log.ready()).await;
            let answer = answer.unwrap_or_else(|_| Err(silent()));
            let now = Instant::now().into_std();
            match &answer {
                Err(error) if outage.failed(error, now) => {
                    tracing::error!(%error, "the storage is lost or takes no writes; no move is accepted until that is over");
                }
                Ok(()) if outage.worked(now) => tracing::info!("the storage is back"),
                Ok(()) | Err(_) => {}
            }
            measure::storage_ready(outage.error().is_none());
        }
    });
}
