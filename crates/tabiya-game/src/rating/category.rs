// SPDX-License-Identifier: MIT OR Apache-2.0
//! The categories in which players have ratings.

use std::borrow::Cow;
use std::{fmt, str::FromStr};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tabiya_rules::Variant;

use crate::{Speed, Terms};

/// A kind of games with a rating of its own: a variant and a speed. Only standard chess has one for each speed; every
/// other variant has one for all speeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(
        export_to = "protocol.ts",
        type = "\"bullet\" | \"blitz\" | \"rapid\" | \"classical\" | \"correspondence\" | \"chess960\""
    )
)]
pub struct Category {
    variant: Variant,
    /// `None` if it has games of every speed.
    speed: Option<Speed>,
}

impl Category {
    /// Standard chess, below 3 minutes for 40 moves.
    pub const BULLET: Self = Self::new(Variant::Standard, Speed::Bullet);
    /// Standard chess, below 8 minutes for 40 moves.
    pub const BLITZ: Self = Self::new(Variant::Standard, Speed::Blitz);
    /// Standard chess, below 25 minutes for 40 moves.
    pub const RAPID: Self = Self::new(Variant::Standard, Speed::Rapid);

    /// All of them, in the order in which a profile shows them: the speeds of standard chess, then each other variant.
    pub const ALL: [Self; Speed::ALL.len() + Variant::ALL.len() - 1] = {
        let mut all = [Self::BULLET; Speed::ALL.len() + Variant::ALL.len() - 1];
        let mut at = 0;
        while at < all.len() {
            all[at] = if at < Speed::ALL.len() {
                Self::new(Variant::Standard, Speed::ALL[at])
            } else {
                // Standard chess is the first variant.
                Self::new(Variant::ALL[at - Speed::ALL.len() + 1], Speed::Bullet)
            };
            at += 1;
        }
        all
    };

    /// The category of games of this variant at this speed.
    pub const fn new(variant: Variant, speed: Speed) -> Self {
        let speed = match variant {
            Variant::Standard => Some(speed),
            Variant::Chess960 => None,
        };
        Self { variant, speed }
    }

    /// The category of a game on these terms; `None` for an unlimited game, which can't be rated.
    pub fn of(terms: &Terms) -> Option<Self> {
        Some(Self::new(terms.variant(), terms.time()?.speed()))
    }

    /// The variant.
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// The speed; `None` if games of every speed are in this category.
    pub const fn speed(self) -> Option<Speed> {
        self.speed
    }

    /// Its name in addresses, messages and tables: the speed's where the variant has one for each, else the variant's.
    pub const fn name(self) -> &'static str {
        match self.speed {
            Some(speed) => speed.name(),
            None => self.variant.key(),
        }
    }
}

impl From<Speed> for Category {
    fn from(speed: Speed) -> Self {
        Self::new(Variant::Standard, speed)
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no category.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchCategory;

impl fmt::Display for NoSuchCategory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a category is ")?;
        for (number, category) in (1..).zip(Category::ALL) {
            let before = match number {
                1 => "",
                _ if number == Category::ALL.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}{category}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NoSuchCategory {}

impl FromStr for Category {
    type Err = NoSuchCategory;

    fn from_str(name: &str) -> Result<Self, NoSuchCategory> {
        Self::ALL.into_iter().find(|category| category.name() == name).ok_or(NoSuchCategory)
    }
}

impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Color, Position};

    use super::*;
    use crate::{DaysPerMove, Millis, PlayerId, Seat, Seats, TimeControl};

    fn terms(start: Position, time: Option<TimeControl>) -> Terms {
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), Color::White, Seat::Open);
        Terms::new(start, time, seats).unwrap()
    }

    #[test]
    fn a_games_category_follows_from_its_terms() {
        let clocks = |initial, increment| {
            Some(TimeControl::new(Millis::from_secs(initial), Millis::from_secs(increment)).unwrap())
        };
        let days = TimeControl::Correspondence { days: DaysPerMove::new(3).unwrap() };
        let standard = Position::start();
        let shuffled = Position::chess960(17).unwrap();
        let chess960 = Category::new(Variant::Chess960, Speed::Rapid);
        for (start, time, expected) in [
            (standard, clocks(60, 2), Some(Category::BULLET)),
            (standard, clocks(60, 3), Some(Category::BLITZ)),
            (standard, clocks(179, 0), Some(Category::BULLET)),
            (standard, clocks(180, 0), Some(Category::BLITZ)),
            (standard, clocks(600, 0), Some(Category::RAPID)),
            (standard, clocks(1800, 0), Some(Speed::Classical.into())),
            (standard, Some(days), Some(Speed::Correspondence.into())),
            (standard, None, None),
            (shuffled, clocks(60, 0), Some(chess960)),
            (shuffled, Some(days), Some(chess960)),
            (shuffled, None, None),
        ] {
            assert_eq!(Category::of(&terms(start, time)), expected, "{time:?}");
        }
    }

    #[test]
    fn names_are_read_and_written_alike() {
        for category in Category::ALL {
            assert_eq!(category.to_string().parse(), Ok(category));
            assert_eq!(serde_json::to_string(&category).unwrap(), format!("\"{category}\""));
        }
        assert_eq!("Blitz".parse::<Category>(), Err(NoSuchCategory));
    }

    /// Rows of databases hold these words, so none may ever change.
    #[test]
    fn each_category_keeps_its_name() {
        let names = ["bullet", "blitz", "rapid", "classical", "correspondence", "chess960"];
        assert_eq!(Category::ALL.map(Category::name), names);
        let sentence = "a category is bullet, blitz, rapid, classical, correspondence or chess960";
        assert_eq!(NoSuchCategory.to_string(), sentence);
        let mut sorted = Category::ALL;
        sorted.sort();
        assert_eq!(sorted, Category::ALL);
    }

    #[test]
    fn every_variant_at_every_speed_has_a_category() {
        for (variant, speed) in
            Variant::ALL.into_iter().flat_map(|each| Speed::ALL.map(|speed| (each, speed)))
        {
            let category = Category::new(variant, speed);
            assert!(Category::ALL.contains(&category), "{variant} {speed:?}");
            assert_eq!(category.variant(), variant);
            assert!(category.speed().is_none_or(|its| its == speed));
        }
    }

    /// The page's type is written by hand above.
    #[cfg(feature = "ts")]
    #[test]
    fn the_page_knows_every_category() {
        let words = Category::ALL.map(|category| format!("\"{category}\""));
        assert_eq!(<Category as ts_rs::TS>::inline(&ts_rs::Config::default()), words.join(" | "));
    }
}
