// SPDX-License-Identifier: AGPL-3.0-or-later
//! What `/metrics` shows of games that are followed from other nodes.

use std::sync::LazyLock;

use tabiya_runtime::measure::{self, IntCounter, IntGauge};

/// Games of other nodes that are followed from here.
static RELAYS: LazyLock<IntGauge> =
    LazyLock::new(|| measure::gauge("relays", "Games of other nodes that are followed from this one"));

/// Relays of other nodes that follow games from here.
static OUTLETS: LazyLock<IntGauge> =
    LazyLock::new(|| measure::gauge("outlets", "Relays of other nodes that follow games of this one"));

/// How often a relay had to join its game anew.
pub(super) static REJOINED: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter("relays_rejoined_total", "Relays that joined a game anew, mostly at its next owner")
});

/// Counted as long as it lives.
pub(super) struct Counted(&'static IntGauge);

impl Counted {
    pub(super) fn relay() -> Self {
        Self::new(&RELAYS)
    }

    pub(super) fn outlet() -> Self {
        Self::new(&OUTLETS)
    }

    fn new(gauge: &'static IntGauge) -> Self {
        gauge.inc();
        Self(gauge)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}
