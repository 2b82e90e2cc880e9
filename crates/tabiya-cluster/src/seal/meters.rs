// SPDX-License-Identifier: AGPL-3.0-or-later
//! What `/metrics` shows of messages that were dropped because of their seal.

use std::sync::LazyLock;

use tabiya_runtime::measure::{self, IntCounter};

/// Messages that did not open.
pub(super) static FOREIGN: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter(
        "bus_foreign_total",
        "Bus messages that were dropped: of another site, or forged, or altered",
    )
});

/// Messages that were repeated.
pub(super) static REPEATED: LazyLock<IntCounter> = LazyLock::new(|| {
    measure::counter(
        "bus_repeated_total",
        "Bus messages that were dropped: received before, or too old to tell",
    )
});
