// SPDX-License-Identifier: AGPL-3.0-or-later
//! The owner's side of requests: which are for this node, and which it has carried out already.
//!
//! A request may arrive twice, because the bus doubled it or because its answer was lost. The second one is answered as the
//! first was. What is remembered is bounded and dies with the node. So a command that must not be done twice, over
//! owners too, also needs its id in the log.

use std::collections::{BTreeMap, HashMap, VecDeque};

use bytes::Bytes;
use tabiya_store::{Epoch, Slot};

use super::message::{Outcome, Request};
use super::subjects::Target;
use crate::node::Sender;
use crate::subject::Subject;

/// How many requests are remembered, those that are under way included.
pub const REMEMBERED: usize = 8_192;

/// How many bytes the remembered answers have together.
pub const REMEMBERED_BYTES: usize = 16 * 1024 * 1024;

/// How many senders of one request wait for its answer: the first one and its repetitions.
const WAITING: usize = 8;

/// Who asked, and its number.
type Id = (Sender, u64);

/// What to do with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// Carry it out, then call [`Desk::done`].
    Do,
    /// Answer this at once.
    Answer(Outcome),
    /// It is being carried out. [`Desk::done`] will name this sender, too.
    Joined,
    /// The sender knows of a later epoch: this node has lost the slot without having noticed. Release it, and say nothing: the
    /// heir has received the request, too.
    Outdated,
}

enum Remembered {
    UnderWay(Vec<Subject>),
    Done(Bytes),
}

/// The slots that a node owns, and the requests that it knows.
#[derive(Default)]
pub struct Desk {
    owned: BTreeMap<Slot, Epoch>,
    requests: HashMap<Id, Remembered>,
    /// Those that are done, the oldest first.
    done: VecDeque<Id>,
    /// The length of all their answers.
    bytes: usize,
}

impl Desk {
    /// Of a node that owns nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// From now on this node owns the slot.
    pub fn own(&mut self, slot: Slot, epoch: Epoch) {
        self.owned.insert(slot, epoch);
    }

    /// From now on this node does not own the slot any more. Says in which epoch it did.
    pub fn release(&mut self, slot: Slot) -> Option<Epoch> {
        self.owned.remove(&slot)
    }

    /// The epoch in which this node owns the slot.
    pub fn epoch(&self, slot: Slot) -> Option<Epoch> {
        self.owned.get(&slot).copied()
    }

    /// Takes a request that came to this target. `reply` is where the sender waits; `None` if it wants no answer.
    pub fn take(
        &mut self,
        target: &Target,
        from: &Sender,
        request: &Request,
        reply: Option<&Subject>,
    ) -> Taken {
        let id = (from.clone(), request.id);
        match self.requests.get_mut(&id) {
            Some(Remembered::Done(body)) => return Taken::Answer(Outcome::Done(body.clone())),
            Some(Remembered::UnderWay(waiting)) => {
                if let Some(reply) = reply
                    && waiting.len() < WAITING
                    && !waiting.contains(reply)
                {
                    waiting.push(reply.clone());
                }
                return Taken::Joined;
            }
            None => {}
        }
        if let Target::Slot(slot) = target {
            match self.epoch(*slot) {
                None => return Taken::Answer(Outcome::Moved),
                Some(mine) if mine < request.epoch => return Taken::Outdated,
                Some(_) => {}
            }
        }
        if self.requests.len() >= REMEMBERED && !self.forget_oldest() {
            return Taken::Answer(Outcome::Busy);
        }
        self.requests.insert(id, Remembered::UnderWay(reply.into_iter().cloned().collect()));
        Taken::Do
    }

    /// A request was carried out. Returns where the outcome is to be sent. Only [`Outcome::Done`] is remembered: with any other
    /// outcome nothing was changed.
    pub fn done(&mut self, from: &Sender, request: u64, outcome: &Outcome) -> Vec<Subject> {
        let id = (from.clone(), request);
        let Some(Remembered::UnderWay(waiting)) = self.requests.get_mut(&id) else { return Vec::new() };
        let waiting = std::mem::take(waiting);
        self.requests.remove(&id);
        if let Outcome::Done(body) = outcome {
            self.bytes += body.len();
            self.requests.insert(id.clone(), Remembered::Done(body.clone()));
            self.done.push_back(id);
            while self.bytes > REMEMBERED_BYTES && self.forget_oldest() {}
        }
        waiting
    }

    /// Forgets the oldest answer. False if there is none.
    fn forget_oldest(&mut self) -> bool {
        let Some(oldest) = self.done.pop_front() else { return false };
        if let Some(Remembered::Done(body)) = self.requests.remove(&oldest) {
            self.bytes -= body.len();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use tabiya_store::Incarnation;

    use super::*;
    use crate::route::Wanted;

    fn sender(incarnation: i64) -> Sender {
        Sender { node: "paris".parse().unwrap(), incarnation: Incarnation(incarnation) }
    }

    fn request(id: u64, epoch: i64) -> Request {
        Request { id, epoch: Epoch(epoch), wanted: Wanted::Command(Bytes::new()) }
    }

    fn reply(number: u64) -> Subject {
        format!("reply.{number}").parse().unwrap()
    }

    fn desk() -> Desk {
        let mut desk = Desk::new();
        desk.own(slot(1), Epoch(5));
        desk
    }

    const MINE: Target = Target::Slot(Slot::new(1).unwrap());

    fn slot(number: u16) -> Slot {
        Slot::new(number).unwrap()
    }

    #[test]
    fn a_repetition_is_answered_and_not_carried_out() {
        let mut desk = desk();
        assert_eq!(desk.take(&MINE, &sender(1), &request(1, 5), Some(&reply(1))), Taken::Do);
        assert_eq!(desk.take(&MINE, &sender(1), &request(1, 5), Some(&reply(2))), Taken::Joined);
        // The bus may double one, too.
        assert_eq!(desk.take(&MINE, &sender(1), &request(1, 5), Some(&reply(2))), Taken::Joined);
        let outcome = Outcome::Done(Bytes::from_static(b"played"));
        assert_eq!(desk.done(&sender(1), 1, &outcome), [reply(1), reply(2)]);
        assert_eq!(
            desk.take(&MINE, &sender(1), &request(1, 5), Some(&reply(3))),
            Taken::Answer(outcome.clone())
        );
        // Another life of that node begins its numbers anew.
        assert_eq!(desk.take(&MINE, &sender(2), &request(1, 5), Some(&reply(1))), Taken::Do);
        // To be told twice that it is done changes nothing.
        assert_eq!(desk.done(&sender(1), 1, &Outcome::Moved), Vec::<Subject>::new());
        // The answer holds also after the slot has moved: it was carried out.
        desk.release(slot(1));
        assert_eq!(desk.take(&MINE, &sender(1), &request(1, 6), Some(&reply(4))), Taken::Answer(outcome));
    }

    #[test]
    fn who_does_not_own_the_slot_does_nothing() {
        let mut desk = desk();
        let moved = Taken::Answer(Outcome::Moved);
        assert_eq!(desk.take(&Target::Slot(slot(2)), &sender(1), &request(1, 0), Some(&reply(1))), moved);
        assert_eq!(desk.take(&MINE, &sender(1), &request(2, 6), Some(&reply(1))), Taken::Outdated);
        assert_eq!(
            desk.take(&MINE, &sender(1), &request(3, 4), Some(&reply(1))),
            Taken::Do,
            "the sender is behind"
        );
        assert_eq!(desk.release(slot(1)), Some(Epoch(5)));
        assert_eq!(desk.take(&MINE, &sender(1), &request(4, 5), Some(&reply(1))), moved);
        let me = Target::Node(Incarnation(1));
        assert_eq!(desk.take(&me, &sender(1), &request(5, 0), Some(&reply(1))), Taken::Do);
    }

    #[test]
    fn what_was_not_carried_out_may_be_tried_again() {
        let mut desk = desk();
        assert_eq!(desk.take(&MINE, &sender(1), &request(1, 5), Some(&reply(1))), Taken::Do);
        assert_eq!(desk.done(&sender(1), 1, &Outcome::Moved), [reply(1)]);
        assert_eq!(desk.take(&MINE, &sender(1), &request(1, 5), Some(&reply(2))), Taken::Do);
        assert_eq!(desk.done(&sender(1), 9, &Outcome::Moved), Vec::<Subject>::new());
        assert_eq!(desk.take(&MINE, &sender(1), &request(2, 5), None), Taken::Do);
        assert_eq!(desk.done(&sender(1), 2, &Outcome::Done(Bytes::new())), Vec::<Subject>::new());
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut desk = desk();
        let done = Outcome::Done(Bytes::new());
        for id in 0..REMEMBERED as u64 {
            assert_eq!(desk.take(&MINE, &sender(1), &request(id, 5), Some(&reply(1))), Taken::Do);
        }
        let one_more = request(u64::MAX, 5);
        assert_eq!(desk.take(&MINE, &sender(1), &one_more, Some(&reply(1))), Taken::Answer(Outcome::Busy));
        desk.done(&sender(1), 3, &done);
        assert_eq!(desk.take(&MINE, &sender(1), &one_more, Some(&reply(1))), Taken::Do);
        assert_eq!((desk.requests.len(), desk.done.len(), desk.bytes), (REMEMBERED, 0, 0));
        let half = Outcome::Done(vec![0; REMEMBERED_BYTES / 2].into());
        for id in 4..8 {
            desk.done(&sender(1), id, &half);
        }
        assert_eq!((desk.done.len(), desk.bytes), (2, REMEMBERED_BYTES));
    }
}
