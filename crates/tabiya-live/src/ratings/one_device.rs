// SPDX-License-Identifier: AGPL-3.0-or-later
//! A note to staff when two players of a rated game have used one device.
//!
//! A device is a browser, known by the cookie that the server has signed for each name that logged in from it
//! (tabiya-accounts' `people/devices.rs`). Addresses are not looked at: a whole school has one. Families share a
//! computer too, so staff get a note and decide; nobody is punished by the server alone.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tabiya_game::{PlayerId, Time};
use tabiya_store::{EndedGame, Report, StorageError, Store};

/// Devices that are remembered of a player: the last ones.
const DEVICES: usize = 4;
/// Players whose devices are remembered, and pairs of whom staff have been told.
const REMEMBERED: usize = 50_000;

/// Remembers, while the server runs, from which devices players come.
pub struct OneDevice {
    store: Store,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    devices: HashMap<PlayerId, VecDeque<String>>,
    /// The smaller id first.
    told: HashSet<[PlayerId; 2]>,
}

impl OneDevice {
    /// Writes its notes to staff into this store. No device is known yet.
    pub fn new(store: Store) -> Self {
        Self { store, seen: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A player opens a page on this device.
    pub fn is_seen(&self, player: PlayerId, device: &str) {
        self.lock().note(player, device);
    }

    /// Tells staff, once while the server runs, if both players of this rated game have used one device.
    ///
    /// # Errors
    /// If the storage fails; staff are told after the pair's next game then.
    pub(crate) async fn look_at(&self, game: &EndedGame, now: Time) -> Result<(), StorageError> {
        let mut pair = [game.white, game.black];
        pair.sort();
        if !self.lock().is_news(pair) {
            return Ok(());
        }
        let reported = self.report(game, now).await;
        if reported.is_err() {
            self.lock().told.remove(&pair);
        }
        reported
    }

    async fn report(&self, game: &EndedGame, now: Time) -> Result<(), StorageError> {
        let black = self.store.accounts.account(game.black).await?;
        let name = black.map(|account| account.name.to_string()).unwrap_or_default();
        let reason = format!("plays rated games against {name}, and both have logged in from one browser");
        let (about, game) = (game.white, Some(game.game));
        self.store.desk.report(&Report { number: 0, at: now, by: None, about, game, reason }).await?;
        Ok(())
    }
}

impl Seen {
    fn note(&mut self, player: PlayerId, device: &str) {
        if self.devices.len() >= REMEMBERED && !self.devices.contains_key(&player) {
            self.devices.clear();
        }
        let devices = self.devices.entry(player).or_default();
        devices.retain(|known| known != device);
        devices.push_front(device.to_owned());
        devices.truncate(DEVICES);
    }

    fn is_news(&mut self, pair: [PlayerId; 2]) -> bool {
        let [Some(one), Some(other)] = pair.map(|player| self.devices.get(&player)) else { return false };
        if !one.iter().any(|device| other.contains(device)) {
            return false;
        }
        if self.told.len() >= REMEMBERED {
            self.told.clear();
        }
        self.told.insert(pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PlayerId = PlayerId::from_bytes([1; 16]);
    const BOB: PlayerId = PlayerId::from_bytes([2; 16]);

    #[test]
    fn the_last_devices_of_both_are_compared_and_a_pair_is_news_once() {
        let mut seen = Seen::default();
        assert!(!seen.is_news([ANN, BOB]));
        seen.note(ANN, "laptop");
        seen.note(BOB, "phone");
        assert!(!seen.is_news([ANN, BOB]));
        seen.note(BOB, "laptop");
        assert!(seen.is_news([ANN, BOB]));
        assert!(!seen.is_news([ANN, BOB]), "staff know it");

        let mut seen = Seen::default();
        seen.note(ANN, "laptop");
        for device in ["laptop", "1", "2", "3", "4"] {
            seen.note(BOB, device);
        }
        assert_eq!(seen.devices[&BOB], ["4", "3", "2", "1"]);
        assert!(!seen.is_news([ANN, BOB]), "what was long ago is forgotten");
    }
}
