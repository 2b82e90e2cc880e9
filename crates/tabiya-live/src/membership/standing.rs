// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a node stands among the others, for whoever asks whether it takes part.

use tokio::sync::watch;

use super::Pulse;
use crate::owned::Owned;

/// How a node stands among the others. Cheap to clone.
#[derive(Clone)]
pub struct Standing {
    pulse: watch::Receiver<Pulse>,
    owned: Owned,
}

impl Standing {
    pub(super) const fn new(pulse: watch::Receiver<Pulse>, owned: Owned) -> Self {
        Self { pulse, owned }
    }

    /// Whether an operator has asked the node to give its games to others.
    pub fn drains(&self) -> bool {
        self.pulse.borrow().draining
    }

    /// Whether the node has a lease, without which it may not act.
    pub fn has_lease(&self) -> bool {
        self.owned.may_act()
    }
}
