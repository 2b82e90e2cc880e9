// SPDX-License-Identifier: AGPL-3.0-or-later
//! What waits for the reader of a subscription.
//!
//! A reader that is too slow loses messages and is told so. It neither holds up the publisher nor fills the memory.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::{Letter, meters};

/// How many messages wait for a reader.
pub const MESSAGES: usize = 8_192;
/// How many bytes of payload wait for a reader.
pub const BYTES: usize = 8 * 1024 * 1024;

/// What a reader gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// A message.
    Letter(Letter),
    /// Messages may have been lost since the last call: the reader was too slow, or the connection was lost. Told before the
    /// messages that still wait. Whoever now reads from the database settles first ([`Bus::settle`](super::Bus::settle)):
    /// after a lost connection the server learns of the subscriptions anew.
    Missed,
}

#[derive(Default)]
struct Waiting {
    letters: VecDeque<Letter>,
    bytes: usize,
    has_missed: bool,
    /// Nothing more comes.
    is_closed: bool,
    /// Nobody reads any more.
    is_dropped: bool,
}

/// The end at which messages are put in.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    changed: Notify,
    dropped: Notify,
}

impl Queue {
    /// A queue, and the end at which it is read.
    pub(super) fn new() -> (Arc<Self>, Subscription) {
        let queue = Arc::new(Self::default());
        (Arc::clone(&queue), Subscription(queue))
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a message in, or drops it if there is no room.
    pub(super) fn push(&self, letter: Letter) {
        let mut waiting = self.waiting();
        let bytes = waiting.bytes + letter.payload.len();
        if waiting.is_dropped {
            return;
        }
        if waiting.letters.len() >= MESSAGES || bytes > BYTES {
            waiting.has_missed = true;
            meters::DROPPED.inc();
        } else {
            waiting.bytes = bytes;
            waiting.letters.push_back(letter);
            meters::RECEIVED.inc();
        }
        drop(waiting);
        self.changed.notify_one();
    }

    /// Tells the reader that messages may have been lost.
    pub(super) fn note_missed(&self) {
        self.waiting().has_missed = true;
        self.changed.notify_one();
    }

    /// Nothing more comes.
    pub(super) fn close(&self) {
        self.waiting().is_closed = true;
        self.changed.notify_one();
    }

    /// Waits until nobody reads any more.
    pub(super) async fn until_dropped(&self) {
        while !self.is_dropped() {
            self.dropped.notified().await;
        }
    }

    pub(super) fn is_dropped(&self) -> bool {
        self.waiting().is_dropped
    }
}

/// What is heard of one subject. Dropping it ends the subscription.
pub struct Subscription(Arc<Queue>);

impl Subscription {
    /// The next message; `None` when the bus was closed. May be cancelled without losing anything.
    pub async fn next(&mut self) -> Option<Received> {
        loop {
            if let Some(received) = self.try_next() {
                return Some(received);
            }
            if self.0.waiting().is_closed {
                return None;
            }
            self.0.changed.notified().await;
        }
    }

    /// The next message, if one is there already.
    pub fn try_next(&mut self) -> Option<Received> {
        let mut waiting = self.0.waiting();
        if std::mem::take(&mut waiting.has_missed) {
            return Some(Received::Missed);
        }
        let letter = waiting.letters.pop_front()?;
        waiting.bytes -= letter.payload.len();
        Some(Received::Letter(letter))
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut waiting = self.0.waiting();
        *waiting = Waiting { is_dropped: true, ..Waiting::default() };
        drop(waiting);
        self.0.dropped.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn letter(payload: Vec<u8>) -> Letter {
        Letter { subject: "a".parse().unwrap(), reply: None, payload: Bytes::from(payload) }
    }

    #[test]
    fn a_slow_reader_loses_what_comes_when_the_queue_is_full_and_is_told() {
        let (queue, mut reader) = Queue::new();
        for number in 0..MESSAGES + 3 {
            queue.push(letter(vec![(number % 256) as u8]));
        }
        assert_eq!(reader.try_next(), Some(Received::Missed));
        for number in 0..MESSAGES {
            assert_eq!(reader.try_next(), Some(Received::Letter(letter(vec![(number % 256) as u8]))));
        }
        assert_eq!(reader.try_next(), None);
        queue.push(letter(vec![7]));
        assert_eq!(reader.try_next(), Some(Received::Letter(letter(vec![7]))));
    }

    #[test]
    fn bytes_are_bounded_too() {
        let (queue, mut reader) = Queue::new();
        let half = BYTES / 2;
        for _ in 0..3 {
            queue.push(letter(vec![0; half]));
        }
        assert_eq!(reader.try_next(), Some(Received::Missed));
        assert!(reader.try_next().is_some());
        queue.push(letter(vec![1; half]));
        assert!(reader.try_next().is_some() && reader.try_next().is_some());
        assert_eq!(reader.try_next(), None);
    }

    #[tokio::test]
    async fn a_closed_queue_is_read_to_its_end() {
        let (queue, mut reader) = Queue::new();
        queue.push(letter(vec![1]));
        queue.close();
        assert!(matches!(reader.next().await, Some(Received::Letter(_))));
        assert_eq!(reader.next().await, None);
    }

    #[tokio::test]
    async fn nothing_waits_for_a_reader_that_is_gone() {
        let (queue, reader) = Queue::new();
        queue.push(letter(vec![1]));
        drop(reader);
        queue.until_dropped().await;
        queue.push(letter(vec![1]));
        assert!(queue.waiting().letters.is_empty());
    }
}
