// SPDX-License-Identifier: AGPL-3.0-or-later
//! Connections that have not sent a request yet, oldest first.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::{AbortHandle, JoinHandle};

/// The maximum number. A browser sends its request within a millisecond after connecting, over TLS within some tenths of a second,
/// so thousands can connect at the same time. More than a few addresses together may have open.
const MOST: usize = 8192;

/// Connections that have not sent a request yet, oldest first.
#[derive(Default)]
pub(super) struct Newcomers(Mutex<Waiting>);

/// Each connection with its number; numbers grow, whichever door a connection came by.
#[derive(Default)]
struct Waiting {
    next: u64,
    oldest_first: VecDeque<(u64, AbortHandle)>,
}

impl Newcomers {
    /// Starts the task of a new connection, which gets a number. If there are too many, the oldest is closed.
    pub(super) fn start(&self, start: impl FnOnce(u64) -> JoinHandle<()>) {
        let mut waiting = self.lock();
        if waiting.oldest_first.len() >= MOST {
            pop(&mut waiting.oldest_first);
        }
        let number = waiting.next;
        waiting.next += 1;
        // Started while the list is locked, so that the connection is in the list before it can leave it.
        let task = start(number).abort_handle();
        waiting.oldest_first.push_back((number, task));
    }

    /// Closes the oldest connection. Returns whether there was one.
    pub(super) fn make_room(&self) -> bool {
        pop(&mut self.lock().oldest_first)
    }

    /// The connection has sent a request, or it has ended.
    pub(super) fn settled(&self, number: u64) {
        let waiting = &mut self.lock().oldest_first;
        if let Ok(index) = waiting.binary_search_by_key(&number, |(number, _)| *number) {
            waiting.remove(index);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Nothing under the lock can panic half-way.
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
