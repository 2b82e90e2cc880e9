// SPDX-License-Identifier: AGPL-3.0-or-later
//! The migrations of acts: from lines of text to acts with before and after.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "acts",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("acts/0001_typed.sql"))],
    readable: &[],
};
