// SPDX-License-Identifier: AGPL-3.0-or-later
//! How often one may try to log in and be wrong: for each name, and for each address.
//!
//! A try takes a place before the password is looked at, so that many at the same time are no way to more; whether it was
//! wrong is known when it ends. Where only those under way leave no place, as when a class logs in behind one address, the
//! next one waits for a moment and not until the wrong ones are forgotten. Names that nobody has are counted like all others. A device that has logged in to a name before
//! is counted by itself: strangers who guess at the name can't keep its player out.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tabiya_game::PlayerId;
use tabiya_limits::address::{Caller, Counted};
use tabiya_runtime::config::Networks;
use tokio::time::Instant;

use super::typed::Typed;
use super::{Busy, PeopleError};

/// Wrong tries are forgotten after this time.
const WINDOW: Duration = Duration::from_secs(15 * 60);
/// Wrong tries for one name, or of one device for a name.
const NAME: usize = 20;
/// Wrong tries from one public address; a private one has ten times as many.
const ADDRESS: usize = 50;
/// How many keys are remembered at most. Beyond that, those whose last try is the longest ago are forgotten.
const REMEMBERED: usize = 20_000;

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
    counts: Arc<Counts>,
    unlimited: Networks,
}

#[derive(Default)]
struct Counts {
    tried: Window<Tried>,
    addresses: Window<Counted>,
}

/// Who tries what.
pub struct Attempt<'a> {
    /// `None` where only the address counts.
    pub tried: Option<Tried>,
    /// From where.
    pub caller: &'a Caller,
}

/// Why a try is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// There were too many wrong ones; how long to wait.
    TooManyWrong(Duration),
    /// With those under way there might be too many, should all of them be wrong. In a moment that is known.
    TooManyAtOnce,
}

impl From<Refused> for PeopleError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::TooManyWrong(wait) => Self::TooManyTries { wait },
            Refused::TooManyAtOnce => Self::Busy(Busy),
        }
    }
}

/// A try that is under way. Dropped, it was wrong, unless one of its methods said otherwise.
pub struct Counting {
    counts: Arc<Counts>,
    tried: Option<Tried>,
    addresses: Vec<(Counted, usize)>,
    at: Instant,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Wrong,
    Right,
    /// It could not be looked at.
    None,
}

impl Tries {
    pub(crate) fn new(unlimited: Networks) -> Self {
        Self { counts: Arc::default(), unlimited }
    }

    /// Begins one more try.
    ///
    /// # Errors
    /// If there were too many wrong ones, or with those under way might be.
    pub fn begin(&self, attempt: &Attempt<'_>) -> Result<Counting, Refused> {
        let at = Instant::now();
        let tried = attempt.tried;
        let is_limited = !attempt.caller.is_in(&self.unlimited);
        let addresses = Counted::of(attempt.caller).filter(|_| is_limited);
        let addresses: Vec<_> =
            addresses.map(|(address, times)| (address, ADDRESS.saturating_mul(times as usize))).collect();
        // All are looked at before any is counted: a try that is refused counts for nothing. Wrong ones first: they make one
        // wait for longer.
        let of_tried = tried.as_ref().map(|tried| self.counts.tried.check(tried, NAME, at));
        let of_addresses =
            addresses.iter().map(|(address, most)| self.counts.addresses.check(address, *most, at));
        let refused: Vec<_> = of_tried.into_iter().chain(of_addresses).filter_map(Result::err).collect();
        let longest = refused.iter().find(|refused| matches!(refused, Refused::TooManyWrong(_)));
        if let Some(refused) = longest.or(refused.first()) {
            return Err(*refused);
        }
        if let Some(tried) = tried {
            self.counts.tried.begin(tried, at);
        }
        for (address, _) in &addresses {
            self.counts.addresses.begin(*address, at);
        }
        let counts = Arc::clone(&self.counts);
        Ok(Counting { counts, tried, addresses, at, verdict: Verdict::Wrong })
    }
}

impl Counting {
    /// The try was right: the name begins anew, and it counts for no address.
    pub fn was_right(mut self) {
        self.verdict = Verdict::Right;
    }

    /// It could not be looked at: it counts for nothing.
    pub fn take_back(mut self) {
        self.verdict = Verdict::None;
    }
}

impl Drop for Counting {
    fn drop(&mut self) {
        if let Some(tried) = self.tried {
            self.counts.tried.end(tried, NAME, self.at, self.verdict);
        }
        for (address, most) in self.addresses.drain(..) {
            // Who knows one password may guess at others.
            let verdict = if self.verdict == Verdict::Right { Verdict::None } else { self.verdict };
            self.counts.addresses.end(address, most, self.at, verdict);
        }
    }
}

/// The tries for one key, by when they began.
#[derive(Default)]
struct TriesOf {
    /// The wrong ones of the last quarter of an hour, the oldest first.
    wrong: Vec<Instant>,
    under_way: Vec<Instant>,
}

impl TriesOf {
    fn last(&self) -> Option<Instant> {
        self.wrong.last().max(self.under_way.last()).copied()
    }
}

/// The tries of the last quarter of an hour, by key.
struct Window<K>(Mutex<HashMap<K, TriesOf>>);

impl<K> Default for Window<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Clone + Eq + Hash> Window<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, TriesOf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there are fewer than `most`.
    fn check(&self, key: &K, most: usize, now: Instant) -> Result<(), Refused> {
        let mut keys = self.lock();
        let Some(tries) = keys.get_mut(key) else { return Ok(()) };
        tries.wrong.retain(|at| now.duration_since(*at) < WINDOW);
        if tries.wrong.len() >= most {
            let first = tries.wrong[tries.wrong.len() - most];
            return Err(Refused::TooManyWrong(WINDOW.saturating_sub(now.duration_since(first))));
        }
        let might_be = tries.wrong.len() + tries.under_way.len();
        if might_be >= most { Err(Refused::TooManyAtOnce) } else { Ok(()) }
    }

    fn begin(&self, key: K, now: Instant) {
        let mut keys = self.lock();
        make_room(&mut keys, &key, now);
        keys.entry(key).or_default().under_way.push(now);
    }

    /// Ends a try that began then.
    fn end(&self, key: K, most: usize, at: Instant, verdict: Verdict) {
        let mut keys = self.lock();
        if verdict == Verdict::Wrong {
            make_room(&mut keys, &key, at);
            let wrong = &mut keys.entry(key.clone()).or_default().wrong;
            if wrong.len() >= most {
                wrong.remove(0);
            }
            wrong.insert(wrong.partition_point(|before| *before <= at), at);
        }
        let Some(tries) = keys.get_mut(&key) else { return };
        if let Some(place) = tries.under_way.iter().rposition(|began| *began == at) {
            tries.under_way.remove(place);
        }
        if verdict == Verdict::Right {
            tries.wrong.clear();
        }
        if tries.last().is_none() {
            keys.remove(&key);
        }
    }
}

fn make_room<K: Clone + Eq + Hash>(keys: &mut HashMap<K, TriesOf>, key: &K, now: Instant) {
    if keys.len() >= REMEMBERED && !keys.contains_key(key) {
        forget_the_quiet(keys, now);
    }
}

/// Removes expired keys; if the table is still full, also the quarter that was used least recently.
fn forget_the_quiet<K: Clone + Eq + Hash>(keys: &mut HashMap<K, TriesOf>, now: Instant) {
    keys.retain(|_, tries| tries.last().is_some_and(|last| now.duration_since(last) < WINDOW));
    if keys.len() < REMEMBERED {
        return;
    }
    let mut last: Vec<Instant> = keys.values().filter_map(TriesOf::last).collect();
    let place = last.len() / 4;
    let (_, oldest_kept, _) = last.select_nth_unstable(place);
    let oldest_kept = *oldest_kept;
    keys.retain(|_, tries| tries.last().is_some_and(|last| last > oldest_kept));
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

    fn begin(tries: &Tries, name: &str, device: Option<&str>, address: &str) -> Result<Counting, Refused> {
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
        let wait = WINDOW - Duration::from_secs(20);
        let refused = begin(&tries, "ann", None, "203.0.113.99").err();
        assert_eq!(refused, Some(Refused::TooManyWrong(wait)));
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
                counting.was_right();
            } else if number % 10 > 1 {
                counting.take_back();
            }
        }
        // Two wrong ones in each ten.
        for number in 0..10 {
            assert!(begin(&tries, &number.to_string(), None, "203.0.113.7").is_ok(), "{number}");
        }
        assert!(begin(&tries, "another", None, "203.0.113.7").is_err());
    }

    /// A class behind one public address.
    #[tokio::test(start_paused = true)]
    async fn right_tries_at_once_wait_for_a_moment_and_wrong_ones_for_long() {
        let tries = tries();
        let pupil = |number: usize| begin(&tries, &format!("pupil {number}"), None, "203.0.113.7");
        let mut class: Vec<_> = (0..ADDRESS).map(|number| pupil(number).ok().unwrap()).collect();
        assert_eq!(pupil(60).err(), Some(Refused::TooManyAtOnce));
        class.pop().unwrap().was_right();
        let next = pupil(60).expect("one has logged in");
        next.take_back();
        for right in class.drain(..) {
            right.was_right();
        }
        assert!(tries.counts.addresses.lock().is_empty(), "nothing was wrong");
        let mut guesses: Vec<_> = (0..ADDRESS).map(|number| pupil(number).ok().unwrap()).collect();
        let last = guesses.pop();
        drop(guesses);
        assert_eq!(pupil(60).err(), Some(Refused::TooManyAtOnce), "the last one may be right");
        drop(last);
        assert_eq!(pupil(60).err(), Some(Refused::TooManyWrong(WINDOW)));
    }

    #[tokio::test(start_paused = true)]
    async fn many_guesses_at_once_are_no_more_than_one_after_another() {
        let tries = tries();
        let guess = |number: usize| begin(&tries, "ann", None, &format!("203.0.113.{number}"));
        let guesses: Vec<_> = (0..100).filter_map(|number| guess(number).ok()).collect();
        assert_eq!(guesses.len(), NAME);
        drop(guesses);
        assert_eq!(guess(200).err(), Some(Refused::TooManyWrong(WINDOW)));
    }

    #[tokio::test(start_paused = true)]
    async fn the_table_is_bounded_and_forgets_the_quiet_first() {
        let window = Window::<u32>::default();
        let add = |key| {
            window.begin(key, Instant::now());
            window.end(key, NAME, Instant::now(), Verdict::Wrong);
        };
        for key in 0..50_000 {
            tokio::time::advance(Duration::from_micros(10)).await;
            add(key);
            if key % 100 == 0 {
                add(u32::MAX);
            }
        }
        let keys = window.lock();
        assert!(keys.len() <= REMEMBERED && keys.len() > REMEMBERED / 2, "{}", keys.len());
        assert!(keys.contains_key(&u32::MAX) && keys.contains_key(&49_999) && !keys.contains_key(&0));
    }
}
