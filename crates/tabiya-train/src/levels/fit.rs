// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fits a scale of strengths to results: the logistic model of Bradley and Terry (1952), by maximum
//! likelihood. A draw counts as half a win and half a loss.
//!
//! A name that ends in a number after `anchor-` has that number as its fixed Elo; all others are fitted.
//! Games between similar players stretch a scale: a player beats a similar but slightly weaker one more often
//! than their results against other players suggest. Where there are anchors at both ends of a part of the
//! scale, a stretch factor is also fitted: how many times farther apart two levels seem in their own games.
//! There are two parts: up to [`DIVIDE`] levels differ in what they overlook and misjudge, and from there on
//! almost only in how many nodes they search.
//!
//! The model has no draws; with draws, points scatter less than the model says. So the error bars come from
//! the observed scatter (the "sandwich" estimator of Huber, 1967, and White, 1982), but from at least half of
//! the model's scatter: a player who won all of a few games will not always win.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::bail;

/// The points of the first of two players in one game.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Game {
    pub(super) players: [String; 2],
    pub(super) points: f64,
}

/// The level that divides the scale into its lower and its upper part.
const DIVIDE: u32 = 11;
/// The opponents that follow a script.
const SCRIPTED: [&str; 2] = ["random", "beginner"];
/// The number of standard deviations of a 95 % interval.
const SURE: f64 = 1.96;
/// Elo for each unit of the logistic curve's exponent.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// The fitted scale.
pub(super) struct Scale {
    /// Name, Elo, error bar and number of games; weakest first.
    rows: Vec<(String, f64, f64, usize)>,
    /// Names and results, the Elo difference (second minus first), and its error bar.
    pairs: Vec<([String; 2], Results, f64, f64)>,
    /// The stretch factor and its error bar, below and above [`DIVIDE`]. `None` where there are too few
    /// anchors to fit it.
    stretches: [Option<(f64, f64)>; 2],
}

/// Fits the scale.
///
/// # Errors
/// If no chain of games leads from a player to an anchor.
pub(super) fn fit(games: &[Game]) -> anyhow::Result<Scale> {
    let mut results: BTreeMap<[&str; 2], Results> = BTreeMap::new();
    for game in games {
        results.entry(game.players.each_ref().map(String::as_str)).or_default().add(game.points);
    }
    let mut model = Model::new(&results);
    let Some(mut covariance) = model.solve() else {
        bail!("some player is not linked to any anchor by games");
    };
    // If only one level of a part is tied to an anchor, the length of that part is unknown.
    for part in 0..2 {
        if model.ties(part) < 2 {
            continue;
        }
        let mut stretched = model.clone();
        stretched.sought.push(part);
        if let Some(found) = stretched.solve() {
            (model, covariance) = (stretched, found);
        }
    }
    let variance = |a: &str, b: &str| match (model.place(a), model.place(b)) {
        (Some(a), Some(b)) => covariance[a][b],
        _ => 0.0,
    };
    let count = |name: &str| {
        results.iter().filter(|(pair, _)| pair.contains(&name)).map(|(_, results)| results.count).sum()
    };
    let row = |(name, elo): (&&str, &f64)| {
        ((*name).to_owned(), *elo, SURE * variance(name, name).sqrt(), count(name))
    };
    let mut rows: Vec<_> = model.elos.iter().map(row).collect();
    rows.sort_by(|a, b| a.1.total_cmp(&b.1));
    let pairs = results.iter().map(|([a, b], results)| {
        let spread = variance(a, a) + variance(b, b) - 2.0 * variance(a, b);
        let difference = model.elos[b] - model.elos[a];
        let pair = [(*a).to_owned(), (*b).to_owned()];
        (pair, *results, difference, SURE * spread.max(0.0).sqrt())
    });
    let stretches = [0, 1].map(|part| {
        let at = model.place_of_stretch(part)?;
        Some((model.stretches[part], SURE * covariance[at][at].sqrt()))
    });
    Ok(Scale { pairs: pairs.collect(), rows, stretches })
}

/// How the games of each pair ended, from the view of the second player.
pub(super) fn tally(games: &[Game]) -> String {
    let mut results: BTreeMap<[&str; 2], Results> = BTreeMap::new();
    for game in games {
        results.entry(game.players.each_ref().map(String::as_str)).or_default().add(game.points);
    }
    results.iter().map(|([first, second], results)| format!("{}\n", results.line(first, second))).collect()
}

/// The unknowns and their current values.
#[derive(Clone)]
struct Model<'a> {
    results: &'a BTreeMap<[&'a str; 2], Results>,
    /// The players that are not anchors.
    free: Vec<&'a str>,
    elos: BTreeMap<&'a str, f64>,
    stretches: [f64; 2],
    /// Which stretch factors are fitted; the others stay 1.
    sought: Vec<usize>,
}

impl<'a> Model<'a> {
    fn new(results: &'a BTreeMap<[&'a str; 2], Results>) -> Model<'a> {
        let anchor = |name: &str| name.strip_prefix("anchor-").and_then(|elo| elo.parse::<f64>().ok());
        let names = results.keys().flatten().copied();
        let elos: BTreeMap<&str, f64> = names.map(|name| (name, anchor(name).unwrap_or(1_800.0))).collect();
        let free = elos.keys().copied().filter(|name| anchor(name).is_none()).collect();
        Model { results, free, elos, stretches: [1.0; 2], sought: Vec::new() }
    }

    /// The index of a player's Elo among the unknowns.
    fn place(&self, name: &str) -> Option<usize> {
        self.free.iter().position(|known| *known == name)
    }

    /// The index of a stretch factor among the unknowns.
    fn place_of_stretch(&self, part: usize) -> Option<usize> {
        self.sought.iter().position(|sought| *sought == part).map(|at| self.free.len() + at)
    }

    /// The number of levels of a part that played an anchor.
    fn ties(&self, part: usize) -> usize {
        let belongs = |level: u32| if part == 0 { level <= DIVIDE } else { level >= DIVIDE };
        let met = |name: &&&str| {
            let with_anchor = |pair: &[&str; 2]| {
                pair.contains(name) && pair.iter().any(|other| self.place(other).is_none())
            };
            level(name).is_some_and(belongs) && self.results.keys().any(with_anchor)
        };
        self.free.iter().filter(met).count()
    }

    /// Fits all Elos and stretch factors by Newton's method, with Fisher's information as the second
    /// derivatives. Returns the covariance of the unknowns, with the stretch factors last. `None` if the
    /// games do not determine them.
    fn solve(&mut self) -> Option<Vec<Vec<f64>>> {
        let unknowns = self.free.len() + self.sought.len();
        let mut covariance = Vec::new();
        for _ in 0..200 {
            let mut slope = vec![0.0; unknowns];
            let mut curve = vec![vec![0.0; unknowns]; unknowns];
            let mut scatter = curve.clone();
            for (pair, results) in self.results {
                let part = part(pair);
                let factor = part.map_or(1.0, |part| self.stretches[part]);
                let difference = self.elos[pair[0]] - self.elos[pair[1]];
                let expected = expectation(factor * difference);
                let variance = results.count() * expected * (1.0 - expected);
                let seen = results.scatter(expected).max(variance / 2.0);
                // The derivative of the exponent with respect to each unknown.
                let mut gradient: Vec<(usize, f64)> = Vec::new();
                gradient.extend(self.place(pair[0]).map(|at| (at, factor / SCALE)));
                gradient.extend(self.place(pair[1]).map(|at| (at, -factor / SCALE)));
                gradient.extend(
                    part.and_then(|part| self.place_of_stretch(part)).map(|at| (at, difference / SCALE)),
                );
                for &(i, x) in &gradient {
                    slope[i] += x * results.surplus(expected);
                    for &(j, y) in &gradient {
                        curve[i][j] += x * y * variance;
                        scatter[i][j] += x * y * seen;
                    }
                }
            }
            let inverse = invert(curve)?;
            let steps: Vec<f64> =
                inverse.iter().map(|row| row.iter().zip(&slope).map(|(a, b)| a * b).sum()).collect();
            covariance = product(&product(&inverse, &scatter), &inverse);
            for (name, step) in self.free.iter().zip(&steps) {
                *self.elos.entry(name).or_default() += step.clamp(-200.0, 200.0);
            }
            for (part, step) in self.sought.iter().zip(&steps[self.free.len()..]) {
                self.stretches[*part] += step.clamp(-0.1, 0.1);
            }
            if steps.iter().all(|step| step.abs() < 1e-6) {
                break;
            }
        }
        Some(covariance)
    }
}

fn level(name: &str) -> Option<u32> {
    name.strip_prefix("level-")?.parse().ok()
}

/// The part of the scale in which two levels meet. `None` if one of them is an anchor. The scripted opponents
/// belong to the lower part.
fn part(pair: &[&str; 2]) -> Option<usize> {
    let [a, b] = pair.map(|name| if SCRIPTED.contains(&name) { Some(0) } else { level(name) });
    Some(usize::from(a?.min(b?) >= DIVIDE))
}

/// The results between two players.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    count: usize,
    /// The first player's points.
    points: f64,
    /// The sum of the squared points of each game.
    squares: f64,
}

impl Results {
    fn add(&mut self, points: f64) {
        self.count += 1;
        self.points += points;
        self.squares += points * points;
    }

    fn count(&self) -> f64 {
        self.count as f64
    }

    /// Each draw adds a quarter to the difference between the points and their squares.
    fn drawn(&self) -> usize {
        (4.0 * (self.points - self.squares)).round() as usize
    }

    fn won(&self) -> usize {
        (self.points - self.drawn() as f64 / 2.0).round() as usize
    }

    fn lost(&self) -> usize {
        self.count - self.won() - self.drawn()
    }

    /// The results from the second player's view; they are stored from the first one's.
    fn line(&self, first: &str, second: &str) -> String {
        let (won, drawn, lost) = (self.lost(), self.drawn(), self.won());
        let percent = 100.0 * (self.count() - self.points) / self.count();
        format!("{second:12} against {first:12} +{won} ={drawn} -{lost} ({percent:4.1} %)")
    }

    /// The points above the expected ones. A player who wins all games would get an infinite Elo; subtracting
    /// half a point keeps it finite.
    fn surplus(&self, expected: f64) -> f64 {
        self.points.clamp(0.5, self.count() - 0.5) - self.count() * expected
    }

    /// The sum over all games of the squared difference between points and expected points.
    fn scatter(&self, expected: f64) -> f64 {
        self.squares - 2.0 * expected * self.points + self.count() * expected * expected
    }
}

fn product(left: &[Vec<f64>], right: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let cell = |row: &[f64], column: usize| row.iter().zip(right).map(|(a, other)| a * other[column]).sum();
    left.iter().map(|row| (0..right.len()).map(|column| cell(row, column)).collect()).collect()
}

fn expectation(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference / SCALE).exp())
}

/// Gauss-Jordan elimination. `None` if the matrix has no inverse.
fn invert(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    for (row, values) in matrix.iter_mut().enumerate() {
        values.extend((0..size).map(|column| f64::from(u8::from(row == column))));
    }
    for column in 0..size {
        let best =
            (column..size).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        matrix.swap(column, best);
        let pivot = matrix[column][column];
        if pivot.abs() < 1e-12 {
            return None;
        }
        matrix[column].iter_mut().for_each(|value| *value /= pivot);
        let clean = matrix[column].clone();
        for (row, values) in matrix.iter_mut().enumerate() {
            let factor = values[column];
            if row != column && factor != 0.0 {
                values.iter_mut().zip(&clean).for_each(|(value, clean)| *value -= factor * clean);
            }
        }
    }
    Some(matrix.into_iter().map(|row| row[size..].to_vec()).collect())
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, elo, bar, games) in &self.rows {
            writeln!(f, "{name:12} {elo:6.0} ± {bar:3.0}  {games:5} games")?;
        }
        writeln!(f)?;
        for (part, found) in ["up to", "from"].iter().zip(self.stretches) {
            if let Some((stretch, bar)) = found {
                writeln!(f, "between levels {part} {DIVIDE} {stretch:.2} ± {bar:.2} times as far")?;
            }
        }
        if self.stretches.iter().any(Option::is_some) {
            writeln!(f)?;
        }
        for ([first, second], results, difference, bar) in &self.pairs {
            writeln!(f, "{}: {difference:+5.0} ± {bar:3.0}", results.line(first, second))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(first: &str, second: &str, points: usize, count: usize) -> Vec<Game> {
        let players = [first.to_owned(), second.to_owned()];
        (0..count)
            .map(|n| Game { players: players.clone(), points: f64::from(u8::from(n < points)) })
            .collect()
    }

    #[test]
    fn a_chain_of_results_is_a_scale() {
        // 75 % is 190.85 Elo; 10 of 40 is the same in the other direction.
        let all = [games("anchor-1500", "level-2", 25, 100), games("level-1", "level-2", 10, 40)].concat();
        let scale = fit(&all).unwrap();
        let names: Vec<&str> = scale.rows.iter().map(|row| row.0.as_str()).collect();
        let elos: Vec<f64> = scale.rows.iter().map(|row| row.1).collect();
        assert_eq!(names, ["anchor-1500", "level-1", "level-2"]);
        assert!((elos[0] - elos[1]).abs() < 0.01 && (elos[2] - 1690.85).abs() < 0.01, "{elos:?}");
        // Computed by hand: one standard deviation is 400 / ln 10 / sqrt(100 × 0.75 × 0.25) = 40.12.
        assert!((scale.rows[2].2 - 1.96 * 40.12).abs() < 0.05, "{}", scale.rows[2].2);
        let first = 173.717_8_f64.powi(2) / 18.75;
        let second = 173.717_8_f64.powi(2) / 7.5;
        assert!((scale.rows[1].2 - 1.96 * (first + second).sqrt()).abs() < 0.05, "{}", scale.rows[1].2);
        assert!((scale.pairs[1].3 - 1.96 * second.sqrt()).abs() < 0.05);
    }

    #[test]
    fn the_stretch_of_own_games_is_found_where_anchors_stand_at_both_ends() {
        // 75 % everywhere: 190.85 Elo against the anchors. The levels are then at 1500 + 190.85 and 1900 -
        // 190.85, and their own game stretches that.
        let ends =
            [games("anchor-1500", "level-1", 100, 400), games("level-2", "anchor-1900", 100, 400)].concat();
        let own = games("level-1", "level-2", 100, 400);
        let scale = fit(&[ends, own.clone()].concat()).unwrap();
        let [Some((stretch, bar)), None] = scale.stretches else { panic!("{:?}", scale.stretches) };
        assert!((stretch - 190.85 / (400.0 - 2.0 * 190.85)).abs() < 0.01 && bar > 1.0, "{stretch} {bar}");
        assert!((scale.rows[1].1 - 1690.85).abs() < 0.01, "{:?}", scale.rows);
        let no_anchor_above = fit(&[games("anchor-1500", "level-1", 100, 400), own].concat()).unwrap();
        assert_eq!(no_anchor_above.stretches, [None, None]);
    }

    #[test]
    fn each_part_of_the_scale_has_a_stretch_of_its_own() {
        // The anchors put level 10 at 1500, level 11 at 1700 and level 12 at 1900. Their own games give 190.85
        // and 381.70 Elo.
        let anchors = ["anchor-1500 level-10", "anchor-1700 level-11", "anchor-1900 level-12"].map(|pair| {
            let (anchor, level) = pair.split_once(' ').unwrap();
            games(anchor, level, 500, 1000)
        });
        let lower = games("level-10", "level-11", 250, 1000);
        let upper = games("level-11", "level-12", 100, 1000);
        let scale = fit(&[anchors.concat(), lower, upper].concat()).unwrap();
        let [Some((lower, _)), Some((upper, _))] = scale.stretches else { panic!("{:?}", scale.stretches) };
        assert!(
            (lower - 190.85 / 200.0).abs() < 1e-3 && (upper - 381.70 / 200.0).abs() < 1e-3,
            "{lower} {upper}"
        );
        let elos: Vec<f64> = scale.rows.iter().map(|row| row.1.round()).collect();
        assert_eq!(elos, [1500.0, 1500.0, 1700.0, 1700.0, 1900.0, 1900.0]);
        assert!(scale.to_string().contains("between levels from 11 1.91 ±"), "{scale}");
    }

    #[test]
    fn draws_make_a_scale_surer() {
        let half = |points| Game { players: ["anchor-1500".to_owned(), "level-2".to_owned()], points };
        let drawn: Vec<Game> = (0..100).map(|n| half(if n < 40 { 0.0 } else { 0.5 })).collect();
        let scale = fit(&drawn).unwrap();
        // 30 points of 100 are 147.19 Elo. They scatter by 40 × 0.3² + 60 × 0.2² = 6 instead of 100 × 0.3 ×
        // 0.7 = 21, of which half counts.
        assert!((scale.rows[1].1 - 1647.19).abs() < 0.01, "{:?}", scale.rows);
        let bar = 1.96 * 173.717_8 / 21.0_f64.sqrt();
        assert!((scale.rows[1].2 - bar * 0.5_f64.sqrt()).abs() < 0.01, "{:?}", scale.rows);
        let fewer: Vec<Game> = (0..100).map(|n| half([0.0, 0.0, 0.5, 0.0, 1.0][n % 5])).collect();
        // 20 × 0.7² + 20 × 0.2² + 60 × 0.3² = 16.
        let scale = fit(&fewer).unwrap();
        assert!((scale.rows[1].2 - bar * (16.0 / 21.0_f64).sqrt()).abs() < 0.01, "{:?}", scale.rows);
        assert!(
            scale.to_string().contains("level-2      against anchor-1500  +60 =20 -20 (70.0 %)"),
            "{scale}"
        );
    }

    #[test]
    fn who_wins_all_is_not_infinitely_stronger() {
        let scale = fit(&games("anchor-1500", "level-2", 0, 20)).unwrap();
        // 19.5 of 20 is 636 Elo.
        assert!((scale.rows[1].1 - 2136.4).abs() < 1.0, "{:?}", scale.rows);
    }

    #[test]
    fn a_tally_needs_no_anchor() {
        let all = [games("beginner", "level-1", 8, 10), games("level-1", "level-4", 0, 5)].concat();
        let wanted = "level-1      against beginner     +2 =0 -8 (20.0 %)\n\
                      level-4      against level-1      +5 =0 -0 (100.0 %)\n";
        assert_eq!(tally(&all), wanted);
    }

    #[test]
    fn what_hangs_in_the_air_is_refused() {
        assert!(fit(&games("level-1", "level-2", 1, 2)).is_err());
        let apart = [games("anchor-1500", "level-3", 1, 2), games("level-1", "level-2", 1, 2)].concat();
        assert!(fit(&apart).is_err());
    }
}
