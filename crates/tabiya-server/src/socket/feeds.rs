// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which topic that is not a game is whose.

use tabiya_protocol::{Refusal, Topic};

use crate::feed::{Feed, Listener};
use crate::personal::Personal;

/// The owners of all topics that are not games. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Feeds {
    pub(crate) personal: Personal,
}

impl Feeds {
    /// Subscribes a client. The first message, which tells everything, is on its way when this returns.
    ///
    /// # Errors
    /// Why the client may not subscribe; or there is no such topic.
    pub(super) async fn open(&self, topic: &Topic, listener: Listener) -> Result<Box<dyn Feed>, Refusal> {
        match topic {
            Topic::Me => Ok(Box::new(self.personal.subscribe(listener).await?)),
            Topic::Game(_) | Topic::Lobby | Topic::Unknown(_) => {
                Err(Refusal::NoSuchTopic { topic: topic.clone() })
            }
        }
    }

    /// Ends all subscriptions, because the server is being stopped.
    pub(crate) fn close(&self) {
        self.personal.close();
    }
}
