// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of events.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "events",
    builds_on: &[],
    migrations: &[
        Migration::shared(include_str!("events/0001_events.sql")),
        Migration::shared(include_str!("events/0002_series.sql")),
        Migration::shared(include_str!("events/0003_members.sql")),
        Migration::shared(include_str!("events/0004_festivals.sql")),
    ],
};
