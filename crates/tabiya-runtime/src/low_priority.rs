// SPDX-License-Identifier: AGPL-3.0-or-later
//! Threads whose work can wait: hashing passwords, drawing pictures, reading games from PGN, writing exports.

use std::thread;

use tokio::sync::oneshot;

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

#[cfg(test)]
mod tests {
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
}
