// SPDX-License-Identifier: AGPL-3.0-or-later
//! Random secrets that are handed out once and kept as hashes: cookies of guests and sessions, one-time links.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::chance;

/// Bytes of randomness.
const BYTES: usize = 32;

/// 256 random bits, to be handed out. Never printed.
pub struct Secret(String);

impl Secret {
    /// A new one.
    pub fn random() -> Self {
        let bytes: [u8; BYTES] = chance::bytes();
        Self(HEXLOWER.encode(&bytes))
    }

    /// 64 hexadecimal digits.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What the store keeps of the secret: the SHA-256 of its text.
    pub fn hash(&self) -> Hash {
        hash(self.0.as_bytes())
    }
}

/// What is kept of a secret.
pub type Hash = [u8; 32];

/// What is kept of this text.
pub fn hash(text: &[u8]) -> Hash {
    Sha256::digest(text).into()
}

/// The hash of a text that could be a secret of ours; `None` for any other.
pub fn hash_of_secret(text: &[u8]) -> Option<Hash> {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (text.len() == 2 * BYTES && text.iter().all(is_digit)).then(|| hash(text))
}

/// By what a session or a token is named in lists: enough of its hash to tell it from others, and nothing that opens it.
pub fn short_name(hash: &[u8]) -> String {
    HEXLOWER.encode(hash.get(..8).unwrap_or(hash))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_again_by_its_hash() {
        let (one, other) = (Secret::random(), Secret::random());
        assert_eq!(hash_of_secret(one.text().as_bytes()), Some(one.hash()));
        assert_ne!(one.hash(), other.hash());
        for text in ["", "ab", &"g".repeat(64), &"A".repeat(64), &format!("{}0", one.text())] {
            assert_eq!(hash_of_secret(text.as_bytes()), None, "{text}");
        }
    }
}
