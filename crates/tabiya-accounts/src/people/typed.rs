// SPDX-License-Identifier: AGPL-3.0-or-later
//! A text from outside as the key of what is counted.

use tabiya_runtime::secret;

/// A text from outside, such as a name that somebody typed. Kept as a hash: a long text takes no more memory than a short one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Typed([u8; 16]);

impl Typed {
    /// Of this text, whatever its length.
    pub fn new(text: &str) -> Self {
        Self(secret::hash(text.as_bytes())[..16].try_into().expect("a hash has 32 bytes"))
    }
}
