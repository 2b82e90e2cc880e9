// SPDX-License-Identifier: AGPL-3.0-or-later
//! What `/metrics` shows of the bus, once a process uses one.

use std::sync::LazyLock;

use tabiya_runtime::measure::{self, IntCounter, IntGauge};

/// 1 while there is a connection.
pub(super) static CONNECTED: LazyLock<IntGauge> =
    LazyLock::new(|| measure::gauge("bus_connected", "1 while this node is connected to NATS, else 0"));

/// Connections that were lost.
pub(super) static LOST: LazyLock<IntCounter> =
    LazyLock::new(|| measure::counter("bus_lost_total", "Connections to NATS that were lost"));

/// Messages that were published.
pub(super) static PUBLISHED: LazyLock<IntCounter> =
    LazyLock::new(|| measure::counter("bus_published_total", "Messages that this node has published"));

/// Messages that were refused at the way out.
pub(super) static REFUSED: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter(
        "bus_refused_total",
        "Messages that this node could not publish: no connection, or too many",
    )
});

/// Messages that were put into subscriptions.
pub(super) static RECEIVED: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter("bus_received_total", "Messages that this node's subscriptions have received")
});

/// Messages that found a subscription full.
pub(super) static DROPPED: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter("bus_dropped_total", "Messages that were dropped because their reader was too slow")
});
