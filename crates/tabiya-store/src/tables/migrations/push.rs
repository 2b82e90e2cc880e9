// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table of devices to which news are pushed.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "push",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("push/0001_devices.sql"))],
};
