// SPDX-License-Identifier: AGPL-3.0-or-later
//! A step for each [format](crate::formats) after the first, so that a program that does not know it refuses the database.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "formats",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("formats/0001_keys.sql")).beside_older()],
    readable: &[],
};

#[cfg(test)]
mod tests {
    use super::SERIES;
    use crate::formats::NEWEST;

    #[test]
    fn each_format_after_the_first_has_a_step() {
        assert_eq!(SERIES.migrations.len() as u32, NEWEST - 1, "add a step here for the new format");
    }
}
