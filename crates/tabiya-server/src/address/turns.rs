// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls that read are answered in turn: of each network a few at a time, the others wait in its own line.
//!
//! To read a very long game takes milliseconds, and one client may ask for it on all of its connections at once. So it waits
//! for itself, and not everybody for it. A private network has no more turns than a public one, because whoever waits is
//! answered all the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Caller, Counted};
use crate::config::Networks;

/// Calls of one network that are answered at a time.
const AT_ONCE: usize = 4;

/// The lines of all networks. Cheap to clone; all clones share them.
#[derive(Clone)]
pub(crate) struct Turns {
    lines: Arc<Mutex<HashMap<Counted, Arc<Semaphore>>>>,
    unlimited: Networks,
}

/// A caller's turn, which ends when this is dropped.
pub(crate) struct Turn {
    // Dropped before the place, which looks who else is in the line.
    _permit: OwnedSemaphorePermit,
    _place: PlaceInLine,
}

/// Removes the line when the last one leaves it.
struct PlaceInLine {
    turns: Turns,
    network: Counted,
    line: Arc<Semaphore>,
}

impl Turns {
    /// For callers from these networks nobody waits, nor do they.
    pub(crate) fn new(unlimited: &Networks) -> Self {
        Self { lines: Arc::default(), unlimited: unlimited.clone() }
    }

    /// Waits for this caller's turn; `None` for a caller without limits.
    pub(crate) async fn wait(&self, caller: &Caller) -> Option<Turn> {
        if caller.is_in(&self.unlimited) {
            return None;
        }
        // The widest one: a customer takes as many narrow ones as it likes.
        let (network, _) = Counted::of(caller).last()?;
        let line =
            Arc::clone(self.lock().entry(network).or_insert_with(|| Arc::new(Semaphore::new(AT_ONCE))));
        let place = PlaceInLine { turns: self.clone(), network, line: Arc::clone(&line) };
        let permit = line.acquire_owned().await.ok()?;
        Some(Turn { _permit: permit, _place: place })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Counted, Arc<Semaphore>>> {
        // Nothing under the lock can panic.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlaceInLine {
    fn drop(&mut self) {
        let mut lines = self.turns.lock();
        // Nobody else but the map holds it.
        if Arc::strong_count(&self.line) == 2 {
            lines.remove(&self.network);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn now<T>(future: impl Future<Output = Option<T>>) -> Option<T> {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(turn) => turn,
            Poll::Pending => None,
        }
    }

    fn caller(address: &str) -> Caller {
        Caller::direct(address.parse().unwrap())
    }

    #[test]
    fn a_network_waits_for_itself_alone() {
        let turns = Turns::new(&"198.51.100.0/24".parse().unwrap());
        let [one, other] = [caller("2001:db8:1::1"), caller("2001:db8:1:ffff::1")];
        let mut taken: Vec<_> = (0..AT_ONCE).filter_map(|_| now(turns.wait(&one))).collect();
        assert_eq!(taken.len(), AT_ONCE);
        assert!(now(turns.wait(&other)).is_none(), "the same customer's network");
        assert!(now(turns.wait(&caller("2001:db8:2::1"))).is_some());
        assert!(now(turns.wait(&caller("198.51.100.7"))).is_none(), "no turn is needed");
        taken.pop();
        assert!(now(turns.wait(&other)).is_some());
        drop(taken);
        assert!(turns.lock().is_empty(), "nothing is kept of who has been answered");
    }

    #[test]
    fn who_goes_away_while_waiting_leaves_the_line_to_the_others() {
        let turns = Turns::new(&Networks::default());
        let one = caller("203.0.113.7");
        let mut taken: Vec<_> = (0..AT_ONCE).filter_map(|_| now(turns.wait(&one))).collect();
        let mut waits = Box::pin(turns.wait(&one));
        let mut context = Context::from_waker(Waker::noop());
        assert!(waits.as_mut().poll(&mut context).is_pending());
        assert!(now(turns.wait(&one)).is_none(), "this one comes after it");
        taken.pop();
        assert!(waits.as_mut().poll(&mut context).is_ready());
        drop((waits, taken));
        assert!(turns.lock().is_empty());
    }
}
