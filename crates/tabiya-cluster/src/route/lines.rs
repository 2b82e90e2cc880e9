// SPDX-License-Identifier: AGPL-3.0-or-later
//! The owner's side of a topic: its newest lines, for those who resume.

use std::collections::VecDeque;

use bytes::Bytes;
use tabiya_store::Epoch;

use super::message::{News, Outcome};
use crate::topic::TopicName;

/// How many lines are kept.
pub const KEPT: usize = 256;
/// How many bytes the kept lines have together.
pub const KEPT_BYTES: usize = 64 * 1024;

/// How many beats a topic that has changed is named in heads: lost heads are made good by the next ones.
const BEATS: u8 = 4;

/// The newest lines of a topic, with their numbers.
#[derive(Clone, Debug)]
pub struct Lines {
    topic: TopicName,
    /// The number that the next line gets.
    next: u64,
    kept: VecDeque<Bytes>,
    bytes: usize,
    beats_left: u8,
}

impl Lines {
    /// Of a topic whose next line gets this number. The last lines may be given at once with [`push`](Self::push).
    pub fn new(topic: TopicName, next: u64) -> Self {
        Self { topic, next, kept: VecDeque::new(), bytes: 0, beats_left: BEATS }
    }

    /// The number that the next line gets.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// Adds lines that are committed, and says what is to be told to all.
    pub fn push(&mut self, epoch: Epoch, lines: Vec<Bytes>) -> News {
        let first = self.next;
        self.next += lines.len() as u64;
        self.beats_left = BEATS;
        for line in &lines {
            self.bytes += line.len();
            self.kept.push_back(line.clone());
        }
        while self.kept.len() > KEPT || self.bytes > KEPT_BYTES {
            let Some(oldest) = self.kept.pop_front() else { break };
            self.bytes -= oldest.len();
        }
        News::Lines { epoch, topic: self.topic.clone(), first, lines }
    }

    /// The lines from this number on. A number beyond the next one, from whoever follows an owner that knew more, is answered
    /// as one that is too old: the reader has to load everything anew.
    pub fn from(&self, epoch: Epoch, number: u64) -> Outcome {
        let oldest = self.next - self.kept.len() as u64;
        if number < oldest || number > self.next {
            return Outcome::TooOld;
        }
        let skipped = usize::try_from(number - oldest).expect("no more than are kept");
        Outcome::Lines { epoch, first: number, lines: self.kept.iter().skip(skipped).cloned().collect() }
    }

    /// One beat has passed. Says the next number if it is to be told: some beats long after a change.
    pub fn beat(&mut self) -> Option<(TopicName, u64)> {
        self.beats_left = self.beats_left.checked_sub(1)?;
        Some((self.topic.clone(), self.next))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(range: std::ops::Range<u64>) -> Vec<Bytes> {
        range.map(|number| number.to_string().into()).collect()
    }

    fn topic() -> TopicName {
        "game:00000001".parse().unwrap()
    }

    #[test]
    fn whoever_resumes_gets_what_it_lacks_or_loads_anew() {
        let mut owned = Lines::new(topic(), 10);
        let told = owned.push(Epoch(3), lines(10..14));
        assert_eq!(told, News::Lines { epoch: Epoch(3), topic: topic(), first: 10, lines: lines(10..14) });
        for (from, first) in [(10, 10), (12, 12), (14, 14)] {
            let expected = Outcome::Lines { epoch: Epoch(3), first, lines: lines(first..14) };
            assert_eq!(owned.from(Epoch(3), from), expected);
        }
        for from in [0, 9, 15, u64::MAX] {
            assert_eq!(owned.from(Epoch(3), from), Outcome::TooOld);
        }
    }

    #[test]
    fn few_lines_and_few_bytes_are_kept() {
        let mut owned = Lines::new(topic(), 0);
        owned.push(Epoch(1), lines(0..1_000));
        assert_eq!(owned.from(Epoch(1), 1_000 - KEPT as u64 - 1), Outcome::TooOld);
        assert!(matches!(owned.from(Epoch(1), 1_000 - KEPT as u64), Outcome::Lines { .. }));
        owned.push(Epoch(1), vec![vec![0; KEPT_BYTES - 10].into(), vec![0; 11].into()]);
        assert_eq!((owned.kept.len(), owned.bytes), (1, 11));
    }

    #[test]
    fn heads_are_told_for_some_beats_after_a_change() {
        let mut owned = Lines::new(topic(), 0);
        while owned.beat().is_some() {}
        assert_eq!(owned.beat(), None);
        owned.push(Epoch(1), lines(0..2));
        let heads: Vec<_> = std::iter::from_fn(|| owned.beat()).collect();
        assert_eq!(heads, vec![(topic(), 2); usize::from(BEATS)]);
    }
}
