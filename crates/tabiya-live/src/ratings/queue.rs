// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games that wait to be rated.

use tabiya_store::EndedGame;
use tokio::sync::mpsc;

/// Games that may wait to be rated. Those beyond are found in the archive.
pub(crate) const QUEUE: usize = 4_096;

/// Games that have ended and are to be rated.
pub(crate) type Ended = mpsc::Receiver<EndedGame>;

/// The way to the task. Cheap to clone.
#[derive(Clone)]
pub struct Queue(mpsc::Sender<EndedGame>);

impl Queue {
    /// Has a game rated soon. Never waits: what finds no place is found in the archive within a minute.
    pub(crate) fn ended(&self, game: EndedGame) {
        // The archive has it.
        let _ = self.0.try_send(game);
    }
}

/// A queue, and what the task takes from it.
pub fn queue() -> (Queue, Ended) {
    let (sender, ended) = mpsc::channel(QUEUE);
    (Queue(sender), ended)
}
