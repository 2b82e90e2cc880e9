// SPDX-License-Identifier: AGPL-3.0-or-later
//! How often one may try to log in and be wrong: for each name, and for each address.
//!
//! A try counts as wrong before the password is looked at, so that many at the same time are counted too, and is taken
//! back where it was right. Names that nobody has are counted like all others. A device that has logged in to a name before
//! is counted by itself: strangers who guess at the name can't keep its player out.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_limits::address::{Caller, Counted};
use tabiya_runtime::config::Networks;
use tabiya_runtime::secret;
use tokio::time::Instant;

/// Wrong tries are forgotten after this time.
const WINDOW: Duration = Duration::from_secs(15 * 60);
/// Wrong tries for one name, or of one device for a name.
const NAME: usize = 20;
/// Wrong tries from one public address; a private one has ten times as many.
const ADDRESS: usize = 50;
/// How many keys are remembered at most. Beyond that, those whose last try is the longest ago are forgotten.
const REMEMBERED: usize = 20_000;

/// A text from outside, such as a name that somebody typed. A hash, so that a long one takes no more memory than a short one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Typed([u8; 16]);

impl Typed {
    /// Of this text, whatever its length.
    pub fn new(text: &str) -> Self {
        Self(secret::hash(text.as_bytes())[..16].try_into().expect("a hash has 32 bytes"))
    }
}

/// What somebody tries to open. Each kind has tries of its own, and no text from outside can stand for another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tried {
    /// To log in under the name with this key.
    Name(Typed),
    /// The same on a device that has logged in to this name before.
    NameOnDevice {
        /// The account's name as it was typed.
        name: Typed,
        /// The device's cookie.
        device: Typed,
    },
    /// To prove that one knows the password of the account that one is logged in to.
    Proof(PlayerId),
    /// To log in by a card, in the browser of this guest or player.
    CardIn(PlayerId),
}

impl Tried {
    /// A log-in under the name with this key; `device` has logged in to it before.
    pub fn log_in(key: &str, device: Option<&str>) -> Self {
        let name = Typed::new(key);
        device.map_or(Self::Name(name), |device| Self::NameOnDevice { name, device: Typed::new(device) })
    }
}

/// Counts wrong tries.
pub struct Tries {
    tried: Window<Tried>,
    addresses: Window<Counted>,
    unlimited: Networks,
}

/// Who tries what.
pub struct Attempt<'a> {
    /// `None` where only the address counts.
    pub tried: Option<Tried>,
    /// From where.
    pub caller: &'a Caller,
}

/// A try that counts as wrong until it turns out to be right.
pub struct Counting {
    tried: Option<Tried>,
    addresses: Vec<Counted>,
    at: Instant,
}

impl Tries {
    pub(crate) fn new(unlimited: Networks) -> Self {
        Self { tried: Window::default(), addresses: Window::default(), unlimited }
    }

    /// Counts one more try.
    ///
    /// # Errors
    /// How long to wait, where there were too many.
    pub fn begin(&self, attempt: &Attempt<'_>) -> Result<Counting, Duration> {
        let at = Instant::now();
        let tried = attempt.tried;
        let is_limited = !attempt.caller.is_in(&self.unlimited);
        let counted: Vec<_> = Counted::of(attempt.caller).filter(|_| is_limited).collect();
        // All are looked at before any is counted: a try that is refused counts for nothing.
        if let Some(tried) = &tried {
            self.tried.check(tried, NAME, at)?;
        }
        for (address, times) in &counted {
            self.addresses.check(address, ADDRESS * *times as usize, at)?;
        }
        if let Some(tried) = tried {
            self.tried.count(tried, NAME, at);
        }
        let addresses = counted.into_iter().map(|(address, times)| {
            self.addresses.count(address, ADDRESS * times as usize, at);
            address
        });
        Ok(Counting { tried, addresses: addresses.collect(), at })
    }

    /// The try was right: the name begins anew, and the addresses have one wrong try less.
    pub fn was_right(&self, counting: &Counting) {
        if let Some(tried) = &counting.tried {
            self.tried.forget(tried);
        }
        for address in &counting.addresses {
            self.addresses.take_back(address, counting.at);
        }
    }

    /// It could not be looked at: it counts for nothing.
    pub fn take_back(&self, counting: &Counting) {
        if let Some(tried) = &counting.tried {
            self.tried.take_back(tried, counting.at);
        }
        for address in &counting.addresses {
            self.addresses.take_back(address, counting.at);
        }
    }
}

/// When the tries of the last quarter of an hour were, by key.
struct Window<K>(Mutex<HashMap<K, Vec<Instant>>>);

impl<K> Default for Window<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash> Window<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Vec<Instant>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long to wait, where there are `most` already.
    fn check(&self, key: &K, most: usize, now: Instant) -> Result<(), Duration> {
        let mut keys = self.lock();
        let Some(tries) = keys.get_mut(key) else { return Ok(()) };
        tries.retain(|at| now.duration_since(*at) < WINDOW);
        if tries.len() < most {
            return Ok(());
        }
        let first = tries[tries.len() - most];
        Err(WINDOW.saturating_sub(now.duration_since(first)))
    }

    fn count(&self, key: K, most: usize, now: Instant) {
        let mut keys = self.lock();
        if keys.len() >= REMEMBERED && !keys.contains_key(&key) {
            forget_the_quiet(&mut keys, now);
        }
        let tries = keys.entry(key).or_default();
        if tries.len() >= most {
            tries.remove(0);
        }
        tries.push(now);
    }

    fn take_back(&self, key: &K, at: Instant) {
        let mut keys = self.lock();
        if let Some(tries) = keys.get_mut(key) {
            if let Some(place) = tries.iter().rposition(|tried| *tried == at) {
                tries.remove(place);
            }
            if tries.is_empty() {
                keys.remove(key);
            }
        }
    }

    fn forget(&self, key: &K) {
        self.lock().remove(key);
    }
}

/// Removes expired keys; if the table is still full, also the quarter that was used least recently.
fn forget_the_quiet<K: Clone + Eq + Hash>(keys: &mut HashMap<K, Vec<Instant>>, now: Instant) {
    keys.retain(|_, tries| tries.last().is_some_and(|last| now.duration_since(*last) < WINDOW));
    if keys.len() < REMEMBERED {
        return;
    }
    let mut last: Vec<Instant> = keys.values().filter_map(|tries| tries.last().copied()).collect();
    let place = last.len() / 4;
    let (_, oldest_kept, _) = last.select_nth_unstable(place);
    let oldest_kept = *oldest_kept;
    keys.retain(|_, tries| tries.last().is_some_and(|last| *last > oldest_kept));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(address: &str) -> Caller {
        Caller { address: address.parse().unwrap(), is_hidden: false, by_proxy: false }
    }

    fn tries() -> Tries {
        Tries::new("198.51.100.0/24".parse().unwrap())
    }

    fn begin(tries: &Tries, name: &str, device: Option<&str>, address: &str) -> Result<Counting, Duration> {
        tries.begin(&Attempt { tried: Some(Tried::log_in(name, device)), caller: &caller(address) })
    }

    #[tokio::test(start_paused = true)]
    async fn a_name_has_twenty_wrong_tries_in_a_quarter_of_an_hour() {
        let tries = tries();
        for number in 0..20 {
            let address = format!("203.0.113.{number}");
            assert!(begin(&tries, "ann", None, &address).is_ok(), "{number}");
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        let wait = begin(&tries, "ann", None, "203.0.113.99").err().unwrap();
        assert_eq!(wait, WINDOW - Duration::from_secs(20));
        assert!(begin(&tries, "bob", None, "203.0.113.99").is_ok(), "another name");
        assert!(begin(&tries, "ann", Some("her own"), "203.0.113.99").is_ok(), "a known device");
        tokio::time::advance(wait).await;
        assert!(begin(&tries, "ann", None, "203.0.113.99").is_ok());
        assert!(
            begin(&tries, "ann", None, "203.0.113.99").is_err(),
            "only the first try is out of the window"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_known_device_has_a_count_of_its_own() {
        let tries = tries();
        for _ in 0..20 {
            assert!(begin(&tries, "ann", Some("her own"), "203.0.113.7").is_ok());
        }
        assert!(begin(&tries, "ann", Some("her own"), "203.0.113.7").is_err());
        assert!(begin(&tries, "ann", None, "203.0.113.7").is_ok());
    }

    /// Whatever somebody types as a name, it is a name.
    #[tokio::test(start_paused = true)]
    async fn no_name_uses_up_the_tries_of_another_kind() {
        let (tries, caller) = (tries(), caller("198.51.100.7"));
        let player = PlayerId::from_bytes([7; PlayerId::LEN]);
        let kinds = [Tried::Proof(player), Tried::CardIn(player), Tried::log_in("ann", Some("0f"))];
        for name in ["ann proves", "ann", &format!("card {player}"), &player.to_string(), "0f\0ann", "\0ann"]
        {
            for _ in 0..NAME {
                assert!(begin(&tries, name, None, "198.51.100.7").is_ok(), "{name:?}");
            }
            assert!(begin(&tries, name, None, "198.51.100.7").is_err(), "{name:?}");
        }
        for kind in kinds {
            for _ in 0..NAME {
                assert!(tries.begin(&Attempt { tried: Some(kind), caller: &caller }).is_ok(), "{kind:?}");
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_has_fifty_whatever_the_names() {
        let tries = tries();
        for (address, most) in [("203.0.113.7", 50), ("2001:db8::1", 50), ("192.168.0.9", 500)] {
            for number in 0..most {
                assert!(
                    begin(&tries, &format!("{address} {number}"), None, address).is_ok(),
                    "{address} {number}"
                );
            }
            assert!(begin(&tries, "one more", None, address).is_err(), "{address}");
        }
        for number in 0..1_000 {
            assert!(begin(&tries, &number.to_string(), None, "198.51.100.1").is_ok(), "an unlimited address");
        }
        for _ in 0..20 {
            assert!(begin(&tries, "ann", None, "198.51.100.1").is_ok());
        }
        assert!(begin(&tries, "ann", None, "198.51.100.1").is_err(), "but a name has its window");
    }

    #[tokio::test(start_paused = true)]
    async fn a_right_try_clears_the_name_and_counts_for_no_address() {
        let tries = tries();
        for number in 0..200 {
            let counting = begin(&tries, "ann", None, "203.0.113.7").unwrap_or_else(|_| panic!("{number}"));
            if number % 10 == 9 {
                tries.was_right(&counting);
            } else if number % 10 > 1 {
                tries.take_back(&counting);
            }
        }
        // Two wrong ones in each ten.
        for number in 0..10 {
            assert!(begin(&tries, &number.to_string(), None, "203.0.113.7").is_ok(), "{number}");
        }
        assert!(begin(&tries, "another", None, "203.0.113.7").is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn the_table_is_bounded_and_forgets_the_quiet_first() {
        let window = Window::<u32>::default();
        for key in 0..50_000 {
            tokio::time::advance(Duration::from_micros(10)).await;
            window.count(key, NAME, Instant::now());
            if key % 100 == 0 {
                window.count(u32::MAX, NAME, Instant::now());
            }
        }
        let keys = window.lock();
        assert!(keys.len() <= REMEMBERED && keys.len() > REMEMBERED / 2, "{}", keys.len());
        assert!(keys.contains_key(&u32::MAX) && keys.contains_key(&49_999) && !keys.contains_key(&0));
    }
}
