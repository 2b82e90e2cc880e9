// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table of the lines of correspondence players.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "lines",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("lines/0001_player_lines.sql"))],
};
