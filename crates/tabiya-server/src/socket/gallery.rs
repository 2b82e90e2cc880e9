// SPDX-License-Identifier: AGPL-3.0-or-later
//! Those who watch are woken a few at a time.
//!
//! What a watcher is to hear lies in its outbox at once. But ten thousand tasks that are woken together would stand in
//! front of every player's in the scheduler's queue; so they are woken in turn, of all games together, and between two
//! handfuls everybody else comes first.

use std::sync::Arc;

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::yield_now;

use super::outbox::Shared;

/// How many are woken at once: what a player's move may have to wait for, some ten microseconds each.
const HANDFUL: usize = 32;

/// The way to be woken in turn. Cheap to clone; when the last one is gone, so is the task behind it.
#[derive(Clone)]
pub(crate) struct Gallery(UnboundedSender<Arc<Shared>>);

impl Gallery {
    /// Starts the one task that wakes them.
    pub(crate) fn open() -> Self {
        // It holds every outbox at most once.
        let (sender, waiting) = mpsc::unbounded_channel();
        tokio::spawn(call(waiting));
        Self(sender)
    }

    /// This one's turn will come.
    pub(super) fn line_up(&self, reader: &Arc<Shared>) {
        if reader.lines_up() {
            // The task ends only with the runtime.
            let _ = self.0.send(Arc::clone(reader));
        }
    }
}

async fn call(mut waiting: UnboundedReceiver<Arc<Shared>>) {
    let mut handful = Vec::with_capacity(HANDFUL);
    while waiting.recv_many(&mut handful, HANDFUL).await > 0 {
        handful.drain(..).for_each(|reader| reader.called());
        yield_now().await;
        // The store's thread has players' moves to write, and may have no other core.
        std::thread::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::super::outbox::{Outgoing, outbox};
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_player_is_not_behind_all_who_watch() {
        static HEARD: AtomicUsize = AtomicUsize::new(0);
        const WATCHERS: usize = 20 * HANDFUL;
        let gallery = Gallery::open();
        let mut senders = Vec::new();
        let mut readers = Vec::new();
        for _ in 0..WATCHERS {
            let (sender, mut reader) = outbox();
            senders.push(sender);
            readers.push(tokio::spawn(async move {
                while let Outgoing::Text(_) = reader.next().await {
                    HEARD.fetch_add(1, Ordering::Relaxed);
                }
            }));
        }
        let (player, mut outbox) = outbox();
        let player_hears = tokio::spawn(async move {
            outbox.next().await;
            HEARD.load(Ordering::Relaxed)
        });
        // By then all have been polled and wait.
        tokio::time::sleep(Duration::from_millis(1)).await;
        for sender in &senders {
            sender.send_in_turn("1".into(), &gallery).unwrap();
            sender.send_in_turn("2".into(), &gallery).unwrap();
        }
        // By now those who watch are being woken.
        yield_now().await;
        player.send("3".into()).unwrap();
        let before = player_hears.await.unwrap();
        assert!(before <= WATCHERS / 4, "{before} messages to watchers went first");
        drop(senders);
        for reader in readers {
            reader.await.unwrap();
        }
        assert_eq!(HEARD.load(Ordering::Relaxed), 2 * WATCHERS, "everybody hears everything");
    }
}
