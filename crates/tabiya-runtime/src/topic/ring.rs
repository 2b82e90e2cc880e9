// SPDX-License-Identifier: AGPL-3.0-or-later
//! The newest numbered entries of a topic, for clients that were disconnected for a moment.

use std::collections::VecDeque;

use super::outbox::most;

/// The number of entries that are kept. A client that resumes is sent everything that it missed at once, so
/// all of them must fit in one outbox, together with the other messages to a new subscriber.
fn kept() -> usize {
    most() / 2
}

/// Entries whose numbers have no gaps.
#[derive(Debug)]
pub(super) struct Ring<M> {
    kept: VecDeque<M>,
    /// The number of the newest entry, whether it is kept or not.
    newest: u64,
}

impl<M> Ring<M> {
    /// An empty ring. The topic's newest entry so far has this number.
    pub(super) const fn after(newest: u64) -> Self {
        Self { kept: VecDeque::new(), newest }
    }

    /// The number of the newest entry.
    pub(super) const fn newest(&self) -> u64 {
        self.newest
    }

    /// Adds the next entry.
    pub(super) fn push(&mut self, entry: M) {
        if self.kept.len() >= kept() {
            self.kept.pop_front();
        }
        self.kept.push_back(entry);
        self.newest += 1;
    }

    /// Counts an entry that is not kept: whoever has an older number must be told everything.
    pub(super) fn skip(&mut self) {
        self.kept = VecDeque::new();
        self.newest += 1;
    }

    /// The entries after this number, with their numbers. `None` if one of them is not kept, or if the
    /// number lies in the future.
    pub(super) fn since(&self, number: u64) -> Option<impl Iterator<Item = (u64, &M)>> {
        let missed = usize::try_from(self.newest.checked_sub(number)?).ok()?;
        let skipped = self.kept.len().checked_sub(missed)?;
        Some((number + 1..).zip(self.kept.iter().skip(skipped)))
    }

    /// The entry with this number, if it is kept.
    pub(super) fn get(&self, number: u64) -> Option<&M> {
        let behind = usize::try_from(self.newest.checked_sub(number)?).ok()?;
        self.kept.get(self.kept.len().checked_sub(behind + 1)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_missed_is_told_from_the_ring_or_not_at_all() {
        let mut ring = Ring::after(7);
        let since = |ring: &Ring<u64>, number| {
            let missed = ring.since(number)?;
            Some(
                missed
                    .inspect(|(number, entry)| assert_eq!(number, *entry))
                    .map(|(n, _)| n)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(since(&ring, 7), Some(vec![]));
        assert_eq!(since(&ring, 6), None, "not kept");
        assert_eq!(since(&ring, 8), None, "of the future");
        for number in 8..8 + kept() as u64 + 2 {
            ring.push(number);
        }
        let newest = 7 + kept() as u64 + 2;
        assert_eq!(since(&ring, newest - 2), Some(vec![newest - 1, newest]));
        assert_eq!(since(&ring, newest - kept() as u64).unwrap().len(), kept());
        assert_eq!(since(&ring, newest - kept() as u64 - 1), None);
        assert_eq!((ring.get(newest), ring.get(8), ring.get(newest + 1)), (Some(&newest), None, None));
        ring.skip();
        assert_eq!((since(&ring, newest), since(&ring, newest + 1)), (None, Some(vec![])));
    }
}
