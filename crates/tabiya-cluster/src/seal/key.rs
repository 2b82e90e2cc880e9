// SPDX-License-Identifier: AGPL-3.0-or-later
//! The site's keys.

use std::fmt;

/// How many keys there may be at a time: one in use, one that comes, and some that go.
pub const KEYS: usize = 8;

/// The number of a key. It stands in front of each message, in clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub u32);

/// 256 secret random bits that all nodes of a site know. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Key([u8; Self::BYTES]);

impl Key {
    /// The length of a key.
    pub const BYTES: usize = 32;

    /// The key with these bytes, which must be random.
    pub const fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    pub(super) const fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

/// The keys with which messages are opened, and the one with which they are sealed.
#[derive(Clone, Debug)]
pub struct KeyRing {
    sealing: KeyId,
    keys: Vec<(KeyId, Key)>,
}

/// Keys that make no ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyRingError {
    /// There are more than [`KEYS`].
    #[error("there are {found} keys, and there may be {KEYS}")]
    TooMany {
        /// How many there are.
        found: usize,
    },
    /// Two keys have one number.
    #[error("two keys have the number {}", .0.0)]
    Twice(KeyId),
    /// The key with which messages shall be sealed is not among them.
    #[error("the key {} is not there", .0.0)]
    Missing(KeyId),
}

impl KeyRing {
    /// A ring of these keys, of which one seals.
    ///
    /// # Errors
    /// If that one is missing, two have one number, or there are too many.
    pub fn new(sealing: KeyId, keys: Vec<(KeyId, Key)>) -> Result<Self, KeyRingError> {
        if keys.len() > KEYS {
            return Err(KeyRingError::TooMany { found: keys.len() });
        }
        for (index, (id, _)) in keys.iter().enumerate() {
            if keys[..index].iter().any(|(earlier, _)| earlier == id) {
                return Err(KeyRingError::Twice(*id));
            }
        }
        let ring = Self { sealing, keys };
        ring.get(sealing).ok_or(KeyRingError::Missing(sealing))?;
        Ok(ring)
    }

    pub(super) const fn sealing(&self) -> KeyId {
        self.sealing
    }

    pub(super) fn get(&self, id: KeyId) -> Option<&Key> {
        self.keys.iter().find(|(known, _)| *known == id).map(|(_, key)| key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> Key {
        Key::from_bytes([byte; Key::BYTES])
    }

    #[test]
    fn a_ring_has_the_key_that_seals_and_each_number_once() {
        assert!(KeyRing::new(KeyId(1), vec![(KeyId(1), key(1)), (KeyId(2), key(2))]).is_ok());
        let missing = KeyRing::new(KeyId(3), vec![(KeyId(1), key(1))]);
        assert_eq!(missing.unwrap_err(), KeyRingError::Missing(KeyId(3)));
        let twice = KeyRing::new(KeyId(1), vec![(KeyId(1), key(1)), (KeyId(1), key(2))]);
        assert_eq!(twice.unwrap_err(), KeyRingError::Twice(KeyId(1)));
        let many = (0..9).map(|id| (KeyId(id), key(1))).collect();
        assert_eq!(KeyRing::new(KeyId(1), many).unwrap_err(), KeyRingError::TooMany { found: 9 });
    }

    #[test]
    fn a_key_is_not_printed() {
        let ring = KeyRing::new(KeyId(1), vec![(KeyId(1), key(77))]).unwrap();
        assert!(!format!("{ring:?}").contains("77"), "{ring:?}");
    }
}
