// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the rooms of games with the computer ask before the computer answers a player.

use futures_util::future::BoxFuture;
use tabiya_archive::archive::Archive;
use tabiya_live::room::{Fairness, OfComputer};
use tabiya_protocol::Refusal;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::Store;

use super::{Closed, check_computer};

static FAILS: LogOnce = LogOnce::new();

/// Looks at the other games of whoever plays the computer.
pub struct BesideOthers {
    /// Where the games are found.
    pub store: Store,
    /// Where long games are compared.
    pub archive: Archive,
}

impl Fairness for BesideOthers {
    fn check<'a>(
        &'a self,
        player: &'a Identity,
        wanted: &'a OfComputer,
    ) -> BoxFuture<'a, Result<(), Refusal>> {
        Box::pin(async move {
            check_computer(&self.store, &self.archive, player, wanted).await.map_err(|closed| match closed {
                Closed::Refused(refusal) => refusal,
                Closed::Storage(error) => {
                    FAILS.log(|| tracing::warn!(%error, "the other games of a player can't be read"));
                    Refusal::NotSaved
                }
            })
        })
    }
}
