// SPDX-License-Identifier: AGPL-3.0-or-later
//! What waits to be written to one socket: bounded, and without memory of its own while nothing waits.
//!
//! A room never waits for a reader. Where a reader is too slow, its outbox overflows: everything that waited is
//! thrown away, and nothing more is taken until it has been caught up with. What that means is the room's to
//! decide: a player is let go and resumes by number, one who watches gets the latest state.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;

use axum::extract::ws::Utf8Bytes;
use futures_util::task::AtomicWaker;

use super::gallery::Gallery;

/// Messages that may wait. In this crate's own tests so few that they often overflow.
pub(crate) const OUTBOX: usize = if cfg!(test) { 16 } else { 64 };
/// Bytes that may wait; a message that finds the outbox empty is taken whatever its size.
const OUTBOX_BYTES: usize = 256 * 1024;

/// The room's end. Dropping it ends the outbox, after what waits in it.
pub(crate) struct OutboxSender(Arc<Shared>);

/// The socket's end.
pub(crate) struct Outbox(Arc<Shared>);

/// What is next.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outgoing {
    Text(Utf8Bytes),
    /// The outbox has overflowed: whoever reads it has missed something.
    Missed,
    /// The room has nothing more to say.
    End,
}

#[derive(Default)]
pub(super) struct Shared {
    queue: Mutex<Queue>,
    reader: AtomicWaker,
    /// The reader stands in the gallery's line.
    lined_up: AtomicBool,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Utf8Bytes>,
    bytes: usize,
    /// Takes nothing until the room has caught up with the reader.
    overflowed: bool,
    /// It has overflowed, and the reader does not know yet.
    missed: bool,
    ended: bool,
}

/// Both ends of a new outbox.
pub(crate) fn outbox() -> (OutboxSender, Outbox) {
    let shared = Arc::<Shared>::default();
    (OutboxSender(Arc::clone(&shared)), Outbox(shared))
}

/// There was no room for the message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Overflow;

impl OutboxSender {
    /// Puts a message in. Where it does not fit, all that waits is thrown away.
    pub(crate) fn send(&self, text: Utf8Bytes) -> Result<(), Overflow> {
        let result = self.put(text);
        self.0.reader.wake();
        result
    }

    /// The same for one who watches, and is woken when its turn comes.
    pub(crate) fn send_in_turn(&self, text: Utf8Bytes, gallery: &Gallery) -> Result<(), Overflow> {
        let result = self.put(text);
        gallery.line_up(&self.0);
        result
    }

    fn put(&self, text: Utf8Bytes) -> Result<(), Overflow> {
        let mut queue = self.0.lock();
        if queue.overflowed {
            return Err(Overflow);
        }
        let fits = queue.waiting.len() < OUTBOX && queue.bytes + text.len() <= OUTBOX_BYTES;
        let taken = fits || queue.waiting.is_empty();
        if taken {
            queue.bytes += text.len();
            queue.waiting.push_back(text);
        } else {
            *queue = Queue { overflowed: true, missed: true, ..Queue::default() };
        }
        if taken { Ok(()) } else { Err(Overflow) }
    }

    /// Takes messages again after an overflow. What comes next must tell the reader everything.
    pub(crate) fn catch_up(&self) {
        self.0.lock().overflowed = false;
    }
}

impl Drop for OutboxSender {
    fn drop(&mut self) {
        self.0.lock().ended = true;
        self.0.reader.wake();
    }
}

impl Outbox {
    /// The next message. Nothing is lost where this is cancelled.
    pub(crate) async fn next(&mut self) -> Outgoing {
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

    /// Whether there is nothing to hear of.
    pub(crate) fn is_empty(&self) -> bool {
        let queue = self.0.lock();
        queue.waiting.is_empty() && !queue.missed && !queue.ended
    }

    /// The next message, if it is there.
    pub(crate) fn try_next(&mut self) -> Option<Outgoing> {
        let mut queue = self.0.lock();
        if let Some(text) = queue.waiting.pop_front() {
            queue.bytes -= text.len();
            return Some(Outgoing::Text(text));
        }
        if std::mem::take(&mut queue.missed) {
            return Some(Outgoing::Missed);
        }
        queue.ended.then_some(Outgoing::End)
    }
}

impl Shared {
    /// Whether it is not in the gallery's line yet; from now on it is.
    pub(super) fn lines_up(&self) -> bool {
        !self.lined_up.swap(true, Ordering::AcqRel)
    }

    /// Its turn has come. What is sent from now on lines up again.
    pub(super) fn called(&self) {
        self.lined_up.store(false, Ordering::Release);
        self.reader.wake();
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing that can panic half-way happens under the lock.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: usize) -> Utf8Bytes {
        number.to_string().into()
    }

    #[test]
    fn messages_come_in_their_order_and_then_the_end() {
        let (sender, mut outbox) = outbox();
        for number in 0..3 {
            sender.send(text(number)).unwrap();
        }
        drop(sender);
        for number in 0..3 {
            assert_eq!(outbox.try_next(), Some(Outgoing::Text(text(number))));
        }
        assert_eq!(outbox.try_next(), Some(Outgoing::End));
    }

    #[test]
    fn a_reader_who_is_too_slow_hears_that_it_missed_something_and_nothing_old() {
        let (sender, mut outbox) = outbox();
        for number in 0..OUTBOX {
            sender.send(text(number)).unwrap();
        }
        assert_eq!(sender.send(text(OUTBOX)), Err(Overflow));
        assert_eq!(sender.send(text(OUTBOX + 1)), Err(Overflow));
        assert_eq!(outbox.try_next(), Some(Outgoing::Missed));
        assert_eq!(outbox.try_next(), None);
        sender.catch_up();
        sender.send(text(7)).unwrap();
        assert_eq!(outbox.try_next(), Some(Outgoing::Text(text(7))));
        assert_eq!(outbox.try_next(), None);
    }

    #[test]
    fn who_is_let_go_after_an_overflow_hears_both() {
        let (sender, mut outbox) = outbox();
        while sender.send(text(1)).is_ok() {}
        drop(sender);
        assert_eq!(outbox.try_next(), Some(Outgoing::Missed));
        assert_eq!(outbox.try_next(), Some(Outgoing::End));
    }

    #[test]
    fn bytes_are_bounded_but_one_message_always_fits() {
        let (sender, mut outbox) = outbox();
        let long: Utf8Bytes = "x".repeat(OUTBOX_BYTES + 1).into();
        sender.send(long.clone()).unwrap();
        assert_eq!(sender.send(text(1)), Err(Overflow));
        assert_eq!(outbox.try_next(), Some(Outgoing::Missed));
    }

    #[tokio::test]
    async fn a_reader_that_waits_is_woken() {
        let (sender, mut outbox) = outbox();
        let reader = tokio::spawn(async move { (outbox.next().await, outbox.next().await) });
        tokio::task::yield_now().await;
        sender.send(text(1)).unwrap();
        tokio::task::yield_now().await;
        drop(sender);
        assert_eq!(reader.await.unwrap(), (Outgoing::Text(text(1)), Outgoing::End));
    }
}
