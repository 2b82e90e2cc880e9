// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of nodes and slots, which only PostgreSQL has.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "nodes",
    builds_on: &[],
    migrations: &[
        Migration::each(
            include_str!("nodes/0001_nodes.sqlite.sql"),
            include_str!("nodes/0001_nodes.postgres.sql"),
        ),
        Migration::each(
            include_str!("nodes/0002_formats.sqlite.sql"),
            include_str!("nodes/0002_formats.postgres.sql"),
        ),
        Migration::each(
            include_str!("nodes/0003_clocks.sqlite.sql"),
            include_str!("nodes/0003_clocks.postgres.sql"),
        )
        .beside_older(),
    ],
    readable: &[],
};
