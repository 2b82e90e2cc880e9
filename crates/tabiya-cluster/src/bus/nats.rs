// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bus over NATS core.
//!
//! The library (`async-nats`) keeps the connection and gets it back for ever, on any of the named servers. This file adds
//! what the library leaves open:
//!
//! - Its `publish` waits where its queue is full, and it goes on filling that queue while the connection is lost. Here a
//!   message is refused in both cases, so that no room waits for NATS.
//! - Its requests leave an entry behind for each answer that never came. Here they are ours ([`Answers`]).
//! - Its `flush` does not wait for the server. Here a message to ourselves has to come back.
//! - A reader learns that it may have missed something after each lost connection.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use async_nats::{Client, ConnectOptions, Event, StatusCode, connection};
use async_trait::async_trait;
use futures_util::{FutureExt, StreamExt};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::spawn::spawn;
use tokio::sync::{Notify, watch};
use tokio::task::{JoinHandle, unconstrained};
use tokio::time::timeout;

use super::answers::{Answer, Answers};
use super::queue::{Queue, Subscription};
use super::refused::{LastRefusal, reason, too_small};
use super::url::Login;
use super::{Bus, BusUrl, Letter, PublishError, RequestError, State, Unreachable, check_length, meters};
use crate::subject::Subject;

/// How long one server may take to answer at the start and at each new try.
const CONNECT: Duration = Duration::from_secs(2);
/// How long all named servers together may take at the start.
const START: Duration = Duration::from_secs(6);
/// How often the connection is tried out. It is lost after two of these without an answer.
const PING: Duration = Duration::from_secs(2);
/// The longest pause between two tries to get the connection back.
const PAUSE: Duration = Duration::from_secs(1);
/// How often the state is looked at without being told to.
const LOOK: Duration = Duration::from_millis(500);
/// How many messages the library holds for sending, of at most [`LONGEST_PAYLOAD`] bytes each.
const OUTGOING: usize = 256;
/// How many messages of a subscription the library holds until they are in its queue.
const INCOMING: usize = 1_024;

/// Why the bus can't be used from the start on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("can't reach the bus at {servers}: {what}")]
pub struct ConnectError {
    servers: String,
    what: String,
}

/// A connection to NATS. Dropping it closes the connection.
pub struct NatsBus {
    client: Client,
    state: watch::Receiver<State>,
    queues: Queues,
    answers: Arc<Answers>,
    tasks: [JoinHandle<()>; 2],
}

/// The subscriptions that have to learn of each gap.
type Queues = Arc<Mutex<Vec<Weak<Queue>>>>;

impl NatsBus {
    /// Connects to one of the servers, under a name that NATS's monitoring shows.
    ///
    /// Must be called inside a running Tokio runtime: it spawns two tasks.
    ///
    /// # Errors
    /// If no server answers within six seconds, or they refuse the login.
    pub async fn connect(url: &BusUrl, name: &str) -> Result<Self, ConnectError> {
        let failed = |what: String| ConnectError { servers: url.to_string(), what };
        let told = Arc::new(Notify::new());
        let queues = Queues::default();
        let (on_event, slow) = (Arc::clone(&told), Arc::clone(&queues));
        let refused = LastRefusal::default();
        let at_each_try = refused.clone();
        let options = match url.login() {
            None => ConnectOptions::new(),
            Some(Login::User { name, password }) => {
                ConnectOptions::with_user_and_password(name.clone(), password.clone())
            }
            Some(Login::Token(token)) => ConnectOptions::with_token(token.clone()),
        };
        let options = options
            .name(name)
            .connection_timeout(CONNECT)
            .ping_interval(PING)
            .client_capacity(OUTGOING)
            .subscription_capacity(INCOMING)
            // Those that a server names itself may be addresses that only servers reach, and would get our login.
            .ignore_discovered_servers()
            .reconnect_delay_callback(|tries| (Duration::from_millis(50) * pauses(tries)).min(PAUSE))
            // It is asked before each try, and chooses none.
            .reconnect_to_server_callback(move |servers, _| {
                at_each_try.note(&servers);
                async { None }
            })
            .event_callback(move |event| {
                if let Event::SlowConsumer(_) = event {
                    note_missed(&slow);
                }
                on_event.notify_one();
                async {}
            });
        let connecting = timeout(START, options.connect(url.servers()));
        let client = match connecting.await {
            Ok(Ok(client)) => client,
            Ok(Err(error)) => return Err(failed(reason(&error))),
            Err(_) => return Err(failed("no server answers".into())),
        };
        if let Some(why) = too_small(&client) {
            return Err(failed(why));
        }
        let inbox = client.new_inbox();
        let answers = Answers::new(inbox.clone());
        let heard =
            client.subscribe(format!("{inbox}.*")).await.map_err(|error| failed(error.to_string()))?;
        let (tell, state) = watch::channel(State::Connected);
        meters::CONNECTED.set(1);
        let watches = watch_connection(client.clone(), (told, refused), Arc::clone(&queues), tell);
        let watching = spawn(watches);
        let hearing = spawn(hear_answers(heard, Arc::clone(&answers)));
        Ok(Self { client, state, queues, answers, tasks: [watching, hearing] })
    }
}

/// How many pauses follow so many failed tries; none before the first.
fn pauses(tries: usize) -> u32 {
    u32::try_from(tries.saturating_sub(1)).unwrap_or(u32::MAX).min(1_000)
}

fn note_missed(queues: &Queues) {
    let mut queues = queues.lock().unwrap_or_else(PoisonError::into_inner);
    queues.retain(|queue| queue.upgrade().is_some_and(|queue| !queue.is_dropped()));
    queues.iter().filter_map(Weak::upgrade).for_each(|queue| queue.note_missed());
}

/// Tells the state, says once when the connection goes, why servers that are there don't take it back, and when it comes, and notes the
/// gap between the two.
///
/// The library drops events where too many come at once. So each event is only a reason to look, and a look comes now and
/// then without one.
async fn watch_connection(
    client: Client,
    (told, refused): (Arc<Notify>, LastRefusal),
    queues: Queues,
    tell: watch::Sender<State>,
) {
    let statistics = client.statistics();
    let connects = || statistics.connects.load(std::sync::atomic::Ordering::Relaxed);
    let mut known_connects = connects();
    let mut lost: Option<Instant> = None;
    let mut is_refusal_said = false;
    let mut look = Beat::every(LOOK);
    loop {
        tokio::select! { () = told.notified() => {} _ = look.next() => {} }
        let is_connected = client.connection_state() == connection::State::Connected;
        let connects = connects();
        if lost.is_none() && (!is_connected || connects != known_connects) {
            lost = Some(Instant::now());
            meters::CONNECTED.set(0);
            meters::LOST.inc();
            tell.send_replace(State::Away);
            tracing::warn!(
                "the connection to NATS is lost; this server tries to get it back until it succeeds"
            );
        }
        if !is_connected
            && !is_refusal_said
            && let Some(why) = refused.take()
        {
            is_refusal_said = true;
            tracing::warn!("{why}; until then this server has no connection to the others");
        }
        if is_connected && let Some(since) = lost.take() {
            known_connects = connects;
            is_refusal_said = false;
            // Of a try before the one that succeeded.
            drop(refused.take());
            if let Some(why) = too_small(&client) {
                tracing::warn!("{why}; until then longer ones are not sent");
            }
            meters::CONNECTED.set(1);
            note_missed(&queues);
            tell.send_replace(State::Connected);
            tracing::info!(seconds = since.elapsed().as_secs_f32(), "the connection to NATS is back");
        }
    }
}

async fn hear_answers(mut heard: async_nats::Subscriber, answers: Arc<Answers>) {
    while let Some(message) = heard.next().await {
        let nobody = message.status == Some(StatusCode::NO_RESPONDERS);
        let answer = if nobody { Err(RequestError::NoResponders) } else { Ok(message.payload) };
        answers.hear(message.subject.as_str(), answer);
    }
}

/// Puts what arrives into the queue until nobody reads it any more.
async fn pump(mut heard: async_nats::Subscriber, subject: Subject, queue: Arc<Queue>) {
    loop {
        let message = tokio::select! {
            message = heard.next() => message,
            () = queue.until_dropped() => return,
        };
        let Some(message) = message else { return queue.close() };
        // A reply that is no subject of ours comes from a stranger, and nobody waits there.
        let reply = message.reply.and_then(|reply| reply.as_str().parse().ok());
        queue.push(Letter { subject: subject.clone(), reply, payload: message.payload });
    }
}

#[async_trait]
impl Bus for NatsBus {
    fn publish(&self, letter: Letter) -> Result<(), PublishError> {
        check_length(&letter)?;
        if *self.state.borrow() == State::Away {
            meters::REFUSED.inc();
            return Err(PublishError::Away);
        }
        let subject = letter.subject.as_str().to_owned();
        let sent = match letter.reply {
            None => unconstrained(self.client.publish(subject, letter.payload)).now_or_never(),
            Some(reply) => {
                let reply = reply.as_str().to_owned();
                unconstrained(self.client.publish_with_reply(subject, reply, letter.payload)).now_or_never()
            }
        };
        match sent {
            Some(Ok(())) => {
                meters::PUBLISHED.inc();
                Ok(())
            }
            Some(Err(_)) => {
                meters::REFUSED.inc();
                Err(PublishError::Away)
            }
            None => {
                meters::REFUSED.inc();
                Err(PublishError::Full)
            }
        }
    }

    async fn subscribe(&self, subject: &Subject) -> Result<Subscription, Unreachable> {
        let heard = self.client.subscribe(subject.as_str().to_owned()).await.map_err(|_| Unreachable)?;
        let (queue, subscription) = Queue::new();
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if queues.len().is_power_of_two() {
            queues.retain(|queue| queue.strong_count() > 0);
        }
        queues.push(Arc::downgrade(&queue));
        drop(queues);
        spawn(pump(heard, subject.clone(), queue));
        Ok(subscription)
    }

    async fn settle(&self, deadline: Duration) -> Result<(), Unreachable> {
        let mut back = self.answers.expect().map_err(|_| Unreachable)?;
        let come_back = async {
            let subject = back.subject().as_str().to_owned();
            self.client.publish(subject, "".into()).await.map_err(|_| Unreachable)?;
            back.next().await.map_err(|_| Unreachable)
        };
        timeout(deadline, come_back).await.unwrap_or(Err(Unreachable)).map(drop)
    }

    fn expect_answer(&self) -> Result<Answer, PublishError> {
        self.answers.expect()
    }

    fn state(&self) -> watch::Receiver<State> {
        self.state.clone()
    }
}

impl Drop for NatsBus {
    fn drop(&mut self) {
        self.tasks.iter().for_each(JoinHandle::abort);
        meters::CONNECTED.set(0);
    }
}
