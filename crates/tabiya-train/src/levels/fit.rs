// SPDX-License-Identifier: MIT OR Apache-2.0
//! A scale of strengths from results: the logistic model of Bradley and Terry (1952), by maximum likelihood, a draw being half a win
//! and half a loss.
//!
//! Names that end in a number behind `anchor-` stand at that number; all others are found. Games between players of one kind stretch a scale:
//! who is like the other and sees a little more wins more often than he would against strangers. Where anchors stand at both ends of a
//! part of the scale, one number more is found: how many times farther apart two levels of it seem in their own games. It has two parts:
//! up to [`DIVIDE`] levels differ in what they overlook and misjudge, from there on nearly only in how much they look at.
//!
//! The model knows no draws, and where there are some, points scatter less than it says. So the error bars come from the scatter that was
//! seen (the "sandwich" of Huber, 1967, and White, 1982), though from no less than half of the model's: who has won a few games out of a
//! few has not shown that he always will.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::bail;

/// The points of the first of two players.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Game {
    pub(super) players: [String; 2],
    pub(super) points: f64,
}

/// The level where the scale's lower part ends and its upper one begins.
const DIVIDE: u32 = 8;
/// How many standard deviations are 95 %.
const SURE: f64 = 1.96;
/// Elo for each unit of the logistic curve's exponent.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// What was found.
pub(super) struct Scale {
    /// Name, Elo, error bar, games; weakest first.
    rows: Vec<(String, f64, f64, usize)>,
    /// Names, results, by how much the second is the stronger one, and that difference's error bar.
    pairs: Vec<([String; 2], Results, f64, f64)>,
    /// How many times farther apart two levels seem in their own games, and its error bar, below and above [`DIVIDE`]; none where the
    /// anchors don't tell.
    stretches: [Option<(f64, f64)>; 2],
}

/// Finds the scale.
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
    // With one level tied to an anchor nothing says how long that part of the scale is.
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

/// What is sought, and where the search for it stands.
#[derive(Clone)]
struct Model<'a> {
    results: &'a BTreeMap<[&'a str; 2], Results>,
    /// Who is no anchor.
    free: Vec<&'a str>,
    elos: BTreeMap<&'a str, f64>,
    stretches: [f64; 2],
    /// Which of them are sought; the others stay 1.
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

    /// Which of the unknowns a player's Elo is.
    fn place(&self, name: &str) -> Option<usize> {
        self.free.iter().position(|known| *known == name)
    }

    /// Which of the unknowns a stretch is.
    fn place_of_stretch(&self, part: usize) -> Option<usize> {
        self.sought.iter().position(|sought| *sought == part).map(|at| self.free.len() + at)
    }

    /// How many levels of a part have met an anchor.
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

    /// Newton's method, with Fisher's information for the second derivatives: finds all Elos and the stretches sought, and says how
    /// far off they may be: the covariance of the unknowns, the stretches being the last. None if the games do not tell.
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
                // How the exponent changes with each unknown.
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

/// In which part of the scale two levels meet; none if one is no level.
fn part([a, b]: &[&str; 2]) -> Option<usize> {
    Some(usize::from(level(a)?.min(level(b)?) >= DIVIDE))
}

/// The results of two players' games.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    count: usize,
    /// The first one's.
    points: f64,
    /// The sum of their squares.
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

    /// Each draw leaves a quarter between the points and their squares.
    fn drawn(&self) -> usize {
        (4.0 * (self.points - self.squares)).round() as usize
    }

    fn won(&self) -> usize {
        (self.points - self.drawn() as f64 / 2.0).round() as usize
    }

    fn lost(&self) -> usize {
        self.count - self.won() - self.drawn()
    }

    /// The points beyond so many expected in each game. Who wins all would be infinitely stronger; half a point keeps it on the board.
    fn surplus(&self, expected: f64) -> f64 {
        self.points.clamp(0.5, self.count() - 0.5) - self.count() * expected
    }

    /// The sum of the squares of each game's points beyond the expected ones.
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

/// Gauss and Jordan; `None` if it has no inverse.
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
            // The second one's: the results are the first one's.
            let (won, drawn, lost) = (results.lost(), results.drawn(), results.won());
            let percent = 100.0 * (results.count() - results.points) / results.count();
            writeln!(
                f,
                "{second:12} against {first:12} +{won} ={drawn} -{lost} ({percent:4.1} %): {difference:+5.0} ± {bar:3.0}"
            )?;
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
        // 75 % is 190.85 Elo, and 10 of 40 the same the other way.
        let all = [games("anchor-1500", "level-2", 25, 100), games("level-1", "level-2", 10, 40)].concat();
        let scale = fit(&all).unwrap();
        let names: Vec<&str> = scale.rows.iter().map(|row| row.0.as_str()).collect();
        let elos: Vec<f64> = scale.rows.iter().map(|row| row.1).collect();
        assert_eq!(names, ["anchor-1500", "level-1", "level-2"]);
        assert!((elos[0] - elos[1]).abs() < 0.01 && (elos[2] - 1690.85).abs() < 0.01, "{elos:?}");
        // By hand: one deviation is 400 / ln 10 / sqrt(100 × 0.75 × 0.25) = 40.12.
        assert!((scale.rows[2].2 - 1.96 * 40.12).abs() < 0.05, "{}", scale.rows[2].2);
        let first = 173.717_8_f64.powi(2) / 18.75;
        let second = 173.717_8_f64.powi(2) / 7.5;
        assert!((scale.rows[1].2 - 1.96 * (first + second).sqrt()).abs() < 0.05, "{}", scale.rows[1].2);
        assert!((scale.pairs[1].3 - 1.96 * second.sqrt()).abs() < 0.05);
    }

    #[test]
    fn the_stretch_of_own_games_is_found_where_anchors_stand_at_both_ends() {
        // 75 % everywhere: against anchors 190.85 Elo, between the levels as much for 1500 + 190.85 to 1900 - 190.85.
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
        // Anchors put level 7 at 1500, level 8 at 1700, level 9 at 1900; their own games say 190.85 and 381.70 Elo.
        let anchors = ["anchor-1500 level-7", "anchor-1700 level-8", "anchor-1900 level-9"].map(|pair| {
            let (anchor, level) = pair.split_once(' ').unwrap();
            games(anchor, level, 500, 1000)
        });
        let lower = games("level-7", "level-8", 250, 1000);
        let upper = games("level-8", "level-9", 100, 1000);
        let scale = fit(&[anchors.concat(), lower, upper].concat()).unwrap();
        let [Some((lower, _)), Some((upper, _))] = scale.stretches else { panic!("{:?}", scale.stretches) };
        assert!(
            (lower - 190.85 / 200.0).abs() < 1e-3 && (upper - 381.70 / 200.0).abs() < 1e-3,
            "{lower} {upper}"
        );
        let elos: Vec<f64> = scale.rows.iter().map(|row| row.1.round()).collect();
        assert_eq!(elos, [1500.0, 1500.0, 1700.0, 1700.0, 1900.0, 1900.0]);
        assert!(scale.to_string().contains("between levels from 8 1.91 ±"), "{scale}");
    }

    #[test]
    fn draws_make_a_scale_surer() {
        let half = |points| Game { players: ["anchor-1500".to_owned(), "level-2".to_owned()], points };
        let drawn: Vec<Game> = (0..100).map(|n| half(if n < 40 { 0.0 } else { 0.5 })).collect();
        let scale = fit(&drawn).unwrap();
        // 30 points of 100 are 147.19 Elo; they scatter by 40 × 0.3² + 60 × 0.2² = 6 instead of 100 × 0.3 × 0.7 = 21, of which half counts.
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
    fn what_hangs_in_the_air_is_refused() {
        assert!(fit(&games("level-1", "level-2", 1, 2)).is_err());
        let apart = [games("anchor-1500", "level-3", 1, 2), games("level-1", "level-2", 1, 2)].concat();
        assert!(fit(&apart).is_err());
    }
}
