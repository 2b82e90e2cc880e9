// SPDX-License-Identifier: AGPL-3.0-or-later
//! Connections that have not asked for anything yet, oldest first.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::{AbortHandle, JoinHandle};

/// How many there may be. A browser asks within a millisecond of connecting; ten thousand an instant would fit.
const MOST: usize = 4096;

/// Connections that have not asked for anything yet, oldest first.
#[derive(Default)]
pub(super) struct Newcomers(Mutex<VecDeque<(u64, AbortHandle)>>);

impl Newcomers {
    /// Starts the task of a new connection. Where there are too many, the oldest has to go.
    pub(super) fn start(&self, number: u64, start: impl FnOnce() -> JoinHandle<()>) {
        let mut waiting = self.lock();
        if waiting.len() >= MOST {
            pop(&mut waiting);
        }
        // Under the lock, so that it is in the line before it can ask to leave it.
        waiting.push_back((number, start().abort_handle()));
    }

    /// Closes the oldest. Returns whether there was one.
    pub(super) fn make_room(&self) -> bool {
        pop(&mut self.lock())
    }

    /// It has asked for something, or it is gone.
    pub(super) fn settled(&self, number: u64) {
        let mut waiting = self.lock();
        if let Ok(index) = waiting.binary_search_by_key(&number, |(number, _)| *number) {
            waiting.remove(index);
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(u64, AbortHandle)>> {
        // Nothing that can panic half-way happens under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn pop(waiting: &mut VecDeque<(u64, AbortHandle)>) -> bool {
    let oldest = waiting.pop_front();
    if let Some((_, task)) = &oldest {
        task.abort();
    }
    oldest.is_some()
}
