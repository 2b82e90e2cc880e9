// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls that read are answered in turn: of each network a few at a time, the others wait in its own line.
//!
//! To read a very long game takes milliseconds, and one client may ask for it on all of its connections at once. So it waits
//! for itself, and not everybody for it. A private address has no more turns than a public one, because whoever waits is
//! answered all the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_runtime::config::Networks;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{Caller, Counted};

/// Calls of an IPv4 address or a /64 that are answered at a time. The wider networks around it have more.
const AT_ONCE: usize = 4;

/// The lines of all networks. Cheap to clone; all clones share them.
#[derive(Clone)]
pub struct Turns {
    lines: Arc<Mutex<HashMap<Counted, Arc<Semaphore>>>>,
    unlimited: Networks,
}

/// A caller's turn, which ends when this is dropped.
pub struct Turn {
    _in_lines: Vec<TurnInLine>,
}

/// The permit is dropped before the place, which looks who else is in the line.
struct TurnInLine {
    _permit: OwnedSemaphorePermit,
    _place: PlaceInLine,
}

/// Removes the line when the last one leaves it.
struct PlaceInLine {
    turns: Turns,
    network: Counted,
    /// `None` only while this is being dropped.
    line: Option<Arc<Semaphore>>,
}

impl Turns {
    /// `unlimited`: networks whose callers need no turn.
    pub fn new(unlimited: &Networks) -> Self {
        Self { lines: Arc::default(), unlimited: unlimited.clone() }
    }

    /// Waits for this caller's turn; `None` for a caller without limits.
    pub async fn wait(&self, caller: &Caller) -> Option<Turn> {
        if caller.is_in(&self.unlimited) {
            return None;
        }
        let mut _in_lines = Vec::with_capacity(3);
        // The narrowest first: whoever waits in its own line takes no turn of the wider one.
        for (network, wider) in Counted::in_bounds(caller) {
            let new_line = || Arc::new(Semaphore::new(AT_ONCE * wider as usize));
            let line = Arc::clone(self.lock().entry(network).or_insert_with(new_line));
            let _place = PlaceInLine { turns: self.clone(), network, line: Some(Arc::clone(&line)) };
            let _permit = line.acquire_owned().await.ok()?;
            _in_lines.push(TurnInLine { _permit, _place });
        }
        Some(Turn { _in_lines })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Counted, Arc<Semaphore>>> {
        // Nothing under the lock can panic.
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlaceInLine {
    fn drop(&mut self) {
        let mut lines = self.turns.lock();
        self.line = None;
        let is_last = lines.get(&self.network).is_some_and(|line| Arc::strong_count(line) == 1);
        if is_last {
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

    /// As many turns as this address gets.
    fn all(turns: &Turns, address: &str) -> Vec<Turn> {
        std::iter::from_fn(|| now(turns.wait(&caller(address)))).collect()
    }

    #[test]
    fn a_network_waits_for_itself_alone() {
        let turns = Turns::new(&"198.51.100.0/24".parse().unwrap());
        let mut taken = all(&turns, "203.0.113.7");
        assert_eq!(taken.len(), AT_ONCE);
        assert!(now(turns.wait(&caller("203.0.113.8"))).is_some());
        assert!(now(turns.wait(&caller("198.51.100.7"))).is_none(), "no turn is needed");
        taken.pop();
        assert!(now(turns.wait(&caller("203.0.113.7"))).is_some());
        drop(taken);
        assert!(turns.lock().is_empty(), "nothing is kept of who has been answered");
    }

    #[test]
    fn a_narrow_network_has_its_own_turns_and_a_wide_one_not_many_more() {
        for (address, wider) in [
            (&(|number| format!("2001:db8:1:{number:x}::1")) as &dyn Fn(u32) -> String, 2),
            (&|number| format!("2001:db8:{number:x}::1"), 3),
            (&|number| format!("203.0.113.{number}"), 2),
            (&|number| format!("192.168.1.{number}"), 20),
        ] {
            let turns = Turns::new(&Networks::default());
            let taken: Vec<_> = (0..100).flat_map(|number| all(&turns, &address(number))).collect();
            assert_eq!(taken.len(), AT_ONCE * wider, "{}", address(0));
            assert!(now(turns.wait(&caller("192.0.2.1"))).is_some());
            drop(taken);
            assert!(turns.lock().is_empty());
        }
    }

    #[test]
    fn who_goes_away_while_waiting_leaves_the_line_to_the_others() {
        let turns = Turns::new(&Networks::default());
        let one = caller("203.0.113.7");
        let mut taken = all(&turns, "203.0.113.7");
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
