// SPDX-License-Identifier: AGPL-3.0-or-later
//! The table of the openings of puzzles.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "puzzle_openings",
    builds_on: &["puzzles"],
    migrations: &[Migration::shared(include_str!("puzzle_openings/0001_openings.sql"))],
    readable: &[],
};
