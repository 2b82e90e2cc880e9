// SPDX-License-Identifier: MIT OR Apache-2.0
//! Accuracy of one move, and of all moves of a side in a game, by the formulas published at
//! lichess.org/page/accuracy.

use tabiya_rules::Color;

/// The accuracy of a move, 0 to 100, from the mover's Win % before and after it.
///
/// A move that loses nothing has 100. The formula adds 1 to all other moves, because the engine's scores are
/// themselves slightly inexact.
///
/// ```
/// use tabiya_engine::analysis::move_accuracy;
///
/// assert_eq!(move_accuracy(50.0, 60.0), 100.0);
/// assert!((move_accuracy(60.0, 50.0) - 64.6).abs() < 0.05);
/// assert_eq!(move_accuracy(97.0, 3.0), 0.0);
/// ```
#[must_use]
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let drop = before - after;
    (103.1668 * (-0.043_54 * drop).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// The accuracies of both sides over a game, White's first. `None` for a side that has not moved.
///
/// `percents` is White's Win % at the start and after each move. `first` is the side that made the first
/// move. Each side's accuracy is the average of two means of its moves' accuracies. The first is weighted by
/// volatility: the standard deviation of Win % in a window that slides over the game. The second is the
/// harmonic mean, in which a bad move counts heavily. A move that is `excused` has 100; missing ones are not excused.
#[must_use]
pub fn game_accuracy(percents: &[f64], excused: &[bool], first: Color) -> [Option<f64>; 2] {
    let plies = percents.len().saturating_sub(1);
    let width = (plies / 10).clamp(2, 8);
    // The first moves have no full window before them, so they use the first window.
    let early = std::iter::repeat_n(&percents[..width.min(percents.len())], width - 2);
    let windows = early.chain(percents.windows(width));
    let weights: Vec<f64> = windows.map(|window| deviation(window).clamp(0.5, 12.0)).collect();
    [Color::White, Color::Black].map(|side| {
        let (mut count, mut weight, mut weighted, mut inverse) = (0.0, 0.0, 0.0, 0.0);
        let offset = usize::from(side != first);
        for ply in (offset..plies).step_by(2) {
            let (before, after) = (percents[ply], percents[ply + 1]);
            let accuracy = match side {
                _ if excused.get(ply) == Some(&true) => 100.0,
                Color::White => move_accuracy(before, after),
                Color::Black => move_accuracy(100.0 - before, 100.0 - after),
            };
            count += 1.0;
            weight += weights[ply];
            weighted += weights[ply] * accuracy;
            // Keeps one worthless move from making the whole game worthless: the harmonic mean of a zero is
            // zero.
            inverse += 1.0 / accuracy.max(1.0);
        }
        (count > 0.0).then(|| (weighted / weight + count / inverse) / 2.0)
    })
}

/// The population standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accuracy_of_moves_is_the_published_one() {
        // Computed by hand: 103.1668 e^(-0.04354 × 5) - 2.1669, and so on.
        for (drop, accuracy) in [(5.0, 80.8170), (10.0, 64.5826), (30.0, 25.7756), (95.0, 0.0)] {
            let found = move_accuracy(99.0, 99.0 - drop);
            assert!((found - accuracy).abs() < 1e-3, "{drop}: {found}");
        }
        assert_eq!(move_accuracy(50.0, 49.999), 100.0);
    }

    #[test]
    fn a_game_by_hand() {
        // Two moves a side, windows of two. White drops 10 points of Win % once, Black 5 once.
        let percents = [50.0, 50.0, 55.0, 45.0, 45.0];
        let [white, black] = game_accuracy(&percents, &[], Color::White).map(Option::unwrap);
        // White: accuracies 100 and 64.5826 with the weights 0.5 (the minimum) and 5. Black: 80.8170 and 100
        // with the weights 2.5 and 0.5.
        let by_hand =
            |a: f64, v: f64, b: f64, w: f64| ((a * v + b * w) / (v + w) + 2.0 / (1.0 / a + 1.0 / b)) / 2.0;
        assert!((white - by_hand(100.0, 0.5, 64.5826, 5.0)).abs() < 1e-3, "{white}");
        assert!((black - by_hand(80.8170, 2.5, 100.0, 0.5)).abs() < 1e-3, "{black}");
    }

    #[test]
    fn a_move_that_is_excused_loses_nothing() {
        let percents = [50.0, 50.0, 55.0, 45.0, 45.0];
        let [white, black] =
            game_accuracy(&percents, &[false, false, true], Color::White).map(Option::unwrap);
        assert_eq!(white, 100.0);
        assert_eq!(Some(black), game_accuracy(&percents, &[], Color::White)[1]);
    }

    /// The page computes the same for a part of a game, and its tests have the same figures (`report-accuracy.test.ts`).
    #[test]
    fn the_figures_that_the_page_has() {
        let chances: Vec<f64> = (0..61).map(|ply| 50.0 + 1.5 * f64::from(ply * 37 % 23 - 11)).collect();
        for (chances, first, expected) in [
            (&[50.0, 50.0, 55.0, 45.0, 45.0][..], Color::White, ["73.1414", "86.7026"]),
            (&chances, Color::White, ["71.6100", "70.7147"]),
            (&chances, Color::Black, ["68.7972", "66.5900"]),
            (&chances[..20], Color::White, ["72.5933", "62.7265"]),
        ] {
            let found = game_accuracy(chances, &[], first).map(|side| format!("{:.4}", side.unwrap()));
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn each_move_of_a_game_of_any_length_has_its_weight() {
        for plies in 0..140 {
            let percents: Vec<f64> = (0..=plies).map(|ply| f64::from(ply * 37 % 100)).collect();
            for first in [Color::White, Color::Black] {
                let sides = game_accuracy(&percents, &[], first);
                let mover = usize::from(first == Color::Black);
                assert_eq!(sides[mover].is_some(), plies >= 1);
                assert_eq!(sides[1 - mover].is_some(), plies >= 2);
                assert!(sides.iter().flatten().all(|accuracy| (0.0..=100.0).contains(accuracy)));
            }
        }
        assert_eq!(game_accuracy(&[], &[], Color::White), [None, None]);
    }
}
