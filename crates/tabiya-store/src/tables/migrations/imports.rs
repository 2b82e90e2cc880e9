// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of imported games.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "imports",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("imports/0001_by_game.sql"))],
};
