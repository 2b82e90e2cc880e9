// SPDX-License-Identifier: AGPL-3.0-or-later
//! Other programs that analyse.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tabiya_engine::analysis::{Analyst, Budget, Pool, Request};
use tabiya_engine::{Info, Report, uci};

/// How long a program may take to get ready, whatever it says on the way.
const GET_READY: Duration = Duration::from_secs(60);
/// How long it may take for a position beyond the time that it was given.
const ANSWER: Duration = Duration::from_secs(120);
/// Nodes a second that every engine reaches.
const SLOWEST: u64 = 1_000;
/// How long a program may take to end when it is told to.
const FAREWELL: Duration = Duration::from_secs(2);

/// So many processes of another engine.
pub(super) fn other(threads: usize, program: Arc<Program>) -> Pool {
    Pool::start(threads, move || Ok(Box::new(program.start()?)))
}

/// An engine's program, and what is set when it starts.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) options: Vec<(String, String)>,
}

impl Program {
    /// Starts it and waits until it is ready.
    pub(super) fn start(&self) -> io::Result<Process> {
        let named = |problem: io::Error| {
            io::Error::new(problem.kind(), format!("can't use {}: {problem}", self.path.display()))
        };
        let mut child = Command::new(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(named)?;
        let input = BufReader::new(child.stdout.take().expect("its output is a pipe"));
        let output = child.stdin.take().expect("its input is a pipe");
        let child = Arc::new(Mutex::new(child));
        match within(GET_READY, &child, || uci::Client::start(input, output, &self.options)) {
            Ok(client) => Ok(Process { client: Some(client), child }),
            Err(problem) => {
                end(&child);
                Err(named(problem))
            }
        }
    }
}

/// A running engine. Dropping it ends it.
pub(super) struct Process {
    /// There until it is dropped.
    client: Option<uci::Client>,
    child: Arc<Mutex<Child>>,
}

impl Analyst for Process {
    fn analyse(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> io::Result<Report> {
        let client = self.client.as_mut().expect("it goes with the process");
        let thinking = match request.budget {
            Budget::Time(time) => time,
            Budget::Nodes(nodes) => Duration::from_secs(nodes / SLOWEST),
        };
        within(thinking + ANSWER, &self.child, || client.analyse(request, stop, on_info))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Says quit and closes the engine's input.
        self.client = None;
        end(&self.child);
    }
}

/// Kills the program if it takes longer than this. It then says no more, and whoever listens to it stops as well: a program that
/// talks without end, but never says what it was asked for, would else be listened to for ever.
fn within<T>(
    limit: Duration,
    child: &Arc<Mutex<Child>>,
    task: impl FnOnce() -> io::Result<T>,
) -> io::Result<T> {
    let (done, is_done) = channel::<()>();
    let watched = Arc::clone(child);
    let watch = std::thread::spawn(move || {
        let is_late = is_done.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
        if is_late {
            // If it is gone already there is nothing to kill.
            let _ = locked(&watched).kill();
        }
        is_late
    });
    let result = task();
    drop(done);
    if watch.join().unwrap_or(false) {
        let problem = format!("it did not do what it was asked within {} seconds", limit.as_secs());
        return Err(io::Error::new(io::ErrorKind::TimedOut, problem));
    }
    result
}

fn locked(child: &Mutex<Child>) -> MutexGuard<'_, Child> {
    child.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits a while for the program's own end, then makes one.
fn end(child: &Mutex<Child>) {
    let mut child = locked(child);
    let asked = Instant::now();
    while asked.elapsed() < FAREWELL {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // If it is gone by now there is nothing to kill.
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_program_that_never_stops_talking_is_killed() {
        let mut child = Command::new("yes").stdout(Stdio::piped()).spawn().unwrap();
        let mut said = child.stdout.take().unwrap();
        let child = Arc::new(Mutex::new(child));
        let listened = within(Duration::ZERO, &child, || {
            // Ends only with the program.
            io::copy(&mut said.by_ref(), &mut io::sink())
        });
        assert_eq!(listened.unwrap_err().kind(), io::ErrorKind::TimedOut);
        end(&child);
    }

    #[test]
    fn a_program_that_does_what_it_was_asked_lives() {
        let child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let child = Arc::new(Mutex::new(child));
        assert_eq!(within(GET_READY, &child, || Ok(7)).unwrap(), 7);
        assert!(matches!(locked(&child).try_wait(), Ok(None)));
        drop(locked(&child).stdin.take());
        end(&child);
    }
}
