// SPDX-License-Identifier: AGPL-3.0-or-later
//! A bus on which every message is sealed.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::sync::watch;
use tokio::time::timeout;

use super::meters;
use super::sealer::{Opened, Seal};
use super::window::Windows;
use crate::bus::{Bus, Letter, PublishError, Received, RequestError, State, Subscription, Unreachable};
use crate::node::Sender;
use crate::subject::Subject;

/// A bus for one life of a node. Clones are the same bus.
#[derive(Clone)]
pub struct SealedBus {
    bus: Arc<dyn Bus>,
    seal: Arc<Seal>,
}

/// What a reader gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A message.
    Message {
        /// Who has sent it.
        from: Sender,
        /// Where the sender expects an answer.
        reply: Option<Subject>,
        /// What it says.
        body: Bytes,
    },
    /// Messages may have been lost since the last call.
    Missed,
}

impl SealedBus {
    /// Seals what goes over this bus.
    pub fn new(bus: Arc<dyn Bus>, seal: Arc<Seal>) -> Self {
        Self { bus, seal }
    }

    /// Sends a message to all who subscribe to its subject now. Never waits.
    ///
    /// # Errors
    /// If it was not sent. Without an error it may be lost all the same.
    pub fn publish(&self, subject: &Subject, body: &[u8]) -> Result<(), PublishError> {
        self.bus.publish(self.seal.seal(subject, None, body)?)
    }

    /// Publishes a request and waits for the first answer that opens.
    ///
    /// # Errors
    /// If there is none within the deadline, or the request was not sent.
    pub async fn request(
        &self,
        subject: &Subject,
        body: &[u8],
        deadline: Duration,
    ) -> Result<(Sender, Bytes), RequestError> {
        let mut answer = self.bus.expect_answer()?;
        let expected = answer.subject().clone();
        self.bus.publish(self.seal.seal(subject, Some(expected.clone()), body)?)?;
        let opened = async {
            loop {
                let payload = answer.next().await?;
                let letter = Letter { subject: expected.clone(), reply: None, payload };
                // What does not open is a stranger's, and the answer may still come.
                if let Ok(Opened { from, body, .. }) = self.seal.open(&letter) {
                    return Ok((from, body));
                }
            }
        };
        timeout(deadline, opened).await.unwrap_or(Err(RequestError::TimedOut))
    }

    /// Listens to a subject, as [`Bus::subscribe`] does.
    ///
    /// # Errors
    /// If the bus is closed.
    pub async fn subscribe(&self, subject: &Subject) -> Result<SealedSubscription, Unreachable> {
        let letters = self.bus.subscribe(subject).await?;
        Ok(SealedSubscription { letters, seal: Arc::clone(&self.seal), windows: Windows::new() })
    }

    /// Waits until all subscriptions made so far are known, as [`Bus::settle`] does.
    ///
    /// # Errors
    /// If that takes longer than the deadline.
    pub async fn settle(&self, deadline: Duration) -> Result<(), Unreachable> {
        self.bus.settle(deadline).await
    }

    /// Whether there is a connection, and when that changes.
    pub fn state(&self) -> watch::Receiver<State> {
        self.bus.state()
    }
}

/// What is heard of one subject. Dropping it ends the subscription.
pub struct SealedSubscription {
    letters: Subscription,
    seal: Arc<Seal>,
    windows: Windows,
}

impl SealedSubscription {
    /// The next message that is ours and new; `None` when the bus was closed. May be cancelled without losing anything.
    pub async fn next(&mut self) -> Option<Heard> {
        loop {
            let received = self.letters.next().await?;
            if let Some(heard) = self.opened(received) {
                return Some(heard);
            }
        }
    }

    /// The next message that is ours and new, if one is there already.
    pub fn try_next(&mut self) -> Option<Heard> {
        loop {
            let received = self.letters.try_next()?;
            if let Some(heard) = self.opened(received) {
                return Some(heard);
            }
        }
    }

    fn opened(&mut self, received: Received) -> Option<Heard> {
        let letter = match received {
            Received::Letter(letter) => letter,
            Received::Missed => return Some(Heard::Missed),
        };
        let Opened { from, session, number, body } = self.seal.open(&letter).ok()?;
        if !self.windows.accept(session, number) {
            meters::REPEATED.inc();
            return None;
        }
        Some(Heard::Message { from, reply: letter.reply, body })
    }
}
