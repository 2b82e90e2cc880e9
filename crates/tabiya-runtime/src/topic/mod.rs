// SPDX-License-Identifier: AGPL-3.0-or-later
//! Fan-out: telling many clients about one topic.
//!
//! Nothing here knows what a topic is about. A topic's owner publishes typed messages; each is encoded at most once per
//! dialect, and only where somebody listens in it. Every client has one bounded outbox for all the topics that
//! it follows. Participants are told before spectators, and spectators are woken in small batches (`wake`). A client that
//! reads too slowly misses messages: a participant is let go and resumes by number from the [`Ring`], a spectator is sent
//! the latest state.

mod encode;
mod outbox;
mod ring;
mod subscribers;
mod wake;

pub use encode::{Dialect, Encode, Text};
#[cfg(feature = "testing")]
pub use outbox::shrink_outboxes;
pub use outbox::{Body, Dismisser, OUTBOX, Outbox, OutboxSender, Outgoing, SubscriberId};
pub use ring::Ring;
pub use subscribers::Subscribers;
pub use wake::WakeQueue;
