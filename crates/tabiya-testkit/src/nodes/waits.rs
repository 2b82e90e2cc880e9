// SPDX-License-Identifier: AGPL-3.0-or-later
//! Waits of commits for the standby that somebody cancels. PostgreSQL commits then on one machine alone, warns, and reports success.

use std::time::{Duration, Instant};

use super::site::Site;

/// How long the standby is suspended: shorter than a statement of the log may take, so that nothing but the cancelling ends a wait.
const SUSPENDED: Duration = Duration::from_secs(3);
/// How often all waits are cancelled.
const OFTEN: Duration = Duration::from_millis(200);

const CANCEL: &str = "SELECT count(*) FROM (SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep') AS waits";

/// Suspends the standby for a while, and cancels whatever waits for it.
///
/// # Errors
/// Nothing has waited.
pub(super) async fn cancel(site: &Site) -> Result<(), String> {
    site.stop_standby(true);
    let (began, mut cancelled) = (Instant::now(), 0);
    while began.elapsed() < SUSPENDED {
        tokio::time::sleep(OFTEN).await;
        let count = tokio::task::block_in_place(|| site.sql(CANCEL));
        cancelled += count.parse::<u64>().map_err(|error| error.to_string())?;
    }
    site.stop_standby(false);
    if cancelled == 0 { Err("no commit waited for the standby".to_owned()) } else { Ok(()) }
}
