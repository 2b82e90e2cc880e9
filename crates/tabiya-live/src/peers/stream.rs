// SPDX-License-Identifier: AGPL-3.0-or-later
//! Numbered lines from one place on another node to one place here: both ends.
//!
//! The end that tells is a [`Telling`]; it keeps its newest lines. The end that hears is a [`Stream`]; it asks for what was lost,
//! and learns when the slot has another owner. Each join has a stream of its own, whose lines begin with number 0.

use std::future::pending;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_cluster::route::{Act, Follower, Lines, News, Numbering, Outcome, Wanted};
use tabiya_cluster::topic::TopicName;
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_store::{Epoch, Incarnation, Slot};
use tokio::time::{Instant, sleep_until};

use super::{Following, Peers, Told};

/// An owner that was asked for nothing for so long is asked whether it is still there, and learns that this node is.
const LOOK: Duration = Duration::from_millis(if cfg!(test) { 400 } else { 2_000 });
/// A node that has not asked for so long is gone.
pub(crate) const SILENCE: Duration = Duration::from_millis(if cfg!(test) { 1_600 } else { 8_000 });
/// How often the number of the next line is told after a change.
const BEAT: Duration = Duration::from_millis(500);
/// Lines that go over the bus together have no more bytes than this, except for a single one.
const BYTES_TOGETHER: usize = 64 * 1024;

/// The topic of a stream. `about` is a short word that says what it is of.
pub(crate) fn topic_of(about: &str, node: Incarnation, number: u64) -> TopicName {
    format!("{about}:{}:{number}", node.0).parse().expect("it is short and visible")
}

/// The owner does not know this stream any more, or is another one.
#[derive(Debug)]
pub(crate) struct Lost;

/// The end that hears.
pub(crate) struct Stream {
    peers: Peers,
    slot: Slot,
    number: u64,
    topic: TopicName,
    follower: Follower,
    following: Following,
    /// The owner's answer to the question for lines, where one was asked.
    answer: Option<BoxFuture<'static, Outcome>>,
    /// When the owner was asked for something. An outlet that is asked for nothing ends.
    asked: Instant,
}

impl Stream {
    /// Hears what the owner of the slot tells under a new number.
    pub(crate) fn begin(peers: &Peers, about: &str, slot: Slot) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        let topic = topic_of(about, peers.me(), number);
        let following = peers.follow(&topic, slot);
        // The other end begins with number 0, and has nothing that would have to be loaded.
        let (mut follower, _) = Follower::begin(topic.clone(), Numbering::Owner, None);
        follower.loaded(0);
        let (peers, answer, asked) = (peers.clone(), None, Instant::now());
        Self { peers, slot, number, topic, follower, following, answer, asked }
    }

    /// By which the owner knows the stream, together with this node.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// The owner is being asked for something.
    pub(crate) fn asks(&mut self) {
        self.asked = Instant::now();
    }

    /// When to [look](Self::look).
    pub(crate) fn look_at(&self) -> Instant {
        self.asked + LOOK
    }

    /// What is told next. May be cancelled without losing anything.
    pub(crate) async fn next(&mut self) -> Told {
        tokio::select! {
            biased;
            told = self.following.next() => told,
            outcome = answered(&mut self.answer) => Told::Answered(outcome),
        }
    }

    /// Takes in what was told. Returns the lines that follow those before, also if the stream is lost after them.
    pub(crate) fn take(&mut self, told: Told) -> (Vec<Bytes>, Result<(), Lost>) {
        let acts = match told {
            Told::News(news) => self.follower.heard(&news),
            Told::Missed => self.follower.missed(),
            Told::Answered(outcome) => self.follower.answered(&outcome),
        };
        self.act(acts)
    }

    /// Asks whether the owner is still there, and for what was lost. The answer is [told](Self::next).
    pub(crate) fn look(&mut self) -> (Vec<Bytes>, Result<(), Lost>) {
        self.asks();
        if mutants::is(Mutant::NoHeads) {
            return (Vec::new(), Ok(()));
        }
        let acts = self.follower.missed();
        self.act(acts)
    }

    fn act(&mut self, acts: Vec<Act>) -> (Vec<Bytes>, Result<(), Lost>) {
        let mut all = Vec::new();
        for act in acts {
            match act {
                Act::Apply { lines, .. } => all.extend(lines),
                Act::AskLines { from } => {
                    let wanted = Wanted::Lines { topic: self.topic.clone(), from };
                    let (peers, slot) = (self.peers.clone(), self.slot);
                    let asked = async move { peers.ask(slot, wanted).await.unwrap_or(Outcome::TooOld) };
                    self.answer = Some(asked.boxed());
                }
                Act::Load | Act::Gone { .. } => return (all, Err(Lost)),
            }
        }
        (all, Ok(()))
    }
}

/// The answer to a question; never where none was asked. May be cancelled without losing anything.
async fn answered(answer: &mut Option<BoxFuture<'static, Outcome>>) -> Outcome {
    let Some(asked) = answer else { return pending().await };
    let outcome = asked.await;
    *answer = None;
    outcome
}

/// What is told next; never without a stream.
pub(crate) async fn told(stream: &mut Option<Stream>) -> Told {
    match stream {
        Some(stream) => stream.next().await,
        None => pending().await,
    }
}

/// The end that tells.
pub(crate) struct Telling {
    peers: Peers,
    /// Who is told.
    node: Incarnation,
    /// Under which epoch this node owns the slot.
    epoch: Epoch,
    lines: Lines,
    /// When the number of the next line is told again; `None` where all know it.
    beat: Option<Instant>,
}

impl Telling {
    pub(crate) fn new(peers: Peers, topic: TopicName, (node, epoch): (Incarnation, Epoch)) -> Self {
        Self { peers, node, epoch, lines: Lines::new(topic, 0), beat: None }
    }

    /// Tells these lines.
    pub(crate) fn tell(&mut self, lines: Vec<Bytes>) {
        let mut lines = lines.into_iter().peekable();
        while let Some(first) = lines.next() {
            let (mut bytes, mut together) = (first.len(), vec![first]);
            while let Some(line) = lines.next_if(|line| bytes + line.len() <= BYTES_TOGETHER) {
                bytes += line.len();
                together.push(line);
            }
            let news = self.lines.push(self.epoch, together);
            self.peers.tell(self.node, &news);
            self.beat = Some(Instant::now() + BEAT);
        }
    }

    /// The lines from this number on.
    pub(crate) fn from(&self, number: u64) -> Outcome {
        self.lines.from(self.epoch, number)
    }

    /// Waits until the number of the next line has to be told again, and tells it. May be cancelled.
    pub(crate) async fn tell_head(&mut self) {
        let Some(beat) = self.beat else { return pending().await };
        sleep_until(beat).await;
        self.beat = None;
        if let Some(head) = self.lines.beat().filter(|_| !mutants::is(Mutant::NoHeads)) {
            self.beat = Some(Instant::now() + BEAT);
            self.peers.tell(self.node, &News::Heads { epoch: self.epoch, heads: vec![head] });
        }
    }
}
