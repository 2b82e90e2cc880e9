// SPDX-License-Identifier: AGPL-3.0-or-later
//! How hard a puzzle is before anybody has tried it: the lowest level of the engine that finds it.

use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Level, Limits, Stopwatch};
use tabiya_rules::History;

use crate::answer::Answer;
use crate::puzzle::Puzzle;

/// The deviation of such a rating, in points: people will change it soon.
pub const DEVIATION: u16 = 250;
/// How often each level tries.
const TRIES: u64 = 3;
/// The highest level that tries. A puzzle that it misses is as hard as the one above.
const HIGHEST: u8 = 11;
/// The easiest puzzle and the hardest one, in points.
const RANGE: [i32; 2] = [500, 2700];

/// The rating with which a puzzle begins, in points. The searches rest where `watch` says so.
#[must_use]
pub fn start_points(puzzle: &Puzzle, watch: &dyn Stopwatch) -> u16 {
    let solves = |level: &Level| {
        (0..TRIES).filter(|seed| solves(puzzle, *level, *seed, watch)).count() as u64 * 2 > TRIES
    };
    let lowest = Level::all().take(HIGHEST.into()).find(solves);
    let above = Level::new(HIGHEST + 1).unwrap_or(Level::HIGHEST);
    let [easiest, hardest] = RANGE;
    lowest.unwrap_or(above).elo().clamp(easiest, hardest) as u16
}

/// Whether the level finds every move of the puzzle.
fn solves(puzzle: &Puzzle, level: Level, seed: u64, watch: &dyn Stopwatch) -> bool {
    let mut engine = Engine::new(1);
    let mut history = History::new(*puzzle.before());
    history.play(puzzle.mistake());
    for solved in 0..puzzle.steps().len() {
        let (limits, stop) = (Limits::default(), AtomicBool::new(false));
        let report = engine.play_at_level(&history, level, seed, &limits, &stop, watch);
        let Some(mv) = report.best else { return false };
        match puzzle.answer(solved, mv) {
            Some(Answer::Solved) => return true,
            Some(Answer::Right { reply }) => {
                history.play(mv);
                history.play(reply);
            }
            Some(Answer::Good | Answer::Wrong) | None => return false,
        }
    }
    false
}
