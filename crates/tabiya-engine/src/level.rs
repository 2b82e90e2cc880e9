// SPDX-License-Identifier: MIT OR Apache-2.0
//! Levels 1 to 12, and every strength between them.
//!
//! A weak level does not play a strong game with blunders thrown in: what it overlooks and misjudges is the matter of
//! `handicap`. Here stands how strong each level was measured to be; `docs/levels.md` tells how.

use std::fmt;

/// The version of what levels mean. It changes whenever a level would play another move; games note it.
pub const LEVELS_VERSION: u32 = 10;

/// What the levels were measured at, in Elo: `docs/levels.md`.
const ELO: [i32; 12] = [994, 1193, 1395, 1615, 1837, 2037, 2257, 2484, 2684, 2889, 3096, 3358];

/// How strong a computer opponent is: 1, a beginner, to 12, everything the engine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// The full engine.
    pub const HIGHEST: Level = Level(12);

    /// That level, if it is 1 to 12.
    #[must_use]
    pub const fn new(level: u8) -> Option<Level> {
        if level >= 1 && level <= 12 { Some(Level(level)) } else { None }
    }

    /// 1 to 12.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All levels, weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> + ExactSizeIterator {
        (1..13_u8).map(Level)
    }

    /// How strong it was measured to be, in Elo of engines; people's ratings differ.
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
    /// Everything the engine has.
    pub const FULL: Strength = Strength(1200);

    /// The strength that was measured, or lies between two measured ones, at so many Elo; the weakest or the strongest beyond
    /// them.
    #[must_use]
    pub fn from_elo(elo: i32) -> Strength {
        let elo = elo.clamp(ELO[0], ELO[11]);
        let below = ELO[..11].iter().rposition(|known| *known <= elo).unwrap_or(0);
        let part = 100 * (elo - ELO[below]) / (ELO[below + 1] - ELO[below]);
        Strength(100 * (below as u16 + 1) + part as u16)
    }

    /// In hundredths of a level.
    pub(crate) const fn hundredths(self) -> u16 {
        self.0
    }

    /// The level below or at it, and how many hundredths it lies above.
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
        let all: Vec<Strength> = (ELO[0] - 50..ELO[11] + 50).map(Strength::from_elo).collect();
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
    fn what_is_published_is_this() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let table = std::fs::read_to_string(root.join("docs/levels.md")).unwrap();
        for level in Level::all() {
            let row = format!("\n| {level} | {} |", level.elo());
            assert!(table.contains(&row), "docs/levels.md lacks{row}");
        }
    }
}
