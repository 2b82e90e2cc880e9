// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one node tells all others: at most once, in no order, and to nobody who is away.
//!
//! So only hints go this way: what a node that missed one reads from the database the next time somebody asks, or hears of with the
//! next hint.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_cluster::seal::Heard;
use tabiya_cluster::subject::Subject;
use tabiya_runtime::spawn::spawn;

use super::Peers;

/// All other nodes of the site. Cheap to clone.
#[derive(Clone)]
pub struct Everybody(pub(crate) Peers);

impl Everybody {
    /// Tells all other nodes. `about` is a word of letters: those who [hear](Self::hear) it are told.
    pub fn tell(&self, about: &str, hint: &impl Serialize) {
        let hint = serde_json::to_vec(hint).expect("a hint is JSON");
        if let Err(error) = self.0.0.bus.publish(&subject(about), &hint) {
            tracing::debug!(%error, about, "the other nodes could not be told");
        }
    }

    /// The number under which this node speaks, which no other one has.
    pub fn me(&self) -> i64 {
        self.0.me().0
    }

    /// Hears what other nodes tell about this, until this server ends. What this version does not know is left out.
    pub async fn hear<T: DeserializeOwned>(&self, about: &str, hears: impl Fn(T) + Send + Sync + 'static) {
        let Ok(mut told) = self.0.0.bus.subscribe(&subject(about)).await else {
            return tracing::warn!(about, "the bus is closed; nothing is heard of other nodes");
        };
        let me = self.0.me();
        let task = spawn(async move {
            while let Some(heard) = told.next().await {
                let Heard::Message { from, body, .. } = heard else { continue };
                if from.incarnation != me
                    && let Ok(hint) = serde_json::from_slice(&body)
                {
                    hears(hint);
                }
            }
        });
        self.0.listens(task.abort_handle());
    }
}

fn subject(about: &str) -> Subject {
    format!("tabiya.all.{about}").parse().expect("a word is a token")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tabiya_cluster::bus::Hub;
    use tabiya_cluster::node::Sender;
    use tabiya_cluster::seal::renew_keys;
    use tabiya_runtime::timeline::Timeline;
    use tabiya_store::{Incarnation, SqliteStore, Store};
    use tokio::sync::mpsc;

    use super::*;
    use crate::peers::{SiteBus, SiteKeys};

    async fn node(hub: &Hub, number: i64, site: &Store) -> Everybody {
        let sender = Sender { node: format!("n{number}").parse().unwrap(), incarnation: Incarnation(number) };
        let keys = SiteKeys::new(Arc::clone(&site.site), Timeline::start());
        let bus = SiteBus { bus: Arc::new(hub.connect()), keys };
        Everybody(Peers::join(bus, &sender).await.unwrap())
    }

    #[tokio::test]
    async fn all_others_of_the_site_hear_a_hint_and_nobody_else() {
        let hub = Hub::new();
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [ours, theirs] =
            folders.each_ref().map(|folder| Store::new(SqliteStore::open(folder.path()).unwrap()));
        let (one, two) = (node(&hub, 1, &ours).await, node(&hub, 2, &ours).await);
        let stranger = node(&hub, 3, &theirs).await;
        let (sender, mut heard) = mpsc::unbounded_channel();
        for (name, node) in [("one", &one), ("two", &two), ("stranger", &stranger)] {
            let sender = sender.clone();
            node.hear("chat", move |number: u32| sender.send((name, number)).unwrap()).await;
        }
        one.tell("chat", &7_u32);
        one.tell("other", &8_u32);
        two.tell("chat", &"no number");
        two.tell("chat", &9_u32);
        let mut both = [heard.recv().await.unwrap(), heard.recv().await.unwrap()];
        both.sort_unstable();
        assert_eq!(both, [("one", 9), ("two", 7)]);
        one.0.close();
        two.tell("chat", &10_u32);
        tokio::task::yield_now().await;
        assert!(heard.try_recv().is_err());
    }

    /// A node seals with a new key before another one has read that there is one.
    #[tokio::test]
    async fn a_key_that_is_not_known_is_read_from_the_database() {
        let (hub, folder) = (Hub::new(), tempfile::tempdir().unwrap());
        let site = Store::new(SqliteStore::open(folder.path()).unwrap());
        let (sender, mut heard) = mpsc::unbounded_channel();
        let hears = |who: &'static str| {
            let sender = sender.clone();
            move |number: u32| sender.send((who, number)).unwrap()
        };
        let one = node(&hub, 1, &site).await;
        one.hear("chat", hears("one")).await;
        // Made so long ago that it seals at once.
        let then = Timeline::start().machine().0 - 150_000;
        renew_keys(&*site.site, then).await.unwrap();
        let two = node(&hub, 2, &site).await;
        two.hear("chat", hears("two")).await;
        let both = async {
            let (mut to_one, mut to_two) = (false, false);
            while !(to_one && to_two) {
                two.tell("chat", &1_u32);
                one.tell("chat", &2_u32);
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                while let Ok(told) = heard.try_recv() {
                    to_one |= told == ("one", 1);
                    to_two |= told == ("two", 2);
                }
            }
        };
        // Less than the minute after which a node reads the keys anyway.
        tokio::time::timeout(std::time::Duration::from_secs(40), both).await.unwrap();
    }
}
