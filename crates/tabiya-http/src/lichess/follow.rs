// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a program follows a topic: as a page does, but it takes the messages as values.

use tabiya_accounts::feed::{HeldFeed, Listener, Visitor};
use tabiya_protocol::{Refusal, Topic};
use tabiya_runtime::topic::Outbox;

use crate::state::App;

/// Subscribes a program to a topic. What it is told comes into this outbox.
///
/// # Errors
/// Why it may not follow the topic; or there is none.
pub(super) async fn follow(
    app: &App,
    topic: &Topic,
    visitor: &Visitor,
    outbox: &mut Outbox,
) -> Result<HeldFeed, Refusal> {
    let sender = outbox.subscribe();
    let id = sender.id();
    let listener = Listener { visitor, after: None, outbox: sender };
    // Large, and gone when it is done: streams stay for hours.
    match Box::pin(app.feeds.open(topic, listener)).await {
        Ok(feed) => Ok(HeldFeed::new(feed, id)),
        Err(refusal) => {
            outbox.unsubscribe(id);
            Err(refusal)
        }
    }
}
