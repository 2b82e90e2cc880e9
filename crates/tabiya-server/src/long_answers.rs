// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many long answers one address, and all together, may have that they have not read yet.

use bytes::Bytes;

use crate::address::{AddressLimit, AddressPlace, Caller};
use crate::config::Networks;
use crate::tally::{Present, Tally};

/// A longer answer is a long one, in bytes.
pub(crate) const LONG: u64 = 64 * 1024;
/// The most for one public address at a time.
const MOST_EACH: u32 = 8;
/// The most for all addresses together.
const MOST: u32 = 256;

/// The long answers that are being sent.
pub(crate) struct LongAnswers {
    of_addresses: AddressLimit,
    all: Tally<()>,
}

/// What one long answer takes up until it is read.
pub(crate) struct LongAnswer {
    _of_address: AddressPlace,
    _of_all: Present<()>,
}

impl LongAnswers {
    /// To these addresses no limit per address applies.
    pub(crate) fn new(unlimited: &Networks) -> Self {
        Self { of_addresses: AddressLimit::of(MOST_EACH, unlimited), all: Tally::default() }
    }

    /// One more; `None` where there are too many.
    pub(crate) fn begin(&self, caller: &Caller) -> Option<LongAnswer> {
        let _of_address = self.of_addresses.enter(caller).ok()?;
        Some(LongAnswer { _of_address, _of_all: self.all.enter((), MOST)? })
    }
}

impl LongAnswer {
    /// The answer's bytes, which count until the connection has sent the last of them or is gone.
    pub(crate) fn of(self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(Counted { bytes, _as: self })
    }
}

struct Counted {
    bytes: Bytes,
    _as: LongAnswer,
}

impl AsRef<[u8]> for Counted {
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
        let mut unread: Vec<_> =
            (0..MOST_EACH).map(|_| begin("203.0.113.7").unwrap().of(Bytes::from_static(b"moves"))).collect();
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
    fn many_addresses_together_have_no_more_than_there_is_memory_for() {
        let answers = LongAnswers::new(&"198.51.100.0/24".parse().unwrap());
        let one = caller("198.51.100.7");
        let unread: Vec<_> = (0..MOST).map(|_| answers.begin(&one)).collect();
        assert!(unread.iter().all(Option::is_some) && answers.begin(&caller("203.0.113.7")).is_none());
        drop(unread);
        assert!(answers.begin(&caller("203.0.113.7")).is_some());
    }
}
