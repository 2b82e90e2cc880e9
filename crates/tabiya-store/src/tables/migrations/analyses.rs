// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table of analyses.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "analyses",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("analyses/0001_analyses.sql"))],
};
