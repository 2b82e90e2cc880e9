// SPDX-License-Identifier: AGPL-3.0-or-later
//! One request, repeated until there is an answer.
//!
//! A request may be lost, its answer may be lost, and the slot may have moved. In each case the request is sent again under
//! the same id to whoever owns the slot then. After [`TRIES`] tries it ends, and the machine says whether the request can
//! have been carried out.
//!
//! An owner carries out a request with the same id once. Its heir does not know that id, so what may not be done twice is not
//! repeated once an owner may have heard it.

use tabiya_runtime::mutants::{self, Mutant};
use tabiya_store::Epoch;

use super::message::{Answer, Outcome, Request, Wanted};
use super::subjects::Target;

/// How often a request is sent at most.
pub const TRIES: u32 = 6;

/// How long an answer may take, in milliseconds.
const WAIT: u32 = 1_000;
/// The same for a request that is not repeated then.
const WAIT_ONCE: u32 = 3_000;
/// The first pause before a repetition, in milliseconds; each further one is twice as long.
const PAUSE: u32 = 40;

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this request, and say what came of it within so many milliseconds.
    Send {
        /// The request.
        request: Request,
        /// How long to wait for the answer.
        wait: u32,
    },
    /// Let so many milliseconds pass, look up who owns the slot, and say [`Came::Owner`].
    LookUp {
        /// How long to wait before.
        pause: u32,
    },
    /// It is over.
    Done(Result<Outcome, AskError>),
}

/// What came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// An answer.
    Answer(Answer),
    /// Nobody listens there.
    NoResponders,
    /// No answer in time.
    TimedOut,
    /// The bus did not take the request.
    NotSent,
    /// The epoch of the slot, as the store has it now; of a node, or if the store does not answer, what was known before.
    Owner(Epoch),
}

/// Why there is no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// Nobody has carried it out, and nobody will.
    #[error("the request reached nobody")]
    NotDone,
    /// Somebody may have carried it out, or still will. Only the log knows.
    #[error("the request was not answered, and may have been carried out")]
    InDoubt,
}

/// A request that is under way.
#[derive(Clone, Debug)]
pub struct Ask {
    request: Request,
    is_for_slot: bool,
    /// It is not sent again once an owner may have received it.
    is_once: bool,
    tries: u32,
    /// Whether an owner may have received it without answering.
    in_doubt: bool,
}

impl Ask {
    /// A request with this id, which no other request of this life of the node has, and what to do first.
    pub fn begin(target: &Target, id: u64, epoch: Epoch, wanted: Wanted) -> (Self, Step) {
        Self::begin_as(target, Request { id, epoch, wanted }, false)
    }

    /// The same for what may not be done twice.
    pub fn begin_once(target: &Target, id: u64, epoch: Epoch, wanted: Wanted) -> (Self, Step) {
        Self::begin_as(target, Request { id, epoch, wanted }, true)
    }

    fn begin_as(target: &Target, request: Request, is_once: bool) -> (Self, Step) {
        let is_for_slot = matches!(target, Target::Slot(_));
        let mut ask = Self { request, is_for_slot, is_once, tries: 0, in_doubt: false };
        let first = ask.send();
        (ask, first)
    }

    /// What to do after this. An answer to another request is as good as none.
    pub fn came(&mut self, came: Came) -> Step {
        match came {
            Came::Answer(Answer { id, outcome }) if id == self.request.id => match outcome {
                Outcome::Done(_) | Outcome::Lines { .. } | Outcome::TooOld => Step::Done(Ok(outcome)),
                Outcome::Moved if !self.is_for_slot => self.end(),
                Outcome::Moved | Outcome::Busy => {
                    // This node did nothing. But an old owner and its heir may both have heard the request.
                    self.in_doubt |= self.is_for_slot;
                    self.again()
                }
            },
            Came::Answer(_) | Came::TimedOut => {
                self.in_doubt = true;
                if self.is_once { self.end() } else { self.again() }
            }
            Came::NoResponders | Came::NotSent => self.again(),
            Came::Owner(epoch) => {
                self.request.epoch = self.request.epoch.max(epoch);
                self.send()
            }
        }
    }

    fn send(&mut self) -> Step {
        self.tries += 1;
        let wait = if self.is_once { WAIT_ONCE } else { WAIT };
        Step::Send { request: self.request.clone(), wait }
    }

    fn again(&mut self) -> Step {
        if mutants::is(Mutant::NewNumberWhenRepeated) {
            self.request.id += 1 << 32;
        }
        if self.tries >= TRIES {
            return self.end();
        }
        let pause = PAUSE << (self.tries - 1);
        // Half of it differs from request to request, so that not all come back at once.
        let share = (self.request.id.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33) as u32;
        Step::LookUp { pause: pause / 2 + share % (pause / 2 + 1) }
    }

    const fn end(&self) -> Step {
        Step::Done(Err(if self.in_doubt { AskError::InDoubt } else { AskError::NotDone }))
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use tabiya_store::{Incarnation, Slot};

    use super::*;

    fn begin(target: &Target) -> Ask {
        let (ask, first) = Ask::begin(target, 7, Epoch(3), Wanted::Command(Bytes::from_static(b"e2e4")));
        assert!(matches!(first, Step::Send { request: Request { id: 7, epoch: Epoch(3), .. }, .. }));
        ask
    }

    fn slot() -> Target {
        Target::Slot(Slot::new(1).unwrap())
    }

    fn answer(id: u64, outcome: Outcome) -> Came {
        Came::Answer(Answer { id, outcome })
    }

    /// Tells the machine the same at each try, and returns how often it sent and what came of it.
    fn tell_always(mut ask: Ask, came: &Came) -> (u32, Result<Outcome, AskError>) {
        let mut sent = 1;
        loop {
            match ask.came(came.clone()) {
                Step::LookUp { pause } => {
                    assert!((PAUSE / 2..=PAUSE << TRIES).contains(&pause));
                    assert!(matches!(ask.came(Came::Owner(Epoch(3))), Step::Send { .. }));
                    sent += 1;
                }
                Step::Done(outcome) => return (sent, outcome),
                step @ Step::Send { .. } => panic!("it looks up the owner first: {step:?}"),
            }
        }
    }

    #[test]
    fn it_says_whether_it_can_have_been_carried_out() {
        for (came, outcome) in [
            (Came::NoResponders, AskError::NotDone),
            (Came::NotSent, AskError::NotDone),
            // The heir may have heard it, too, and carried it out.
            (answer(7, Outcome::Moved), AskError::InDoubt),
            (answer(7, Outcome::Busy), AskError::InDoubt),
            (Came::TimedOut, AskError::InDoubt),
            (answer(8, Outcome::Done(Bytes::new())), AskError::InDoubt),
        ] {
            assert_eq!(tell_always(begin(&slot()), &came), (TRIES, Err(outcome)), "{came:?}");
        }
        let mut doubtful = begin(&slot());
        doubtful.came(Came::TimedOut);
        doubtful.came(Came::Owner(Epoch(4)));
        assert_eq!(tell_always(doubtful, &Came::NoResponders).1, Err(AskError::InDoubt));
        let node = begin(&Target::Node(Incarnation(1)));
        assert_eq!(tell_always(node, &answer(7, Outcome::Busy)), (TRIES, Err(AskError::NotDone)));
    }

    #[test]
    fn a_repetition_has_the_same_id_and_the_newest_epoch() {
        let mut ask = begin(&slot());
        assert!(matches!(ask.came(answer(7, Outcome::Moved)), Step::LookUp { .. }));
        let Step::Send { request, .. } = ask.came(Came::Owner(Epoch(5))) else { panic!() };
        assert_eq!((request.id, request.epoch), (7, Epoch(5)));
        ask.came(Came::TimedOut);
        let Step::Send { request, .. } = ask.came(Came::Owner(Epoch(4))) else { panic!() };
        assert_eq!(request.epoch, Epoch(5), "a stale look-up changes nothing");
        let done = Outcome::Done(Bytes::from_static(b"yes"));
        assert_eq!(ask.came(answer(7, done.clone())), Step::Done(Ok(done)));
    }

    #[test]
    fn what_may_not_be_done_twice_is_not_sent_again_once_somebody_may_have_heard_it() {
        let begin = || Ask::begin_once(&slot(), 7, Epoch(3), Wanted::Command(Bytes::from_static(b"time"))).0;
        assert_eq!(tell_always(begin(), &Came::TimedOut), (1, Err(AskError::InDoubt)));
        assert_eq!(tell_always(begin(), &Came::NoResponders), (TRIES, Err(AskError::NotDone)));
        // Who no longer owns the slot has done nothing, and its heir is asked.
        let mut moved = begin();
        assert!(matches!(moved.came(answer(7, Outcome::Moved)), Step::LookUp { .. }));
    }

    #[test]
    fn a_node_does_not_move() {
        let mut ask = begin(&Target::Node(Incarnation(1)));
        assert_eq!(ask.came(answer(7, Outcome::Moved)), Step::Done(Err(AskError::NotDone)));
    }
}
