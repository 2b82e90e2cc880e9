// SPDX-License-Identifier: AGPL-3.0-or-later
//! Work that strangers may start, such as reading a game from PGN: in fair turns, and never in a move's way.

use std::time::Duration;

use tabiya_limits::address::Caller;
use tabiya_runtime::low_priority;
use tabiya_runtime::stopping::stops;

use super::ApiError;
use crate::state::App;

/// How long one waits for its turn. Shorter than what a whole call may take, so that the caller hears the reason.
const PATIENCE: Duration = Duration::from_secs(20);

impl App {
    /// Runs `work` on a thread of low priority when its caller's network has its turn. A stop of the server does not wait for
    /// it: what waits or goes on then is dropped, and nothing of it is stored.
    ///
    /// # Errors
    /// If too much waits, the server stops, or the work panics.
    pub(crate) async fn calmly<T: Send + 'static>(
        &self,
        caller: &Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let done = async {
            let turn = tokio::time::timeout(PATIENCE, self.shares.turn(caller)).await;
            let turn = turn.ok().and_then(Result::ok).ok_or(ApiError::BUSY)?;
            let work = low_priority::run(move || {
                // Held until the work is done, also where the caller has gone.
                let _turn = turn;
                work()
            });
            work.await.map_err(|_| ApiError::Fault)
        };
        let mut stopping = self.stopping.clone();
        tokio::select! {
            done = done => done,
            () = stops(&mut stopping) => Err(ApiError::Stopping),
        }
    }
}
