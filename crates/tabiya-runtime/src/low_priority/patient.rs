// SPDX-License-Identifier: AGPL-3.0-or-later
//! The stopwatch of a search that can wait.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tabiya_engine::Stopwatch;

use crate::measure;

/// The longest rest of a search that somebody waits for.
const LONGEST_REST: Duration = Duration::from_millis(5);
/// How many times as long a search rests that nobody waits for.
const FOR_NOBODY: u32 = 4;

/// The stopwatch of a search that can wait. While moves are made, the search rests for as long as it has searched, or longer.
///
/// A low priority alone is not enough: where the system knows no idle one, the threads that write a commit to disk must wait
/// until the time slice of the running search ends, and each move waits for several of them. And what a search has left in the
/// processor's caches makes the next moves slower.
pub struct Patient {
    begun: Instant,
    /// How many times as long it rests as it has searched.
    times: u32,
    /// Moves that had been made at the last rest.
    moves: AtomicU64,
    /// When the last rest ended, in nanoseconds since the search began.
    rested: AtomicU64,
}

impl Patient {
    /// A stopwatch that starts now, for a search whose result somebody waits for.
    pub fn new() -> Self {
        Self::resting(1)
    }

    /// The same for a search that nobody waits for.
    pub fn for_nobody() -> Self {
        Self::resting(FOR_NOBODY)
    }

    fn resting(times: u32) -> Self {
        Self {
            begun: Instant::now(),
            times,
            moves: AtomicU64::new(measure::moves_committed()),
            rested: AtomicU64::new(0),
        }
    }

    /// Whether moves were made since this was asked last.
    fn has_moves(&self) -> bool {
        let moves = measure::moves_committed();
        self.moves.swap(moves, Ordering::Relaxed) != moves
    }
}

impl Default for Patient {
    fn default() -> Self {
        Self::new()
    }
}

impl Stopwatch for Patient {
    fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn rest(&self) {
        if self.has_moves() {
            let rested = Duration::from_nanos(self.rested.load(Ordering::Relaxed));
            thread::sleep(rest_after(self.elapsed().saturating_sub(rested)) * self.times);
        }
        let now = u64::try_from(self.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.rested.store(now, Ordering::Relaxed);
    }
}

/// How long a search rests after it has searched for this long.
fn rest_after(searched: Duration) -> Duration {
    searched.min(LONGEST_REST)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use tabiya_engine::{Engine, Limits, Untimed};
    use tabiya_rules::{History, Position};

    use super::*;

    #[test]
    fn a_rest_is_as_long_as_the_search_before_it_and_bounded() {
        assert_eq!(rest_after(Duration::from_micros(700)), Duration::from_micros(700));
        assert_eq!(rest_after(Duration::from_secs(3)), LONGEST_REST);
    }

    #[test]
    fn a_search_rests_where_moves_were_made_since_and_finds_the_same() {
        let patient = Patient::new();
        assert!(!patient.has_moves());
        measure::committed(2, 1, Duration::ZERO);
        assert!(patient.has_moves());
        assert!(!patient.has_moves(), "a move counts once");

        let search = |watch: &dyn Stopwatch| {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let history = History::new(Position::start());
            let report =
                Engine::new(1).search(&history, &limits, &AtomicBool::new(false), watch, &mut |_| ());
            (report.score, report.pv, report.nodes)
        };
        let moves = thread::spawn(|| (0..50).for_each(|_| measure::committed(1, 1, Duration::ZERO)));
        assert_eq!(search(&Patient::new()), search(&Untimed));
        moves.join().expect("moves are counted");
    }
}
