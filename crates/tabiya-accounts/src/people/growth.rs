// SPDX-License-Identifier: AGPL-3.0-or-later
//! How fast a number grows.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// How fast a number grows, from one look at it to the next.
pub struct Growth(Mutex<(Instant, u64, f64)>);

impl Default for Growth {
    fn default() -> Self {
        Self(Mutex::new((Instant::now(), 0, 0.0)))
    }
}

impl Growth {
    /// Per second since the last look that was more than a second ago.
    pub fn rate(&self, now: u64) -> f64 {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = last.0.elapsed().as_secs_f64();
        if seconds > 1.0 {
            *last = (Instant::now(), now, now.saturating_sub(last.1) as f64 / seconds);
        }
        last.2
    }
}
