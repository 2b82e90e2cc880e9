// SPDX-License-Identifier: MIT OR Apache-2.0
//! A bounded queue that serves requesters in turn, however many requests each of them has.

use std::collections::VecDeque;

/// Identifies a requester. Requests of one requester are served in order, and in turn with those of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Requester(pub u64);

/// There is no room for another request, either in total or for this requester.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull;

impl std::fmt::Display for QueueFull {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the queue is full")
    }
}

impl std::error::Error for QueueFull {}

/// The most requests that may wait, of all requesters together.
pub(super) const MAX_WAITING: usize = 16_384;
/// The most requests of one requester that may wait: the positions of a long game.
pub(super) const MAX_OF_ONE: usize = 1_024;

/// The queue. Each entry has a number by which it can be removed.
pub(super) struct Queue<T> {
    /// One queue for each requester that has requests waiting; the front one is served next. Every queue in
    /// it holds at least one entry.
    turns: VecDeque<(Requester, VecDeque<(u64, T)>)>,
    waiting: usize,
}

impl<T> Queue<T> {
    pub(super) const fn new() -> Queue<T> {
        Queue { turns: VecDeque::new(), waiting: 0 }
    }

    pub(super) fn push(&mut self, requester: Requester, number: u64, entry: T) -> Result<(), QueueFull> {
        if self.waiting == MAX_WAITING {
            return Err(QueueFull);
        }
        match self.turns.iter_mut().find(|(who, _)| *who == requester) {
            Some((_, entries)) if entries.len() == MAX_OF_ONE => return Err(QueueFull),
            Some((_, entries)) => entries.push_back((number, entry)),
            None => self.turns.push_back((requester, VecDeque::from([(number, entry)]))),
        }
        self.waiting += 1;
        Ok(())
    }

    /// The next entry. Its requester moves to the end of the line.
    pub(super) fn pop(&mut self) -> Option<T> {
        let (requester, mut entries) = self.turns.pop_front()?;
        let (_, entry) = entries.pop_front()?;
        self.waiting -= 1;
        if !entries.is_empty() {
            self.turns.push_back((requester, entries));
        }
        Some(entry)
    }

    /// Removes an entry if it still waits.
    pub(super) fn remove(&mut self, requester: Requester, number: u64) -> Option<T> {
        let turn = self.turns.iter().position(|(who, _)| *who == requester)?;
        let entries = &mut self.turns[turn].1;
        let at = entries.iter().position(|(waiting, _)| *waiting == number)?;
        let (_, entry) = entries.remove(at)?;
        self.waiting -= 1;
        if entries.is_empty() {
            self.turns.remove(turn);
        }
        Some(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_is_served_in_turn() {
        let mut queue = Queue::new();
        for n in 0..5 {
            queue.push(Requester(1), n, format!("a{n}")).unwrap();
        }
        queue.push(Requester(2), 5, "b0".to_owned()).unwrap();
        queue.push(Requester(3), 6, "c0".to_owned()).unwrap();
        queue.push(Requester(2), 7, "b1".to_owned()).unwrap();
        assert_eq!(queue.remove(Requester(1), 1).as_deref(), Some("a1"));
        assert_eq!(queue.remove(Requester(1), 1), None);
        assert_eq!(queue.remove(Requester(3), 6).as_deref(), Some("c0"));
        let served: Vec<String> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(served, ["a0", "b0", "a2", "b1", "a3", "a4"]);
    }

    #[test]
    fn one_requester_cannot_fill_the_queue() {
        let mut queue = Queue::new();
        let number = |n: usize| n as u64;
        for n in 0..MAX_OF_ONE {
            assert_eq!(queue.push(Requester(1), number(n), n), Ok(()));
        }
        assert_eq!(queue.push(Requester(1), 0, 0), Err(QueueFull));
        for n in MAX_OF_ONE..MAX_WAITING {
            assert_eq!(queue.push(Requester(number(2 + n / 100)), number(n), n), Ok(()));
        }
        assert_eq!(queue.push(Requester(0), 0, 0), Err(QueueFull));
        // An entry that leaves makes room for another.
        assert!(queue.remove(Requester(1), 7).is_some());
        assert_eq!(queue.push(Requester(0), 0, 0), Ok(()));
    }
}
