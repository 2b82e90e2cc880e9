// SPDX-License-Identifier: AGPL-3.0-or-later
//! Answers that are awaited.
//!
//! Each request gets a subject of its own below the node's inbox, so an answer finds its request, and a late answer to an
//! earlier request finds nothing. Whoever stops waiting leaves nothing behind.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use tokio::sync::mpsc;

use super::{PublishError, RequestError};
use crate::subject::Subject;

/// How many answers a node awaits at a time.
pub const ANSWERS: usize = 4_096;

/// How many answers to one request are kept. There should be one; the others are what strangers send.
const TRIES: usize = 4;

type Heard = Result<Bytes, RequestError>;

/// All answers that a node awaits.
pub(super) struct Answers {
    inbox: String,
    last: AtomicU64,
    waiting: Mutex<HashMap<u64, mpsc::Sender<Heard>>>,
}

impl Answers {
    /// Of a node with this inbox, a subject that no other node has.
    pub(super) fn new(inbox: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { inbox: inbox.into(), last: AtomicU64::new(0), waiting: Mutex::default() })
    }

    fn waiting(&self) -> MutexGuard<'_, HashMap<u64, mpsc::Sender<Heard>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A subject for one answer.
    ///
    /// # Errors
    /// If too many are awaited.
    pub(super) fn expect(self: &Arc<Self>) -> Result<Answer, PublishError> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let subject =
            format!("{}.{number}", self.inbox).parse().expect("an inbox and a number are a subject");
        let (sender, heard) = mpsc::channel(TRIES);
        let mut waiting = self.waiting();
        if waiting.len() >= ANSWERS {
            return Err(PublishError::Full);
        }
        waiting.insert(number, sender);
        drop(waiting);
        Ok(Answer { subject, number, heard, all: Arc::clone(self) })
    }

    /// Hands an answer, or the word that nobody listens, to whoever awaits it.
    pub(super) fn hear(&self, subject: &str, heard: Heard) {
        let number = subject.strip_prefix(&self.inbox).and_then(|rest| rest.strip_prefix('.')?.parse().ok());
        if let Some(number) = number
            && let Some(sender) = self.waiting().get(&number)
        {
            // If it has more than enough answers, another one changes nothing.
            let _ = sender.try_send(heard);
        }
    }
}

/// An answer that is awaited. Dropping it ends the waiting.
pub struct Answer {
    subject: Subject,
    number: u64,
    heard: mpsc::Receiver<Heard>,
    all: Arc<Answers>,
}

impl Answer {
    /// Where the answer is expected.
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// What came to this subject next. There may be several answers if somebody else sends some; without a deadline of the
    /// caller this may wait for ever.
    ///
    /// # Errors
    /// If nobody listens to the request.
    pub async fn next(&mut self) -> Result<Bytes, RequestError> {
        // It holds the other end itself, in `all`.
        self.heard.recv().await.unwrap_or(Err(RequestError::TimedOut))
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.all.waiting().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_finds_its_request_and_no_other() {
        let answers = Answers::new("in.box");
        let (mut one, mut other) = (answers.expect().unwrap(), answers.expect().unwrap());
        answers.hear(other.subject().as_str(), Ok(Bytes::from_static(b"other")));
        answers.hear(one.subject().as_str(), Err(RequestError::NoResponders));
        for foreign in ["", "in.box", "in.box.", "in.box.x", "in.box.99", "in.box.-1", "in.boxes.0"] {
            answers.hear(foreign, Ok(Bytes::new()));
        }
        assert_eq!(one.next().await, Err(RequestError::NoResponders));
        assert_eq!(other.next().await.unwrap(), "other");
    }

    #[test]
    fn nothing_is_left_of_those_that_nobody_awaits() {
        let answers = Answers::new("in");
        let held: Vec<_> = (0..ANSWERS).map(|_| answers.expect().unwrap()).collect();
        assert_eq!(answers.expect().err(), Some(PublishError::Full));
        for _ in 0..10 * TRIES {
            answers.hear("in.0", Ok(Bytes::new()));
        }
        drop(held);
        assert!(answers.waiting().is_empty());
    }
}
