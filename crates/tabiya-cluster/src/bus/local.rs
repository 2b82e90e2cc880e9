// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bus inside one process: what a server without NATS uses, and what simulations play with.
//!
//! A [`Hub`] takes the place of the NATS servers, a [`LocalBus`] that of one node's connection. Without a [`Weather`] nothing
//! is ever lost, but for readers that are too slow. With one, deliveries are lost, doubled and delayed as it decides; it has
//! no clock, so a delayed delivery waits for [`Hub::release`].

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::sync::watch;

use super::answers::{Answer, Answers};
use super::queue::{Queue, Subscription};
use super::{Bus, Letter, PublishError, RequestError, State, Unreachable, check_length, meters};
use crate::subject::Subject;

/// The first token of all inboxes.
const INBOX: &str = "_INBOX";

/// What happens to one delivery of a message to one receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives.
    Arrives,
    /// It is lost.
    Lost,
    /// It arrives twice.
    Twice,
    /// It waits until [`Hub::release`] lets it go.
    Waits,
}

/// Decides what happens to deliveries.
pub trait Weather: Send {
    /// What happens to this message on its way to one receiver.
    fn fate(&mut self, letter: &Letter) -> Fate;
}

/// Where a delivery goes.
#[derive(Clone)]
enum Receiver {
    Queue(Arc<Queue>),
    Answers(Arc<Answers>),
}

impl Receiver {
    fn receive(&self, letter: Letter) {
        match self {
            Self::Queue(queue) => queue.push(letter),
            Self::Answers(answers) => answers.hear(letter.subject.as_str(), Ok(letter.payload)),
        }
    }
}

#[derive(Default)]
struct Known {
    /// Subscriptions, each with the number of its node. Sorted, so that a simulation wakes them in the same order each time.
    subscribed: BTreeMap<Subject, Vec<(u64, Arc<Queue>)>>,
    /// Nodes by their inboxes, with their numbers.
    inboxes: HashMap<String, (u64, Arc<Answers>)>,
    away: Vec<u64>,
    weather: Option<Box<dyn Weather>>,
    delayed: Vec<(Receiver, Letter)>,
}

impl Known {
    fn receivers(&mut self, subject: &Subject) -> Vec<Receiver> {
        let is_there = |away: &[u64], node: u64| !away.contains(&node);
        if subject.as_str().starts_with(INBOX) {
            let inbox = subject.as_str().rsplit_once('.').map_or("", |(inbox, _)| inbox);
            let known = self.inboxes.get(inbox).filter(|(node, _)| is_there(&self.away, *node));
            return known.map(|(_, answers)| Receiver::Answers(Arc::clone(answers))).into_iter().collect();
        }
        let Some(queues) = self.subscribed.get_mut(subject) else { return Vec::new() };
        queues.retain(|(_, queue)| !queue.is_dropped());
        let there = queues.iter().filter(|(node, _)| is_there(&self.away, *node));
        let found = there.map(|(_, queue)| Receiver::Queue(Arc::clone(queue))).collect();
        if queues.is_empty() {
            self.subscribed.remove(subject);
        }
        found
    }

    fn fate(&mut self, letter: &Letter) -> Fate {
        self.weather.as_mut().map_or(Fate::Arrives, |weather| weather.fate(letter))
    }
}

/// What joins the nodes inside one process. Clones are the same hub.
#[derive(Clone, Default)]
pub struct Hub {
    known: Arc<Mutex<Known>>,
    nodes: Arc<AtomicU64>,
}

impl Hub {
    /// A hub in which nothing is lost.
    pub fn new() -> Self {
        Self::default()
    }

    /// A hub in which the weather decides.
    pub fn with_weather(weather: impl Weather + 'static) -> Self {
        let hub = Self::default();
        hub.known().weather = Some(Box::new(weather));
        hub
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The connection of one more node.
    pub fn connect(&self) -> LocalBus {
        let node = self.nodes.fetch_add(1, Ordering::Relaxed);
        let inbox = format!("{INBOX}.{node}");
        let answers = Answers::new(inbox.clone());
        self.known().inboxes.insert(inbox.clone(), (node, Arc::clone(&answers)));
        LocalBus { hub: self.clone(), node, inbox, answers, state: watch::Sender::new(State::Connected) }
    }

    /// From now on everything arrives that is not delayed already.
    pub fn clear_up(&self) {
        self.known().weather = None;
    }

    /// Lets one delayed delivery go. `choose` gets their number, which is not 0, and names one of them. False if there is none.
    pub fn release(&self, choose: impl FnOnce(usize) -> usize) -> bool {
        let mut known = self.known();
        let waiting = known.delayed.len();
        if waiting == 0 {
            return false;
        }
        let (receiver, letter) = known.delayed.swap_remove(choose(waiting) % waiting);
        drop(known);
        receiver.receive(letter);
        true
    }
}

/// One node's connection to a [`Hub`].
pub struct LocalBus {
    hub: Hub,
    node: u64,
    inbox: String,
    answers: Arc<Answers>,
    state: watch::Sender<State>,
}

impl LocalBus {
    /// Loses the connection: nothing goes or comes.
    pub fn cut(&self) {
        self.hub.known().away.push(self.node);
        self.state.send_replace(State::Away);
    }

    /// Gets it back. All subscriptions are told that they may have missed something.
    pub fn reconnect(&self) {
        let mut known = self.hub.known();
        known.away.retain(|node| *node != self.node);
        self.state.send_replace(State::Connected);
        let mine = known.subscribed.values().flatten().filter(|(node, _)| *node == self.node);
        mine.for_each(|(_, queue)| queue.note_missed());
    }

    fn is_away(&self) -> bool {
        *self.state.borrow() == State::Away
    }
}

#[async_trait]
impl Bus for LocalBus {
    fn publish(&self, letter: Letter) -> Result<(), PublishError> {
        check_length(&letter)?;
        if self.is_away() {
            meters::REFUSED.inc();
            return Err(PublishError::Away);
        }
        meters::PUBLISHED.inc();
        let mut now = Vec::new();
        let mut known = self.hub.known();
        let receivers = known.receivers(&letter.subject);
        if receivers.is_empty()
            && let Some(reply) = &letter.reply
        {
            self.answers.hear(reply.as_str(), Err(RequestError::NoResponders));
        }
        for receiver in receivers {
            match known.fate(&letter) {
                Fate::Arrives => now.push(receiver),
                Fate::Lost => {}
                Fate::Twice => now.extend([receiver.clone(), receiver]),
                Fate::Waits => known.delayed.push((receiver, letter.clone())),
            }
        }
        // Under the lock, so that all receivers see one order.
        now.into_iter().for_each(|receiver| receiver.receive(letter.clone()));
        Ok(())
    }

    async fn subscribe(&self, subject: &Subject) -> Result<Subscription, Unreachable> {
        let (queue, subscription) = Queue::new();
        self.hub.known().subscribed.entry(subject.clone()).or_default().push((self.node, queue));
        Ok(subscription)
    }

    async fn settle(&self, _: Duration) -> Result<(), Unreachable> {
        if self.is_away() { Err(Unreachable) } else { Ok(()) }
    }

    fn expect_answer(&self) -> Result<Answer, PublishError> {
        self.answers.expect()
    }

    fn state(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }
}

impl Drop for LocalBus {
    fn drop(&mut self) {
        let mut known = self.hub.known();
        known.inboxes.remove(&self.inbox);
        for queues in known.subscribed.values_mut() {
            queues.iter().filter(|(node, _)| *node == self.node).for_each(|(_, queue)| queue.close());
            queues.retain(|(node, _)| *node != self.node);
        }
        known.subscribed.retain(|_, queues| !queues.is_empty());
    }
}
