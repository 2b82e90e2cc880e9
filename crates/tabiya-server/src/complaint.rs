// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is wrong with the whole server and would otherwise be said for each call that meets it.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Something that is said once a minute for as long as it lasts.
#[derive(Debug, Default)]
pub(crate) struct Complaint(Mutex<Option<Instant>>);

impl Complaint {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(None))
    }

    pub(crate) fn say(&self, say: impl FnOnce()) {
        let mut said = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if said.is_none_or(|said| said.elapsed() > Duration::from_secs(60)) {
            *said = Some(Instant::now());
            drop(said);
            say();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_said_once() {
        let complaint = Complaint::new();
        let mut said = 0;
        for _ in 0..5 {
            complaint.say(|| said += 1);
        }
        assert_eq!(said, 1);
    }
}
