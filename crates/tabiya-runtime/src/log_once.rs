// SPDX-License-Identifier: AGPL-3.0-or-later
//! A line of the log that is written once a minute, however often its cause occurs.
//!
//! What is wrong with the whole server, such as a full disk, is met by every call. One line a minute says it as well as a
//! thousand.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long the line is not repeated.
const PAUSE: Duration = Duration::from_secs(60);

/// When a line was logged last.
#[derive(Debug, Default)]
pub struct LogOnce(Mutex<Option<Instant>>);

impl LogOnce {
    /// A line that was never logged.
    pub const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// Runs `log`, unless it was run less than a minute ago.
    pub fn log(&self, log: impl FnOnce()) {
        let mut logged = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.is_none_or(|logged| logged.elapsed() > PAUSE) {
            *logged = Some(Instant::now());
            drop(logged);
            log();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_logged_once() {
        let line = LogOnce::new();
        let mut logged = 0;
        for _ in 0..5 {
            line.log(|| logged += 1);
        }
        assert_eq!(logged, 1);
    }
}
