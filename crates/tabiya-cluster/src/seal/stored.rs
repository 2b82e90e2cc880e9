// SPDX-License-Identifier: AGPL-3.0-or-later
//! The site's keys as the database keeps them, and how they change.
//!
//! Each key follows from a secret with a number and the time when it was made. A new key is put beside the old one. It opens messages
//! at once and seals from [`COMES`] on, by when every node has read it. The one before it still opens messages for
//! [`GOES`] after that, and is deleted when the next one is made. So no message is lost to a change of keys.

use std::fmt;
use std::time::Duration;

use tabiya_runtime::secret;

use super::key::{KEYS, Key, KeyId, KeyRing};

/// How long after it was made a key begins to seal. Nodes read the keys once a minute.
pub const COMES: Duration = Duration::from_secs(120);
/// How long a key opens messages after the next one has begun to seal.
pub const GOES: Duration = Duration::from_secs(600);
/// How old the newest key becomes before a node makes another one.
pub const LASTS: Duration = Duration::from_secs(30 * 86_400);

/// A secret from which a key follows.
#[derive(Clone, PartialEq, Eq)]
struct Stored {
    number: u32,
    /// When it was made, in milliseconds since 1970.
    made: u64,
    /// Without blanks; in old databases any text.
    secret: String,
}

/// The secrets, the newest last. There is always one.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredKeys(Vec<Stored>);

impl fmt::Debug for StoredKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<u32> = self.0.iter().map(|key| key.number).collect();
        f.debug_tuple("StoredKeys").field(&numbers).finish()
    }
}

impl StoredKeys {
    /// The first key of a site, from this secret.
    #[must_use]
    pub fn first(secret: &str, now: u64) -> Self {
        Self(vec![Stored { number: 1, made: now, secret: secret.to_owned() }])
    }

    /// Reads what [`write`](Self::write) has written: a line for each key. Any other text is the only secret of a database that was
    /// written before keys changed.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let line = |line: &str| {
            let mut words = line.split(' ');
            let (number, made, secret) = (words.next()?, words.next()?, words.next()?);
            let is_whole = words.next().is_none() && !secret.is_empty();
            is_whole.then_some(Stored {
                number: number.parse().ok()?,
                made: made.parse().ok()?,
                secret: secret.to_owned(),
            })
        };
        match text.lines().map(line).collect::<Option<Vec<_>>>() {
            Some(mut keys) if !keys.is_empty() && keys.is_sorted_by(|one, next| one.number < next.number) => {
                let spare = keys.len().saturating_sub(KEYS);
                Self(keys.split_off(spare))
            }
            _ => Self::first(text, 0),
        }
    }

    /// The text that the database keeps.
    #[must_use]
    pub fn write(&self) -> String {
        let line = |key: &Stored| format!("{} {} {}", key.number, key.made, key.secret);
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// When the newest key was made, in milliseconds since 1970.
    #[must_use]
    pub fn newest(&self) -> u64 {
        self.0.last().map_or(0, |key| key.made)
    }

    /// The same keys with another one, without those that open nothing any more. At most [`KEYS`]: the oldest give way.
    #[must_use]
    pub fn with_another(&self, secret: &str, now: u64) -> Self {
        // An old secret may hold blanks, which the written form can't.
        let mut keys: Vec<Stored> =
            self.open_at(now).filter(|key| !key.secret.contains(char::is_whitespace)).collect();
        let number = self.0.iter().map(|key| key.number).max().unwrap_or(0).wrapping_add(1);
        keys.push(Stored { number, made: now, secret: secret.to_owned() });
        let spare = keys.len().saturating_sub(KEYS);
        Self(keys.split_off(spare))
    }

    /// The keys with which a node opens and seals at this time.
    #[must_use]
    pub fn ring(&self, now: u64) -> KeyRing {
        let seals = |key: &&Stored| begins(key) <= now;
        let sealing = self.0.iter().rev().find(seals).or_else(|| self.0.first()).map_or(0, |key| key.number);
        let keys: Vec<_> = self
            .open_at(now)
            .map(|key| (KeyId(key.number), Key::from_bytes(secret::hash(key.secret.as_bytes()))))
            .collect();
        KeyRing::new(KeyId(sealing), keys).expect("the key that seals opens, and numbers rise")
    }

    /// Those that open messages at this time: all but those whose next one has sealed for long.
    fn open_at(&self, now: u64) -> impl Iterator<Item = Stored> + '_ {
        let is_gone = move |place: usize| {
            let next = self.0.get(place + 1);
            next.is_some_and(|next| begins(next).saturating_add(millis(GOES)) <= now)
        };
        self.0.iter().enumerate().filter(move |(place, _)| !is_gone(*place)).map(|(_, key)| key.clone())
    }
}

/// When a key begins to seal.
const fn begins(key: &Stored) -> u64 {
    key.made.saturating_add(millis(COMES))
}

const fn millis(span: Duration) -> u64 {
    span.as_secs() * 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: u64 = 1_800_000_000_000;

    #[test]
    fn a_new_key_opens_at_once_and_seals_later_and_the_old_one_goes_after_that() {
        let first = StoredKeys::first("a", NOW);
        let both = first.with_another("b", NOW + 1_000);
        let ids = |now: u64| {
            let ring = both.ring(now);
            let open: Vec<u32> = (0..5).filter(|id| ring.get(KeyId(*id)).is_some()).collect();
            (ring.sealing().0, open)
        };
        assert_eq!(first.ring(NOW).sealing(), KeyId(1), "the only key seals, however new it is");
        assert_eq!(ids(NOW + 1_000), (1, vec![1, 2]));
        assert_eq!(ids(NOW + 120_999), (1, vec![1, 2]));
        assert_eq!(ids(NOW + 121_000), (2, vec![1, 2]));
        assert_eq!(ids(NOW + 720_999), (2, vec![1, 2]));
        assert_eq!(ids(NOW + 721_000), (2, vec![2]));
        // A node whose clock is a little behind, or far behind, still has a key.
        assert_eq!(ids(0), (1, vec![1, 2]));
        assert_eq!(both.newest(), NOW + 1_000);
        assert_eq!(
            both.with_another("c", NOW + 800_000).write(),
            format!("2 {} b\n3 {} c", NOW + 1_000, NOW + 800_000)
        );
    }

    #[test]
    fn what_was_written_is_read() {
        let keys = StoredKeys::first("a", NOW).with_another("b", NOW + 5);
        assert_eq!(StoredKeys::read(&keys.write()), keys);
        // Of a database before keys changed: the same key as then.
        let old = StoredKeys::read("a secret of the site");
        let key = Key::from_bytes(secret::hash(b"a secret of the site"));
        assert_eq!(old.ring(NOW).get(KeyId(1)), Some(&key));
        assert_eq!(old.newest(), 0);
        let hex = "0123456789abcdef";
        assert_eq!(StoredKeys::read(hex).ring(NOW).sealing(), KeyId(1));
        let next = StoredKeys::read(hex).with_another("b", NOW);
        assert_eq!(StoredKeys::read(&next.write()), next);
        assert_eq!(next.ring(NOW).sealing(), KeyId(1), "the old one seals until all have read the new one");
        for text in ["", "1 2", "1 2 ", "x 2 y", "1 2 a\n\n", "1 2 a b", "1 2 a\n1 2 b", "2 0 a\n1 0 b"] {
            let _ = StoredKeys::read(text).ring(NOW);
        }
    }

    #[test]
    fn many_changes_in_a_moment_leave_no_more_keys_than_there_may_be() {
        let mut keys = StoredKeys::first("a", NOW);
        for step in 0..40 {
            keys = keys.with_another("b", NOW + step);
            let _ = keys.ring(NOW + step);
        }
        assert_eq!(keys.0.len(), KEYS);
        assert_eq!(keys.ring(NOW + 40).sealing(), KeyId(34), "the oldest that is there");
    }

    #[test]
    fn a_secret_is_not_printed() {
        assert_eq!(format!("{:?}", StoredKeys::first("topsecret", 1)), "StoredKeys([1])");
    }
}
