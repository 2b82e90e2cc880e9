// SPDX-License-Identifier: AGPL-3.0-or-later
//! A topic: its subscribers, its numbers, and its newest entries for clients that resume.

use std::ops::{Deref, DerefMut};

use tabiya_protocol::{ConnectionMessage, ServerMessage, Topic};

use super::outbox::SubscriberId;
use super::ring::Ring;
use super::shared::SharedMessage;
use super::subscribers::Subscribers;
use super::wake::WakeQueue;
use crate::chance;

/// The first number of a topic that is kept in memory alone lies below this, and above the half of it. A browser can
/// count on from here for ever without losing a digit.
const FIRST_BELOW: u64 = 1 << 52;

/// A topic. An entry `M` is what the topic must keep of a message to tell it again: the message itself, or less. `T` is
/// what the topic knows of each subscriber.
pub struct Channel<M, T = ()> {
    subscribers: Subscribers<T>,
    ring: Ring<M>,
}

impl<M, T> Channel<M, T> {
    /// A topic whose messages are numbered by what is stored, as a game's are by its log. The newest so far has this number.
    pub fn after(newest: u64, wake: Option<WakeQueue>) -> Self {
        Self { subscribers: Subscribers::none(wake), ring: Ring::after(newest) }
    }

    /// A topic that lives in memory alone. It begins with a random number of 51 bits. So a number that a client has from
    /// before a restart, from another topic, or from this one before it was forgotten, is not among the few numbers that
    /// this one has told: the client is told everything.
    pub fn in_memory(wake: Option<WakeQueue>) -> Self {
        Self::after(FIRST_BELOW / 2 + chance::bits() % (FIRST_BELOW / 2), wake)
    }

    /// The number of the newest entry.
    pub const fn head(&self) -> u64 {
        self.ring.newest()
    }

    /// Adds the next entry. Returns its number.
    pub fn push(&mut self, entry: M) -> u64 {
        self.ring.push(entry);
        self.head()
    }

    /// Counts a change of a topic of which only the latest state matters. Nothing is kept of it: a client with any older
    /// number must be told everything. Returns its number.
    pub fn replace(&mut self) -> u64 {
        self.ring.skip();
        self.head()
    }

    /// The entries after the number that a client has, with their numbers. `None` if the client must be told everything: it
    /// has no number, one that this topic has not told, or one that is too old.
    pub fn missed(&self, after: Option<u64>) -> Option<impl Iterator<Item = (u64, &M)>> {
        self.ring.since(after?)
    }

    /// Tells a client that came back what it has missed, and that this was all.
    pub fn resume(&mut self, id: SubscriberId, missed: Vec<SharedMessage>, topic: Topic) {
        for message in missed {
            self.tell(id, &message, None);
        }
        let resumed = ConnectionMessage::Resumed { topic, seq: self.head() };
        self.tell_everything(id, ServerMessage::Connection(resumed).into());
    }

    /// Answers a client's sign of life with the number of the newest message. Returns whether the client is still here.
    pub fn pong(&mut self, id: SubscriberId, topic: Topic) -> bool {
        let pong = ConnectionMessage::Pong { topic: Some(topic), seq: Some(self.head()) };
        self.tell(id, &ServerMessage::Connection(pong).into(), None)
    }

    /// The entry with this number, if it is kept.
    pub fn entry(&self, number: u64) -> Option<&M> {
        self.ring.get(number)
    }
}

impl<M, T> Deref for Channel<M, T> {
    type Target = Subscribers<T>;

    fn deref(&self) -> &Subscribers<T> {
        &self.subscribers
    }
}

impl<M, T> DerefMut for Channel<M, T> {
    fn deref_mut(&mut self) -> &mut Subscribers<T> {
        &mut self.subscribers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_another_life_is_answered_with_everything() {
        let mut before = Channel::<u8>::in_memory(None);
        let old: Vec<_> = (0..20).map(|entry| before.push(entry)).collect();
        for _ in 0..100 {
            let mut now = Channel::<u8>::in_memory(None);
            for entry in 0..20 {
                now.push(entry);
            }
            assert!(old.iter().all(|number| now.missed(Some(*number)).is_none()));
            // A game's numbers are small.
            assert!((0..100).all(|number| now.missed(Some(number)).is_none()));
            assert!(now.missed(Some(now.head() + 1)).is_none(), "of the future");
            assert!(now.missed(Some(u64::MAX)).is_none());
            assert!(now.missed(None).is_none());
            assert!(now.head() + 1_000_000 < 1 << 53, "a browser counts it");
            assert_eq!(now.missed(Some(now.head() - 2)).unwrap().count(), 2);
        }
    }

    #[test]
    fn of_a_topic_with_a_latest_state_nothing_is_kept() {
        let mut channel = Channel::<()>::in_memory(None);
        let first = channel.replace();
        assert_eq!(channel.missed(Some(first)).unwrap().count(), 0);
        channel.replace();
        assert!(channel.missed(Some(first)).is_none());
    }
}
