// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who listens to a topic, and how each is told.

use std::collections::HashMap;

use super::encode::{Dialect, Encode, Encoded};
use super::outbox::{Body, OutboxSender, SubscriberId};
use super::wake::WakeQueue;

struct Subscriber {
    outbox: OutboxSender,
    dialect: Dialect,
    is_participant: bool,
}

/// The subscribers of one topic.
pub struct Subscribers {
    wake: WakeQueue,
    all: HashMap<SubscriberId, Subscriber>,
    /// Those of them who take part: a few, however many watch.
    participants: Vec<SubscriberId>,
}

impl Subscribers {
    /// A topic without subscribers. `wake` is the queue by which its spectators will be woken.
    pub fn none(wake: WakeQueue) -> Self {
        Self { wake, all: HashMap::new(), participants: Vec::new() }
    }

    /// Adds a subscriber, who gets messages in this dialect. A participant is told before all spectators.
    pub fn add(&mut self, outbox: OutboxSender, dialect: Dialect, is_participant: bool) {
        let id = outbox.id();
        if is_participant {
            self.participants.push(id);
        }
        self.all.insert(id, Subscriber { outbox, dialect, is_participant });
    }

    /// Ends a subscription, after what waits in its outbox. Does nothing where it has ended already.
    pub fn remove(&mut self, id: SubscriberId) {
        self.all.remove(&id);
        self.participants.retain(|participant| *participant != id);
    }

    /// Ends the subscriptions of all who only watch.
    pub fn remove_spectators(&mut self) {
        self.all.retain(|_, subscriber| subscriber.is_participant);
    }

    /// From now on this subscriber takes part.
    pub fn promote(&mut self, id: SubscriberId) {
        if let Some(subscriber) = self.all.get_mut(&id)
            && !std::mem::replace(&mut subscriber.is_participant, true)
        {
            self.participants.push(id);
        }
    }

    /// Tells one.
    pub fn tell(&mut self, id: SubscriberId, message: &impl Encode) {
        if let Some(subscriber) = self.all.get(&id) {
            let text = message.encode(subscriber.dialect);
            self.send(id, Body::Text(text));
        }
    }

    /// Tells one everything; `body` gets the dialect.
    pub fn tell_everything(&mut self, id: SubscriberId, body: impl FnOnce(Dialect) -> Body) {
        if let Some(subscriber) = self.all.get(&id) {
            let body = body(subscriber.dialect);
            self.send(id, body);
        }
    }

    /// Tells one that its command `answer` caused this.
    pub fn tell_answer(&mut self, id: SubscriberId, message: &impl Encode, answer: u32) {
        if let Some(subscriber) = self.all.get(&id) {
            let text = Encoded::new(message).answer(subscriber.dialect, answer);
            self.send(id, Body::Text(text));
        }
    }

    /// Tells all: participants first, spectators when their turn comes. The subscriber whose command caused it, if it
    /// takes part, hears that command's number.
    pub fn tell_all(&mut self, message: &impl Encode, answer: Option<(SubscriberId, u32)>) {
        let mut encoded = Encoded::new(message);
        for index in (0..self.participants.len()).rev() {
            let id = self.participants[index];
            let Some(subscriber) = self.all.get(&id) else { continue };
            let text = match answer {
                Some((sender, command)) if sender == id => encoded.answer(subscriber.dialect, command),
                _ => encoded.in_dialect(subscriber.dialect).clone(),
            };
            self.send(id, Body::Text(text));
        }
        if self.all.len() == self.participants.len() {
            return;
        }
        for spectator in self.all.values().filter(|subscriber| !subscriber.is_participant) {
            let text = encoded.in_dialect(spectator.dialect).clone();
            // A spectator that is too slow asks for the latest state when there is room again.
            let _ = spectator.outbox.send_later(Body::Text(text), &self.wake);
        }
    }

    /// Tells all, or the participants alone, something of which only the latest matters. Nobody is let go over it.
    pub fn tell_latest(&mut self, message: &impl Encode, to_spectators: bool) {
        let mut encoded = Encoded::new(message);
        for id in &self.participants {
            if let Some(subscriber) = self.all.get(id) {
                subscriber.outbox.send_latest(encoded.in_dialect(subscriber.dialect).clone(), None);
            }
        }
        if to_spectators {
            for spectator in self.all.values().filter(|subscriber| !subscriber.is_participant) {
                let text = encoded.in_dialect(spectator.dialect).clone();
                spectator.outbox.send_latest(text, Some(&self.wake));
            }
        }
    }

    /// Tells one something of which only the latest matters.
    pub fn tell_one_latest(&self, id: SubscriberId, message: &impl Encode) {
        if let Some(subscriber) = self.all.get(&id) {
            subscriber.outbox.send_latest(message.encode(subscriber.dialect), None);
        }
    }

    /// A participant whose outbox overflows is let go and resumes by number.
    fn send(&mut self, id: SubscriberId, body: Body) {
        if let Some(subscriber) = self.all.get(&id)
            && subscriber.outbox.send(body).is_err()
            && subscriber.is_participant
        {
            self.remove(id);
        }
    }

    /// What comes next tells this subscriber everything.
    pub fn catch_up(&self, id: SubscriberId) {
        if let Some(subscriber) = self.all.get(&id) {
            subscriber.outbox.catch_up();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::super::encode::Text;
    use super::super::outbox::{OUTBOX, Outbox, Outgoing};
    use super::*;

    /// Counts how often it is encoded.
    #[derive(Default)]
    struct Counted([Cell<u32>; 2]);

    impl Encode for Counted {
        fn encode(&self, dialect: Dialect) -> Text {
            let count = &self.0[dialect as usize];
            count.set(count.get() + 1);
            format!("{dialect:?}").into()
        }

        fn encode_answer(&self, _: Dialect, id: u32, shared: &Text) -> Text {
            format!("{id} {shared}").into()
        }
    }

    fn told(outbox: &mut Outbox) -> Vec<String> {
        std::iter::from_fn(|| match outbox.try_next()? {
            Outgoing::Message { body: Body::Text(text), .. } => Some(text.to_string()),
            Outgoing::Message { .. } => Some("everything".to_owned()),
            Outgoing::Missed(_) => Some("missed".to_owned()),
            Outgoing::Ended(_) | Outgoing::Dismissed => None,
        })
        .collect()
    }

    #[tokio::test]
    async fn a_message_is_encoded_once_per_dialect_and_only_where_somebody_listens_in_it() {
        let mut subscribers = Subscribers::none(WakeQueue::start());
        let mut outboxes: [Outbox; 5] = Default::default();
        let ids = outboxes.each_mut().map(|outbox| {
            let sender = outbox.subscribe();
            let id = sender.id();
            subscribers.add(sender, Dialect::Page, false);
            id
        });
        subscribers.promote(ids[0]);
        subscribers.promote(ids[1]);
        let message = Counted::default();
        subscribers.tell_all(&message, Some((ids[1], 7)));
        assert_eq!([message.0[0].get(), message.0[1].get()], [1, 0]);
        assert_eq!(told(&mut outboxes[0]), ["Page"]);
        assert_eq!(told(&mut outboxes[1]), ["7 Page"]);
        assert_eq!(told(&mut outboxes[2]), ["Page"]);

        let mut other = Outbox::default();
        subscribers.add(other.subscribe(), Dialect::Test, false);
        let message = Counted::default();
        subscribers.tell_all(&message, None);
        assert_eq!([message.0[0].get(), message.0[1].get()], [1, 1]);
        assert_eq!(told(&mut other), ["Test"]);
    }

    #[tokio::test]
    async fn a_slow_participant_is_let_go_and_a_slow_spectator_is_caught_up_with() {
        let mut subscribers = Subscribers::none(WakeQueue::start());
        let (mut player, mut spectator) = (Outbox::default(), Outbox::default());
        let (sender, watching) = (player.subscribe(), spectator.subscribe());
        let id = watching.id();
        subscribers.add(sender, Dialect::Page, true);
        subscribers.add(watching, Dialect::Page, false);
        for _ in 0..=OUTBOX {
            subscribers.tell_all(&Counted::default(), None);
        }
        assert_eq!(told(&mut player), ["missed"]);
        assert!(matches!(player.try_next(), Some(Outgoing::Ended(_))), "let go");
        assert_eq!(told(&mut spectator), ["missed"]);
        subscribers.catch_up(id);
        subscribers.tell_everything(id, |_| Body::Everything("state".into()));
        subscribers.tell_all(&Counted::default(), None);
        assert_eq!(told(&mut spectator), ["everything", "Page"]);
    }

    #[tokio::test]
    async fn nobody_is_let_go_over_what_only_matters_once() {
        let mut subscribers = Subscribers::none(WakeQueue::start());
        let mut player = Outbox::default();
        subscribers.add(player.subscribe(), Dialect::Page, true);
        for _ in 0..100 * OUTBOX {
            subscribers.tell_latest(&Counted::default(), true);
        }
        assert_eq!(told(&mut player), ["Page"]);
        assert!(player.try_next().is_none(), "still here");
    }
}
