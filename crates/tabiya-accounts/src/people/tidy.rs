// SPDX-License-Identifier: AGPL-3.0-or-later
//! Removes what has expired: sessions, access tokens, and secrets that were handed out and never used, such as the codes that
//! programs change for tokens. At the start, and then every ten minutes while the server runs.

use std::time::Duration;

use tabiya_game::Time;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::identity::{IDLE, LONGEST};
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{StorageError, Store};
use tokio::sync::watch;

/// A code that waits for a program is good for ten minutes, so few are stored that are good no more.
const EVERY: Duration = Duration::from_secs(10 * 60);

static FAILS: LogOnce = LogOnce::new();

/// Removes what has expired.
///
/// # Errors
/// If the storage fails.
pub(super) async fn tidy(store: &Store, now: Time) -> Result<(), StorageError> {
    let ago = |span: u64| Time(now.0.saturating_sub(span));
    store.sessions.forget_sessions(ago(IDLE), ago(LONGEST)).await?;
    store.access_tokens.forget_access_tokens(now).await?;
    store.tokens.forget_tokens(now).await
}

/// Tidies until the server stops.
pub fn start(store: Store, timeline: Timeline, stopping: watch::Receiver<bool>) {
    spawn(run(store, timeline, stopping, EVERY));
}

async fn run(store: Store, timeline: Timeline, stopping: watch::Receiver<bool>, every: Duration) {
    let mut beat = Beat::after_each(every).until(stopping);
    while beat.next().await {
        // A disk that is full now may have room in ten minutes.
        if let Err(error) = tidy(&store, timeline.wall()).await {
            FAILS.log(|| tracing::warn!(%error, "the accounts could not be tidied"));
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_store::{OAUTH_CODE, SqliteStore, Token};

    use super::*;

    /// They once stayed until the next start, and anybody could fill the disk with them.
    #[tokio::test]
    async fn codes_that_have_expired_are_removed_while_the_server_runs() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(SqliteStore::open(folder.path()).unwrap());
        let timeline = Timeline::start();
        let now = timeline.wall();
        let token = |byte, expires| Token {
            hash: vec![byte; 32],
            purpose: OAUTH_CODE.to_owned(),
            player: None,
            data: String::new(),
            created: now,
            expires,
        };
        let (good, expired) = (token(1, Time(now.0 + 600_000)), token(2, Time(now.0 - 1)));
        store.tokens.keep_tokens(&[good, expired], false).await.unwrap();
        let (stop, stopping) = watch::channel(false);
        let task = tokio::spawn(run(store.clone(), timeline, stopping, Duration::from_millis(5)));
        let found = async |byte| store.tokens.token(&[byte; 32], OAUTH_CODE, Time(0)).await.unwrap();
        let gone = async {
            while found(2).await.is_some() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), gone).await.expect("it is removed");
        assert!(found(1).await.is_some(), "it is still good");
        stop.send(true).unwrap();
        task.await.unwrap();
    }
}
