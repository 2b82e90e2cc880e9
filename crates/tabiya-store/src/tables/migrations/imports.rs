// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of imported games.

use super::{Migration, Series};
use crate::tables::readable::Readable;

pub(super) const SERIES: Series = Series {
    subject: "imports",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("imports/0001_by_game.sql"))],
    readable: &[Readable {
        table: "imported_game",
        sql: "SELECT game, at FROM imported_game ORDER BY player, game LIMIT $1 OFFSET $2",
        read: |columns| {
            columns.game()?;
            columns.number::<u64>().map(drop)
        },
    }],
};
