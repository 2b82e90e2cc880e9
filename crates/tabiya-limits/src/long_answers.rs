// SPDX-License-Identifier: AGPL-3.0-or-later
//! Limits how many long answers may wait in memory for clients that do not read them: for each address and the
//! networks around it, and for all together.

use std::time::Duration;

use bytes::Bytes;
use tabiya_runtime::config::Networks;

use crate::address::{Caller, NetworkBounds, NetworkPlace};

/// An answer of more bytes than this counts as long.
pub const LONG: u64 = 64 * 1024;
/// The most for one address at a time: a class may sit behind it. The networks around it have bounds of their own.
const MOST_EACH: u32 = 32;
/// The most for all addresses together.
const MOST: u32 = 256;
/// When to try again after too many exports or long answers.
pub const RETRY_AFTER: Duration = Duration::from_secs(10);

/// The long answers that are being sent.
pub struct LongAnswers(NetworkBounds);

/// What one long answer takes up until it is read.
pub struct LongAnswer(NetworkPlace);

impl LongAnswers {
    /// `unlimited`: addresses without a limit of their own. They count among all.
    pub fn new(unlimited: &Networks) -> Self {
        Self(NetworkBounds::new(MOST_EACH, unlimited).of_all(MOST))
    }

    /// Counts one more long answer; `None` if the address, a network around it, or all together have too many.
    pub fn begin(&self, caller: &Caller) -> Option<LongAnswer> {
        self.0.enter(caller).map(LongAnswer)
    }
}

impl LongAnswer {
    /// The answer's bytes, which count until the connection has sent the last of them or is gone.
    pub fn attach_to(self, bytes: Bytes) -> Bytes {
        Bytes::from_owner(CountedBytes { bytes, _place: self.0 })
    }
}

struct CountedBytes {
    bytes: Bytes,
    _place: NetworkPlace,
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

    /// A provider's customer has a /48, some have a /32, and a rented rack has a /24.
    #[test]
    fn no_wide_network_keeps_every_answer_unread() {
        for address in [
            &(|number| format!("2001:db8:7:{number:x}::1")) as &dyn Fn(u32) -> String,
            &|number| format!("2001:db8:{number:x}::1"),
            &|number| format!("203.0.113.{number}"),
        ] {
            let answers = LongAnswers::new(&Networks::default());
            let unread: Vec<_> =
                (0..256).filter_map(|number| answers.begin(&caller(&address(number)))).collect();
            assert!(unread.len() <= 3 * MOST_EACH as usize, "{}: {}", address(0), unread.len());
            let class: Vec<_> = (0..30).map(|_| answers.begin(&caller("198.51.100.7"))).collect();
            assert!(class.iter().all(Option::is_some), "a class behind one address");
        }
    }

    #[test]
    fn all_addresses_together_have_a_limit() {
        let answers = LongAnswers::new(&"198.51.100.0/24".parse().unwrap());
        let begin = |address: &str| answers.begin(&caller(address));
        let mut unread: Vec<_> = (0..2 * MOST).filter_map(|_| begin("198.51.100.7")).collect();
        assert!(begin("203.0.113.7").is_some(), "some are kept for others");
        unread.extend((0..2 * MOST).filter_map(|each| begin(&format!("203.0.{}.7", each % 256))));
        assert_eq!(unread.len(), MOST as usize);
        drop(unread);
        assert!(begin("203.0.113.7").is_some());
    }
}
