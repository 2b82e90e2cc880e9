// SPDX-License-Identifier: MIT OR Apache-2.0
//! The formula, by the library.

use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2},
};

use super::Rating;

/// How much volatilities may change: the paper suggests 0.3 to 1.2.
const TAU: f64 = 0.75;
/// How near the volatility is searched, as in the paper.
const TOLERANCE: f64 = 0.000_001;
/// Points of the paper's own scale.
const SCALE: f64 = 173.7178;

fn config() -> Glicko2Config {
    Glicko2Config { tau: TAU, convergence_tolerance: TOLERANCE }
}

fn of(rating: Rating) -> Glicko2Rating {
    Glicko2Rating { rating: rating.points(), deviation: rating.deviation(), volatility: rating.volatility() }
}

fn nearest(rating: Glicko2Rating) -> Rating {
    Rating::nearest(rating.rating, rating.deviation, rating.volatility)
}

/// One game as a rating period; `outcome` as White sees it.
pub(super) fn after([white, black]: [Rating; 2], outcome: Outcomes) -> [Rating; 2] {
    let (white, black) = glicko2(&of(white), &of(black), &outcome, &config());
    [nearest(white), nearest(black)]
}

/// So many periods without a game: the deviation grows by the volatility in each (step 6 of the paper).
pub(super) fn idle(rating: Rating, periods: u64) -> Rating {
    let deviation = rating.deviation().hypot(rating.volatility() * SCALE * (periods as f64).sqrt());
    Rating::nearest(rating.points(), deviation, rating.volatility())
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::{decay_deviation, glicko2_rating_period};

    use super::*;

    fn near(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() < within, "{found}, expected {expected}");
    }

    /// Section "Example calculation": three games in one period, tau 0.5.
    #[test]
    fn the_papers_example() {
        let rating = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let games = [
            (rating(1400.0, 30.0), Outcomes::WIN),
            (rating(1550.0, 100.0), Outcomes::LOSS),
            (rating(1700.0, 300.0), Outcomes::LOSS),
        ];
        let paper = Glicko2Config { tau: 0.5, convergence_tolerance: TOLERANCE };
        let found = glicko2_rating_period(&rating(1500.0, 200.0), &games, &paper);
        near(found.rating, 1464.06, 0.01);
        near(found.deviation, 151.52, 0.01);
        near(found.volatility, 0.05999, 0.00001);
        // What our own numbers keep of it.
        let kept = nearest(found);
        near(kept.points(), 1464.06, 0.01);
        near(kept.deviation(), 151.52, 0.01);
    }

    /// Steps 3 to 7 of the paper worked out by hand for a game between two newcomers: g = 0.6690, E = 0.5, v = 8.937.
    #[test]
    fn two_newcomers() {
        let [winner, loser] = after([Rating::NEWCOMER; 2], Outcomes::WIN);
        near(winner.points(), 1662.31, 0.01);
        near(loser.points(), 1337.69, 0.01);
        for each in [winner, loser] {
            near(each.deviation(), 290.32, 0.01);
            near(each.volatility(), 0.06, 0.00001);
        }
        let [white, black] = after([Rating::NEWCOMER; 2], Outcomes::DRAW);
        assert_eq!(white, black);
        near(white.points(), 1500.0, 1e-9);
    }

    #[test]
    fn idle_periods_grow_the_deviation_as_the_library_does() {
        let rating = Rating::set(1800, 45).unwrap();
        let mut by_library = of(rating);
        assert_eq!(idle(rating, 0), rating);
        for periods in 1..2_000 {
            by_library = decay_deviation(&by_library);
            let ours = idle(rating, periods);
            near(ours.deviation(), by_library.deviation, 0.000_01);
            assert_eq!(ours.points(), 1800.0);
        }
        assert_eq!(idle(rating, 2_000).deviation(), Rating::MAX_DEVIATION);
        assert_eq!(idle(rating, u64::MAX).deviation(), Rating::MAX_DEVIATION);
    }
}
