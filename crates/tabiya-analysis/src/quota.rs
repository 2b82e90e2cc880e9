// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many games somebody may have analysed in a day. A day begins at midnight UTC.
//!
//! What an account has asked for is counted in the store; a move that is judged again counts as a game does, in memory. A guest is
//! whoever brings a new cookie, so guests are counted by their network, in memory.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tabiya_game::{PlayerId, Time};
use tabiya_limits::address::{Caller, DayQuota};
use tabiya_protocol::Refusal;
use tabiya_runtime::config::Limits;
use tabiya_store::{Analyses, StorageError};

const DAY: u64 = 24 * 60 * 60 * 1_000;
/// All guests together may have as many as this number of networks.
const NETWORKS: u64 = 100;

/// What somebody may still ask for today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    /// How many games.
    pub(crate) left: u32,
    /// How many in a day.
    pub(crate) a_day: u32,
    /// When a new day begins.
    pub(crate) again: Time,
}

/// Counts what was asked for.
pub(crate) struct Quota {
    of_account: u32,
    of_network: u32,
    guests: DayQuota,
    /// The number of a day, and how many moves each account has had judged again in it.
    deeper: Mutex<(u64, HashMap<PlayerId, u32>)>,
}

impl Quota {
    /// As the settings say.
    pub(crate) fn new(limits: &Limits) -> Self {
        let of_network = limits.guest_analyses_per_day;
        let all = u64::from(of_network) * NETWORKS;
        Self {
            of_account: limits.analyses_per_day,
            of_network,
            guests: DayQuota::new(of_network.into(), all, &limits.unlimited_addresses),
            deeper: Mutex::default(),
        }
    }

    /// What is left to an account.
    ///
    /// # Errors
    /// If the storage fails.
    pub(crate) async fn of_account(
        &self,
        store: &dyn Analyses,
        player: PlayerId,
        now: Time,
    ) -> Result<Left, StorageError> {
        let today = Time(now.0 / DAY * DAY);
        let asked = store.analyses_asked(player, today).await?;
        let left = self.of_account.saturating_sub(asked).saturating_sub(self.deeper(player, 0, now));
        Ok(Left { left, a_day: self.of_account, again: Time(today.0 + DAY) })
    }

    /// Counts moves that an account has judged again. Returns how many that are today.
    pub(crate) fn deeper(&self, player: PlayerId, more: u32, now: Time) -> u32 {
        let mut deeper = self.deeper.lock().unwrap_or_else(PoisonError::into_inner);
        if deeper.0 != now.0 / DAY {
            *deeper = (now.0 / DAY, HashMap::new());
        }
        match more {
            0 => deeper.1.get(&player).copied().unwrap_or_default(),
            more => {
                let count = deeper.1.entry(player).or_default();
                *count += more;
                *count
            }
        }
    }

    /// What is left to guests of a network.
    pub(crate) fn of_guest(&self, caller: &Caller, now: Time) -> Left {
        let found = self.guests.take(caller, 0, now);
        self.left_to_guest(caller, found.map_or(0, |left| left.bytes), now)
    }

    /// Counts a game for the network of a guest.
    ///
    /// # Errors
    /// If the network, or all guests together, have had enough today.
    pub(crate) fn take_of_guest(&self, caller: &Caller, now: Time) -> Result<Left, Refusal> {
        match self.guests.take(caller, 1, now) {
            Ok(left) => Ok(self.left_to_guest(caller, left.bytes, now)),
            Err(_) => Err(Refusal::AnalysesUsedUp { a_day: self.a_day_of(caller) }),
        }
    }

    fn left_to_guest(&self, caller: &Caller, left: u64, now: Time) -> Left {
        let a_day = self.a_day_of(caller);
        let left = u32::try_from(left).unwrap_or(u32::MAX).min(a_day);
        Left { left, a_day, again: Time((now.0 / DAY + 1) * DAY) }
    }

    /// A private address may stand for a classroom, and has more.
    fn a_day_of(&self, caller: &Caller) -> u32 {
        self.of_network.saturating_mul(caller.times())
    }
}
