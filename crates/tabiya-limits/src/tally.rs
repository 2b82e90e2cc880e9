// SPDX-License-Identifier: AGPL-3.0-or-later
//! Counts for each key how many of something exist at the moment.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A count for each key. Cheap to clone; all clones share the counts.
pub struct Tally<K>(Arc<Mutex<HashMap<K, u32>>>);

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K> Clone for Tally<K> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Clone + Eq + Hash> Tally<K> {
    /// Adds one for this key, unless there are `limit` already. It counts until the returned value is
    /// dropped.
    pub fn enter(&self, key: K, limit: u32) -> Option<Present<K>> {
        let mut counts = self.lock();
        let count = counts.entry(key.clone()).or_default();
        if *count >= limit {
            return None;
        }
        *count += 1;
        Some(Present { tally: self.clone(), key })
    }

    /// How many there are of this key.
    pub(crate) fn of(&self, key: &K) -> u32 {
        self.lock().get(key).copied().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, u32>> {
        // Nothing under the lock can panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One entry of the count. Dropping it subtracts one.
pub struct Present<K: Clone + Eq + Hash> {
    tally: Tally<K>,
    key: K,
}

impl<K: Clone + Eq + Hash> Drop for Present<K> {
    fn drop(&mut self) {
        let mut counts = self.tally.lock();
        if let Some(count) = counts.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_own_limit_and_who_leaves_makes_room() {
        let tally = Tally::default();
        let first = tally.enter("a", 2).unwrap();
        let _second = tally.enter("a", 2).unwrap();
        assert!(tally.enter("a", 2).is_none());
        assert!(tally.enter("b", 2).is_some());
        drop(first);
        assert!(tally.enter("a", 2).is_some());
    }

    #[test]
    fn nothing_is_kept_of_who_has_left() {
        let tally = Tally::default();
        drop(tally.enter("a", 1));
        assert!(tally.lock().is_empty());
    }
}
