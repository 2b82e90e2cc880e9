// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels 1 to 15, and the strengths between them.
//!
//! A weak level does not play strong moves with random blunders in between: its errors are modelled in
//! `novice`, for the lowest levels, and in `handicap`. This module has the measured strength of each level;
//! `docs/levels.md` describes the measurement.

use std::fmt;

/// The version of the levels. It changes whenever a level would play a different move. Games record it.
pub const LEVELS_VERSION: u32 = 11;

/// The first version that has levels below the one that stands at 994.
const FIRST_WITH_NOVICES: u32 = 11;

/// How many of the levels are novices, who do not search.
pub(crate) const NOVICES: usize = 3;

/// The number of levels.
const COUNT: usize = 15;

/// The measured Elo of each level: see `docs/levels.md`.
const ELO: [i32; COUNT] =
    [338, 545, 760, 994, 1193, 1395, 1615, 1837, 2037, 2257, 2484, 2684, 2889, 3096, 3358];

/// The strength of a computer opponent: from 1, who has just learnt the moves, to 15, the full engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(1);
    /// The full engine.
    pub const HIGHEST: Level = Level(COUNT as u8);

    /// The level with that number, if it is 1 to 15.
    #[must_use]
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= COUNT as u8 { Some(Level(level)) } else { None }
    }

    /// Today's level for the level with that number in that version of the levels. `None` if there is no such
    /// level.
    ///
    /// Version 11 added levels below the lowest one: level 1 of the versions before is level 4 of today. Games
    /// that do not say their version are older.
    #[must_use]
    pub const fn of_version(level: u8, version: Option<u32>) -> Option<Level> {
        match version {
            Some(FIRST_WITH_NOVICES..) => Level::new(level),
            Some(_) | None if level >= 1 => Level::new(level.saturating_add(NOVICES as u8)),
            Some(_) | None => None,
        }
    }

    /// The number of the level, 1 to 15.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All levels, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (1..=COUNT as u8).map(Level)
    }

    /// The measured Elo of the level. It is on a scale of engines; people's ratings differ from it.
    #[must_use]
    pub const fn elo(self) -> i32 {
        ELO[self.0 as usize - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A strength between the levels, in hundredths of a level.
///
/// ```
/// use tabiya_engine::{Level, Strength};
///
/// let level = Level::new(5).unwrap();
/// assert_eq!(Strength::from_elo(level.elo()), Strength::from(level));
/// assert_eq!(Strength::from_elo(-9), Strength::from(Level::LOWEST));
/// assert!(Strength::from_elo(level.elo() + 10) > Strength::from(level));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u16);

impl Strength {
    /// The full engine.
    pub const FULL: Strength = Strength(100 * COUNT as u16);

    /// The strength for an Elo, interpolated between the measured levels. An Elo outside their range gives
    /// the weakest or the strongest level.
    #[must_use]
    pub fn from_elo(elo: i32) -> Strength {
        let elo = elo.clamp(ELO[0], ELO[COUNT - 1]);
        let below = ELO[..COUNT - 1].iter().rposition(|known| *known <= elo).unwrap_or(0);
        let part = 100 * (elo - ELO[below]) / (ELO[below + 1] - ELO[below]);
        Strength(100 * (below as u16 + 1) + part as u16)
    }

    /// The strength in hundredths of a level.
    pub(crate) const fn hundredths(self) -> u16 {
        self.0
    }

    /// The level at or below the strength, and the difference in hundredths of a level.
    pub(crate) const fn parts(self) -> (Level, u16) {
        (Level((self.0 / 100) as u8), self.0 % 100)
    }
}

impl From<Level> for Strength {
    fn from(level: Level) -> Strength {
        Strength(100 * u16::from(level.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_grow_and_every_elo_between_them_has_its_strength() {
        assert!(ELO.is_sorted_by(|weaker, stronger| weaker < stronger));
        let all: Vec<Strength> = (ELO[0] - 50..ELO[COUNT - 1] + 50).map(Strength::from_elo).collect();
        assert!(all.is_sorted());
        assert_eq!(all[0], Level::LOWEST.into());
        assert_eq!(all.last(), Some(&Strength::FULL));
        assert_eq!(Strength::from_elo(i32::MIN), Level::LOWEST.into());
        assert_eq!(Strength::from_elo(i32::MAX), Strength::FULL);
        for level in Level::all() {
            assert_eq!(Strength::from_elo(level.elo()), level.into());
        }
    }

    #[test]
    fn levels_of_old_games_keep_their_strength() {
        let elo = |level, version| Level::of_version(level, version).map(Level::elo);
        assert_eq!(elo(1, Some(10)), Some(994));
        assert_eq!(elo(1, None), Some(994));
        assert_eq!(elo(12, Some(1)), Some(3358));
        assert_eq!(elo(13, Some(10)), None);
        assert_eq!(elo(0, Some(10)), None);
        assert_eq!(elo(u8::MAX, None), None);
        for level in Level::all() {
            assert_eq!(Level::of_version(level.get(), Some(LEVELS_VERSION)), Some(level));
        }
    }

    #[test]
    fn what_is_published_is_this() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let table = std::fs::read_to_string(root.join("docs/levels.md")).unwrap();
        for level in Level::all() {
            let row = format!("\n| {level} | {} |", level.elo());
            assert!(table.contains(&row), "docs/levels.md lacks{row}");
        }
    }
}
