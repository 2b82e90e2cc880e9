// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table of the lines of correspondence players.

use super::{Migration, Series};
use crate::tables::{lines, readable::Readable};

pub(super) const SERIES: Series = Series {
    subject: "lines",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("lines/0001_player_lines.sql"))],
    readable: &[Readable {
        table: "player_lines",
        sql: concat!(
            "SELECT ",
            lines::columns!(),
            " FROM player_lines ORDER BY game, player LIMIT $1 OFFSET $2"
        ),
        read: lines::checked,
    }],
};
