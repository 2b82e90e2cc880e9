// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the heart and the steward tell each other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tabiya_store::{Incarnation, LEASE};
use tokio::time::Instant;

/// What the heart tells the steward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pulse {
    pub(super) me: Incarnation,
    pub(super) draining: bool,
    /// Counts what was told.
    pub(super) beats: u64,
    /// Counts the answers of the database.
    pub(super) answers: u64,
    /// How often another process of the database has answered.
    pub(super) sources: u64,
    /// When a renewal last had no answer.
    pub(super) failed: Option<Instant>,
}

impl Pulse {
    /// Whether the database has answered each renewal for longer than a lease lasts. If not, others may not have renewed theirs because
    /// of that, too.
    pub(super) fn is_steady(&self) -> bool {
        self.failed.is_none_or(|failed| failed.elapsed() > 2 * LEASE)
    }
}

/// Counts what the steward has got done, so that the heart sees whether it still gets on. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Steps(Arc<AtomicU64>);

impl Steps {
    pub(super) fn take_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn taken(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}
