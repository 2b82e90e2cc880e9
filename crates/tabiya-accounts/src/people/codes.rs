// SPDX-License-Identifier: AGPL-3.0-or-later
//! Codes that people type: on cards for classes, and for recovery of a second factor.

use tabiya_runtime::chance;
use tabiya_runtime::secret::{Hash, hash};

/// Digits and small letters without those that look alike: no 0 and o, no 1, i and l. 31 to
/// the tenth power is more than 2⁴⁹.
const LETTERS: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";
/// Characters of a code.
const LENGTH: usize = 10;

/// A new code, such as `k3mz9-x7qpa`.
pub fn new_code() -> String {
    let mut code = String::with_capacity(LENGTH + 1);
    while code.len() < LENGTH + 1 {
        if code.len() == LENGTH / 2 {
            code.push('-');
        }
        let [byte] = chance::bytes();
        // Only so many bytes as make each letter equally likely.
        if let Some(letter) = LETTERS.get(usize::from(byte & 0x1F)) {
            code.push(char::from(*letter));
        }
    }
    code
}

/// The hash of a code that somebody has typed, with or without its hyphen, in any case; `None` if it can't be one.
pub fn hash_of_code(typed: &str) -> Option<Hash> {
    // Bounded before anything else is done with it.
    let letters: Vec<u8> = typed.bytes().take(4 * LENGTH).filter(u8::is_ascii_alphanumeric).collect();
    let small = letters.to_ascii_lowercase();
    let is_code = small.len() == LENGTH && small.iter().all(|letter| LETTERS.contains(letter));
    is_code.then(|| hash(&[b"code:", &small[..]].concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_differ_and_are_known_again_however_they_are_typed() {
        let codes: Vec<_> = (0..200).map(|_| new_code()).collect();
        for (number, code) in codes.iter().enumerate() {
            assert_eq!(code.len(), LENGTH + 1);
            assert!(!codes[..number].contains(code));
            let hash = hash_of_code(code);
            assert!(hash.is_some());
            for typed in [code.to_uppercase(), code.replace('-', ""), format!(" {} ", code.replace('-', " "))]
            {
                assert_eq!(hash_of_code(&typed), hash, "{typed}");
            }
        }
        let used: std::collections::BTreeSet<char> = codes.iter().flat_map(|code| code.chars()).collect();
        assert_eq!(used.len(), LETTERS.len() + 1, "all letters and the hyphen");
        assert!((LETTERS.len() as f64).powi(LENGTH as i32).log2() >= 48.0);
    }

    #[test]
    fn what_is_no_code_has_no_hash() {
        for typed in ["", "k3mz9", "k3mz9-x7qp0", "k3mz9-x7qpaa", &"a".repeat(10_000), "ä3mz9-x7qpa"] {
            assert_eq!(hash_of_code(typed), None, "{typed}");
        }
    }
}
