// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table of analyses.

use super::{Migration, Series};
use crate::tables::{analyses, readable::Readable};

pub(super) const SERIES: Series = Series {
    subject: "analyses",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("analyses/0001_analyses.sql"))],
    readable: &[Readable {
        table: "analysis",
        sql: concat!("SELECT ", analyses::columns!(), " FROM analysis ORDER BY game LIMIT $1 OFFSET $2"),
        read: |columns| analyses::analysis(columns).map(drop),
    }],
};
