// SPDX-License-Identifier: AGPL-3.0-or-later
//! The one clock of this process.
//!
//! Games with chess clocks count in milliseconds on a line that starts at the wall time of the server's start and
//! then follows the monotonic clock: it never steps, whatever happens to the wall clock, and still reads as a date.
//! Where the server itself stood still (stopped, swapped out, starved) the line goes on, but knows for how long. A task
//! reads the clock four times a second. If two readings lie more than a second apart, the time beyond 250 ms counts as a
//! stall. Each room gives it back to the turn that it fell into, by an event of the log.
//!
//! Correspondence games have deadlines of days, over restarts. They follow the wall clock, but never backwards, and at
//! most an hour in a day: a clock that was set wrong must not let flags fall, nor stop the games once it is set right
//! again. Where it is set back, they go on by the time that really passes. On Linux the time that the machine slept is
//! known (`asleep`) and counts in full; elsewhere a sleep looks like a leap, so at most an hour of it counts.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tabiya_game::{Time, TimeControl};
use tokio::time::Instant;

use crate::beat::Beat;
use crate::spawn::spawn;

/// How often the line is asked for the time at least.
const BEAT: Duration = Duration::from_millis(250);
/// A longer silence between two questions is a stall, of which no more than a beat counts.
const STALL: Duration = Duration::from_secs(1);

/// A wall clock that is further behind what it has shown was set back. Small corrections are none.
const SET_BACK: Duration = Duration::from_secs(2);

/// The wall clock is followed at most so far beyond the time that has really passed, in all its leaps together.
const LONGEST_LEAP: Duration = Duration::from_secs(3_600);
/// Each of so many parts of the time that passes lets a leap be followed that much further again: an hour a day.
const FORGOTTEN_IN: u32 = 24;

/// Reads the time that games are counted by. Cheap to copy; all copies agree.
#[derive(Clone, Copy, Debug)]
pub struct Timeline(&'static Shared);

#[derive(Debug)]
struct Shared {
    line: Mutex<Line>,
    /// How long the server has stood still in all, in milliseconds.
    stalled: AtomicU64,
}

struct Line {
    /// The wall time at the start, and the instant of it.
    start: (Duration, Instant),
    asked: Instant,
    /// The latest wall time that was seen or stands in a log, since 1970.
    wall: Duration,
    /// When the wall clock was last looked at.
    looked: Instant,
    /// How long the machine had slept by then, since its start.
    slept: Duration,
    /// How much of its leaps was not followed.
    ignored: Duration,
    /// How much of them was, of late.
    followed: Duration,
    clocks: Clocks,
    is_set_back: bool,
}

/// The wall clock was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ClockSet {
    Back(Duration),
    Ahead(Duration),
}

/// What the line reads beside the monotonic clock.
pub struct Clocks {
    /// The wall clock: the time since 1970.
    pub wall: Box<dyn Fn() -> Duration + Send>,
    /// How long the machine has slept since its start.
    pub asleep: Box<dyn Fn() -> Duration + Send>,
}

impl Clocks {
    fn of_the_system() -> Self {
        Self { wall: Box::new(system_clock), asleep: Box::new(asleep) }
    }
}

impl Timeline {
    /// Begins the line at the wall time of now, and its beat. Needs a runtime.
    pub fn start() -> Self {
        Self::by(Clocks::of_the_system())
    }

    /// The same by other clocks than the system's.
    pub fn by(clocks: Clocks) -> Self {
        let line = Mutex::new(Line::new(clocks, Instant::now()));
        // One for the whole life of the process.
        let line = Self(Box::leak(Box::new(Shared { line, stalled: AtomicU64::new(0) })));
        spawn(async move {
            let mut beat = Beat::every(BEAT);
            while beat.next().await {
                line.now();
                line.wall();
            }
        });
        line
    }

    /// Now, in milliseconds since 1970 by the wall clock at the start of this process.
    pub fn now(self) -> Time {
        let mut line = self.line();
        let (now, stall) = line.advance(Instant::now());
        if !stall.is_zero() {
            let milliseconds = in_millis(stall).0;
            // Before anybody else gets a time from after the stall.
            self.0.stalled.fetch_add(milliseconds, Ordering::Release);
            drop(line);
            tracing::warn!(milliseconds, "the server stood still; no player pays for it");
        }
        now
    }

    /// Now, on the line that a game of this time control counts by: correspondence follows the wall clock.
    pub fn for_control(self, control: Option<TimeControl>) -> Time {
        match control {
            Some(TimeControl::Correspondence { .. }) => self.wall(),
            Some(TimeControl::Clocks { .. }) | None => self.now(),
        }
    }

    /// How long the server has stood still in all until the last question for the time, in milliseconds.
    pub fn stalled(self) -> u64 {
        self.0.stalled.load(Ordering::Acquire)
    }

    /// Now by the wall clock, in milliseconds since 1970; the latest that was ever seen, where it was set back.
    pub fn wall(self) -> Time {
        let mut line = self.line();
        let set = line.look_at_wall_clock(Instant::now());
        let wall = in_millis(line.wall);
        drop(line);
        match set {
            Some(ClockSet::Back(by)) => tracing::warn!(
                seconds = by.as_secs(),
                "the system's clock was set back; the games do not follow it"
            ),
            Some(ClockSet::Ahead(by)) => tracing::warn!(
                seconds = by.as_secs(),
                "the system's clock leapt ahead; the games follow it for an hour and no more"
            ),
            None => {}
        }
        wall
    }

    /// The earlier of both lines. What is older than that by its stamp is older than that in truth, by whichever line it was
    /// stamped: a wall clock that leaps ahead makes nothing older.
    pub fn earlier(self) -> Time {
        self.now().min(self.wall())
    }

    /// What the machine's clock shows, however it was set: the time that other devices agree on, such as the phone that
    /// shows codes of a second factor.
    pub fn machine(self) -> Time {
        in_millis((self.line().clocks.wall)())
    }

    /// This wall time stands in a log, so it has been.
    pub fn seen(self, wall: Time) {
        let mut line = self.line();
        line.wall = line.wall.max(Duration::from_millis(wall.0));
    }

    fn line(self) -> MutexGuard<'static, Line> {
        self.0.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line").field("asked", &self.asked).field("wall", &self.wall).finish_non_exhaustive()
    }
}

impl Line {
    fn new(clocks: Clocks, now: Instant) -> Self {
        let (wall, slept) = ((clocks.wall)(), (clocks.asleep)());
        Self {
            start: (wall, now),
            asked: now,
            wall,
            looked: now,
            slept,
            ignored: Duration::ZERO,
            followed: Duration::ZERO,
            clocks,
            is_set_back: false,
        }
    }

    /// Follows the wall clock. Returns how it was set, where that is news.
    fn look_at_wall_clock(&mut self, now: Instant) -> Option<ClockSet> {
        let (reading, slept) = ((self.clocks.wall)(), (self.clocks.asleep)());
        let passed = now.saturating_duration_since(self.looked) + slept.saturating_sub(self.slept);
        let expected = self.wall + passed;
        self.looked = self.looked.max(now);
        self.slept = self.slept.max(slept);
        let mut shows = reading.saturating_sub(self.ignored);
        if self.wall.saturating_sub(shows) > SET_BACK {
            // What was ignored may have been taken back.
            self.ignored = Duration::ZERO;
            shows = reading;
        }
        let behind = self.wall.saturating_sub(shows);
        let was_set_back = std::mem::replace(&mut self.is_set_back, behind > SET_BACK);
        if self.is_set_back {
            self.wall = expected;
            return (!was_set_back).then_some(ClockSet::Back(behind));
        }
        // A clock that goes wrong and right by turns would else be followed for an hour each time.
        self.followed = self.followed.saturating_sub(passed / FORGOTTEN_IN);
        let ignored = shows.saturating_sub(expected + LONGEST_LEAP.saturating_sub(self.followed));
        self.ignored += ignored;
        self.wall = self.wall.max(shows - ignored);
        self.followed = (self.followed + self.wall).saturating_sub(expected);
        (ignored > Duration::ZERO).then_some(ClockSet::Ahead(ignored + LONGEST_LEAP))
    }

    /// The time at `asked`, and how much of the time since the last question is a stall.
    fn advance(&mut self, asked: Instant) -> (Time, Duration) {
        let silence = asked.saturating_duration_since(self.asked);
        self.asked = self.asked.max(asked);
        let (wall, start) = self.start;
        let now = in_millis(wall + self.asked.saturating_duration_since(start));
        (now, if silence > STALL { silence.saturating_sub(BEAT) } else { Duration::ZERO })
    }
}

fn system_clock() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// How long the machine has slept since its start: what the boot clock counts and the monotonic clock does not
/// (clock_gettime(2)).
#[cfg(any(target_os = "linux", target_os = "android"))]
pub fn asleep() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    // The monotonic clock first: a moment between the two must not make the sleep shrink.
    let [monotonic, boot] = [ClockId::Monotonic, ClockId::Boottime]
        .map(|clock| Duration::try_from(clock_gettime(clock)).unwrap_or_default());
    boot.saturating_sub(monotonic)
}

/// Not known here.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
pub fn asleep() -> Duration {
    Duration::ZERO
}

/// Awaits `written`. tokio's paused clock does not advance until it is done: tokio knows nothing of the threads that write to a database,
/// and would advance it to the next timer.
#[cfg(feature = "testing")]
pub async fn with_clock_held<T>(written: impl Future<Output = T>) -> T {
    let (over, waits) = std::sync::mpsc::channel::<()>();
    let stands = tokio::task::spawn_blocking(move || waits.recv().is_err());
    let written = written.await;
    drop(over);
    let _ = stands.await;
    written
}

fn in_millis(since: Duration) -> Time {
    Time(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// The clocks of a machine that never sleeps.
    fn awake(wall: impl Fn() -> Duration + Send + 'static) -> Clocks {
        Clocks { wall: Box::new(wall), asleep: Box::new(|| Duration::ZERO) }
    }

    /// A line whose wall clock shows the seconds that are stored, and its start.
    fn settable() -> (Arc<AtomicU64>, Line, Instant) {
        let reading = Arc::new(AtomicU64::new(1_000));
        let shown = Arc::clone(&reading);
        let clock = move || Duration::from_secs(shown.load(Ordering::Relaxed));
        let start = Instant::now();
        (reading, Line::new(awake(clock), start), start)
    }

    #[test]
    fn the_line_knows_what_the_server_stood_still() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let mut line = Line::new(awake(|| Duration::from_secs(5)), start);
        let mut stall = |millis| {
            let (now, stall) = line.advance(at(millis));
            (now.0, stall.as_millis())
        };
        assert_eq!(stall(250), (5_250, 0));
        assert_eq!(stall(1_250), (6_250, 0));
        assert_eq!(stall(6_250), (11_250, 4_750));
        assert_eq!(stall(6_500), (11_500, 0));
        assert_eq!(stall(6_000), (11_500, 0), "an older question changes nothing");
        assert_eq!(stall(6_600), (11_600, 0));
    }

    #[test]
    fn a_wall_clock_that_is_set_back_is_told_once() {
        let readings = Mutex::new([100, 101, 50, 51, 120, 119, 20].map(Duration::from_secs).into_iter());
        let clock = move || readings.lock().unwrap().next().unwrap();
        let mut line = Line::new(awake(clock), Instant::now());
        let now = line.looked;
        let told: Vec<_> = (0..6).map(|_| line.look_at_wall_clock(now)).collect();
        let back = |seconds| Some(ClockSet::Back(Duration::from_secs(seconds)));
        assert_eq!(told, [None, back(51), None, None, None, back(100)]);
        assert_eq!(line.wall, Duration::from_secs(120));
    }

    /// Ten days ahead while an event was stored, and right again: such clocks stood still for ten days.
    #[test]
    fn a_wall_clock_that_leapt_ahead_and_was_set_right_neither_rushes_nor_stops_the_games() {
        const DAY: u64 = 86_400;
        let (reading, mut line, start) = settable();
        let mut look = |reads, seconds| {
            reading.store(reads, Ordering::Relaxed);
            let set = line.look_at_wall_clock(start + Duration::from_secs(seconds));
            (set, line.wall.as_secs())
        };
        assert_eq!(look(1_010, 10), (None, 1_010));
        let leapt = Some(ClockSet::Ahead(Duration::from_secs(10 * DAY)));
        assert_eq!(look(1_011 + 10 * DAY, 11), (leapt, 1_011 + 3_600));
        assert_eq!(look(1_021 + 10 * DAY, 21), (None, 1_021 + 3_600), "said once, and no further");
        let back = Some(ClockSet::Back(Duration::from_secs(3_600 - 9)));
        assert_eq!(look(1_030, 30), (back, 1_030 + 3_600));
        assert_eq!(look(1_090, 90), (None, 1_090 + 3_600), "the games go on");
        // It is followed again once it has caught up.
        assert_eq!(look(1_100 + 3_600, 100), (None, 1_100 + 3_600));
        assert_eq!(look(1_110 + 3_600, 110), (None, 1_110 + 3_600));
    }

    /// A day ahead and right again, each second: the games lost an hour each time.
    #[test]
    fn a_wall_clock_that_goes_wrong_and_right_by_turns_costs_an_hour_in_a_day_at_most() {
        const DAY: u64 = 86_400;
        let (reading, mut line, start) = settable();
        for second in 1..=200 {
            let ahead = if second % 2 == 0 { 0 } else { DAY };
            reading.store(1_000 + second + ahead, Ordering::Relaxed);
            line.look_at_wall_clock(start + Duration::from_secs(second));
        }
        let wall = line.wall.as_secs();
        assert!((1_200 + 3_590..=1_200 + 3_620).contains(&wall), "{wall}");
        // A day later there is another hour to be followed.
        reading.store(1_200 + 4 * DAY, Ordering::Relaxed);
        line.look_at_wall_clock(start + Duration::from_secs(200 + DAY));
        let wall = line.wall.as_secs() - DAY;
        assert!((1_200 + 2 * 3_590..=1_200 + 2 * 3_620).contains(&wall), "{wall}");
    }

    /// A laptop that was closed over a weekend: two of three days for the move are gone, and a clock that leaps after that
    /// is still told from a sleep.
    #[test]
    fn the_time_that_the_machine_slept_counts_in_full() {
        const DAY: u64 = 86_400;
        let clock = || {
            let reading = Arc::new(AtomicU64::new(0));
            let shown = Arc::clone(&reading);
            let read = move || Duration::from_secs(shown.load(Ordering::Relaxed));
            (reading, Box::new(read) as Box<dyn Fn() -> Duration + Send>)
        };
        let ((wall, read_wall), (slept, asleep)) = (clock(), clock());
        wall.store(1_000, Ordering::Relaxed);
        let start = Instant::now();
        let mut line = Line::new(Clocks { wall: read_wall, asleep }, start);
        let mut look = |reads, sleep, seconds| {
            wall.store(reads, Ordering::Relaxed);
            slept.store(sleep, Ordering::Relaxed);
            let set = line.look_at_wall_clock(start + Duration::from_secs(seconds));
            (set, line.wall.as_secs())
        };
        // The monotonic clock says that five seconds have passed.
        assert_eq!(look(1_005 + 2 * DAY, 2 * DAY, 5), (None, 1_005 + 2 * DAY));
        let leapt = Some(ClockSet::Ahead(Duration::from_secs(10 * DAY)));
        assert_eq!(look(1_006 + 12 * DAY, 2 * DAY, 6), (leapt, 1_006 + 2 * DAY + 3_600));
        // Set back while it slept: the games go on by the time that passed.
        let (_, before) = look(1_007 + 12 * DAY, 2 * DAY, 7);
        let (set, after) = look(1_000, 3 * DAY, 8);
        assert!(matches!(set, Some(ClockSet::Back(_))), "{set:?}");
        assert_eq!(after, before + DAY + 1);
    }

    #[test]
    fn the_system_says_how_long_it_slept() {
        // Two clocks are read one after the other, and this thread may stand still between them.
        let before = std::iter::repeat_with(asleep).take(9).min().unwrap();
        assert!(asleep() + Duration::from_secs(1) > before, "{before:?}");
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
