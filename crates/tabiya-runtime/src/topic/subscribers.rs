// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who listens to a topic, and how each is told.

use tabiya_protocol::CommandId;

use super::outbox::{Body, OutboxSender, Parts, SubscriberId};
use super::shared::SharedMessage;
use super::wake::WakeQueue;

/// A list grows one by one as long as it is so short: most topics have few subscribers, and memory for more adds up.
const SHORT: usize = 4;

/// A client's command, by its own number for it.
pub type Sender = (SubscriberId, CommandId);

struct Subscriber<T> {
    outbox: OutboxSender,
    /// What the topic knows of it.
    data: T,
}

/// The subscribers of one topic, and what the topic knows of each.
pub struct Subscribers<T> {
    /// Wakes the spectators; without one they are woken at once.
    wake: Option<WakeQueue>,
    /// Those who take part: a few, however many watch. They are told first. Both lists are in the order of their ids.
    participants: Vec<Subscriber<T>>,
    spectators: Vec<Subscriber<T>>,
}

impl<T> Subscribers<T> {
    /// A topic without subscribers. `wake` is the queue by which its spectators will be woken.
    pub const fn none(wake: Option<WakeQueue>) -> Self {
        Self { wake, participants: Vec::new(), spectators: Vec::new() }
    }

    /// Whether nobody listens.
    pub const fn is_empty(&self) -> bool {
        self.participants.is_empty() && self.spectators.is_empty()
    }

    /// How many listen.
    pub const fn count(&self) -> usize {
        self.participants.len() + self.spectators.len()
    }

    /// Adds a subscriber. A participant is told before all spectators, and is let go where its outbox overflows: it resumes
    /// by number. A spectator whose outbox overflows misses messages, and is told everything when it has read the rest.
    pub fn add(&mut self, outbox: OutboxSender, data: T, is_participant: bool) {
        let list = if is_participant { &mut self.participants } else { &mut self.spectators };
        insert(list, Subscriber { outbox, data });
    }

    /// Ends a subscription, after what waits in its outbox. Returns what the topic knew of it; `None` where it has ended
    /// already.
    pub fn remove(&mut self, id: SubscriberId) -> Option<T> {
        Some(take(&mut self.participants, id).or_else(|| take(&mut self.spectators, id))?.data)
    }

    /// Ends the subscriptions of all who only watch.
    pub fn remove_spectators(&mut self) {
        self.spectators = Vec::new();
    }

    /// Takes all subscribers out, to hand them over to another topic.
    pub fn take_all(&mut self) -> Vec<(OutboxSender, T)> {
        let all = std::mem::take(&mut self.participants).into_iter();
        let all = all.chain(std::mem::take(&mut self.spectators));
        all.map(|Subscriber { outbox, data }| (outbox, data)).collect()
    }

    /// From now on this subscriber takes part.
    pub fn promote(&mut self, id: SubscriberId) {
        if let Some(subscriber) = take(&mut self.spectators, id) {
            insert(&mut self.participants, subscriber);
        }
    }

    /// What the topic knows of a subscriber; `None` if it is not here.
    pub fn data(&self, id: SubscriberId) -> Option<&T> {
        Some(&self.find(id)?.data)
    }

    /// The same, to change it.
    pub fn data_mut(&mut self, id: SubscriberId) -> Option<&mut T> {
        let list =
            if place(&self.participants, id).is_ok() { &mut self.participants } else { &mut self.spectators };
        let place = place(list, id).ok()?;
        Some(&mut list[place].data)
    }

    /// What the topic knows of each.
    pub fn all(&self) -> impl Iterator<Item = (SubscriberId, &T)> {
        let all = self.participants.iter().chain(&self.spectators);
        all.map(|subscriber| (subscriber.outbox.id(), &subscriber.data))
    }

    /// The same, to change it.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.participants.iter_mut().chain(&mut self.spectators).map(|subscriber| &mut subscriber.data)
    }

    /// Tells one. `answers` is the number of the command that the message answers, if the subscriber has sent one.
    /// Returns whether it is here.
    pub fn tell(&mut self, id: SubscriberId, message: &SharedMessage, answers: Option<CommandId>) -> bool {
        self.send(id, Body::Message { message: message.clone(), answers })
    }

    /// Tells one something after which it has missed nothing. Returns whether it is here.
    pub fn tell_everything(&mut self, id: SubscriberId, message: SharedMessage) -> bool {
        self.send(id, Body::Everything(message))
    }

    /// Tells one everything in parts, which are made as the client reads them. Returns whether it is here.
    pub fn tell_everything_in(&mut self, id: SubscriberId, parts: Parts) -> bool {
        self.send(id, Body::EverythingIn(parts))
    }

    /// Tells all: participants first, spectators when their turn comes. The subscriber whose command caused it hears that
    /// command's number.
    pub fn tell_all(&mut self, message: &SharedMessage, caused_by: Option<Sender>) {
        self.tell_those(message, caused_by, |_| true);
    }

    /// Like `tell_all`, for the subscribers whose data `hears` accepts.
    pub fn tell_those(
        &mut self,
        message: &SharedMessage,
        caused_by: Option<Sender>,
        hears: impl Fn(&T) -> bool,
    ) {
        let body = |id| {
            let answers = caused_by.filter(|(sender, _)| *sender == id).map(|(_, command)| command);
            Body::Message { message: message.clone(), answers }
        };
        self.participants
            .retain(|Subscriber { outbox, data }| !hears(data) || outbox.send(body(outbox.id())).is_ok());
        for Subscriber { outbox, data } in &self.spectators {
            if hears(data) {
                // A spectator that is too slow asks for the latest state when there is room again.
                let _ = outbox.send_by(body(outbox.id()), self.wake.as_ref());
            }
        }
    }

    /// Tells all, or the participants alone, something of which only the latest matters. Nobody is let go over it. The few in
    /// `others` are told the message that stands beside them.
    pub fn tell_latest(
        &self,
        message: &SharedMessage,
        others: &[(SubscriberId, SharedMessage)],
        to_spectators: bool,
    ) {
        let message_to = |outbox: &OutboxSender| {
            let own = others.iter().find(|(id, _)| *id == outbox.id()).map(|(_, own)| own);
            own.unwrap_or(message).clone()
        };
        for Subscriber { outbox, .. } in &self.participants {
            outbox.send_latest(message_to(outbox), None);
        }
        if to_spectators {
            for Subscriber { outbox, .. } in &self.spectators {
                outbox.send_latest(message_to(outbox), self.wake.as_ref());
            }
        }
    }

    /// Tells one something of which only the latest matters.
    pub fn tell_one_latest(&self, id: SubscriberId, message: SharedMessage) {
        if let Some(subscriber) = self.find(id) {
            subscriber.outbox.send_latest(message, None);
        }
    }

    /// What comes next tells this subscriber everything.
    pub fn catch_up(&self, id: SubscriberId) {
        if let Some(subscriber) = self.find(id) {
            subscriber.outbox.catch_up();
        }
    }

    fn send(&mut self, id: SubscriberId, body: Body) -> bool {
        if let Ok(place) = place(&self.participants, id) {
            let fits = self.participants[place].outbox.send(body).is_ok();
            if !fits {
                self.participants.remove(place);
            }
            return fits;
        }
        let Some(spectator) = self.find(id) else { return false };
        // As in `tell_those`.
        let _ = spectator.outbox.send(body);
        true
    }

    fn find(&self, id: SubscriberId) -> Option<&Subscriber<T>> {
        let of = |list: &'_ [Subscriber<T>]| place(list, id).ok();
        match of(&self.participants) {
            Some(place) => self.participants.get(place),
            None => self.spectators.get(of(&self.spectators)?),
        }
    }
}

fn place<T>(list: &[Subscriber<T>], id: SubscriberId) -> Result<usize, usize> {
    list.binary_search_by_key(&id, |subscriber| subscriber.outbox.id())
}

fn insert<T>(list: &mut Vec<Subscriber<T>>, subscriber: Subscriber<T>) {
    if list.len() < SHORT {
        list.reserve_exact(1);
    }
    // Ids count up, so the place is the end, or near to it.
    let place = place(list, subscriber.outbox.id()).unwrap_or_else(|place| place);
    list.insert(place, subscriber);
}

fn take<T>(list: &mut Vec<Subscriber<T>>, id: SubscriberId) -> Option<Subscriber<T>> {
    place(list, id).ok().map(|place| list.remove(place))
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::{ConnectionMessage, ServerMessage, Topic};

    use super::super::outbox::{OUTBOX, Outbox, Outgoing};
    use super::*;

    fn pong() -> SharedMessage {
        ServerMessage::Connection(ConnectionMessage::Pong { topic: Some(Topic::Me), seq: None }).into()
    }

    fn told(outbox: &mut Outbox) -> Vec<String> {
        std::iter::from_fn(|| match outbox.try_next()? {
            Outgoing::Message { body: Body::Message { answers: Some(id), .. }, .. } => {
                Some(format!("answer to {id}"))
            }
            Outgoing::Message { body: Body::Message { .. }, .. } => Some("message".to_owned()),
            Outgoing::Message { .. } => Some("everything".to_owned()),
            Outgoing::Missed(_) => Some("missed".to_owned()),
            Outgoing::Ended(_) | Outgoing::Dismissed => None,
        })
        .collect()
    }

    #[tokio::test]
    async fn all_share_one_message_and_the_sender_hears_its_commands_number() {
        let mut subscribers = Subscribers::none(Some(WakeQueue::start()));
        let mut outboxes: [Outbox; 5] = Default::default();
        let ids = outboxes.each_mut().map(|outbox| {
            let sender = outbox.subscribe();
            let id = sender.id();
            subscribers.add(sender, (), false);
            id
        });
        subscribers.promote(ids[1]);
        subscribers.promote(ids[0]);
        subscribers.promote(ids[0]);
        assert_eq!((subscribers.participants.len(), subscribers.count()), (2, 5));
        subscribers.tell_all(&pong(), Some((ids[1], 7)));
        assert_eq!(
            outboxes.each_mut().map(|outbox| told(outbox).concat()),
            ["message", "answer to 7", "message", "message", "message"]
        );
        assert_eq!((subscribers.remove(ids[3]), subscribers.remove(ids[3])), (Some(()), None));
        subscribers.remove_spectators();
        subscribers.tell_all(&pong(), None);
        assert_eq!(outboxes.each_mut().map(|outbox| told(outbox).len()), [1, 1, 0, 0, 0]);
    }

    #[tokio::test]
    async fn those_hear_who_may() {
        let mut subscribers = Subscribers::none(None);
        let mut outboxes: [Outbox; 3] = Default::default();
        for (number, outbox) in outboxes.iter_mut().enumerate() {
            subscribers.add(outbox.subscribe(), number, number == 0);
        }
        subscribers.tell_those(&pong(), None, |number| *number != 1);
        assert_eq!(outboxes.each_mut().map(|outbox| told(outbox).len()), [1, 0, 1]);
    }

    #[tokio::test]
    async fn a_slow_participant_is_let_go_and_a_slow_spectator_is_caught_up_with() {
        let mut subscribers = Subscribers::none(Some(WakeQueue::start()));
        let (mut player, mut spectator) = (Outbox::default(), Outbox::default());
        let (sender, watching) = (player.subscribe(), spectator.subscribe());
        let id = watching.id();
        subscribers.add(sender, (), true);
        subscribers.add(watching, (), false);
        for _ in 0..=OUTBOX {
            subscribers.tell_all(&pong(), None);
        }
        assert_eq!(told(&mut player), ["missed"]);
        assert!(matches!(player.try_next(), Some(Outgoing::Ended(_))), "let go");
        assert_eq!(told(&mut spectator), ["missed"]);
        subscribers.catch_up(id);
        assert!(subscribers.tell_everything(id, pong()));
        subscribers.tell_all(&pong(), None);
        assert_eq!(told(&mut spectator), ["everything", "message"]);
    }

    #[tokio::test]
    async fn nobody_is_let_go_over_what_only_matters_once() {
        let mut subscribers = Subscribers::none(Some(WakeQueue::start()));
        let mut player = Outbox::default();
        subscribers.add(player.subscribe(), (), true);
        for _ in 0..100 * OUTBOX {
            subscribers.tell_latest(&pong(), &[], true);
        }
        assert_eq!(told(&mut player), ["message"]);
        assert!(player.try_next().is_none(), "still here");
    }
}
