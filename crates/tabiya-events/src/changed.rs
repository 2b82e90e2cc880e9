// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events in which something has happened, for the tasks that look at them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_protocol::events::EventId;
use tokio::sync::Notify;

/// The events that something has happened in.
#[derive(Clone, Default)]
pub struct Changed(Arc<Waiting>);

#[derive(Default)]
struct Waiting {
    events: Mutex<BTreeSet<EventId>>,
    wake: Notify,
}

impl Changed {
    /// Something has happened in this event.
    pub fn note(&self, id: EventId) {
        self.0.events.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
        self.0.wake.notify_one();
    }

    /// Waits until an event is noted.
    pub(crate) async fn noted(&self) {
        self.0.wake.notified().await;
    }

    pub(crate) fn take(&self) -> Option<EventId> {
        self.0.events.lock().unwrap_or_else(PoisonError::into_inner).pop_first()
    }
}
