// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of puzzles.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "puzzles",
    builds_on: &[],
    migrations: &[
        Migration::shared(include_str!("puzzles/0001_puzzles.sql")),
        Migration::shared(include_str!("puzzles/0002_searched.sql")),
        Migration::shared(include_str!("puzzles/0003_classes.sql")),
        Migration::shared(include_str!("puzzles/0004_sets.sql")),
        Migration::shared(include_str!("puzzles/0005_lessons.sql")),
        Migration::shared(include_str!("puzzles/0006_found_by_index.sql")),
    ],
};
