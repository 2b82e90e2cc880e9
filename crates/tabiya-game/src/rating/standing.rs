// SPDX-License-Identifier: MIT OR Apache-2.0
//! A player's rating with the moment at which it last changed, and what a game does to two of them.

use skillratings::Outcomes;

use super::{Rating, glicko};
use crate::{GameResult, Time};

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

/// Where a player stands in a category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rating after the last game that counted.
    pub rating: Rating,
    /// When that game ended; `None` for a newcomer.
    pub since: Option<Time>,
}

impl Standing {
    /// Before the first game.
    pub const NEWCOMER: Self = Self { rating: Rating::NEWCOMER, since: None };

    /// The rating with what is not known any more after so much time: the deviation grows for each whole day. A clock
    /// that has been set back takes nothing away.
    pub fn at(self, now: Time) -> Rating {
        let days = self.since.map_or(0, |since| now.0.saturating_sub(since.0) / DAY);
        glicko::idle(self.rating, days)
    }

    /// White's and Black's standing after a game that ended at `at` with this result; `None` if such a game does not
    /// count.
    pub fn after([white, black]: [Self; 2], result: GameResult, at: Time) -> Option<[Self; 2]> {
        let outcome = match result {
            GameResult::WhiteWins => Outcomes::WIN,
            GameResult::BlackWins => Outcomes::LOSS,
            GameResult::Draw => Outcomes::DRAW,
            GameResult::Aborted => return None,
        };
        let ratings = glicko::after([white.at(at), black.at(at)], outcome);
        let [white_since, black_since] = [white, black].map(|before| before.since.max(Some(at)));
        let [white, black] = ratings;
        Some([Self { rating: white, since: white_since }, Self { rating: black, since: black_since }])
    }
}

/// A player's rating once a game is taken back that had changed it from `before` to `after`: the points are given back,
/// whatever was played since. Deviation and volatility stay.
pub fn refund(now: Rating, before: Rating, after: Rating) -> Rating {
    let ([before, ..], [after, ..]) = (before.numbers(), after.numbers());
    now.moved(before - after)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rating() -> impl Strategy<Value = Rating> {
        (100.0..4000.0, 30.0..350.0, 0.01..0.2)
            .prop_map(|(points, deviation, volatility)| Rating::nearest(points, deviation, volatility))
    }

    fn result() -> impl Strategy<Value = GameResult> {
        prop_oneof![Just(GameResult::WhiteWins), Just(GameResult::BlackWins), Just(GameResult::Draw)]
    }

    fn mirrored(result: GameResult) -> GameResult {
        match result {
            GameResult::WhiteWins => GameResult::BlackWins,
            GameResult::BlackWins => GameResult::WhiteWins,
            GameResult::Draw | GameResult::Aborted => result,
        }
    }

    proptest! {
        /// What comes out is a rating that can be stored, and colours make no difference.
        #[test]
        fn any_game_gives_two_ratings(
            white in rating(), black in rating(), result in result(), days in 0_u64..5_000, since in 0_u64..1_000_000,
        ) {
            let before = [white, black].map(|rating| Standing { rating, since: Some(Time(since)) });
            let at = Time(since + days * DAY);
            let [after_white, after_black] = Standing::after(before, result, at).expect("it counts");
            for after in [after_white, after_black] {
                prop_assert_eq!(Rating::from_numbers(after.rating.numbers()), Ok(after.rating));
                prop_assert_eq!(after.since, Some(at));
            }
            let [black_first, white_second] =
                Standing::after([before[1], before[0]], mirrored(result), at).expect("it counts");
            prop_assert_eq!([white_second, black_first], [after_white, after_black]);
        }

        /// A winner never loses points, and a loser never wins any.
        #[test]
        fn winning_never_costs_points(white in rating(), black in rating()) {
            let before = [white, black].map(|rating| Standing { rating, since: None });
            let [winner, loser] = Standing::after(before, GameResult::WhiteWins, Time(0)).expect("it counts");
            prop_assert!(winner.rating.points() >= white.points());
            prop_assert!(loser.rating.points() <= black.points());
        }
    }

    #[test]
    fn the_deviation_grows_for_whole_days_only() {
        let rating = Rating::set(1700, 60).unwrap();
        let standing = Standing { rating, since: Some(Time(1_000)) };
        assert_eq!(standing.at(Time(1_000 + DAY - 1)), rating);
        let after_a_day = standing.at(Time(1_000 + DAY)).deviation();
        assert!((after_a_day - 60_f64.hypot(0.06 * 173.7178)).abs() < 0.000_01, "{after_a_day}");
        assert_eq!(standing.at(Time(0)), rating, "a clock that was set back");
        assert_eq!(Standing::NEWCOMER.at(Time(u64::MAX)), Rating::NEWCOMER);
    }

    #[test]
    fn a_game_that_was_aborted_does_not_count() {
        assert_eq!(Standing::after([Standing::NEWCOMER; 2], GameResult::Aborted, Time(1)), None);
    }

    #[test]
    fn points_that_are_given_back() {
        let [before, after, now] = [1500, 1520, 1600].map(|points| Rating::set(points, 100).unwrap());
        assert_eq!(refund(now, before, after), Rating::set(1580, 100).unwrap());
        assert_eq!(refund(now, after, before), Rating::set(1620, 100).unwrap());
        let lowest = Rating::set(100, 100).unwrap();
        assert_eq!(refund(lowest, before, after), lowest, "nobody falls below the range");
    }
}
