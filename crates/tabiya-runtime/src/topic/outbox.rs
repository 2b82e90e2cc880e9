// SPDX-License-Identifier: AGPL-3.0-or-later
//! What waits to be written to one client: bounded, and without memory of its own while nothing waits.
//!
//! A client has one outbox for all its subscriptions. A topic never waits for a reader: where a reader is too slow, all
//! messages of that subscription are thrown away, and nothing more is taken for it until the topic has caught up with
//! the reader. Of what is only a state the latest message stays. The topic decides what an overflow means.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use futures_util::task::AtomicWaker;
use tabiya_protocol::{CommandId, ConnectionMessage, Refusal, ServerMessage};

use super::shared::SharedMessage;
use super::wake::WakeQueue;

/// Messages that may wait for one subscription.
pub const OUTBOX: usize = 64;
/// The bound of this process: [`OUTBOX`], but in the simulation so few that outboxes often overflow.
static MOST: AtomicUsize = AtomicUsize::new(OUTBOX);

/// How many messages may wait for one subscription in this process.
pub(super) fn most() -> usize {
    MOST.load(Ordering::Relaxed)
}

/// Makes every outbox of this process so small that it often overflows, and rings likewise. For the simulation.
#[cfg(feature = "testing")]
pub fn shrink_outboxes() {
    MOST.store(OUTBOX / 4, Ordering::Relaxed);
}

/// Messages that may wait in one outbox, of all its subscriptions together: some 256 KB, since most have less than one. A
/// message that finds nothing of its own subscription is taken all the same.
const MOST_IN_ALL: usize = 4 * OUTBOX;

/// One subscription of one client, unique in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SubscriberId(pub u64);

impl SubscriberId {
    fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// The parts of one long message, made one by one as the client reads them.
pub(super) type Parts = Box<dyn Iterator<Item = SharedMessage> + Send>;

/// What a subscription is told.
pub enum Body {
    /// A message.
    Message {
        /// The message.
        message: SharedMessage,
        /// The number of the subscriber's own command that it answers.
        answers: Option<CommandId>,
    },
    /// Everything that the topic has to tell: a client that has heard it has missed nothing.
    Everything(SharedMessage),
    /// The same in several parts.
    EverythingIn(Parts),
}

impl From<SharedMessage> for Body {
    fn from(message: SharedMessage) -> Self {
        Self::Message { message, answers: None }
    }
}

impl Body {
    /// Its messages, in their order.
    pub fn messages(self) -> impl Iterator<Item = SharedMessage> + Send {
        let (one, parts) = match self {
            Self::Message { message, .. } | Self::Everything(message) => (Some(message), None),
            Self::EverythingIn(parts) => (None, Some(parts)),
        };
        one.into_iter().chain(parts.into_iter().flatten())
    }
}

/// What became of a command.
#[derive(Debug)]
pub enum Answer {
    /// It was carried out, as this message says.
    Done(SharedMessage),
    /// It changed nothing.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The same in words for people.
        message: String,
    },
    /// The topic has ended, or the client is to go, before it was answered.
    Gone,
}

/// What the client's connection does next.
pub enum Outgoing {
    /// Write this message.
    Message {
        /// The subscription that the message belongs to.
        of: SubscriberId,
        /// The message, or the parts that it consists of.
        body: Body,
    },
    /// The subscription has overflowed: its client has missed something.
    Missed(SubscriberId),
    /// The topic has nothing more to tell this subscription.
    Ended(SubscriberId),
    /// End the connection: its session has ended, or the account has changed, or the server is about to stop.
    Dismissed,
}

/// The topic's end of one subscription. Dropping it ends the subscription, after what waits for it.
pub struct OutboxSender {
    id: SubscriberId,
    shared: Arc<Shared>,
}

/// The connection's end, for all subscriptions.
#[derive(Default)]
pub struct Outbox(Arc<Shared>);

/// A way to end the connection from outside.
#[derive(Clone)]
pub struct Dismisser(Arc<Shared>);

impl Dismisser {
    /// The connection ends with what it does next.
    pub fn dismiss(&self) {
        self.0.is_dismissed.store(true, Ordering::Release);
        self.0.reader.wake();
    }

    /// The same, because the server is about to stop: the client finds another one.
    pub fn send_away(&self) {
        self.0.is_sent_away.store(true, Ordering::Release);
        self.dismiss();
    }
}

#[derive(Default)]
pub(super) struct Shared {
    queue: Mutex<Queue>,
    reader: AtomicWaker,
    /// The reader is in the queue of those who will be woken.
    is_queued: AtomicBool,
    /// The connection is to end.
    is_dismissed: AtomicBool,
    /// The connection is to end because the server is about to stop.
    is_sent_away: AtomicBool,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    subscriptions: Vec<Subscription>,
}

struct Waiting {
    of: SubscriberId,
    body: Body,
    /// It is the latest state, which an overflow does not throw away.
    is_state: bool,
}

struct Subscription {
    id: SubscriberId,
    /// How many of the waiting messages belong to this subscription.
    messages: usize,
    /// Takes nothing until the topic has caught up with the reader.
    overflowed: bool,
    /// It has overflowed, and the reader does not know yet.
    missed: bool,
    ended: bool,
    /// A message of which only the latest matters.
    latest: Option<SharedMessage>,
}

/// There was no room for the message.
#[derive(Debug, PartialEq, Eq)]
pub struct Overflow;

impl OutboxSender {
    /// The subscription's id.
    pub const fn id(&self) -> SubscriberId {
        self.id
    }

    /// Puts a message in. Where it does not fit, all that waits for this subscription is thrown away, except for the latest state.
    ///
    /// # Errors
    /// If the message did not fit, or an earlier one did not and the topic has not caught up with the reader
    /// since ([`OutboxSender::catch_up`]).
    pub fn send(&self, body: impl Into<Body>) -> Result<(), Overflow> {
        self.send_by(body.into(), None)
    }

    /// The same for a reader that is woken by this queue when its turn comes; without a queue at once.
    pub(crate) fn send_by(&self, body: Body, wake: Option<&WakeQueue>) -> Result<(), Overflow> {
        let result = self.shared.lock().put(self.id, body);
        self.wake(wake);
        result
    }

    /// Puts a message in of which only the latest matters: it takes the place of one that still waits, and never
    /// overflows.
    pub fn send_latest(&self, message: SharedMessage, wake: Option<&WakeQueue>) {
        if let Some(own) = self.shared.lock().of(self.id) {
            own.latest = Some(message);
        }
        self.wake(wake);
    }

    fn wake(&self, by: Option<&WakeQueue>) {
        match by {
            Some(queue) => queue.add(&self.shared),
            None => self.shared.reader.wake(),
        }
    }

    /// Takes messages again after an overflow. The next message must tell the reader everything.
    pub fn catch_up(&self) {
        if let Some(own) = self.shared.lock().of(self.id) {
            own.overflowed = false;
        }
    }
}

impl Drop for OutboxSender {
    fn drop(&mut self) {
        if let Some(own) = self.shared.lock().of(self.id) {
            own.ended = true;
        }
        self.shared.reader.wake();
    }
}

impl Outbox {
    /// A new subscription.
    pub fn subscribe(&mut self) -> OutboxSender {
        let id = SubscriberId::next();
        let subscription =
            Subscription { id, messages: 0, overflowed: false, missed: false, ended: false, latest: None };
        let mut queue = self.0.lock();
        // Most clients have one, and memory for the rest adds up.
        queue.subscriptions.reserve_exact(1);
        queue.subscriptions.push(subscription);
        drop(queue);
        OutboxSender { id, shared: Arc::clone(&self.0) }
    }

    /// Forgets a subscription, and all that waits for it.
    pub fn unsubscribe(&mut self, id: SubscriberId) {
        let mut queue = self.0.lock();
        queue.waiting.retain(|each| each.of != id);
        queue.subscriptions.retain(|own| own.id != id);
    }

    /// What comes next. Nothing is lost where this is cancelled.
    pub async fn next(&mut self) -> Outgoing {
        poll_fn(|context| match self.try_next() {
            Some(outgoing) => Poll::Ready(outgoing),
            None => {
                self.0.reader.register(context.waker());
                // It may have come in between.
                self.try_next().map_or(Poll::Pending, Poll::Ready)
            }
        })
        .await
    }

    /// Whether nothing waits for this subscription.
    pub fn is_empty_for(&self, id: SubscriberId) -> bool {
        self.0.lock().of(id).is_none_or(|own| own.messages == 0 && !own.missed && !own.ended)
    }

    /// What comes next, if it is there.
    pub fn try_next(&mut self) -> Option<Outgoing> {
        if self.is_dismissed() { Some(Outgoing::Dismissed) } else { self.0.lock().pop() }
    }

    /// Waits for the answer to the command of this number. What else comes until then is dropped.
    pub async fn answer(&mut self, id: CommandId) -> Answer {
        loop {
            match self.next().await {
                Outgoing::Message { body: Body::Message { message, answers: Some(answered) }, .. }
                    if answered == id =>
                {
                    return match &*message {
                        ServerMessage::Connection(ConnectionMessage::Refused {
                            refusal, message, ..
                        }) => Answer::Refused { refusal: refusal.clone(), message: message.clone() },
                        _ => Answer::Done(message),
                    };
                }
                Outgoing::Message { .. } => {}
                Outgoing::Missed(_) | Outgoing::Ended(_) | Outgoing::Dismissed => return Answer::Gone,
            }
        }
    }

    /// A way to end the connection from outside.
    pub fn dismisser(&self) -> Dismisser {
        Dismisser(Arc::clone(&self.0))
    }

    /// Whether the connection is to end.
    pub fn is_dismissed(&self) -> bool {
        self.0.is_dismissed.load(Ordering::Acquire)
    }

    /// Whether it is to end because the server is about to stop.
    pub fn is_sent_away(&self) -> bool {
        self.0.is_sent_away.load(Ordering::Acquire)
    }
}

impl Queue {
    fn of(&mut self, id: SubscriberId) -> Option<&mut Subscription> {
        self.subscriptions.iter_mut().find(|own| own.id == id)
    }

    fn put(&mut self, id: SubscriberId, body: Body) -> Result<(), Overflow> {
        let in_all = self.waiting.len();
        // A client that has unsubscribed is told nothing, and the topic will hear of it.
        let Some(own) = self.of(id) else { return Ok(()) };
        if own.overflowed {
            return Err(Overflow);
        }
        if own.messages > 0 && (own.messages >= most() || in_all >= MOST_IN_ALL) {
            (own.overflowed, own.missed) = (true, true);
            self.discard(id);
            // It may stand in no other message.
            self.queue_latest(id);
            return Err(Overflow);
        }
        if !matches!(body, Body::Message { .. }) {
            // Everything is newer than this.
            self.queue_latest(id);
        }
        self.push(Waiting { of: id, body, is_state: false });
        Ok(())
    }

    fn push(&mut self, message: Waiting) {
        if let Some(own) = self.of(message.of) {
            own.messages += 1;
            self.waiting.push_back(message);
        }
    }

    /// The latest state is told before all that comes from now on.
    fn queue_latest(&mut self, id: SubscriberId) {
        if let Some(latest) = self.of(id).and_then(|own| own.latest.take()) {
            self.push(Waiting { of: id, body: latest.into(), is_state: true });
        }
    }

    /// Throws away what waits, except for states.
    fn discard(&mut self, id: SubscriberId) {
        self.waiting.retain(|each| each.of != id || each.is_state);
        self.waiting.shrink_to_fit();
        let left = self.waiting.iter().filter(|each| each.of == id).count();
        if let Some(own) = self.of(id) {
            own.messages = left;
        }
    }

    fn pop(&mut self) -> Option<Outgoing> {
        if let Some(Waiting { of, body, .. }) = self.waiting.pop_front() {
            if let Some(own) = self.of(of) {
                own.messages -= 1;
            }
            return Some(Outgoing::Message { of, body });
        }
        let next = self.subscriptions.iter().position(Subscription::has_more)?;
        // Its states may change as fast as they are read. So it waits until the others have told theirs.
        self.subscriptions[next..].rotate_left(1);
        self.subscriptions.last_mut()?.more()
    }
}

impl Subscription {
    /// Whether there is something to tell beside the messages.
    const fn has_more(&self) -> bool {
        self.missed || self.latest.is_some() || self.ended
    }

    /// What there is to tell beside the messages.
    fn more(&mut self) -> Option<Outgoing> {
        if std::mem::take(&mut self.missed) {
            // First, because states may come faster than they are read.
            Some(Outgoing::Missed(self.id))
        } else if let Some(latest) = self.latest.take() {
            Some(Outgoing::Message { of: self.id, body: latest.into() })
        } else {
            self.ended.then_some(Outgoing::Ended(self.id))
        }
    }
}

impl Shared {
    /// Marks the reader as queued to be woken. Returns whether it was not queued before.
    pub(super) fn enters_queue(&self) -> bool {
        !self.is_queued.swap(true, Ordering::AcqRel)
    }

    /// Its turn has come. What is sent from now on queues it again.
    pub(super) fn leaves_queue(&self) {
        self.is_queued.store(false, Ordering::Release);
        self.reader.wake();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing that can panic half-way happens under the lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
