// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who analyses: our own engine, or another program.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tabiya_engine::analysis::{Analyst, OwnEngine, Pool, Request};
use tabiya_engine::{Info, Report, uci};

use crate::uci::SinceNow;

/// Transposition table of each thread, in MiB.
const HASH: usize = 16;
/// How long a program may take to end when it is told to.
const FAREWELL: Duration = Duration::from_secs(2);

/// So many threads of our own engine.
pub(super) fn own(threads: usize) -> Pool {
    Pool::start(threads, || Ok(Box::new(OwnEngine::new(HASH, || Box::new(SinceNow(Instant::now()))))))
}

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
        match uci::Client::start(input, output, &self.options) {
            Ok(client) => Ok(Process { client: Some(client), child }),
            Err(problem) => {
                end(&mut child);
                Err(named(problem))
            }
        }
    }
}

/// A running engine. Dropping it ends it.
pub(super) struct Process {
    /// There until it is dropped.
    client: Option<uci::Client>,
    child: Child,
}

impl Analyst for Process {
    fn analyse(
        &mut self,
        request: &Request,
        stop: &AtomicBool,
        on_info: &mut dyn FnMut(&Info),
    ) -> io::Result<Report> {
        let client = self.client.as_mut().expect("it goes with the process");
        client.analyse(request, stop, on_info)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Says quit and closes the engine's input.
        self.client = None;
        end(&mut self.child);
    }
}

/// Waits a while for the program's own end, then makes one.
fn end(child: &mut Child) {
    let asked = Instant::now();
    while asked.elapsed() < FAREWELL {
        if !matches!(child.try_wait(), Ok(None)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // If it is gone meanwhile there is nothing to kill.
    let _ = child.kill();
    let _ = child.wait();
}
