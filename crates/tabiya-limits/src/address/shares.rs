// SPDX-License-Identifier: AGPL-3.0-or-later
//! Work that strangers may start is done a few pieces at a time, and the networks take turns.
//!
//! Reading a game from PGN takes milliseconds of a processor, and one client may send hundreds at once. So each network has
//! its own line, and the lines are served in turn: a network that sends much waits for itself. A line is bounded, and so are
//! all lines together; where they are full, the longest line gives its last place to a network that has a shorter one.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_runtime::config::Networks;
use tokio::sync::oneshot;

use super::{Caller, Counted};

/// How many pieces of work of one public IPv4 address or /64 may wait; a private one has as many times more as for all limits.
const WAITING: u32 = 8;
/// How many times as many of a whole /48 may wait.
const WIDE: u32 = 2;
/// How many may wait together.
const ALL_WAITING: usize = 256;

/// Too much waits already. The same may succeed in a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too much work waits")]
pub struct TooMuchWaits;

/// The lines of all networks. Cheap to clone; all clones share them.
#[derive(Clone)]
pub struct Shares(Arc<Lines>);

struct Lines {
    state: Mutex<State>,
    unlimited: Networks,
}

struct State {
    /// How many more pieces of work may be under way. Nobody waits while there are any.
    free: usize,
    /// A line for each network that waits, none of them empty. The first one's turn is next.
    lines: VecDeque<(Counted, VecDeque<Waiting>)>,
}

/// A piece of work that waits in the line of its widest network.
struct Waiting {
    narrow: Counted,
    turn: oneshot::Sender<Share>,
}

/// The right to do one piece of work, until this is dropped.
pub struct Share {
    /// `None` where nobody took it.
    of: Option<Shares>,
}

impl Shares {
    /// So many pieces of work at once. To `unlimited` networks the bound of a line does not apply.
    pub fn new(at_once: usize, unlimited: &Networks) -> Self {
        let state = State { free: at_once, lines: VecDeque::new() };
        Self(Arc::new(Lines { state: Mutex::new(state), unlimited: unlimited.clone() }))
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
            state.wait(caller, caller.is_in(&self.0.unlimited))?
        };
        turn.await.map_err(|_| TooMuchWaits)
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
    fn wait(
        &mut self,
        caller: &Caller,
        is_unlimited: bool,
    ) -> Result<oneshot::Receiver<Share>, TooMuchWaits> {
        self.forget_those_who_left();
        let networks: Vec<_> = Counted::of(caller).collect();
        let (Some((narrow, times)), Some((wide, _))) = (networks.first().copied(), networks.last().copied())
        else {
            return Err(TooMuchWaits);
        };
        let own = self.lines.iter().position(|(network, _)| *network == wide);
        let in_line = own.map_or(0, |own| self.lines[own].1.len());
        let of_narrow =
            own.map_or(0, |own| self.lines[own].1.iter().filter(|waiting| waiting.narrow == narrow).count());
        let most = |each: u32| usize::try_from(each.saturating_mul(times)).unwrap_or(usize::MAX);
        if !is_unlimited && (of_narrow >= most(WAITING) || in_line >= most(WAITING * WIDE)) {
            return Err(TooMuchWaits);
        }
        if self.lines.iter().map(|(_, line)| line.len()).sum::<usize>() >= ALL_WAITING {
            let longest = self.lines.iter_mut().max_by_key(|(_, line)| line.len());
            let (_, longest) = longest.filter(|(_, line)| line.len() > in_line + 1).ok_or(TooMuchWaits)?;
            longest.pop_back();
        }
        let (turn, its_turn) = oneshot::channel();
        let waiting = Waiting { narrow, turn };
        match own {
            Some(own) => self.lines[own].1.push_back(waiting),
            None => self.lines.push_back((wide, VecDeque::from([waiting]))),
        }
        Ok(its_turn)
    }

    fn forget_those_who_left(&mut self) {
        for (_, line) in &mut self.lines {
            line.retain(|waiting| !waiting.turn.is_closed());
        }
        self.lines.retain(|(_, line)| !line.is_empty());
    }

    /// Takes the next one out of its line, which goes behind the others. Where nobody waits, the place is free.
    fn next(&mut self) -> Option<oneshot::Sender<Share>> {
        let Some((network, mut line)) = self.lines.pop_front() else {
            self.free += 1;
            return None;
        };
        let next = line.pop_front();
        if !line.is_empty() {
            self.lines.push_back((network, line));
        }
        next.map(|waiting| waiting.turn)
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
        let state = shares.lock();
        assert_eq!((state.free, state.lines.len()), (1, 0), "nothing is kept");
    }

    #[test]
    fn a_network_has_so_many_places_and_a_private_one_more() {
        let shares = Shares::new(1, &"192.0.2.0/24".parse().unwrap());
        let _working = begins(&shares, "203.0.113.9");
        for (address, most) in [("203.0.113.7", WAITING), ("10.0.0.1", 10 * WAITING)] {
            let line: Vec<_> = (0..most).map(|_| waits(&shares, address)).collect();
            assert!(is_refused(&shares, address), "{address}");
            drop(line);
            drop(waits(&shares, address));
        }
        // Addresses of one /64 have one line; other networks of the /48 have a few places more.
        let narrow: Vec<_> =
            (0..WAITING).map(|each| waits(&shares, &format!("2001:db8::{each:x}"))).collect();
        assert!(is_refused(&shares, "2001:db8::ffff"));
        let wide: Vec<_> =
            (1..=WAITING).map(|each| waits(&shares, &format!("2001:db8:0:{each:x}::1"))).collect();
        assert!(is_refused(&shares, "2001:db8:0:ffff::1") && ask(&shares, "2001:db8:1::1").is_err());
        drop((narrow, wide));
        let unlimited: Vec<_> = (0..2 * WAITING).map(|_| waits(&shares, "192.0.2.1")).collect();
        drop(unlimited);
    }

    #[test]
    fn a_full_house_makes_room_for_those_who_ask_for_little() {
        let shares = Shares::new(1, &Networks::default());
        let _working = begins(&shares, "203.0.113.9");
        let networks = ALL_WAITING / WAITING as usize;
        let mut all: Vec<_> = (0..networks * WAITING as usize)
            .map(|each| waits(&shares, &format!("198.51.100.{}", each % networks)))
            .collect();
        // One of another network takes the last place of a long line.
        let late = waits(&shares, "203.0.113.7");
        let refused = all.iter_mut().map(poll).filter(|turn| matches!(turn, Poll::Ready(Err(TooMuchWaits))));
        assert_eq!(refused.count(), 1);
        assert!(is_refused(&shares, "198.51.100.0"), "the line is full");
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
