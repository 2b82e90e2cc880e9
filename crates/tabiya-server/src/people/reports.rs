// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many reports a player may write.

use std::time::Duration;

use tabiya_game::PlayerId;

use crate::rate::RateLimit;

/// Reports that one player may write in a minute and in an hour.
const PER_MINUTE: u32 = 5;
const PER_HOUR: u32 = 10;

/// Counts reports by player.
pub(crate) struct Reports(RateLimit<PlayerId>);

impl Default for Reports {
    fn default() -> Self {
        Self(RateLimit::new(PER_MINUTE, PER_HOUR))
    }
}

impl Reports {
    /// Counts one more.
    ///
    /// # Errors
    /// How long to wait, where there were too many.
    pub(crate) fn check(&self, player: PlayerId) -> Result<(), Duration> {
        self.0.take(&player, 1)
    }
}
