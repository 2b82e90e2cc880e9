// SPDX-License-Identifier: AGPL-3.0-or-later
//! What other nodes tell this one, handed to whoever follows it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tabiya_cluster::route::{News, Outcome};
use tabiya_cluster::seal::{Heard, SealedSubscription};
use tabiya_cluster::topic::TopicName;
use tabiya_store::{Epoch, Incarnation, Lease, Slot};
use tokio::sync::{mpsc, watch};

/// What may wait for one follower. One that is slower misses something, and learns of it from the numbers.
const WAITING: usize = 256;

/// What a follower hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// News of its topic, or that its slot has a new owner.
    News(News),
    /// Messages may have been lost.
    Missed,
    /// The owner has answered the follower's question for lines.
    Answered(Outcome),
}

/// Followers by their topics, each with the slot of the topic.
type Followers = BTreeMap<TopicName, (Slot, mpsc::Sender<Told>)>;

/// All followers. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Followed(Arc<Mutex<Followers>>);

/// A follower's place. It ends with this.
pub(crate) struct Following {
    topic: TopicName,
    all: Followed,
    told: mpsc::Receiver<Told>,
}

impl Following {
    /// What comes next. May be cancelled without losing anything.
    pub(crate) async fn next(&mut self) -> Told {
        // The list holds the other end as long as this lives.
        self.told.recv().await.unwrap_or(Told::Missed)
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        self.all.lock().remove(&self.topic);
    }
}

impl Followed {
    fn lock(&self) -> MutexGuard<'_, Followers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, topic: &TopicName, slot: Slot) -> Following {
        let (sender, told) = mpsc::channel(WAITING);
        self.lock().insert(topic.clone(), (slot, sender));
        Following { topic: topic.clone(), all: self.clone(), told }
    }

    fn tell(&self, topic: &TopicName, news: News) {
        if let Some((_, follower)) = self.lock().get(topic) {
            // What finds no room is missed, and asked for by its number.
            let _ = follower.try_send(Told::News(news));
        }
    }

    fn tell_all(&self, told: impl Fn(Slot) -> Option<Told>) {
        for (slot, follower) in self.lock().values() {
            if let Some(told) = told(*slot) {
                let _ = follower.try_send(told);
            }
        }
    }

    fn heard(&self, news: News) {
        match &news {
            News::Lines { topic, .. } => self.tell(&topic.clone(), news),
            News::Heads { epoch, heads } => {
                for head in heads {
                    self.tell(&head.0, News::Heads { epoch: *epoch, heads: vec![head.clone()] });
                }
            }
            News::Gone { .. } => {}
        }
    }

    fn taken(&self, taken: &[(u16, i64)]) {
        self.tell_all(|slot| {
            let (_, epoch) = taken.iter().find(|(number, _)| *number == slot.number())?;
            Some(Told::News(News::Heads { epoch: Epoch(*epoch), heads: Vec::new() }))
        });
    }
}

/// Which slots a node has taken, in bytes.
pub(super) fn write_taken(leases: &[Lease]) -> Vec<u8> {
    let taken: Vec<_> = leases.iter().map(|lease| (lease.slot.number(), lease.epoch.0)).collect();
    serde_json::to_vec(&taken).expect("numbers are JSON")
}

/// Until the task is aborted, or the bus is closed.
pub(super) async fn hear(
    followed: Followed,
    mut told: SealedSubscription,
    (mut taken, me, others_take): (SealedSubscription, Incarnation, watch::Sender<()>),
) {
    loop {
        let (heard, is_news) = tokio::select! {
            // New owners are rare, so they keep no news waiting.
            biased;
            heard = taken.next() => (heard, false),
            heard = told.next() => (heard, true),
        };
        match heard {
            None => return,
            Some(Heard::Missed) => followed.tell_all(|_| Some(Told::Missed)),
            Some(Heard::Message { body, .. }) if is_news => {
                if let Some(news) = News::decode(body) {
                    followed.heard(news);
                }
            }
            Some(Heard::Message { from, body, .. }) => {
                if let Ok(slots) = serde_json::from_slice::<Vec<(u16, i64)>>(&body) {
                    followed.taken(&slots);
                    if from.incarnation != me {
                        others_take.send_replace(());
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn each_hears_of_its_own_topic_and_of_the_new_owner_of_its_slot() {
        let all = Followed::default();
        let [one, other] = ["game:1", "game:2"].map(|topic| topic.parse::<TopicName>().unwrap());
        let [first, second] = [7, 8].map(|number| Slot::new(number).unwrap());
        let (mut at_one, mut at_other) = (all.add(&one, first), all.add(&other, second));
        let lines = |topic: &TopicName| News::Lines {
            epoch: Epoch(1),
            topic: topic.clone(),
            first: 0,
            lines: vec!["x".into()],
        };
        all.heard(lines(&one));
        all.heard(lines(&other));
        assert_eq!(at_one.next().await, Told::News(lines(&one)));
        assert_eq!(at_other.next().await, Told::News(lines(&other)));
        let taken = write_taken(&[Lease { slot: second, epoch: Epoch(4) }]);
        all.taken(&serde_json::from_slice::<Vec<_>>(&taken).unwrap());
        let new_owner = News::Heads { epoch: Epoch(4), heads: Vec::new() };
        assert_eq!(at_other.next().await, Told::News(new_owner));
        assert!(at_one.told.try_recv().is_err());
        all.tell_all(|_| Some(Told::Missed));
        assert_eq!(at_one.next().await, Told::Missed);
        drop((at_one, at_other));
        assert!(all.lock().is_empty());
    }
}
