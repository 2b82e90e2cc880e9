// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table of devices to which news are pushed.

use super::{Migration, Series};
use crate::tables::{push, readable::Readable};

pub(super) const SERIES: Series = Series {
    subject: "push",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("push/0001_devices.sql"))],
    readable: &[Readable {
        table: "push_device",
        sql: concat!("SELECT ", push::columns!(), " FROM push_device ORDER BY session LIMIT $1 OFFSET $2"),
        read: |columns| push::device(columns).map(drop),
    }],
};
