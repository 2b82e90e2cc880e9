// SPDX-License-Identifier: AGPL-3.0-or-later
//! Proves a puzzle move by move.

use tabiya_rules::{Color, History, Move, Position, Role};

use super::Effort;
use super::look::{Eyes, Interrupted};
use super::verdict::{Goal, Reading, Verdict, read};
use crate::proof::{ENGINE, Proof, ProvedStep, Seen};
use crate::puzzle::Step;

/// How many best lines are searched first.
const LINES: usize = 3;
/// How many at most, where the first few all win.
const MOST_LINES: usize = 24;
/// Longer puzzles end here, in moves of the solver.
const MOST_FOUND: usize = 8;
/// A gain of material that ends a puzzle, in pawns.
const CLEAR_GAIN: i32 = 2;

/// A step on the way to a puzzle.
struct Found {
    step: Step,
    proved: ProvedStep,
    goal: Goal,
    /// Whether there was one legal move only.
    is_forced: bool,
}

/// The steps of the puzzle after this mistake, with their proof; `None` if there is no puzzle.
pub(super) fn prove(
    eyes: &mut Eyes<'_>,
    before: &Position,
    mistake: Move,
    effort: Effort,
) -> Result<Option<(Vec<Step>, Proof)>, Interrupted> {
    let mut history = History::new(*before);
    history.play(mistake);
    let solver = history.position().turn();
    let material = lead(history.position(), solver);
    let mut found: Vec<Found> = Vec::new();
    while found.len() < MOST_FOUND {
        let Some((verdict, first, second)) = search(eyes, &history, effort)? else { break };
        let is_forced = history.position().count_legal_moves() == 1;
        let Verdict { goal, right, good } = verdict;
        // Several ways into a mate that takes longer would need a solution each.
        let is_last = right.len() > 1;
        if is_last && matches!(goal, Goal::Mate(2..)) {
            break;
        }
        history.play(right[0]);
        // Whoever went round in a circle would have found nothing new.
        if history.repetitions() > 1 {
            break;
        }
        let step = Step { right, good, reply: None };
        found.push(Found { step, proved: ProvedStep { first, second, reply: None }, goal, is_forced });
        if is_last || history.outcome().is_some() {
            break;
        }
        let seen = eyes.look(&history, effort.second, 1)?;
        let Some(reply) = seen.lines.first().map(|line| line.mv) else { break };
        history.play(reply);
        if history.outcome().is_some() || history.repetitions() > 1 {
            break;
        }
        let is_clear = lead(history.position(), solver) - material >= CLEAR_GAIN;
        if goal == Goal::Win && is_clear && !history.position().is_check() {
            break;
        }
        if let Some(last) = found.last_mut() {
            last.step.reply = Some(reply);
            last.proved.reply = Some(seen);
        }
    }
    Ok(cut(found))
}

/// Leaves out what nobody has to find at the end.
fn cut(mut found: Vec<Found>) -> Option<(Vec<Step>, Proof)> {
    while found.last().is_some_and(|last| last.is_forced && !matches!(last.goal, Goal::Mate(1))) {
        found.pop();
    }
    if found.iter().all(|found| found.is_forced) {
        return None;
    }
    if let Some(last) = found.last_mut() {
        last.step.reply = None;
        last.proved.reply = None;
    }
    let (steps, proved): (Vec<_>, _) = found.into_iter().map(|found| (found.step, found.proved)).unzip();
    Some((steps, Proof { engine: ENGINE.to_owned(), steps: proved }))
}

/// Both passes over a position, if they agree.
fn search(
    eyes: &mut Eyes<'_>,
    history: &History,
    effort: Effort,
) -> Result<Option<(Verdict, Seen, Seen)>, Interrupted> {
    let first = widened(eyes, history, effort.first)?;
    if !matches!(read(history.position(), &first), Reading::Clear(_)) {
        return Ok(None);
    }
    let second = widened(eyes, history, effort.second)?;
    let verdict = reads(history.position(), &first, &second);
    Ok(verdict.map(|verdict| (verdict, first, second)))
}

/// As many of the best lines as it takes until one of them is wrong.
fn widened(eyes: &mut Eyes<'_>, history: &History, nodes: u64) -> Result<Seen, Interrupted> {
    let mut lines = LINES;
    loop {
        let seen = eyes.look(history, nodes, lines)?;
        if lines >= MOST_LINES || read(history.position(), &seen) != Reading::NeedsMore {
            return Ok(seen);
        }
        lines = (2 * lines).min(MOST_LINES);
    }
}

/// What two passes over a position say, if both say the same: which moves are right, and what is reached. What still wins, but less,
/// is told by the second one.
pub(crate) fn reads(position: &Position, first: &Seen, second: &Seen) -> Option<Verdict> {
    let (Reading::Clear(first), Reading::Clear(second)) = (read(position, first), read(position, second))
    else {
        return None;
    };
    let is_same = first.right.len() == second.right.len()
        && first.right.iter().all(|mv| second.right.contains(mv))
        && (first.goal == Goal::Equality) == (second.goal == Goal::Equality);
    is_same.then_some(second)
}

/// The material of a side less that of the other, in pawns.
fn lead(position: &Position, side: Color) -> i32 {
    let worth = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let of = |color| -> i32 {
        worth.iter().map(|(role, pawns)| pawns * position.pieces(color, *role).len() as i32).sum()
    };
    of(side) - of(side.opposite())
}
