// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many frames that bring nothing a connection may send.
//!
//! Each SETTINGS and each PING has to be answered, and each WINDOW_UPDATE to be looked into. A client may send millions of them
//! in a second (CVE-2019-9512, -9515, -9518). An honest one needs a few at its start, and then as many as it has to say that it
//! has read: so whoever receives much may send much.

use std::time::Duration;

use tokio::time::Instant;

/// The most that may be saved.
const MOST: u64 = 1_000;
/// One more each time.
const EACH: Duration = Duration::from_millis(10);
/// One more for so many bytes that the client received. The most eager clients known say after 4 KiB that they have read, once
/// for the stream and once for the connection.
const BYTES: u64 = 1024;

/// The frames that a connection may still send.
pub(super) struct Allowance {
    left: u64,
    since: Instant,
    /// Bytes that were received since the last frame that they allow.
    bytes: u64,
}

impl Allowance {
    pub(super) fn new(now: Instant) -> Self {
        Self { left: MOST, since: now, bytes: 0 }
    }

    /// The client was sent so many bytes.
    pub(super) fn sent(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
        self.left = (self.left + self.bytes / BYTES).min(MOST);
        self.bytes %= BYTES;
    }

    /// Takes one frame. Returns whether it was allowed.
    pub(super) fn take(&mut self, now: Instant) -> bool {
        let earned = now.saturating_duration_since(self.since).as_nanos() / EACH.as_nanos();
        if earned > 0 {
            self.left = (self.left + u64::try_from(earned).unwrap_or(MOST).min(MOST)).min(MOST);
            self.since = now;
        }
        let is_allowed = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn most_at_once(allowance: &mut Allowance, now: Instant) -> usize {
        (0..10 * MOST).take_while(|_| allowance.take(now)).count()
    }

    #[test]
    fn it_comes_back_with_time_and_with_what_was_received() {
        let now = Instant::now();
        let mut allowance = Allowance::new(now);
        assert_eq!(most_at_once(&mut allowance, now), 1_000);
        let later = now + Duration::from_secs(1);
        assert_eq!(most_at_once(&mut allowance, later), 100);
        assert_eq!(most_at_once(&mut allowance, later), 0);
        (0..400).for_each(|_| allowance.sent(1000));
        assert_eq!(most_at_once(&mut allowance, later), 390);
        allowance.sent(usize::MAX / 2);
        assert_eq!(most_at_once(&mut allowance, later + Duration::from_secs(86_400)), 1_000);
    }
}
