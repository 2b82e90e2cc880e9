// SPDX-License-Identifier: AGPL-3.0-or-later
//! The keys of the bus: read from the database once a minute, and when somebody uses one that is not known here.
//!
//! Whichever node finds that the newest key is old makes another one. Of several that do so in one moment one succeeds.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tabiya_cluster::seal::{KeyRing, LASTS, Seal, StoredKeys, kept_keys, renew_keys};
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{Site, StorageError};
use tokio::time::{Instant, sleep, sleep_until};

/// How often the keys are read.
const LOOK: Duration = Duration::from_secs(60);
/// How long a node waits at least between two readings: strangers who send it messages under keys of their own must not keep the
/// database busy.
const PAUSE: Duration = Duration::from_secs(5);

static FAILS: LogOnce = LogOnce::new();

/// The keys of a site, which all its nodes read from the database. Cheap to clone.
#[derive(Clone)]
pub struct SiteKeys {
    site: Arc<dyn Site>,
    timeline: Timeline,
}

impl SiteKeys {
    /// The keys that this database keeps.
    pub fn new(site: Arc<dyn Site>, timeline: Timeline) -> Self {
        Self { site, timeline }
    }

    fn now(&self) -> u64 {
        // The clock that all nodes have in common, as far as they can.
        self.timeline.machine().0
    }

    /// The keys as they are now. Makes the first one, and the next one where the newest is old.
    ///
    /// # Errors
    /// If the storage fails.
    pub(super) async fn read(&self) -> Result<StoredKeys, StorageError> {
        let keys = kept_keys(&*self.site, self.now()).await?;
        if self.now().saturating_sub(keys.newest()) < LASTS.as_millis() as u64 {
            return Ok(keys);
        }
        renew_keys(&*self.site, self.now()).await
    }

    /// Those with which messages are opened and sealed now.
    pub(super) fn ring(&self, keys: &StoredKeys) -> KeyRing {
        keys.ring(self.now())
    }

    /// Makes sure that this node opens and seals with the keys of the site, for as long as the seal is used.
    pub(super) async fn follow(self, seal: Weak<Seal>, keys: StoredKeys) {
        let mut keys = keys;
        loop {
            let look_at = Instant::now() + LOOK;
            let Some(mine) = Weak::upgrade(&seal) else { return };
            mine.replace_keys(self.ring(&keys));
            sleep(PAUSE).await;
            tokio::select! {
                // A simulation goes the same way twice.
                biased;
                () = sleep_until(look_at) => {}
                () = mine.unknown_key() => {}
            }
            drop(mine);
            match self.read().await {
                Ok(now) => keys = now,
                Err(error) => FAILS.log(|| tracing::warn!(%error, "the keys of the bus can't be read")),
            }
        }
    }
}
