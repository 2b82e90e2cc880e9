// SPDX-License-Identifier: AGPL-3.0-or-later
//! Wakes spectators in small batches.
//!
//! A message for a spectator is put into its outbox at once. But ten thousand tasks that are woken together
//! would precede every player's task in the scheduler's queue. So one task wakes the spectators of all
//! topics, a batch at a time, and lets all other tasks run between two batches.

use std::sync::Arc;

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::yield_now;

use super::outbox::Shared;
use crate::spawn::spawn;

/// The number of spectators woken together. A player's move may wait for this many, about ten microseconds
/// each.
const BATCH: usize = 32;

/// The queue of outboxes whose readers will be woken. Cheap to clone. Its task ends with the last clone.
#[derive(Clone)]
pub struct WakeQueue(UnboundedSender<Arc<Shared>>);

impl WakeQueue {
    /// Must be called inside a running Tokio runtime: it spawns one task.
    pub fn start() -> Self {
        // The channel is not bounded, but it holds every outbox at most once.
        let (sender, waiting) = mpsc::unbounded_channel();
        spawn(wake_all(waiting));
        Self(sender)
    }

    /// Queues the reader of this outbox.
    pub(super) fn add(&self, reader: &Arc<Shared>) {
        if reader.enters_queue() {
            // The task ends only with the runtime.
            let _ = self.0.send(Arc::clone(reader));
        }
    }
}

async fn wake_all(mut waiting: UnboundedReceiver<Arc<Shared>>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        batch.drain(..).for_each(|reader| reader.leaves_queue());
        yield_now().await;
        // The store's thread may have moves to write and no other core to run on.
        std::thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use tabiya_protocol::{ConnectionMessage, ServerMessage};

    use super::super::outbox::{Outbox, Outgoing};
    use super::super::shared::SharedMessage;
    use super::*;

    fn pong() -> SharedMessage {
        ServerMessage::Connection(ConnectionMessage::Pong { topic: None, seq: None }).into()
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_is_not_behind_all_spectators() {
        static HEARD: AtomicUsize = AtomicUsize::new(0);
        const SPECTATORS: usize = 20 * BATCH;
        let queue = WakeQueue::start();
        let mut senders = Vec::new();
        let mut readers = Vec::new();
        for _ in 0..SPECTATORS {
            let mut reader = Outbox::default();
            senders.push(reader.subscribe());
            readers.push(tokio::spawn(async move {
                while let Outgoing::Message { .. } = reader.next().await {
                    HEARD.fetch_add(1, Ordering::Relaxed);
                }
            }));
        }
        let mut outbox = Outbox::default();
        let player = outbox.subscribe();
        let player_hears = tokio::spawn(async move {
            outbox.next().await;
            HEARD.load(Ordering::Relaxed)
        });
        // Until then all readers have been polled and wait.
        tokio::time::sleep(Duration::from_millis(1)).await;
        for sender in &senders {
            sender.send_by(pong().into(), Some(&queue)).unwrap();
            sender.send_by(pong().into(), Some(&queue)).unwrap();
        }
        // The spectators are being woken now.
        yield_now().await;
        player.send(pong()).unwrap();
        let before = player_hears.await.unwrap();
        assert!(before <= SPECTATORS / 4, "{before} messages to spectators went first");
        drop(senders);
        for reader in readers {
            reader.await.unwrap();
        }
        assert_eq!(HEARD.load(Ordering::Relaxed), 2 * SPECTATORS, "everybody hears everything");
    }
}
