// SPDX-License-Identifier: AGPL-3.0-or-later
//! Follows a topic that another node owns.
//!
//! Lines are taken in by their numbers: each number once, in order, without a gap. A line that comes too early waits; what
//! lies between is asked for. The follower is never wrong, it is only behind, and the owner's heads tell it that it is.
//!
//! Where the numbers are those of the log, the epoch of a line does not matter: a line of the old owner is as true as one of
//! the new one. Where each owner begins its own numbers, a new epoch begins everything anew.

use std::collections::BTreeMap;

use bytes::Bytes;
use tabiya_store::Epoch;

use super::message::{News, Outcome};
use crate::topic::TopicName;

/// How many lines that came too early wait.
pub const LATER: usize = 256;

/// Whose numbers a topic's lines have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// The log's: they go on under the next owner. So it is with games.
    Log,
    /// The owner's own: the next owner begins anew. So it is with what is kept in memory only, such as chats.
    Owner,
}

/// What the driver is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Load everything: from the database, or from the owner. Then call [`Follower::loaded`].
    Load,
    /// Ask the owner for the lines from this number on. Then call [`Follower::answered`] or [`Follower::unanswered`].
    AskLines {
        /// The first number wanted.
        from: u64,
    },
    /// Pass these lines on. They follow those passed on before without a gap.
    Apply {
        /// The number of the first one.
        first: u64,
        /// The lines.
        lines: Vec<Bytes>,
    },
    /// The owner has changed, or will. What only the old owner knew is gone: presence, for example, has to be asked for anew.
    Gone {
        /// The epoch that has ended.
        epoch: Epoch,
    },
}

/// What the follower waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Waiting {
    /// News.
    Nothing,
    /// The driver loads.
    Load,
    /// The driver asks the owner.
    Answer,
}

/// Follows one topic.
#[derive(Clone, Debug)]
pub struct Follower {
    topic: TopicName,
    numbering: Numbering,
    /// The newest epoch that was heard of.
    epoch: Option<Epoch>,
    /// The epoch whose end was told.
    gone: Option<Epoch>,
    /// The number of the next line to pass on.
    next: u64,
    /// The number after the newest line that there is, as far as is known.
    head: u64,
    later: BTreeMap<u64, Bytes>,
    waiting: Waiting,
}

impl Follower {
    /// Begins to follow. The driver must have subscribed to the news of the topic's slot, and settled, before it does what
    /// this says: else what is said in between is missed until the next heads.
    ///
    /// `after` is the number of the last line that the reader has; `None` if it has nothing.
    pub fn begin(topic: TopicName, numbering: Numbering, after: Option<u64>) -> (Self, Act) {
        let next = after.map_or(0, |after| after.saturating_add(1));
        let (waiting, first) = match after {
            Some(_) => (Waiting::Answer, Act::AskLines { from: next }),
            None => (Waiting::Load, Act::Load),
        };
        let later = BTreeMap::new();
        (Self { topic, numbering, epoch: None, gone: None, next, head: next, later, waiting }, first)
    }

    /// The number of the next line.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// Whether all lines are passed on that are known to exist.
    pub fn is_up_to_date(&self) -> bool {
        self.waiting == Waiting::Nothing && self.next >= self.head
    }

    /// The owner of the slot has said this.
    pub fn heard(&mut self, news: &News) -> Vec<Act> {
        match news {
            News::Lines { epoch, topic, first, lines } if *topic == self.topic => {
                let mut acts = self.epoch_is(*epoch);
                if !self.is_of_the_past(*epoch) {
                    self.take(*first, lines);
                    acts.extend(self.go_on());
                }
                acts
            }
            News::Heads { epoch, heads } => {
                let Some((_, next)) = heads.iter().find(|(topic, _)| *topic == self.topic) else {
                    return self.epoch_is(*epoch);
                };
                let mut acts = self.epoch_is(*epoch);
                if !self.is_of_the_past(*epoch) {
                    self.head = self.head.max(*next);
                    acts.extend(self.go_on());
                }
                acts
            }
            News::Gone { epoch } => {
                let mut acts = self.epoch_is(*epoch);
                acts.extend(self.ends(*epoch));
                acts
            }
            News::Lines { epoch, .. } => self.epoch_is(*epoch),
        }
    }

    /// Messages may have been lost: the bus says so.
    pub fn missed(&mut self) -> Vec<Act> {
        if self.waiting != Waiting::Nothing {
            // The next heads tell whether what comes now was enough.
            return Vec::new();
        }
        vec![self.ask()]
    }

    /// The driver has loaded everything before this number, which the reader has now.
    pub fn loaded(&mut self, next: u64) -> Vec<Act> {
        self.waiting = Waiting::Nothing;
        self.next = match self.numbering {
            // The reader may have had more already.
            Numbering::Log => self.next.max(next),
            Numbering::Owner => next,
        };
        self.go_on()
    }

    /// The owner has answered. An outcome that is no answer to this question is as good as none.
    pub fn answered(&mut self, outcome: &Outcome) -> Vec<Act> {
        match outcome {
            Outcome::Lines { epoch, first, lines } => {
                self.waiting = Waiting::Nothing;
                let mut acts = self.epoch_is(*epoch);
                // Another owner may have begun in the meantime, and everything is loaded anew.
                if self.waiting == Waiting::Nothing && !self.is_of_the_past(*epoch) {
                    self.take(*first, lines);
                    acts.extend(self.go_on());
                }
                acts
            }
            Outcome::TooOld => {
                self.waiting = Waiting::Load;
                vec![Act::Load]
            }
            Outcome::Done(_) | Outcome::Moved | Outcome::Busy => self.unanswered(),
        }
    }

    /// The owner has not answered. Nothing is done until the next news or heads.
    pub fn unanswered(&mut self) -> Vec<Act> {
        self.waiting = Waiting::Nothing;
        Vec::new()
    }

    /// Takes note of an epoch.
    fn epoch_is(&mut self, epoch: Epoch) -> Vec<Act> {
        let Some(known) = self.epoch else {
            self.epoch = Some(epoch);
            return Vec::new();
        };
        if epoch <= known {
            return Vec::new();
        }
        let mut acts = Vec::from_iter(self.ends(known));
        self.epoch = Some(epoch);
        match self.numbering {
            Numbering::Log => {}
            Numbering::Owner => {
                (self.next, self.head) = (0, 0);
                self.later.clear();
                self.waiting = Waiting::Load;
                acts.push(Act::Load);
            }
        }
        acts
    }

    /// Tells the end of an epoch, once.
    fn ends(&mut self, epoch: Epoch) -> Option<Act> {
        let is_new =
            self.gone.is_none_or(|gone| gone < epoch) && self.epoch.is_none_or(|known| known <= epoch);
        is_new.then(|| {
            self.gone = Some(epoch);
            Act::Gone { epoch }
        })
    }

    /// Whether lines of this epoch say nothing any more.
    fn is_of_the_past(&self, epoch: Epoch) -> bool {
        self.numbering == Numbering::Owner && self.epoch.is_some_and(|known| epoch < known)
    }

    /// Keeps lines that are new. If too many come too early, the latest are left out; they are asked for later.
    fn take(&mut self, first: u64, lines: &[Bytes]) {
        for (index, line) in lines.iter().enumerate() {
            let number = first.saturating_add(index as u64);
            self.head = self.head.max(number.saturating_add(1));
            if number >= self.next {
                self.later.insert(number, line.clone());
            }
        }
        while self.later.len() > LATER {
            self.later.pop_last();
        }
    }

    /// Passes on what follows without a gap, and asks for what lies before the rest.
    fn go_on(&mut self) -> Vec<Act> {
        if self.waiting == Waiting::Load {
            return Vec::new();
        }
        let mut acts = Vec::new();
        self.later = self.later.split_off(&self.next);
        let (first, mut lines) = (self.next, Vec::new());
        while let Some(line) = self.later.remove(&self.next) {
            lines.push(line);
            self.next += 1;
        }
        if !lines.is_empty() {
            acts.push(Act::Apply { first, lines });
        }
        if self.next < self.head && self.waiting == Waiting::Nothing {
            acts.push(self.ask());
        }
        acts
    }

    fn ask(&mut self) -> Act {
        self.waiting = Waiting::Answer;
        Act::AskLines { from: self.next }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn topic() -> TopicName {
        "game:00000001".parse().unwrap()
    }

    fn lines(range: std::ops::Range<u64>) -> Vec<Bytes> {
        range.map(|number| number.to_string().into()).collect()
    }

    fn news(epoch: i64, range: std::ops::Range<u64>) -> News {
        News::Lines { epoch: Epoch(epoch), topic: topic(), first: range.start, lines: lines(range) }
    }

    fn apply(range: std::ops::Range<u64>) -> Act {
        Act::Apply { first: range.start, lines: lines(range) }
    }

    /// One that has the lines before this number, in the first epoch.
    fn having(next: u64, numbering: Numbering) -> Follower {
        let (mut follower, first) = Follower::begin(topic(), numbering, None);
        assert_eq!(first, Act::Load);
        assert_eq!(follower.heard(&News::Heads { epoch: Epoch(1), heads: vec![(topic(), next)] }), []);
        assert_eq!(follower.loaded(next), []);
        assert!(follower.is_up_to_date());
        follower
    }

    #[test]
    fn each_line_is_passed_on_once_and_in_order() {
        let mut follower = having(5, Numbering::Log);
        assert_eq!(follower.heard(&news(1, 5..7)), [apply(5..7)]);
        assert_eq!(follower.heard(&news(1, 5..7)), []);
        assert_eq!(follower.heard(&news(1, 6..8)), [apply(7..8)]);
        // A missing line is asked for once; later lines wait until it is here.
        assert_eq!(follower.heard(&news(1, 10..11)), [Act::AskLines { from: 8 }]);
        assert_eq!(follower.heard(&news(1, 11..12)), []);
        assert!(!follower.is_up_to_date());
        let answer = Outcome::Lines { epoch: Epoch(1), first: 8, lines: lines(8..10) };
        assert_eq!(follower.answered(&answer), [apply(8..12)]);
        let other = News::Lines {
            epoch: Epoch(1),
            topic: "game:00000002".parse().unwrap(),
            first: 12,
            lines: lines(12..13),
        };
        assert_eq!(follower.heard(&other), []);
        assert!(follower.is_up_to_date());
    }

    #[test]
    fn what_is_told_while_everything_is_loaded_is_not_lost() {
        let (mut follower, _) = Follower::begin(topic(), Numbering::Log, None);
        assert_eq!(follower.heard(&news(1, 3..5)), []);
        assert_eq!(follower.loaded(4), [apply(4..5)]);
        // What was loaded is older than what was told: the rest is asked for.
        let (mut follower, _) = Follower::begin(topic(), Numbering::Log, None);
        assert_eq!(follower.heard(&news(1, 3..5)), []);
        assert_eq!(follower.loaded(2), [Act::AskLines { from: 2 }]);
    }

    #[test]
    fn heads_and_gaps_of_the_bus_lead_to_a_question() {
        let mut follower = having(5, Numbering::Log);
        let heads = |next| News::Heads { epoch: Epoch(1), heads: vec![(topic(), next)] };
        assert_eq!(follower.heard(&heads(5)), []);
        assert_eq!(follower.heard(&heads(4)), []);
        assert_eq!(follower.heard(&heads(7)), [Act::AskLines { from: 5 }]);
        assert_eq!(follower.heard(&heads(7)), [], "it asks already");
        assert_eq!(follower.unanswered(), []);
        assert_eq!(follower.heard(&heads(7)), [Act::AskLines { from: 5 }]);
        assert_eq!(follower.answered(&Outcome::TooOld), [Act::Load]);
        assert_eq!(follower.loaded(7), []);
        assert_eq!(follower.missed(), [Act::AskLines { from: 7 }]);
        let nothing_new = Outcome::Lines { epoch: Epoch(1), first: 7, lines: Vec::new() };
        assert_eq!(follower.answered(&nothing_new), []);
        assert!(follower.is_up_to_date());
    }

    #[test]
    fn whoever_resumes_asks_for_what_it_lacks() {
        let (mut follower, first) = Follower::begin(topic(), Numbering::Log, Some(9));
        assert_eq!(first, Act::AskLines { from: 10 });
        let answer = Outcome::Lines { epoch: Epoch(4), first: 10, lines: lines(10..12) };
        assert_eq!(follower.answered(&answer), [apply(10..12)]);
        assert_eq!(Follower::begin(topic(), Numbering::Log, Some(u64::MAX)).0.next(), u64::MAX);
    }

    #[test]
    fn the_end_of_an_owner_is_told_once_and_the_logs_numbers_go_on() {
        let mut follower = having(5, Numbering::Log);
        assert_eq!(follower.heard(&News::Gone { epoch: Epoch(1) }), [Act::Gone { epoch: Epoch(1) }]);
        assert_eq!(follower.heard(&News::Gone { epoch: Epoch(1) }), []);
        assert_eq!(follower.heard(&news(2, 5..6)), [apply(5..6)]);
        // What the old owner had said late is as true.
        assert_eq!(follower.heard(&news(1, 6..7)), [apply(6..7)]);
        assert_eq!(follower.heard(&News::Gone { epoch: Epoch(1) }), []);
        // Nobody said that the second one ended: the third one's line does.
        assert_eq!(follower.heard(&news(3, 7..8)), [Act::Gone { epoch: Epoch(2) }, apply(7..8)]);
    }

    #[test]
    fn the_owners_own_numbers_begin_anew() {
        let mut follower = having(5, Numbering::Owner);
        assert_eq!(follower.heard(&news(2, 70..71)), [Act::Gone { epoch: Epoch(1) }, Act::Load]);
        assert_eq!(follower.heard(&news(1, 5..6)), []);
        assert_eq!(follower.loaded(70), [apply(70..71)]);
        assert_eq!(follower.heard(&news(1, 71..72)), [], "the old owner's number 71 is another line");
        assert_eq!(follower.heard(&news(2, 71..72)), [apply(71..72)]);
        // An answer of the old owner that comes late says nothing either.
        assert_eq!(follower.missed(), [Act::AskLines { from: 72 }]);
        let late = Outcome::Lines { epoch: Epoch(1), first: 72, lines: lines(72..73) };
        assert_eq!(follower.answered(&late), []);
    }

    #[test]
    fn few_lines_wait() {
        let mut follower = having(0, Numbering::Log);
        let many = LATER as u64 * 3;
        assert_eq!(follower.heard(&news(1, 1..many)), [Act::AskLines { from: 0 }]);
        assert_eq!(follower.later.len(), LATER);
        let answer = Outcome::Lines { epoch: Epoch(1), first: 0, lines: lines(0..1) };
        let kept = LATER as u64;
        assert_eq!(follower.answered(&answer), [apply(0..kept), Act::AskLines { from: kept }]);
        assert_eq!(follower.heard(&news(1, u64::MAX - 1..u64::MAX)), []);
    }
}
