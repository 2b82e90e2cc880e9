// SPDX-License-Identifier: MIT OR Apache-2.0
//! A fixed number of threads that analyse positions for any number of requesters.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::analyst::{Analyst, Request};
use super::queue::{Queue, QueueFull, Requester};
use crate::report::{Info, Report};

/// What the pool tells about a request. [`Done`](Update::Done) or [`Failed`](Update::Failed) is the last message.
#[derive(Debug)]
pub enum Update<'a> {
    /// An intermediate result.
    Info(&'a Info),
    /// The final result.
    Done(Report),
    /// The analyst failed.
    Failed(io::Error),
}

/// Threads with one analyst each, and one queue of requests for all of them.
///
/// Dropping the pool stops all searches and waits for its threads. Requests that still wait are discarded
/// without a message.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// A request that is waiting or running. Dropping the ticket cancels the request: it leaves the queue, its
/// search stops, and no further message is sent, except one that is being sent at that moment.
#[must_use = "a request whose ticket is dropped is cancelled"]
pub struct Ticket {
    shared: Arc<Shared>,
    requester: Requester,
    number: u64,
    stop: Arc<AtomicBool>,
}

type OnUpdate = Box<dyn FnMut(Update<'_>) + Send>;

struct Job {
    request: Request,
    on_update: OnUpdate,
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
    /// The running request of each thread.
    running: Vec<Option<Arc<AtomicBool>>>,
    closed: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// Starts this number of threads, at least one. Each thread calls `new_analyst` at its first request, and
    /// again after an analyst has failed.
    pub fn start(
        threads: usize,
        new_analyst: impl Fn() -> io::Result<Box<dyn Analyst>> + Send + Sync + 'static,
    ) -> Pool {
        let threads = threads.max(1);
        let running = vec![None; threads];
        let state = State { queue: Queue::new(), next: 0, running, closed: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), work: Condvar::new() });
        let new_analyst = Arc::new(new_analyst);
        let threads = (0..threads).map(|thread| {
            let (shared, new_analyst) = (Arc::clone(&shared), Arc::clone(&new_analyst));
            std::thread::spawn(move || work(thread, &shared, &*new_analyst))
        });
        Pool { threads: threads.collect(), shared }
    }

    /// Queues a request. `on_update` is called on one of the pool's threads; the search waits until it returns.
    ///
    /// # Errors
    /// If this requester, or all requesters together, have too many requests waiting.
    pub fn ask(
        &self,
        requester: Requester,
        request: Request,
        on_update: impl FnMut(Update<'_>) + Send + 'static,
    ) -> Result<Ticket, QueueFull> {
        let stop = Arc::new(AtomicBool::new(false));
        let job = Job { request, on_update: Box::new(on_update), stop: Arc::clone(&stop) };
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
            // The thread's panics were caught and reported.
            let _ = thread.join();
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let taken_back = self.shared.state().queue.remove(self.requester, self.number);
        // Dropping a job drops the caller's closure, which may run any code. It must not run under the lock.
        drop(taken_back);
    }
}

/// Runs jobs until the pool is closed.
fn work(thread: usize, shared: &Shared, new_analyst: &dyn Fn() -> io::Result<Box<dyn Analyst>>) {
    let mut analyst: Option<Box<dyn Analyst>> = None;
    while let Some(mut job) = next_job(thread, shared) {
        let result = catch_unwind(AssertUnwindSafe(|| {
            let analyst = match &mut analyst {
                Some(analyst) => analyst,
                none => none.insert(new_analyst()?),
            };
            let Job { request, on_update, stop } = &mut job;
            analyst.analyse(request, stop, &mut |info| {
                if !stop.load(Ordering::Relaxed) {
                    on_update(Update::Info(info));
                }
            })
        }));
        let result = result.unwrap_or_else(|_| Err(io::Error::other("the analyst panicked")));
        if result.is_err() {
            analyst = None;
        }
        if !job.stop.load(Ordering::Relaxed) {
            let last = result.map_or_else(Update::Failed, Update::Done);
            // A panic in the caller's closure must not harm the other requests.
            let _ = catch_unwind(AssertUnwindSafe(|| (job.on_update)(last)));
        }
        shared.state().running[thread] = None;
    }
}

/// The next request. `None` once the pool is closed.
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
