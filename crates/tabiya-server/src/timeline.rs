// SPDX-License-Identifier: AGPL-3.0-or-later
//! The one clock of this process.
//!
//! Games count in milliseconds on a line that starts at the wall time of the server's start and then follows
//! the monotonic clock: it never steps, whatever happens to the wall clock, and still reads as a date.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tabiya_game::Time;

/// Reads the time that games are counted by. Cheap to copy; all copies agree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeline {
    origin: Instant,
    origin_wall: Duration,
}

impl Timeline {
    /// Begins the line at the wall time of now.
    pub(crate) fn start() -> Self {
        let origin_wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { origin: Instant::now(), origin_wall }
    }

    /// Now, in milliseconds since 1970 by the wall clock at the start of this process.
    pub(crate) fn now(self) -> Time {
        let since = self.origin_wall + self.origin.elapsed();
        Time(u64::try_from(since.as_millis()).expect("the year is below 500 million"))
    }

    /// How long from now until `time`; nothing where that has passed.
    pub(crate) fn until(self, time: Time) -> Duration {
        Duration::from_millis(time.0.saturating_sub(self.now().0))
    }
}
