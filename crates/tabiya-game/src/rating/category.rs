// SPDX-License-Identifier: MIT OR Apache-2.0
//! The categories in which players have ratings.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tabiya_rules::CastlingMode;

use crate::{Speed, Terms};

/// A kind of games with a rating of its own: one for each speed of the usual chess, and one for Chess960 at any speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "protocol.ts"))]
pub enum Category {
    /// Below 3 minutes for 40 moves.
    Bullet,
    /// Below 8 minutes for 40 moves.
    Blitz,
    /// Below 25 minutes for 40 moves.
    Rapid,
    /// Slower, but not by days.
    Classical,
    /// Days for each move.
    Correspondence,
    /// Chess960, at any speed.
    Chess960,
}

impl Category {
    /// All of them, in the order in which a profile shows them.
    pub const ALL: [Self; 6] =
        [Self::Bullet, Self::Blitz, Self::Rapid, Self::Classical, Self::Correspondence, Self::Chess960];

    /// The category of a game on these terms; `None` for an unlimited game, which can't be rated.
    pub fn of(terms: &Terms) -> Option<Self> {
        let speed = terms.time()?.speed();
        Some(match terms.start().castling_mode() {
            CastlingMode::Chess960 => Self::Chess960,
            CastlingMode::Standard => speed.into(),
        })
    }

    /// Its name in addresses, messages and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bullet => "bullet",
            Self::Blitz => "blitz",
            Self::Rapid => "rapid",
            Self::Classical => "classical",
            Self::Correspondence => "correspondence",
            Self::Chess960 => "chess960",
        }
    }
}

impl From<Speed> for Category {
    fn from(speed: Speed) -> Self {
        match speed {
            Speed::Bullet => Self::Bullet,
            Speed::Blitz => Self::Blitz,
            Speed::Rapid => Self::Rapid,
            Speed::Classical => Self::Classical,
            Speed::Correspondence => Self::Correspondence,
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no category.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a category is bullet, blitz, rapid, classical, correspondence or chess960")]
pub struct NoSuchCategory;

impl FromStr for Category {
    type Err = NoSuchCategory;

    fn from_str(name: &str) -> Result<Self, NoSuchCategory> {
        Self::ALL.into_iter().find(|category| category.name() == name).ok_or(NoSuchCategory)
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
        for (start, time, expected) in [
            (standard, clocks(60, 2), Some(Category::Bullet)),
            (standard, clocks(60, 3), Some(Category::Blitz)),
            (standard, clocks(179, 0), Some(Category::Bullet)),
            (standard, clocks(180, 0), Some(Category::Blitz)),
            (standard, clocks(600, 0), Some(Category::Rapid)),
            (standard, clocks(1800, 0), Some(Category::Classical)),
            (standard, Some(days), Some(Category::Correspondence)),
            (standard, None, None),
            (shuffled, clocks(60, 0), Some(Category::Chess960)),
            (shuffled, Some(days), Some(Category::Chess960)),
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
}
