// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether new clients should come to this server, as a proxy in front of several asks at `/healthz`.

use std::sync::atomic::{AtomicBool, Ordering};

use tabiya_live::membership::Standing;

/// Whether new clients should come. Those who are here are served all the same.
#[derive(Default)]
pub struct Readiness {
    /// `None` where the server shares its games with nobody.
    node: Option<Standing>,
    stops: AtomicBool,
}

/// Why nobody should come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unready {
    /// The server is about to stop.
    Stops,
    /// This node may not act.
    NoLease,
    /// This node gives its games to others.
    Drains,
}

impl Readiness {
    /// Of a server that is one of several nodes, or of none.
    #[must_use]
    pub const fn new(node: Option<Standing>) -> Self {
        Self { node, stops: AtomicBool::new(false) }
    }

    /// How this server stands among the others; `None` where it shares its games with nobody.
    pub(crate) const fn node(&self) -> Option<&Standing> {
        self.node.as_ref()
    }

    /// From now on the server is about to stop.
    pub fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    /// Why nobody should come; `None` if everybody may.
    pub(crate) fn why_not(&self) -> Option<Unready> {
        if self.stops.load(Ordering::Relaxed) {
            return Some(Unready::Stops);
        }
        let node = self.node.as_ref()?;
        if !node.has_lease() {
            return Some(Unready::NoLease);
        }
        node.drains().then_some(Unready::Drains)
    }
}
