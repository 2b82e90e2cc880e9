// SPDX-License-Identifier: AGPL-3.0-or-later
//! Codes with which helpers enter results from their phones, without an account.
//!
//! A code has eight digits, opens the boards of one event for a day, and can be revoked. The journal keeps a salted hash of it.
//! Eight digits could be guessed, so wrong guesses are counted: by network, and all together for each event. A link has a long
//! secret in their place, which nobody guesses, so strangers who use the guesses up shut out nobody who has the link. Wrong tries of
//! the codes that accounts have ([`claims`](crate::claims)) are counted here, too: by network and by account.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;
use tabiya_runtime::secret::{self, Hash};

use crate::event::{Event, HelperCode};

/// How long a code works, in milliseconds.
pub const LASTS: u64 = 24 * 3600 * 1000;
/// The digits of a code.
const DIGITS: usize = 8;
/// The bytes of a link's secret, two letters each.
const LINK_BYTES: usize = 16;
/// Codes of one event that work at the same time.
pub const MOST: usize = 50;

/// Wrong guesses are counted for so long, in milliseconds.
const HOUR: u64 = 3600 * 1000;
/// Wrong guesses of one network in an hour.
const FROM_OUTSIDE: u32 = 10;
/// The same for networks that are not the internet's: all phones of a hall may come by one address.
const FROM_THE_VENUE: u32 = 60;
/// Wrong guesses about one event in an hour, of all networks that never knew a helper's code.
const OF_AN_EVENT: u32 = 200;
/// Wrong guesses of one account in an hour, about all events.
const OF_AN_ACCOUNT: u32 = 10;
/// Wrong codes for accounts from a network in an hour: a class types them in one room, and nobody guesses twelve characters.
const CLAIMS_OF_A_NETWORK: u32 = 200;
/// Networks and accounts that are remembered before those that were quiet for an hour are forgotten.
const REMEMBERED: usize = 10_000;

/// A code from random bits.
pub fn digits(random: u64) -> String {
    format!("{:08}", random % 100_000_000)
}

/// What the journal keeps of a code.
pub fn hash(salt: u64, code: &str) -> Hash {
    secret::hash(format!("{salt:016x} {code}").as_bytes())
}

/// What a helper's link has in place of the digits, and what the page sends from then on. It follows from the salted hash that
/// the journal keeps, which nobody outside the server knows.
pub fn link(hash: &Hash) -> String {
    let all = secret::hash(&[b"link of a helper ".as_slice(), hash].concat());
    all.iter().take(LINK_BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// Whether this has the form of a link's secret, which nobody types.
pub fn is_link(sent: &str) -> bool {
    sent.len() == 2 * LINK_BYTES && sent.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// What somebody typed for a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed<T> {
    /// A code that works.
    Right(T),
    /// One that has worked, and has expired or was revoked since, or opens another page of the event. Whoever has it has not
    /// guessed.
    Old,
    /// No code of the event.
    Wrong,
}

/// Which codes are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A helper's. Few people have one, so whoever does is let through the total of the event.
    Helper,
    /// A table's or a seat's. Everybody in the hall can read one.
    Player,
    /// The long one by which this account enters or becomes an entrant. Nobody guesses it, so strangers who use up the total of the event
    /// keep nobody from typing theirs.
    Claim(PlayerId),
}

impl<T> Typed<T> {
    /// The code that works.
    pub fn right(self) -> Option<T> {
        match self {
            Self::Right(found) => Some(found),
            Self::Old | Self::Wrong => None,
        }
    }
}

/// What of an event's codes somebody typed, or has by a link.
pub fn matching(event: &Event, typed: &str, now: Time) -> Typed<HelperCode> {
    let by_link = is_link(typed);
    if !by_link && !is_digits(typed) {
        return Typed::Wrong;
    }
    // All of them are compared, each in constant time: how long it takes says nothing.
    event.codes.iter().fold(Typed::Wrong, |found, code| {
        let is_this = if by_link {
            are_equal(link(&code.hash).as_bytes(), typed.as_bytes())
        } else {
            are_equal(&hash(code.salt, typed), &code.hash)
        };
        if is_this && code.works(now) {
            Typed::Right(code.clone())
        } else if is_this && found == Typed::Wrong {
            Typed::Old
        } else {
            found
        }
    })
}

/// Whether this has the form of a typed code.
fn is_digits(typed: &str) -> bool {
    typed.len() == DIGITS && typed.bytes().all(|byte| byte.is_ascii_digit())
}

/// Compares two texts or hashes of one length in constant time.
pub(crate) fn are_equal(one: &[u8], other: &[u8]) -> bool {
    std::hint::black_box(one.iter().zip(other).fold(0, |differs, (one, other)| differs | (one ^ other))) == 0
}

/// Wrong guesses of the last hour.
#[derive(Default)]
pub struct Guesses(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    networks: HashMap<(EventId, IpAddr), Network>,
    events: HashMap<EventId, Count>,
    accounts: HashMap<PlayerId, Count>,
}

#[derive(Clone, Copy, Default)]
struct Network {
    wrong: Count,
    /// Wrong codes for accounts.
    claims: Count,
    /// When a helper's right code came from here last.
    knew: Option<Time>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    since: Time,
    times: u32,
}

impl Count {
    fn now(self, now: Time) -> u32 {
        if now.0 < self.since.0 + HOUR { self.times } else { 0 }
    }

    fn add(&mut self, now: Time) {
        if self.times == 0 || now.0 >= self.since.0 + HOUR {
            *self = Self { since: now, times: 0 };
        }
        self.times += 1;
    }

    fn wait(self, now: Time) -> Duration {
        Duration::from_millis((self.since.0 + HOUR).saturating_sub(now.0))
    }
}

impl Guesses {
    /// Looks a code of this kind up by `known` unless too many guesses were wrong, and counts a wrong one. An old code is no guess: a
    /// forgotten phone that goes on asking with one shuts nobody out. `is_ours` says that the address is certain, and may be
    /// that of a whole hall.
    ///
    /// # Errors
    /// How long to wait.
    pub fn guess<T>(
        &self,
        (event, address, is_ours): (EventId, IpAddr, bool),
        kind: Kind,
        now: Time,
        known: impl FnOnce() -> Typed<T>,
    ) -> Result<Option<T>, Duration> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Counts { networks, events, accounts } = &mut *counts;
        if networks.len().max(accounts.len()) > REMEMBERED {
            let is_recent = |at: Time| now.0 < at.0 + HOUR;
            accounts.retain(|_, one| is_recent(one.since));
            networks.retain(|_, one| {
                is_recent(one.wrong.since) || is_recent(one.claims.since) || one.knew.is_some_and(is_recent)
            });
            events.retain(|_, one| is_recent(one.since));
        }
        let Network { wrong, claims, knew: known_since } =
            networks.entry((event, network_of(address))).or_default();
        let knew = known_since.is_some_and(|at| now.0 < at.0 + LASTS);
        let (all, most_of_all) = match kind {
            Kind::Helper | Kind::Player => {
                (events.entry(event).or_default(), if knew { u32::MAX } else { OF_AN_EVENT })
            }
            Kind::Claim(account) => (accounts.entry(account).or_default(), OF_AN_ACCOUNT),
        };
        let most = if is_ours && is_local(address) { FROM_THE_VENUE } else { FROM_OUTSIDE };
        let (of_network, most) = match kind {
            Kind::Claim(_) => (claims, CLAIMS_OF_A_NETWORK),
            Kind::Helper | Kind::Player => (wrong, most),
        };
        if of_network.now(now) >= most {
            return Err(of_network.wait(now));
        }
        if all.now(now) >= most_of_all {
            return Err(all.wait(now));
        }
        match known() {
            Typed::Right(found) => {
                match kind {
                    Kind::Helper => *known_since = Some(now),
                    Kind::Player | Kind::Claim(_) => {}
                }
                return Ok(Some(found));
            }
            Typed::Old => {}
            Typed::Wrong => {
                of_network.add(now);
                all.add(now);
            }
        }
        Ok(None)
    }
}

/// Addresses that count as one: of IPv6 the first 64 bits.
fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [one, two, three, four, ..] = address.segments();
            IpAddr::from([one, two, three, four, 0, 0, 0, 0])
        }
        address @ IpAddr::V4(_) => address,
    }
}

fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_private() || address.is_loopback() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(guesses: &Guesses, from: &str, now: u64) -> Result<Option<()>, Duration> {
        let from = (EventId::from_bits(1), from.parse().unwrap(), true);
        guesses.guess(from, Kind::Helper, Time(now), || Typed::Wrong)
    }

    #[test]
    fn wrong_guesses_are_limited_by_network_and_looser_at_the_venue() {
        let guesses = Guesses::default();
        let outside = (0..20).filter(|_| wrong(&guesses, "203.0.113.7", 5).is_ok()).count();
        let venue = (0..100).filter(|_| wrong(&guesses, "192.168.1.7", 5).is_ok()).count();
        assert_eq!((outside, venue), (10, 60));
        let right = || {
            let from = (EventId::from_bits(1), "203.0.113.7".parse().unwrap(), true);
            guesses.guess(from, Kind::Helper, Time(9), || Typed::Right(1))
        };
        assert_eq!(right(), Err(Duration::from_millis(HOUR - 4)), "a right one does not help any more");
        assert!(wrong(&guesses, "203.0.113.8", 5).is_ok(), "another network");
        assert!(wrong(&guesses, "203.0.113.7", 6 + HOUR).is_ok(), "an hour later");
        let hidden = (EventId::from_bits(2), "10.0.0.1".parse().unwrap(), false);
        assert_eq!(
            (0..20)
                .filter(|_| guesses.guess(hidden, Kind::Helper, Time(5), || Typed::<()>::Wrong).is_ok())
                .count(),
            10
        );
        let six = |last: u16| wrong(&guesses, &format!("2001:db8::{last:x}"), 7);
        assert_eq!((1..=20).filter(|last| six(*last).is_ok()).count(), 10, "one network of IPv6");
    }

    #[test]
    fn an_event_has_a_total_which_does_not_shut_out_those_who_knew_a_helpers_code() {
        let guesses = Guesses::default();
        let helper = (EventId::from_bits(1), "198.51.100.1".parse().unwrap(), true);
        assert_eq!(guesses.guess(helper, Kind::Helper, Time(1), || Typed::Right(7)), Ok(Some(7)));
        // Everybody in the hall reads the card of a table: it shows nothing.
        let player = (EventId::from_bits(1), "198.51.101.1".parse().unwrap(), true);
        assert_eq!(guesses.guess(player, Kind::Player, Time(1), || Typed::Right(3)), Ok(Some(3)));
        let many = (0..100).flat_map(|host| [format!("203.0.113.{host}"), format!("203.0.112.{host}")]);
        let through =
            many.flat_map(|from| [from.clone(), from]).filter(|from| wrong(&guesses, from, 2).is_ok());
        assert_eq!(through.count(), 200);
        assert!(wrong(&guesses, "8.8.8.8", 3).is_err());
        assert_eq!(guesses.guess(helper, Kind::Helper, Time(4), || Typed::Right(7)), Ok(Some(7)));
        assert!(guesses.guess(player, Kind::Helper, Time(4), || Typed::<u8>::Wrong).is_err());
    }

    #[test]
    fn an_account_has_its_own_few_tries_wherever_it_is_and_the_total_of_an_event_stops_none() {
        let guesses = Guesses::default();
        let claim = |account: u8, from: &str, now: u64, known: Typed<u8>| {
            let from = (EventId::from_bits(1), from.parse().unwrap(), true);
            let account = Kind::Claim(PlayerId::from_bytes([account; 16]));
            guesses.guess(from, account, Time(now), || known)
        };
        // Each try from a network of its own, and one of them is where a helper's code is known.
        let helper = (EventId::from_bits(1), "203.0.113.1".parse().unwrap(), true);
        assert_eq!(guesses.guess(helper, Kind::Helper, Time(1), || Typed::Right(7)), Ok(Some(7)));
        let tries = (0..20).map(|host| claim(1, &format!("203.0.113.{host}"), 2, Typed::Wrong));
        assert_eq!(tries.filter(Result::is_ok).count(), 10);
        let wait = Err(Duration::from_millis(HOUR - 1));
        assert_eq!(claim(1, "203.0.113.1", 3, Typed::Right(5)), wait, "a right one does not help any more");
        assert_eq!(claim(2, "203.0.113.1", 3, Typed::Right(5)), Ok(Some(5)), "another account");
        assert_eq!(claim(1, "203.0.113.1", 3 + HOUR, Typed::Right(5)), Ok(Some(5)), "an hour later");
        // One network, and an account for each try.
        let tries = (10..250).map(|account| claim(account, "198.51.100.1", 4, Typed::Wrong));
        assert_eq!(tries.filter(Result::is_ok).count(), 200);
        // They shut out nobody who types a helper's code there.
        let helper = (EventId::from_bits(1), "198.51.100.1".parse().unwrap(), true);
        assert_eq!(guesses.guess(helper, Kind::Helper, Time(4), || Typed::Right(7)), Ok(Some(7)));
        // Strangers use up the tries of the event. Those are for helpers' and players' codes, not for claims.
        for host in 0..250 {
            let _ = wrong(&guesses, &format!("192.0.{host}.1"), 5);
        }
        assert!(wrong(&guesses, "8.8.8.8", 5).is_err());
        assert_eq!(claim(3, "8.8.4.4", 5, Typed::Right(5)), Ok(Some(5)));
    }

    #[test]
    fn a_forgotten_phone_with_an_old_code_shuts_no_other_out() {
        let guesses = Guesses::default();
        let venue = (EventId::from_bits(1), "192.168.1.7".parse().unwrap(), true);
        for _ in 0..500 {
            assert_eq!(guesses.guess(venue, Kind::Helper, Time(5), || Typed::<u8>::Old), Ok(None));
        }
        assert_eq!(guesses.guess(venue, Kind::Helper, Time(6), || Typed::Right(7)), Ok(Some(7)));
    }

    #[test]
    fn codes_have_eight_digits_and_a_salt_of_their_own() {
        assert_eq!(digits(7), "00000007");
        assert_eq!(digits(u64::MAX).len(), 8);
        assert_ne!(hash(1, "00000007"), hash(2, "00000007"));
        assert!(are_equal(&hash(1, "00000007"), &hash(1, "00000007")));
        assert!(!are_equal(&hash(1, "00000007"), &hash(1, "00000008")));
    }
}
