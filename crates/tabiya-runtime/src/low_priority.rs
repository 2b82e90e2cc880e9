// SPDX-License-Identifier: AGPL-3.0-or-later
//! Threads whose work can wait: hashing passwords, drawing pictures, reading games from PGN, writing exports, engine searches.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tabiya_engine::Stopwatch;
use tokio::sync::oneshot;

use crate::measure;

/// The work was not done: it panicked, or the system gave no thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was not done; the log says why")]
pub struct NotDone;

/// Lets threads that serve moves go before this one. On Linux alone; elsewhere it has the usual priority.
pub fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "a thread for slow work has the usual priority");
    }
}

/// Runs `work` on a thread of its own, of low priority. The caller bounds how many there are.
///
/// A stop of the server does not wait for the thread, as it would for Tokio's blocking threads. Nor does the work stand in
/// their queue, where the storage's reads would wait behind it.
///
/// # Errors
/// If the work panics, or there is no thread for it.
pub async fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotDone> {
    let (answer, answered) = oneshot::channel();
    let thread = thread::Builder::new().name("slow-work".to_owned());
    let started = thread.spawn(move || {
        step_back();
        // Where nobody waits any more, nobody needs the answer.
        let _ = answer.send(work());
    });
    if let Err(error) = started {
        tracing::error!(%error, "no thread for slow work");
        return Err(NotDone);
    }
    answered.await.map_err(|_| NotDone)
}

/// The longest rest.
const LONGEST_REST: Duration = Duration::from_millis(5);

/// The stopwatch of a search that can wait. While moves are made, the search rests for as long as it has searched.
///
/// A low priority alone is not enough. The kernel threads that write a commit to disk must wait until the time slice of the
/// running search ends, and each move waits for several of them.
pub struct Patient {
    begun: Instant,
    /// Moves that had been made at the last rest.
    moves: AtomicU64,
    /// When the last rest ended, in nanoseconds since the search began.
    rested: AtomicU64,
}

impl Patient {
    /// A stopwatch that starts now.
    pub fn new() -> Self {
        Self {
            begun: Instant::now(),
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
            thread::sleep(rest_after(self.elapsed().saturating_sub(rested)));
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
    use std::sync::mpsc;

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

    /// Tokio waits for its blocking threads when it ends, so work on them would hold up a stop.
    #[test]
    fn the_end_of_the_program_does_not_wait_for_work_that_goes_on() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let (begun, has_begun) = mpsc::channel();
        let (go_on, wait) = mpsc::channel::<()>();
        runtime.spawn(run(move || {
            begun.send(()).expect("somebody listens");
            wait.recv()
        }));
        runtime.block_on(tokio::task::yield_now());
        has_begun.recv().expect("the work begins");
        // It would never return if it waited for the work.
        drop(runtime);
        drop(go_on);
    }

    #[tokio::test]
    async fn work_gives_its_result_or_says_that_there_is_none() {
        assert_eq!(run(|| 7).await, Ok(7));
        assert_eq!(run(|| -> u8 { panic!("a test wants that") }).await, Err(NotDone));
    }
}
