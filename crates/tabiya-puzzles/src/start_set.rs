// SPDX-License-Identifier: AGPL-3.0-or-later
//! The puzzles that the program brings, so that a new server has some.

use tabiya_store::{Audience, NewPuzzle};

use crate::puzzle::first_rating;
use crate::theme::Theme;

/// Lines of puzzles with their proofs, and comments that begin with `#`. Made by `cargo xtask puzzles` from games of the engine's levels
/// against one another.
pub const START_SET: &str = include_str!("../start/puzzles.txt");

/// The start set as it is stored. A test has read each line as a puzzle, so nothing is proved anew at every start of a server.
pub(crate) fn to_store() -> Vec<NewPuzzle> {
    START_SET.lines().filter(|line| !line.starts_with('#')).filter_map(stored).collect()
}

fn stored(line: &str) -> Option<NewPuzzle> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [id, _, _, _, points, deviation, themes, ..] = fields[..] else { return None };
    let rating = first_rating(points.parse().ok()?, deviation.parse().ok()?)?;
    let themes =
        themes.split(' ').map(|name| Some(name.parse::<Theme>().ok()?.number())).collect::<Option<_>>()?;
    Some(NewPuzzle {
        id: id.to_owned(),
        line: line.to_owned(),
        themes,
        rating,
        audience: Audience::Everybody,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::AtomicBool;

    use tabiya_engine::Untimed;
    use tabiya_engine::analysis::OwnEngine;

    use super::*;
    use crate::check::{check, repeats_at};
    use crate::overlap::Overlaps;
    use crate::puzzle::Puzzle;
    use crate::solving;
    use crate::themes::themes_of;

    /// As the program that made them has it: what the engine sees depends on it.
    const HASH_MIB: usize = 16;
    /// So many are proved again in each run; `tabiya puzzles check` proves all.
    const PROVED: usize = 10;

    /// How many there are at least, and how many of them are for beginners: mates in one and free captures.
    const LEAST: [usize; 2] = [300, 60];

    fn all() -> Vec<Puzzle> {
        let lines = START_SET.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| Puzzle::from_line(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
    }

    #[test]
    fn each_line_is_stored_as_the_puzzle_that_it_is() {
        let puzzles: Vec<_> =
            all().iter().map(|puzzle| solving::to_store(puzzle, Audience::Everybody)).collect();
        assert_eq!(to_store().into_iter().map(Some).collect::<Vec<_>>(), puzzles);
    }

    #[test]
    fn the_start_set_is_for_everybody() {
        let all = all();
        let ids: HashSet<_> = all.iter().map(|puzzle| puzzle.id().clone()).collect();
        assert_eq!(ids.len(), all.len());
        let easy = all.iter().filter(|puzzle| {
            let has = |theme| puzzle.themes.contains(&theme);
            has(Theme::MateIn1) || (has(Theme::OneMove) && has(Theme::HangingPiece))
        });
        let counts = [all.len(), easy.count()];
        assert!(counts[0] >= LEAST[0] && counts[1] >= LEAST[1], "{counts:?}");
        let mut overlaps = Overlaps::default();
        for puzzle in &all {
            assert_eq!(repeats_at(puzzle), None, "{}", puzzle.id());
            assert_eq!(overlaps.add(puzzle), Ok(()), "{}", puzzle.id());
            let named: Vec<_> =
                puzzle.themes.iter().filter(|theme| **theme != Theme::Zugzwang).copied().collect();
            assert_eq!(named, themes_of(puzzle), "{}", puzzle.id());
        }
    }

    #[test]
    fn some_of_the_start_set_are_proved_again() {
        let all = all();
        let stop = AtomicBool::new(false);
        let mut engine = OwnEngine::new(HASH_MIB, || Box::new(Untimed));
        for puzzle in all.iter().step_by((all.len() / PROVED).max(1)).take(PROVED) {
            check(puzzle, &mut engine, &stop).unwrap_or_else(|error| panic!("{}: {error}", puzzle.id()));
        }
    }
}
