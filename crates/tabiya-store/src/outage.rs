// SPDX-License-Identifier: AGPL-3.0-or-later
//! When to log that the storage fails, and when that it works again.
//!
//! On a full disk a small write fits where a larger one does not, so failures and successes come by turns. An
//! outage is therefore over only when nothing has failed for five seconds.

use std::mem::{Discriminant, discriminant};
use std::time::{Duration, Instant};

use crate::StorageError;

/// How long nothing may fail until an outage is over.
const QUIET: Duration = Duration::from_secs(5);

/// The outage that lasts, if one does. It reads no clock: the time is an argument.
#[derive(Debug, Default)]
pub struct Outage {
    /// The last failure, and when it was.
    failed: Option<(Instant, StorageError)>,
    /// The kinds of errors that were logged since the outage began.
    said: Vec<Discriminant<StorageError>>,
}

impl Outage {
    /// The last error of the outage; `None` where there is no outage.
    pub fn error(&self) -> Option<&StorageError> {
        self.failed.as_ref().map(|(_, error)| error)
    }

    /// Something failed. Returns whether this is to be logged: each kind of error is, once in an outage.
    pub fn failed(&mut self, error: &StorageError, now: Instant) -> bool {
        self.failed = Some((now, error.clone()));
        let kind = discriminant(error);
        let is_new = !self.said.contains(&kind);
        if is_new {
            self.said.push(kind);
        }
        is_new
    }

    /// Something worked. Returns whether an outage is over by that, which is to be logged.
    pub fn worked(&mut self, now: Instant) -> bool {
        let quiet = |(failed, _): &(Instant, _)| now.saturating_duration_since(*failed) >= QUIET;
        let is_over = self.failed.as_ref().is_some_and(quiet);
        if is_over {
            *self = Self::default();
        }
        is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// On a full disk the log said ten times a second that games were stored again.
    #[test]
    fn failures_and_successes_by_turns_are_one_outage() {
        let start = Instant::now();
        let at = |tenths: u64| start + Duration::from_millis(tenths * 100);
        let mut outage = Outage::default();
        assert!(!outage.worked(at(0)), "nothing has failed");
        assert!(outage.failed(&StorageError::Full, at(0)));
        for turn in 1..100 {
            assert!(!outage.worked(at(2 * turn)));
            assert!(!outage.failed(&StorageError::Full, at(2 * turn + 1)), "said once");
            assert_eq!(outage.error(), Some(&StorageError::Full));
        }
        let other = StorageError::Failed { detail: "disk I/O error".to_owned() };
        assert!(outage.failed(&other, at(200)), "another kind of error");
        assert!(!outage.failed(&StorageError::Full, at(210)));
        assert!(!outage.failed(&StorageError::Failed { detail: "something else".to_owned() }, at(220)));
        assert!(!outage.worked(at(269)));
        assert!(outage.error().is_some());
        assert!(outage.worked(at(270)));
        assert_eq!(outage.error(), None);
        assert!(!outage.worked(at(271)), "said once");
        assert!(outage.failed(&StorageError::Full, at(272)), "another outage");
    }
}
