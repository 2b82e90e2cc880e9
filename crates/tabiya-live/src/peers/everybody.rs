// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one node tells all others: at most once, in no order, and to nobody who is away.
//!
//! So only hints go this way: what a node that missed one reads from the database the next time somebody asks, or hears of with the
//! next hint.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_cluster::seal::Heard;
use tabiya_cluster::subject::Subject;

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

    /// Hears what other nodes tell about this, until this server ends. What this version does not know is left out.
    pub async fn hear<T: DeserializeOwned>(&self, about: &str, hears: impl Fn(T) + Send + Sync + 'static) {
        let Ok(mut told) = self.0.0.bus.subscribe(&subject(about)).await else {
            return tracing::warn!(about, "the bus is closed; nothing is heard of other nodes");
        };
        let me = self.0.me();
        let task = tokio::spawn(async move {
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
    use tabiya_store::Incarnation;
    use tokio::sync::mpsc;

    use super::*;
    use crate::peers::SiteBus;

    async fn node(hub: &Hub, number: i64, secret: &str) -> Everybody {
        let sender = Sender { node: format!("n{number}").parse().unwrap(), incarnation: Incarnation(number) };
        let site = SiteBus { bus: Arc::new(hub.connect()), secret: secret.to_owned() };
        Everybody(Peers::join(site, &sender).await.unwrap())
    }

    #[tokio::test]
    async fn all_others_of_the_site_hear_a_hint_and_nobody_else() {
        let hub = Hub::new();
        let (one, two) = (node(&hub, 1, "ours").await, node(&hub, 2, "ours").await);
        let stranger = node(&hub, 3, "another site's").await;
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
}
