// SPDX-License-Identifier: AGPL-3.0-or-later
//! The one clock of this process.
//!
//! Games with chess clocks count in milliseconds on a line that starts at the wall time of the server's start and
//! then follows the monotonic clock: it never steps, whatever happens to the wall clock, and still reads as a date.
//! Nor does it run while the server itself stands still (stopped, swapped out, starved): a beat asks for the time
//! four times a second, and where nobody has asked for more than a second, the rest is charged to no player.
//!
//! Correspondence games have deadlines of days, over restarts and sleeping laptops. They follow the wall clock, but
//! never backwards.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_game::Time;
use tokio::time::Instant;

/// How often the line is asked for the time at least.
const BEAT: Duration = Duration::from_millis(250);
/// A longer silence between two questions is a stall, and no more than this of it counts.
const STALL: Duration = Duration::from_secs(1);

/// Reads the time that games are counted by. Cheap to copy; all copies agree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timeline(&'static Mutex<Line>);

struct Line {
    now: Duration,
    asked: Instant,
    /// The latest wall time that was seen or stands in a log, since 1970.
    wall: Duration,
    wall_clock: WallClock,
}

/// Tells the time since 1970.
type WallClock = Box<dyn Fn() -> Duration + Send>;

impl Timeline {
    /// Begins the line at the wall time of now, and its beat. Needs a runtime.
    pub(crate) fn start() -> Self {
        Self::by(Box::new(system_clock))
    }

    /// The same by another wall clock than the system's.
    pub(crate) fn by(wall_clock: WallClock) -> Self {
        let wall = wall_clock();
        let line = Line { now: wall, asked: Instant::now(), wall, wall_clock };
        // One for the whole life of the process.
        let line = Self(Box::leak(Box::new(Mutex::new(line))));
        tokio::spawn(async move {
            let mut beat = tokio::time::interval(BEAT);
            loop {
                beat.tick().await;
                line.now();
            }
        });
        line
    }

    /// Now, in milliseconds since 1970 by the wall clock at the start of this process; what the server stood still
    /// is left out.
    pub(crate) fn now(self) -> Time {
        let (now, stalled) = self.line().advance(Instant::now());
        if let Some(stalled) = stalled {
            tracing::warn!(
                milliseconds = stalled.as_millis(),
                "the server stood still; no player pays for it"
            );
        }
        now
    }

    /// Now by the wall clock, in milliseconds since 1970; the latest that was ever seen, where it was set back.
    pub(crate) fn wall(self) -> Time {
        let mut line = self.line();
        line.wall = line.wall.max((line.wall_clock)());
        in_millis(line.wall)
    }

    /// This wall time stands in a log, so it has been.
    pub(crate) fn seen(self, wall: Time) {
        let mut line = self.line();
        line.wall = line.wall.max(Duration::from_millis(wall.0));
    }

    fn line(self) -> MutexGuard<'static, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("now", &self.now).field("wall", &self.wall).finish_non_exhaustive()
    }
}

impl Line {
    /// The time at `asked`, and how much of the time since the last question does not count.
    fn advance(&mut self, asked: Instant) -> (Time, Option<Duration>) {
        let silence = asked.saturating_duration_since(self.asked);
        self.asked = self.asked.max(asked);
        self.now += silence.min(STALL);
        (in_millis(self.now), silence.checked_sub(STALL).filter(|stalled| !stalled.is_zero()))
    }
}

fn system_clock() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn in_millis(since: Duration) -> Time {
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_server_stood_still_does_not_count() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut line = Line {
            now: Duration::from_secs(5),
            asked: start,
            wall: Duration::ZERO,
            wall_clock: Box::new(system_clock),
        };
        assert_eq!(line.advance(at(250)), (Time(5_250), None));
        assert_eq!(line.advance(at(1_250)), (Time(6_250), None));
        assert_eq!(line.advance(at(6_250)), (Time(7_250), Some(Duration::from_secs(4))));
        assert_eq!(line.advance(at(6_500)), (Time(7_500), None));
        assert_eq!(line.advance(at(6_000)), (Time(7_500), None), "an older question changes nothing");
        assert_eq!(line.advance(at(6_600)), (Time(7_600), None));
    }

    #[tokio::test]
    async fn the_wall_clock_never_steps_back_behind_a_log() {
        let line = Timeline::start();
        let ahead = Time(line.wall().0 + 3_600_000);
        line.seen(ahead);
        assert_eq!(line.wall(), ahead);
        line.seen(Time(1));
        assert_eq!(line.wall(), ahead);
    }
}
