// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bus: messages between the nodes of one site, at most once.
//!
//! A message that is published reaches every subscription to its subject that exists at that moment, or is lost. One
//! publisher's messages arrive in the order in which it published them; those of several publishers arrive in any order.
//! Nothing is kept for a node that is away. So whoever listens needs numbers to notice a loss and a place, the database,
//! from which to read what was lost.
//!
//! Everything that waits is bounded:
//!
//! - A subscription holds at most [`MESSAGES`] messages and [`BYTES`] bytes. What comes when it is full is dropped, its
//!   reader is told [`Received::Missed`], and neither the publisher nor other readers notice.
//! - [`Bus::publish`] never waits. Where the way out is full or the connection is lost, it refuses.
//! - At most [`ANSWERS`] answers are awaited at a time.
//!
//! [`Hub`] is the bus inside one process, for a server without NATS and for simulations. [`NatsBus`] goes over NATS core.

mod answers;
mod local;
mod meters;
mod nats;
mod queue;
mod refused;
mod state;
mod url;

use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use tokio::sync::watch;

use crate::subject::Subject;

pub use answers::{ANSWERS, Answer};
pub use local::{Fate, Hub, LocalBus, Weather};
pub use nats::{ConnectError, NatsBus};
pub use queue::{BYTES, MESSAGES, Received, Subscription};
pub use state::State;
pub use url::{BusUrl, BusUrlError};

/// The longest payload of a message, in bytes. NATS allows a megabyte unless its operator says otherwise; whole games travel
/// by the database.
pub const LONGEST_PAYLOAD: usize = 256 * 1024;

/// A message on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Under which subject it is published.
    pub subject: Subject,
    /// Where its sender expects the answer.
    pub reply: Option<Subject>,
    /// What it says.
    pub payload: Bytes,
}

/// Why a message was not published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublishError {
    /// There is no connection.
    #[error("the bus is away")]
    Away,
    /// More messages wait to be sent, or for an answer, than there may be.
    #[error("too many messages wait already")]
    Full,
    /// The payload is too long.
    #[error("a message has {bytes} bytes, and may have {LONGEST_PAYLOAD}")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// Nobody subscribes to the subject, as far as the bus knows. The request was not carried out, unless it was repeated.
    #[error("nobody listens")]
    NoResponders,
    /// Nobody answered in time. Somebody may have carried out the request.
    #[error("no answer came in time")]
    TimedOut,
    /// The request was not sent.
    #[error(transparent)]
    NotSent(#[from] PublishError),
}

/// The bus was closed, or was not reached in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the bus does not answer")]
pub struct Unreachable;

/// A way to other nodes. What holds for all of them stands at the head of this module.
#[async_trait]
pub trait Bus: Send + Sync + 'static {
    /// Sends a message to all who subscribe to its subject now, this node included. Never waits.
    ///
    /// # Errors
    /// If it was not sent. Without an error it may be lost all the same.
    fn publish(&self, letter: Letter) -> Result<(), PublishError>;

    /// Listens to a subject until the subscription is dropped, also across lost connections. Messages may be missed until
    /// [`settle`](Self::settle) is done.
    ///
    /// # Errors
    /// If the bus is closed.
    async fn subscribe(&self, subject: &Subject) -> Result<Subscription, Unreachable>;

    /// Waits until the server to which this node is connected knows all subscriptions made so far. What this server hears from
    /// then on is not missed. Other servers of a NATS cluster learn of the subscriptions a moment later.
    ///
    /// # Errors
    /// If that takes longer than the deadline.
    async fn settle(&self, deadline: Duration) -> Result<(), Unreachable>;

    /// A subject for one answer. A request names it as its `reply`.
    ///
    /// # Errors
    /// If too many answers are awaited already.
    fn expect_answer(&self) -> Result<Answer, PublishError>;

    /// Whether there is a connection, and when that changes.
    fn state(&self) -> watch::Receiver<State>;

    /// Publishes a request and waits for the first answer.
    ///
    /// # Errors
    /// If there is none within the deadline, or the request was not sent.
    async fn request(
        &self,
        subject: &Subject,
        payload: Bytes,
        deadline: Duration,
    ) -> Result<Bytes, RequestError> {
        let mut answer = self.expect_answer()?;
        let reply = Some(answer.subject().clone());
        self.publish(Letter { subject: subject.clone(), reply, payload })?;
        tokio::time::timeout(deadline, answer.next()).await.unwrap_or(Err(RequestError::TimedOut))
    }
}

/// Refuses what no bus carries.
fn check_length(letter: &Letter) -> Result<(), PublishError> {
    match letter.payload.len() {
        bytes if bytes > LONGEST_PAYLOAD => Err(PublishError::TooLong { bytes }),
        _ => Ok(()),
    }
}
