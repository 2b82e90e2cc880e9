// SPDX-License-Identifier: AGPL-3.0-or-later
//! Fan-out: telling many clients about one topic.
//!
//! Nothing here knows what a topic is about. A topic's owner has a [`Channel`]: its subscribers, its numbers, and its newest
//! entries. It publishes messages as values that all readers share; a connection makes the text, at most once for each
//! message and dialect. Every client has one bounded outbox for all the topics that it follows. Participants are told before
//! spectators, and spectators are woken in small batches (`wake`). A client that reads too slowly misses messages: a
//! participant is let go and resumes by number, a spectator is sent the latest state. A topic that nobody follows is kept
//! for a while ([`Lingering`]), so that a client whose line was cut resumes by number, too.

mod channel;
mod lingering;
mod outbox;
mod ring;
mod shared;
#[cfg(feature = "testing")]
mod simulated;
mod subscribers;
mod wake;

pub use channel::Channel;
pub use lingering::Lingering;
#[cfg(feature = "testing")]
pub use outbox::shrink_outboxes;
pub use outbox::{Answer, Body, Dismisser, OUTBOX, Outbox, OutboxSender, Outgoing, SubscriberId};
pub use shared::{Dialect, SharedMessage};
#[cfg(feature = "testing")]
pub use simulated::SimulatedTab;
pub use subscribers::{Sender, Subscribers};
pub use wake::WakeQueue;
