// SPDX-License-Identifier: AGPL-3.0-or-later
//! Limits how many long answers may wait in memory for clients that do not read them: for each address, and for all
//! together.

use std::time::Duration;

use bytes::Bytes;
use tabiya_runtime::config::Networks;

use crate::address::{AddressLimit, AddressPlace, Caller};
use crate::tally::{Present, Tally};

/// An answer of more bytes than this counts as long.
pub const LONG: u64 = 64 * 1024;
/// The most for one public address at a time.
const MOST_EACH: u32 = 8;
/// The most for all addresses together.
const MOST: u32 = 256;
/// When to try again after too many exports or long answers.
pub const RETRY_AFTER: Duration = Duration::from_secs(10);

/// The long answers that are being sent.
pub struct LongAnswers {
    of_addresses: AddressLimit,
    all: Tally<()>,
}

/// What one long answer takes up until it is read.
pub struct LongAnswer {
    _of_address: AddressPlace,
    _of_all: Present<()>,
}

impl LongAnswers {
    /// `unlimited`: addresses without a limit of their own. They count among all.
    pub fn new(unlimited: &Networks) -> Self {
        Self { of_addresses: AddressLimit::new(MOST_EACH, unlimited), all: Tally::default() }
    }

    /// Counts one more long answer; `None` if the address, or all addresses together, have too many.
    pub fn begin(&self, caller: &Caller) -> Option<LongAnswer> {
        let _of_address = self.of_addresses.enter(caller).ok()?;
        Some(LongAnswer { _of_address, _of_all: self.all.enter((), MOST)? })
    }
}

impl LongAnswer {
    /// The answer's bytes, which count until the connection has sent the last of them or is gone.
    pub fn attach_to(self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(CountedBytes { bytes, _place: self })
    }
}

struct CountedBytes {
    bytes: Bytes,
    _place: LongAnswer,
}

impl AsRef<[u8]> for CountedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(address: &str) -> Caller {
        Caller::direct(address.parse().unwrap())
    }

    #[test]
    fn each_address_has_a_few_until_they_are_read() {
        let answers = LongAnswers::new(&Networks::default());
        let begin = |address: &str| answers.begin(&caller(address));
        let mut unread: Vec<_> = (0..MOST_EACH)
            .map(|_| begin("203.0.113.7").unwrap().attach_to(Bytes::from_static(b"moves")))
            .collect();
        assert!(begin("203.0.113.7").is_none() && begin("203.0.113.8").is_some());
        // The first bytes are sent, and the connection keeps the last ones.
        let rest = unread[0].split_off(4);
        unread.swap_remove(0);
        assert!(begin("203.0.113.7").is_none());
        assert_eq!(rest, "s");
        drop(rest);
        assert!(begin("203.0.113.7").is_some(), "one has been read to its end");
    }

    #[test]
    fn all_addresses_together_have_a_limit() {
        let answers = LongAnswers::new(&"198.51.100.0/24".parse().unwrap());
        let one = caller("198.51.100.7");
        let unread: Vec<_> = (0..MOST).map(|_| answers.begin(&one)).collect();
        assert!(unread.iter().all(Option::is_some) && answers.begin(&caller("203.0.113.7")).is_none());
        drop(unread);
        assert!(answers.begin(&caller("203.0.113.7")).is_some());
    }
}
