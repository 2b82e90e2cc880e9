// SPDX-License-Identifier: MIT OR Apache-2.0
//! A fixed number of threads that look at positions, for whoever asks.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::analyst::{Analyst, Request};
use super::queue::{Queue, QueueFull, Requester};
use crate::report::{Info, Report};

/// What is told about a request. [`Done`](News::Done) or [`Failed`](News::Failed) is the last of it.
#[derive(Debug)]
pub enum News<'a> {
    /// What was found so far.
    Info(&'a Info),
    /// What came of it.
    Done(Report),
    /// The analyst could not go on.
    Failed(io::Error),
}

/// Threads with an analyst each, and one queue before them.
///
/// Dropping the pool stops all searches and waits for its threads; whoever still waits hears nothing more.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// A request that waits or is worked at. Dropping it takes it back: its place in the queue is free, its search stops, and nothing
/// more is told (but what is being told at that moment).
#[must_use = "a request whose ticket is dropped is cancelled"]
pub struct Ticket {
    shared: Arc<Shared>,
    requester: Requester,
    number: u64,
    stop: Arc<AtomicBool>,
}

type Tell = Box<dyn FnMut(News<'_>) + Send>;

struct Job {
    request: Request,
    tell: Tell,
    stop: Arc<AtomicBool>,
}

struct Shared {
    state: Mutex<State>,
    work: Condvar,
}

struct State {
    queue: Queue<Job>,
    /// The number of the next request.
    next: u64,
    /// What the threads work at, by thread.
    running: Vec<Option<Arc<AtomicBool>>>,
    closed: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Starts so many threads, at least one. Each calls `hire` for its analyst with its first request, and again after one that
    /// failed.
    pub fn start(
        threads: usize,
        hire: impl Fn() -> io::Result<Box<dyn Analyst>> + Send + Sync + 'static,
    ) -> Pool {
        let threads = threads.max(1);
        let running = vec![None; threads];
        let state = State { queue: Queue::new(), next: 0, running, closed: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), work: Condvar::new() });
        let hire = Arc::new(hire);
        let threads = (0..threads).map(|thread| {
            let (shared, hire) = (Arc::clone(&shared), Arc::clone(&hire));
            std::thread::spawn(move || work(thread, &shared, &*hire))
        });
        Pool { threads: threads.collect(), shared }
    }

    /// Queues a request. `tell` is called on one of the pool's threads, which waits for it meanwhile.
    ///
    /// # Errors
    /// If too many requests wait already, of this requester or of all together.
    pub fn ask(
        &self,
        requester: Requester,
        request: Request,
        tell: impl FnMut(News<'_>) + Send + 'static,
    ) -> Result<Ticket, QueueFull> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job { request, tell: Box::new(tell), stop: Arc::clone(&stop) };
        let mut state = self.shared.state();
        let number = state.next;
        state.queue.push(requester, number, job)?;
        state.next += 1;
        drop(state);
        self.shared.work.notify_one();
        Ok(Ticket { shared: Arc::clone(&self.shared), requester, number, stop })
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        state.closed = true;
        state.running.iter().flatten().for_each(|stop| stop.store(true, Ordering::Relaxed));
        let waiting: Vec<Job> = std::iter::from_fn(|| state.queue.pop()).collect();
        drop(state);
        drop(waiting);
        self.shared.work.notify_all();
        for thread in self.threads.drain(..) {
            // Its panics were caught and told.
            let _ = thread.join();
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let taken_back = self.shared.state().queue.remove(self.requester, self.number);
        // What it would have told with may do anything when it goes; not under the lock.
        drop(taken_back);
    }
}

/// Works until the pool is closed.
fn work(thread: usize, shared: &Shared, hire: &dyn Fn() -> io::Result<Box<dyn Analyst>>) {
    let mut analyst: Option<Box<dyn Analyst>> = None;
    while let Some(mut job) = next_job(thread, shared) {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let analyst = match &mut analyst {
                Some(analyst) => analyst,
                none => none.insert(hire()?),
            };
            let Job { request, tell, stop } = &mut job;
            analyst.analyse(request, stop, &mut |info| {
                if !stop.load(Ordering::Relaxed) {
                    tell(News::Info(info));
                }
            })
        }));
        let result = result.unwrap_or_else(|_| Err(io::Error::other("the analyst panicked")));
        if result.is_err() {
            analyst = None;
        }
        if !job.stop.load(Ordering::Relaxed) {
            let last = result.map_or_else(News::Failed, News::Done);
            // A listener that panics harms nobody else.
            let _ = catch_unwind(AssertUnwindSafe(|| (job.tell)(last)));
        }
        shared.state().running[thread] = None;
    }
}

/// The next request; `None` once the pool is closed.
fn next_job(thread: usize, shared: &Shared) -> Option<Job> {
    let mut state = shared.state();
    loop {
        if state.closed {
            return None;
        }
        if let Some(job) = state.queue.pop() {
            state.running[thread] = Some(Arc::clone(&job.stop));
            return Some(job);
        }
        state = shared.work.wait(state).unwrap_or_else(PoisonError::into_inner);
    }
}
