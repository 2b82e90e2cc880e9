// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of challenges.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "challenges",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("challenges/0001_challenges.sql"))],
};
