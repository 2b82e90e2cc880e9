// SPDX-License-Identifier: AGPL-3.0-or-later
//! The newest numbered messages of a topic, for clients that were disconnected for a moment.

use std::collections::VecDeque;

use super::outbox::most;

/// The number of messages that are kept. A client that resumes is sent everything that it missed at once, so
/// all of them must fit in one outbox, together with the other messages to a new subscriber.
fn kept() -> usize {
    most() / 2
}

/// Messages with their numbers, without gaps.
#[derive(Debug)]
pub struct Ring<M> {
    kept: VecDeque<(u32, M)>,
    /// The number of the newest message, whether it is kept or not.
    newest: u32,
}

impl<M> Ring<M> {
    /// An empty ring. The topic's newest message so far has this number.
    pub const fn after(newest: u32) -> Self {
        Self { kept: VecDeque::new(), newest }
    }

    /// Adds the next message.
    pub fn push(&mut self, number: u32, message: M) {
        debug_assert_eq!(number, self.newest + 1, "numbers have no gaps");
        if self.kept.len() >= kept() {
            self.kept.pop_front();
        }
        self.kept.push_back((number, message));
        self.newest = number;
    }

    /// The messages after this number, with their numbers. `None` if one of them is not kept, or if the
    /// number lies in the future.
    pub fn since(&self, number: u32) -> Option<impl Iterator<Item = &(u32, M)>> {
        let missed = usize::try_from(self.newest.checked_sub(number)?).ok()?;
        let skipped = self.kept.len().checked_sub(missed)?;
        Some(self.kept.iter().skip(skipped))
    }

    /// The message with this number, if it is kept.
    pub fn get(&self, number: u32) -> Option<&M> {
        self.kept.iter().find(|(kept, _)| *kept == number).map(|(_, message)| message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_missed_is_told_from_the_ring_or_not_at_all() {
        let mut ring = Ring::after(7);
        let since = |ring: &Ring<u32>, number| {
            ring.since(number).map(|missed| missed.map(|(number, _)| *number).collect::<Vec<_>>())
        };
        assert_eq!(since(&ring, 7), Some(vec![]));
        assert_eq!(since(&ring, 6), None, "not kept");
        assert_eq!(since(&ring, 8), None, "of the future");
        for number in 8..8 + kept() as u32 + 2 {
            ring.push(number, number);
        }
        let newest = 7 + kept() as u32 + 2;
        assert_eq!(since(&ring, newest - 2), Some(vec![newest - 1, newest]));
        assert_eq!(since(&ring, newest - kept() as u32).unwrap().len(), kept());
        assert_eq!(since(&ring, newest - kept() as u32 - 1), None);
        assert_eq!((ring.get(newest), ring.get(8)), (Some(&newest), None));
    }
}
