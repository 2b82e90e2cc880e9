// SPDX-License-Identifier: MIT OR Apache-2.0
//! How likely a score wins, by the formula that lichess.org publishes (lichess.org/page/accuracy): a logistic
//! curve fitted to rapid games of players rated 2300. On it a pawn matters much when the position is equal,
//! and hardly at all when the game is decided.

use crate::score::Score;

/// Larger scores count as this one. A mate counts as this one, too.
const MOST: i32 = 1000;
/// The slope of the curve, per hundredth of a pawn.
const STEEPNESS: f64 = 0.003_682_08;

/// A score as one number from -1000 to 1000 hundredths of a pawn, for the same side as the score.
#[must_use]
pub fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp.clamp(-MOST, MOST),
        Score::Mate(moves) if moves > 0 => MOST,
        Score::Mate(_) => -MOST,
    }
}

/// From -1 (surely lost) to 1 (surely won).
#[must_use]
pub fn winning_chances(centipawns: i32) -> f64 {
    2.0 / (1.0 + (-STEEPNESS * f64::from(centipawns.clamp(-MOST, MOST))).exp()) - 1.0
}

/// Win %, from 0 to 100; 50 is equal.
///
/// ```
/// use tabiya_engine::analysis::win_percent;
///
/// assert_eq!(win_percent(0), 50.0);
/// assert!((win_percent(100) - 59.1).abs() < 0.05);
/// assert!((win_percent(-300) + win_percent(300) - 100.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn win_percent(centipawns: i32) -> f64 {
    50.0 + 50.0 * winning_chances(centipawns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_the_published_one() {
        // Computed by hand: 50 + 50 (2 / (1 + e^-0.0552312) - 1), 2 / (1 + e^-1.10462) - 1, and both ends.
        for (cp, percent) in
            [(15, 51.3804), (300, 75.1126), (1000, 97.5447), (5000, 97.5447), (-1000, 2.4553)]
        {
            assert!((win_percent(cp) - percent).abs() < 1e-4, "{cp}: {}", win_percent(cp));
        }
        assert_eq!(centipawns(Score::Mate(7)), 1000);
        assert_eq!(centipawns(Score::Mate(0)), -1000);
        assert_eq!(centipawns(Score::Cp(-1234)), -1000);
    }
}
