// SPDX-License-Identifier: AGPL-3.0-or-later
//! What `/metrics` shows of a node's share of the games.

use std::sync::LazyLock;

use tabiya_runtime::measure::{self, IntCounter, IntGauge};

pub(super) static OWNED: LazyLock<IntGauge> =
    LazyLock::new(|| measure::gauge("slots_owned", "Slots of games, of 1,024, that this node owns"));

pub(super) static TAKEN: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter("slots_taken_total", "Slots without an owner that this node has taken")
});

pub(super) static GIVEN: LazyLock<IntCounter> =
    LazyLock::new(|| measure::counter("slots_given_total", "Slots that this node has given to another one"));

pub(super) static REMOVED: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter("nodes_removed_total", "Nodes whose lease had ended and which this one has removed")
});

pub(super) static SET_BACK: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter(
        "games_set_back_total",
        "Games of which another copy of the database lacked events that this node had told",
    )
});

pub(super) static CLOCK: LazyLock<IntGauge> = LazyLock::new(|| {
    measure::gauge(
        "clock_ahead_seconds",
        "Whole seconds that this machine's clock is ahead of the database's; below 0 where it is behind",
    )
});

pub(super) static LATE: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter("leases_lost_total", "How often this node could not renew its lease in time")
});
