// SPDX-License-Identifier: AGPL-3.0-or-later
//! Notices what another program has changed in a shared database: an operator's command line beside the server.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;

use super::People;

/// How often the number of changes is asked for: a revocation is felt within a second.
const EVERY: Duration = Duration::from_millis(400);

static FAILS: LogOnce = LogOnce::new();

/// Looks for changes until the server is gone.
pub fn start(people: &Arc<People>) {
    let people = Arc::downgrade(people);
    spawn(async move {
        let mut seen = None;
        let mut beat = Beat::every(EVERY);
        while beat.next().await {
            let Some(people) = Weak::upgrade(&people) else { return };
            match people.store.accounts.account_changes().await {
                Ok(changes) if seen == Some(changes) => {}
                Ok(changes) => {
                    // The server's own changes count too; looking again does no harm.
                    if seen.is_none() || people.look_again().await {
                        seen = Some(changes);
                    }
                }
                Err(error) => FAILS.log(|| tracing::warn!(%error, "can't look for changes of accounts")),
            }
        }
    });
}

impl People {
    /// Forgets everything, and ends the sockets whose session is over. Returns whether all could be looked up.
    async fn look_again(&self) -> bool {
        self.logins.forget_all();
        self.keys.forget_all();
        let mut ended = Vec::new();
        for hash in self.doors.sessions() {
            match self.is_good(hash).await {
                Ok(true) => {}
                Ok(false) => ended.push(hash.to_vec()),
                Err(_) => return false,
            }
        }
        self.doors.close_sessions(&ended);
        self.site.reload(&*self.store.site).await.is_ok()
            && self.ghosts.reload(&*self.store.accounts).await.is_ok()
    }
}
