// SPDX-License-Identifier: AGPL-3.0-or-later
//! The threads that search moves for the computer.
//!
//! The number of threads is configured. Each has its own engine, and all take searches from one bounded
//! queue. So however many games wait for the computer, the rest of the server keeps its share of the machine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use tabiya_engine::{Engine, Level, Limits, Report, Stopwatch};
use tabiya_rules::History;
use tokio::sync::oneshot;

/// The size of each thread's transposition table in MiB.
const HASH_MIB: usize = 16;
/// The maximum number of waiting searches. If the queue is full, a room asks again later.
const QUEUE: usize = 1024;

/// One search.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position to move in, with the positions before it, which decide about repetitions.
    pub history: History,
    /// How strong the computer plays.
    pub level: Level,
    /// The same for a whole game, so that the computer plays consistently from move to move.
    pub seed: u64,
    /// The limits of the search, with the clock if there is one.
    pub limits: Limits,
}

/// A handle on the threads. Cheap to clone.
#[derive(Clone)]
pub struct ComputerPool {
    queue: mpsc::SyncSender<Job>,
}

struct Job {
    task: Task,
    stop: Arc<AtomicBool>,
    answer: oneshot::Sender<Report>,
}

/// A running search. Dropping it stops the search.
pub struct Search {
    stop: Arc<AtomicBool>,
    answer: oneshot::Receiver<Report>,
}

/// The queue is full.
#[derive(Debug)]
pub struct QueueFull;

impl ComputerPool {
    /// Starts `threads` threads, at least one. They end when the last handle is dropped.
    pub fn start(threads: usize) -> Self {
        let (queue, jobs) = mpsc::sync_channel::<Job>(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        for number in 0..threads.max(1) {
            let jobs = Arc::clone(&jobs);
            thread::Builder::new()
                .name(format!("computer-{number}"))
                .spawn(move || think(&jobs))
                .expect("the operating system can start a thread at the server's start");
        }
        Self { queue }
    }

    /// Queues a search.
    ///
    /// # Errors
    /// If 1024 searches wait already. A room then asks again later.
    pub fn search(&self, task: Task) -> Result<Search, QueueFull> {
        let stop = Arc::new(AtomicBool::new(false));
        let (answer_sender, answer) = oneshot::channel();
        let job = Job { task, stop: Arc::clone(&stop), answer: answer_sender };
        self.queue.try_send(job).map_err(|_| QueueFull)?;
        Ok(Search { stop, answer })
    }
}

impl Search {
    /// Waits for the report. After `budget` it stops the search and takes the best result so far. `None` if
    /// the thread died.
    pub async fn report_within(mut self, budget: Duration) -> Option<Report> {
        match tokio::time::timeout(budget, &mut self.answer).await {
            Ok(report) => report.ok(),
            Err(_) => {
                self.stop.store(true, Ordering::Relaxed);
                (&mut self.answer).await.ok()
            }
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct Watch(Instant);

impl Stopwatch for Watch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn think(jobs: &Mutex<mpsc::Receiver<Job>>) {
    let mut engine = Engine::new(HASH_MIB);
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Job { task, stop, answer }) = next else { return };
        if answer.is_closed() {
            continue;
        }
        let watch = Watch(Instant::now());
        let search = std::panic::AssertUnwindSafe(|| {
            engine.play_at_level(&task.history, task.level, task.seed, &task.limits, &stop, &watch)
        });
        match std::panic::catch_unwind(search) {
            // If the game has ended, nobody waits for the report.
            Ok(report) => drop(answer.send(report)),
            Err(_) => {
                tracing::error!(fen = task.history.position().to_fen(), "the engine panicked");
                engine = Engine::new(HASH_MIB);
            }
        }
    }
}
