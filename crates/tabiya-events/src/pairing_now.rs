// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round that is paired now: how far that is, and a draft that waits for whoever asks next.

use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Mutex as AsyncMutex;

use crate::pairing::Draft;

/// How far the pairing of a round is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The players that are paired.
    pub paired: usize,
    /// All players of the round; 0 where the format does not count them.
    pub players: usize,
}

/// The round of an event that is paired now.
#[derive(Default)]
pub(crate) struct PairingNow {
    /// A draft that nobody has taken yet, because whoever had asked for it has gone. Held while one is computed.
    pub(crate) draft: Arc<AsyncMutex<Option<Draft>>>,
    /// How far it is; `None` while none is computed.
    progress: Mutex<Option<Progress>>,
}

impl PairingNow {
    pub(crate) fn progress(&self) -> Option<Progress> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn note(&self, progress: Option<Progress>) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = progress;
    }
}
