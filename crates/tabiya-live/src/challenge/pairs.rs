// SPDX-License-Identifier: AGPL-3.0-or-later
//! One change at a time of what stands between two players. Others don't wait for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tabiya_game::PlayerId;
use tokio::sync::OwnedMutexGuard;

/// Where the map holds more pairs, those that nobody waits for are removed first.
const TIDY_FROM: usize = 1_000;

/// The pairs that something is being done for.
#[derive(Default)]
pub(super) struct Pairs(Mutex<HashMap<[PlayerId; 2], Weak<tokio::sync::Mutex<()>>>>);

impl Pairs {
    /// Waits until nothing else is done for these two. Nothing is while the turn is held.
    pub(super) async fn turn_of(&self, one: PlayerId, other: PlayerId) -> OwnedMutexGuard<()> {
        let lock = {
            let mut pairs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if pairs.len() >= TIDY_FROM {
                pairs.retain(|_, lock| lock.strong_count() > 0);
            }
            let lock = pairs.entry([one.min(other), one.max(other)]).or_default();
            lock.upgrade().unwrap_or_else(|| {
                let new = Arc::default();
                *lock = Arc::downgrade(&new);
                new
            })
        };
        lock.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    fn player(number: u16) -> PlayerId {
        let mut bytes = [0; 16];
        bytes[..2].copy_from_slice(&number.to_be_bytes());
        PlayerId::from_bytes(bytes)
    }

    #[tokio::test(start_paused = true)]
    async fn two_wait_for_themselves_and_nobody_waits_for_others() {
        let pairs = Pairs::default();
        let turn = pairs.turn_of(player(1), player(2)).await;
        let same = pairs.turn_of(player(2), player(1));
        assert!(timeout(Duration::from_secs(9), same).await.is_err(), "whoever of the two asks");
        let _others = [pairs.turn_of(player(1), player(3)).await, pairs.turn_of(player(4), player(2)).await];
        drop(turn);
        let _again = pairs.turn_of(player(2), player(1)).await;
    }

    #[tokio::test]
    async fn nothing_is_kept_of_those_who_are_done() {
        let pairs = Pairs::default();
        for number in 0..5 * TIDY_FROM as u16 {
            drop(pairs.turn_of(player(number), player(number + 1)).await);
        }
        assert!(pairs.0.lock().unwrap().len() <= TIDY_FROM);
    }
}
