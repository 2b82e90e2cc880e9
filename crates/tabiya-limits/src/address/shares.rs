// SPDX-License-Identifier: AGPL-3.0-or-later
//! Work that strangers may start is done a few pieces at a time, and the networks take turns.
//!
//! Reading a game from PGN takes milliseconds of a processor, and one client may send hundreds at once. So each network has
//! its own line, and the lines are served in turn ([`Lines`]): a network that sends much waits for itself. A line is bounded,
//! and so are all lines together; where they are full, whoever has most gives its last place to one that has fewer.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_runtime::config::Networks;
use tokio::sync::oneshot;

use super::{Caller, Counted};
use crate::lines::Lines;

/// How many pieces of work of one public IPv4 address or /64 may wait: a class may sit behind it. The wider networks around it
/// may have more, and private ones as many times more as for all limits.
const WAITING: u32 = 32;
/// How many may wait together.
const ALL_WAITING: usize = 256;

/// Too much waits already. The same may succeed in a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too much work waits")]
pub struct TooMuchWaits;

/// The lines of all networks. Cheap to clone; all clones share them.
#[derive(Clone)]
pub struct Shares(Arc<Work>);

struct Work {
    state: Mutex<State>,
    unlimited: Networks,
}

struct State {
    /// How many more pieces of work may be under way. Nobody waits while there are any.
    free: usize,
    waiting: Lines<Counted, oneshot::Sender<Share>>,
}

/// The right to do one piece of work, until this is dropped.
pub struct Share {
    /// `None` where nobody took it.
    of: Option<Shares>,
}

impl Shares {
    /// So many pieces of work at once. To `unlimited` networks the bound of a line does not apply.
    pub fn new(at_once: usize, unlimited: &Networks) -> Self {
        let state = State { free: at_once, waiting: Lines::new(ALL_WAITING, oneshot::Sender::is_closed) };
        Self(Arc::new(Work { state: Mutex::new(state), unlimited: unlimited.clone() }))
    }

    /// Waits for this caller's turn.
    ///
    /// # Errors
    /// If too much waits, of this network or of all.
    pub async fn turn(&self, caller: &Caller) -> Result<Share, TooMuchWaits> {
        let turn = {
            let mut state = self.lock();
            if state.free > 0 {
                state.free -= 1;
                return Ok(Share { of: Some(self.clone()) });
            }
            let (turn, its_turn) = oneshot::channel();
            state.waiting.push(&self.way(caller), turn).map_err(|_| TooMuchWaits)?;
            its_turn
        };
        turn.await.map_err(|_| TooMuchWaits)
    }

    /// The lines on this caller's way to a turn, and how many may wait in each.
    fn way(&self, caller: &Caller) -> Vec<(Counted, usize)> {
        let is_unlimited = caller.is_in(&self.0.unlimited);
        let places =
            |wider: u32| if is_unlimited { ALL_WAITING } else { (WAITING * wider * caller.times()) as usize };
        Counted::in_turns(caller).map(|(network, wider)| (network, places(wider))).collect()
    }

    /// Gives a place that became free to whoever is next.
    fn pass_on(&self) {
        loop {
            // Not under the lock: a turn that nobody takes is dropped here.
            let Some(next) = self.lock().next() else { return };
            match next.send(Share { of: Some(self.clone()) }) {
                Ok(()) => return,
                Err(mut not_taken) => not_taken.of = None,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under the lock can panic.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Whoever is next. Where nobody waits, the place is free.
    fn next(&mut self) -> Option<oneshot::Sender<Share>> {
        let next = self.waiting.pop();
        if next.is_none() {
            self.free += 1;
        }
        next
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        if let Some(shares) = self.of.take() {
            shares.pass_on();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    type Turn = Pin<Box<dyn Future<Output = Result<Share, TooMuchWaits>>>>;

    /// Asks for a turn; the answer is there, or comes later.
    fn ask(shares: &Shares, address: &str) -> Result<Result<Share, TooMuchWaits>, Turn> {
        let (shares, caller) = (shares.clone(), Caller::direct(address.parse().unwrap()));
        let mut turn: Turn = Box::pin(async move { shares.turn(&caller).await });
        match poll(&mut turn) {
            Poll::Ready(answer) => Ok(answer),
            Poll::Pending => Err(turn),
        }
    }

    fn poll(turn: &mut Turn) -> Poll<Result<Share, TooMuchWaits>> {
        turn.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    fn waits(shares: &Shares, address: &str) -> Turn {
        ask(shares, address).err().unwrap_or_else(|| panic!("{address} waits"))
    }

    fn is_refused(shares: &Shares, address: &str) -> bool {
        matches!(ask(shares, address), Ok(Err(TooMuchWaits)))
    }

    fn begins(shares: &Shares, address: &str) -> Share {
        ask(shares, address).ok().and_then(Result::ok).unwrap_or_else(|| panic!("{address} begins"))
    }

    #[test]
    fn networks_take_turns_however_much_one_of_them_sends() {
        let shares = Shares::new(1, &Networks::default());
        let mut working = begins(&shares, "203.0.113.7");
        let mut many: Vec<_> = (0..5).map(|_| waits(&shares, "203.0.113.7")).collect();
        let mut other = waits(&shares, "198.51.100.1");
        let mut third = waits(&shares, "2001:db8::1");
        // The one that came first is next, then each of the others once.
        drop(working);
        working = match poll(&mut many[0]) {
            Poll::Ready(turn) => turn.unwrap(),
            Poll::Pending => panic!("nobody is served"),
        };
        for next in [&mut other, &mut third, &mut many[1]] {
            assert!(poll(next).is_pending());
            drop(working);
            working = match poll(next) {
                Poll::Ready(turn) => turn.unwrap(),
                Poll::Pending => panic!("its turn has not come"),
            };
        }
        drop((working, many));
        assert_eq!(shares.lock().free, 1);
    }

    #[test]
    fn a_network_has_so_many_places_and_a_private_one_more() {
        let shares = Shares::new(1, &"192.0.2.0/24".parse().unwrap());
        let _working = begins(&shares, "203.0.113.9");
        let line: Vec<_> = (0..WAITING).map(|_| waits(&shares, "203.0.113.7")).collect();
        assert!(is_refused(&shares, "203.0.113.7"));
        drop(line);
        for address in ["203.0.113.7", "10.0.0.1", "192.0.2.1"] {
            let many = if address == "203.0.113.7" { WAITING } else { 2 * WAITING };
            drop((0..many).map(|_| waits(&shares, address)).collect::<Vec<_>>());
        }
    }

    fn many(shares: &Shares, address: &dyn Fn(u32) -> String) -> Vec<Turn> {
        (0..1_000).filter_map(|number| ask(shares, &address(number)).err()).collect()
    }

    /// Whoever has been given a turn leaves the line.
    fn next(line: &mut Vec<Turn>) -> Option<Share> {
        let (place, turn) = line.iter_mut().enumerate().find_map(|(place, turn)| match poll(turn) {
            Poll::Ready(turn) => Some((place, turn.expect("nobody has to make room"))),
            Poll::Pending => None,
        })?;
        drop(line.swap_remove(place));
        Some(turn)
    }

    /// Each /48 had a line of its own, and a /32 has 65,536 of them.
    #[test]
    fn a_wide_network_has_few_places_more_and_one_turn_like_others() {
        for (address, times) in [
            (&(|number| format!("2001:db8::{number:x}")) as &dyn Fn(u32) -> String, 1),
            (&|number| format!("2001:db8:7:{number:x}::1"), 2),
            (&|number| format!("2001:db8:{number:x}::1"), 3),
            (&|number| format!("203.0.113.{}", number % 256), 2),
        ] {
            let shares = Shares::new(1, &Networks::default());
            let mut working = begins(&shares, "192.0.2.1");
            let mut many = many(&shares, address);
            assert_eq!(many.len(), (WAITING * times) as usize, "{}", address(0));
            let mut class: Vec<_> = (0..30).map(|_| waits(&shares, "198.51.100.1")).collect();
            for pupil in 0..30 {
                // One of the many, then one of the class.
                for line in [&mut many, &mut class] {
                    drop(working);
                    working = next(line).unwrap_or_else(|| panic!("no turn for pupil {pupil}"));
                }
            }
        }
    }

    #[test]
    fn a_full_house_makes_room_for_those_who_ask_for_little() {
        let shares = Shares::new(1, &Networks::default());
        let _working = begins(&shares, "203.0.113.9");
        let mut all = many(&shares, &|number| format!("198.51.{}.1", number % 8));
        assert_eq!(all.len(), ALL_WAITING);
        // Some of another network take the last places of long lines.
        let late: Vec<_> = (0..20).map(|_| waits(&shares, "203.0.113.7")).collect();
        let refused = all.iter_mut().map(poll).filter(|turn| matches!(turn, Poll::Ready(Err(TooMuchWaits))));
        assert_eq!(refused.count(), late.len());
        drop(late);
    }

    #[test]
    fn whoever_leaves_holds_nobody_up() {
        let shares = Shares::new(1, &Networks::default());
        let working = begins(&shares, "203.0.113.7");
        let left = waits(&shares, "203.0.113.7");
        let mut stays = waits(&shares, "203.0.113.8");
        let mut told = waits(&shares, "203.0.113.7");
        drop(left);
        drop(working);
        // It was told of its turn and leaves without having looked.
        drop(std::mem::replace(&mut stays, waits(&shares, "203.0.113.8")));
        let turn = match poll(&mut told) {
            Poll::Ready(turn) => turn.unwrap(),
            Poll::Pending => panic!("its turn has come"),
        };
        drop((turn, stays, told));
        assert_eq!(shares.lock().free, 1);
    }
}
