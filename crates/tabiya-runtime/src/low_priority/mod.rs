// SPDX-License-Identifier: AGPL-3.0-or-later
//! Threads whose work can wait: hashing passwords, drawing pictures, reading games from PGN, writing exports, engine searches.

mod patient;

use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

use tokio::sync::oneshot;

use crate::under_test::is_under_test;

pub use patient::Patient;

/// Threads that are kept for the next work of their kind. A thread that ends leaves its part of the allocator's memory behind, and
/// the next one begins another part: a search needs some 20 MiB.
const KEPT: usize = 2;

/// The work was not done: it panicked, or the system gave no thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the work was not done; the log says why")]
pub struct NotDone;

/// Lets threads that serve moves go before this one. On Linux alone; elsewhere it has the usual priority.
pub fn step_back() {
    if is_under_test() {
        return;
    }
    lower();
}

/// Lets all other threads of the machine go before this one: it runs while a processor is idle. On Linux alone.
///
/// A thread of low priority that runs already is not interrupted by one that wakes up, until its time slice has ended; an idle
/// one is, at once. On a machine that is never idle its work takes very long, so it is for searches alone.
pub fn step_aside() {
    if is_under_test() {
        return;
    }
    wait_for_idle();
    // So it is seen in lists of threads, too.
    lower();
}

fn lower() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "a thread for slow work has the usual priority");
    }
}

fn wait_for_idle() {
    #[cfg(target_os = "linux")]
    {
        use thread_priority::{
            NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
            thread_native_id,
        };
        let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
        if let Err(error) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle) {
            tracing::debug!(?error, "a thread for searches has a low priority only");
        }
    }
}

/// Threads of one priority that wait for work.
struct Threads {
    /// Called once by each of them.
    prepare: fn(),
    waiting: Mutex<Vec<mpsc::Sender<Job>>>,
}

/// Work, which leaves its answer to be told once its thread is free again.
type Job = Box<dyn FnOnce() -> Tell + Send>;
type Tell = Box<dyn FnOnce()>;

static SLOW: Threads = Threads { prepare: step_back, waiting: Mutex::new(Vec::new()) };
static SEARCHES: Threads = Threads { prepare: step_aside, waiting: Mutex::new(Vec::new()) };

impl Threads {
    async fn run<T: Send + 'static>(
        &'static self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, NotDone> {
        let (answer, answered) = oneshot::channel();
        self.give(Box::new(move || {
            let done = work();
            Box::new(move || {
                // Where nobody waits any more, nobody needs the answer.
                let _ = answer.send(done);
            })
        }));
        answered.await.map_err(|_| NotDone)
    }

    /// Gives the work to a thread that waits, or to a new one. Where the system gives none, the work is dropped.
    fn give(&'static self, job: Job) {
        let waiting = self.lock().pop();
        let left = match waiting {
            Some(thread) => thread.send(job).err().map(|mpsc::SendError(job)| job),
            None => Some(job),
        };
        if let Some(job) = left {
            let thread = thread::Builder::new().name("slow-work".to_owned());
            if let Err(error) = thread.spawn(move || self.serve(job)) {
                tracing::error!(%error, "no thread for slow work");
            }
        }
    }

    /// What a thread does: this work, and more as long as it is kept.
    fn serve(&self, mut job: Job) {
        (self.prepare)();
        let (next, jobs) = mpsc::channel();
        loop {
            let tell = job();
            let is_kept = {
                let mut waiting = self.lock();
                let is_kept = waiting.len() < KEPT;
                if is_kept {
                    waiting.push(next.clone());
                }
                is_kept
            };
            tell();
            if !is_kept {
                return;
            }
            let Ok(another) = jobs.recv() else { return };
            job = another;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<mpsc::Sender<Job>>> {
        // Nothing under the lock can panic half-way.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
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
    SLOW.run(work).await
}

/// The same for a search by the engine, on a thread that runs while a processor is idle.
///
/// # Errors
/// If the search panics, or there is no thread for it.
pub async fn search<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, NotDone> {
    SEARCHES.run(work).await
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::mpsc;

    use super::*;

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

    #[tokio::test]
    async fn searches_one_after_another_share_a_thread_that_runs_when_nothing_else_does() {
        static THREADS: Threads = Threads { prepare: wait_for_idle, waiting: Mutex::new(Vec::new()) };
        let mut seen = HashSet::new();
        for _ in 0..50 {
            seen.insert(THREADS.run(|| thread::current().id()).await.expect("it is done"));
        }
        assert_eq!(seen.len(), 1, "each thread keeps memory");
        #[cfg(target_os = "linux")]
        {
            let stat = THREADS.run(|| std::fs::read_to_string("/proc/thread-self/stat")).await;
            let stat = stat.expect("it is done").expect("Linux tells it");
            // proc(5): the 41st field, of which the first two stand before the last bracket; 5 is SCHED_IDLE.
            let policy = stat.rsplit(')').next().and_then(|fields| fields.split_whitespace().nth(38));
            assert_eq!(policy, Some("5"), "{stat}");
        }
        assert!(THREADS.run(|| -> u8 { panic!("a test wants that") }).await.is_err());
        assert_eq!(THREADS.run(|| 7).await, Ok(7), "another thread comes for one that panicked");
    }

    #[tokio::test]
    async fn so_many_threads_are_kept_and_no_more() {
        static THREADS: Threads = Threads { prepare: step_back, waiting: Mutex::new(Vec::new()) };
        let (begun, has_begun) = mpsc::channel();
        let all: Vec<_> = (0..5)
            .map(|_| {
                let (go_on, wait) = mpsc::channel::<()>();
                let begun = begun.clone();
                let done = tokio::spawn(THREADS.run(move || {
                    begun.send(()).expect("the test listens");
                    wait.recv()
                }));
                (go_on, done)
            })
            .collect();
        for _ in 0..5 {
            tokio::task::yield_now().await;
        }
        for _ in 0..5 {
            has_begun.recv().expect("all run at once");
        }
        for (go_on, done) in all {
            drop(go_on);
            assert!(done.await.expect("it ends").is_ok());
        }
        assert_eq!(THREADS.lock().len(), KEPT);
    }
}
