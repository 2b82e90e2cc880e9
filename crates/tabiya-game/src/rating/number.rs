// SPDX-License-Identifier: MIT OR Apache-2.0
//! A rating in whole numbers.

use crate::RatingThen;

/// Millionths of a point.
const POINT: f64 = 1e6;
/// Billionths, in which volatilities are counted.
const VOLATILITY: f64 = 1e9;

/// How strong a player is thought to be, how sure that is, and how steady.
///
/// Kept in millionths of a point (the volatility in billionths), so that it is the same number in memory, in a table and
/// on another machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rating {
    points: i64,
    deviation: i64,
    volatility: i64,
}

impl Rating {
    /// What a player begins with: 1500 points, deviation 350, volatility 0.06.
    pub const NEWCOMER: Self = Self { points: 1_500_000_000, deviation: 350_000_000, volatility: 60_000_000 };
    /// From this deviation on a rating is provisional.
    pub const PROVISIONAL_FROM: f64 = 110.0;
    /// The lowest and the highest rating, in points. Nobody comes near either by play.
    pub const RANGE: [f64; 2] = [100.0, 4_000.0];
    /// The largest deviation: a newcomer's. Whatever happens, no more than that can be unknown.
    pub const MAX_DEVIATION: f64 = 350.0;

    /// The nearest rating within the range. `volatility` as in the paper, 0.06 for a newcomer.
    pub(super) fn nearest(points: f64, deviation: f64, volatility: f64) -> Self {
        let [lowest, highest] = Self::RANGE;
        Self {
            points: (points.clamp(lowest, highest) * POINT).round() as i64,
            deviation: (deviation.clamp(1.0, Self::MAX_DEVIATION) * POINT).round() as i64,
            volatility: (volatility.clamp(0.01, 0.2) * VOLATILITY).round() as i64,
        }
    }

    /// A rating that staff sets for a player whose strength is known: a start rating. The volatility is a newcomer's.
    ///
    /// # Errors
    /// If the points are not from 100 to 4000, or the deviation is not from 30 to 350.
    pub fn set(points: u16, deviation: u16) -> Result<Self, RatingError> {
        let [lowest, highest] = Self::RANGE;
        if !(lowest..=highest).contains(&f64::from(points)) {
            return Err(RatingError::Points { found: points });
        }
        if !(30.0..=Self::MAX_DEVIATION).contains(&f64::from(deviation)) {
            return Err(RatingError::Deviation { found: deviation });
        }
        Ok(Self {
            points: i64::from(points) * 1_000_000,
            deviation: i64::from(deviation) * 1_000_000,
            ..Self::NEWCOMER
        })
    }

    /// The whole numbers in which it is kept: points and deviation in millionths, volatility in billionths.
    pub const fn numbers(self) -> [i64; 3] {
        [self.points, self.deviation, self.volatility]
    }

    /// The rating of these numbers.
    ///
    /// # Errors
    /// If no rating has them.
    pub fn from_numbers(numbers: [i64; 3]) -> Result<Self, RatingError> {
        let [points, deviation, volatility] = numbers;
        let rating = Self { points, deviation, volatility };
        let nearest = Self::nearest(rating.points(), rating.deviation(), rating.volatility());
        if nearest == rating { Ok(rating) } else { Err(RatingError::Numbers { found: numbers }) }
    }

    /// In points.
    pub fn points(self) -> f64 {
        self.points as f64 / POINT
    }

    /// The deviation in points: in 95 of 100 cases the player's strength is within twice of it.
    pub fn deviation(self) -> f64 {
        self.deviation as f64 / POINT
    }

    /// How much the player's strength is expected to change, as in the paper.
    pub fn volatility(self) -> f64 {
        self.volatility as f64 / VOLATILITY
    }

    /// Whether it rests on few games, or on old ones.
    pub fn is_provisional(self) -> bool {
        self.deviation() >= Self::PROVISIONAL_FROM
    }

    /// As lists and games show it: rounded.
    pub fn rounded(self) -> RatingThen {
        let points = self.points().round().clamp(0.0, f64::from(u16::MAX)) as u16;
        RatingThen { points, provisional: self.is_provisional() }
    }

    /// The same with other points, within the range.
    pub(super) fn moved(self, by: i64) -> Self {
        let [lowest, highest] = Self::RANGE.map(|points| (points * POINT) as i64);
        Self { points: self.points.saturating_add(by).clamp(lowest, highest), ..self }
    }
}

/// Numbers that are no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// Too low or too high.
    #[error("a rating has 100 to 4000 points, not {found}")]
    Points {
        /// The points that were given.
        found: u16,
    },
    /// Too sure or too unsure.
    #[error("a rating's deviation is from 30 to 350, not {found}")]
    Deviation {
        /// The deviation that was given.
        found: u16,
    },
    /// Stored numbers that no rating has.
    #[error("no rating is stored as {found:?}")]
    Numbers {
        /// The numbers.
        found: [i64; 3],
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_kept_in_whole_numbers() {
        for (points, deviation, volatility) in
            [(1500.0, 350.0, 0.06), (100.0, 1.0, 0.01), (4000.0, 110.25, 0.2)]
        {
            let rating = Rating::nearest(points, deviation, volatility);
            assert_eq!(Rating::from_numbers(rating.numbers()), Ok(rating));
            assert_eq!(
                (rating.points(), rating.deviation(), rating.volatility()),
                (points, deviation, volatility)
            );
        }
        assert_eq!(Rating::nearest(1500.0, 350.0, 0.06), Rating::NEWCOMER);
        for bad in [[0, 0, 0], [99_999_999, 50_000_000, 60_000_000], [1_500_000_000, 350_000_001, 60_000_000]]
        {
            assert_eq!(Rating::from_numbers(bad), Err(RatingError::Numbers { found: bad }));
        }
    }

    #[test]
    fn staff_set_ratings_within_bounds() {
        assert_eq!(Rating::set(1800, 150).unwrap().rounded(), RatingThen { points: 1800, provisional: true });
        assert_eq!(
            Rating::set(1800, 109).unwrap().rounded(),
            RatingThen { points: 1800, provisional: false }
        );
        assert_eq!(Rating::set(99, 150), Err(RatingError::Points { found: 99 }));
        assert_eq!(Rating::set(4001, 150), Err(RatingError::Points { found: 4001 }));
        assert_eq!(Rating::set(1800, 29), Err(RatingError::Deviation { found: 29 }));
    }
}
