// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of challenges.

use super::{Migration, Series};
use crate::tables::{challenges, readable::Readable};

pub(super) const SERIES: Series = Series {
    subject: "challenges",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("challenges/0001_challenges.sql"))],
    readable: &[Readable {
        table: "challenge",
        sql: concat!("SELECT ", challenges::columns!(), " FROM challenge ORDER BY id LIMIT $1 OFFSET $2"),
        read: |columns| challenges::challenge(columns).map(drop),
    }],
};
