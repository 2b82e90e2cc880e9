// SPDX-License-Identifier: AGPL-3.0-or-later
//! A code by which a helper without an account enters results.

use tabiya_game::Time;

/// A helper's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelperCode {
    /// Its number in the event, from 1. Never the code itself.
    pub number: u16,
    /// For whom it is.
    pub label: String,
    /// The first board that it opens, from 1.
    pub first: u16,
    /// The last board that it opens.
    pub last: u16,
    /// Whether it also corrects results.
    pub deputy: bool,
    /// When it ends.
    pub until: Time,
    /// Goes into the hash, so that the same digits have another one elsewhere.
    pub salt: u64,
    /// The hash of the salt and the digits.
    pub hash: [u8; 32],
    /// Whether it was taken back.
    pub revoked: bool,
}

impl HelperCode {
    /// Whether it works now.
    pub const fn works(&self, now: Time) -> bool {
        !self.revoked && now.0 < self.until.0
    }
}
