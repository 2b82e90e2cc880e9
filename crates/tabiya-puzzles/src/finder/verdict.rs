// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the best lines of a position say: which moves are right, which are good enough, and whether all others are wrong. Pure.
//!
//! Winning chances are on the scale from -1 (surely lost) to 1 (surely won).

use tabiya_engine::Score;
use tabiya_engine::analysis::{centipawns, winning_chances};
use tabiya_rules::{Move, Position};

use crate::proof::{Seen, SeenLine};

/// From this score on the solver wins, in hundredths of a pawn.
pub(crate) const WINS_FROM: i32 = 200;
/// A move is as good as the best if it loses no more winning chances than this.
const AS_GOOD: f64 = 0.1;
/// A move that still has this score is good enough, in hundredths of a pawn.
const GOOD_FROM: i32 = 150;
/// Good enough is less than as good: by this much at least.
const LESS: f64 = 0.2;
/// A wrong move loses this much.
const LOST: f64 = 0.4;
/// Who has this score or less before the opponent's mistake is saved by a draw, in hundredths of a pawn.
pub(crate) const LOSES_FROM: i32 = -300;
/// A position with at least this score is as good as equal, in hundredths of a pawn.
pub(crate) const EQUAL_FROM: i32 = -60;

/// What the solver can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Mate in this number of moves.
    Mate(u32),
    /// An advantage that wins.
    Win,
    /// A draw out of a lost position.
    Equality,
}

/// What a position's lines say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) goal: Goal,
    /// The right moves, the best first.
    pub(crate) right: Vec<Move>,
    /// Those that still win.
    pub(crate) good: Vec<Move>,
}

/// What lines lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// Every move is right, good or wrong.
    Clear(Verdict),
    /// All lines seen are right or good: there may be more of them among the moves that were not seen.
    NeedsMore,
    /// No puzzle: nothing to reach, or a move that is neither right nor wrong.
    Unclear,
}

/// The winning chances of the side to move, on the scale from -1 to 1.
pub(super) fn chances(score: Score) -> f64 {
    winning_chances(centipawns(score))
}

/// What a score lets the side to move reach; `None` if that is nothing.
fn goal(score: Score) -> Option<Goal> {
    match score {
        Score::Mate(moves) => u32::try_from(moves).ok().filter(|moves| *moves > 0).map(Goal::Mate),
        Score::Cp(cp) if cp >= WINS_FROM => Some(Goal::Win),
        Score::Cp(cp) if cp >= EQUAL_FROM => Some(Goal::Equality),
        Score::Cp(_) => None,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Right,
    Good,
    Wrong,
    Between,
}

fn worth(goal: Goal, best: Score, line: &SeenLine) -> Worth {
    let loss = chances(best) - chances(line.score);
    let wins = match line.score {
        Score::Cp(cp) => cp >= GOOD_FROM,
        Score::Mate(moves) => moves > 0,
    };
    match goal {
        Goal::Mate(_) if line.score == best => Worth::Right,
        Goal::Mate(_) if wins => Worth::Good,
        Goal::Mate(_) => Worth::Wrong,
        Goal::Win | Goal::Equality if loss <= AS_GOOD => Worth::Right,
        Goal::Win if wins && loss >= LESS => Worth::Good,
        Goal::Win if !wins && loss >= LOST => Worth::Wrong,
        Goal::Equality if loss >= LOST => Worth::Wrong,
        Goal::Win | Goal::Equality => Worth::Between,
    }
}

/// Reads the lines of a position.
pub(crate) fn read(position: &Position, seen: &Seen) -> Reading {
    let Some(best) = seen.lines.first() else { return Reading::Unclear };
    let Some(goal) = goal(best.score) else { return Reading::Unclear };
    let mut verdict = Verdict { goal, right: Vec::new(), good: Vec::new() };
    let mut is_wrong = false;
    for line in &seen.lines {
        match worth(goal, best.score, line) {
            Worth::Right => verdict.right.push(line.mv),
            Worth::Good => verdict.good.push(line.mv),
            // The lines are sorted: no other move is better than this one.
            Worth::Wrong => {
                is_wrong = true;
                break;
            }
            Worth::Between => return Reading::Unclear,
        }
    }
    let is_complete = is_wrong || seen.lines.len() >= position.count_legal_moves();
    if is_complete { Reading::Clear(verdict) } else { Reading::NeedsMore }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CP: fn(i32) -> Score = Score::Cp;
    const MATE: fn(i32) -> Score = Score::Mate;

    fn check(scores: &[Score], expected: Option<(Goal, usize, usize)>) {
        let position = Position::start();
        let lines = position.legal_moves().into_iter().zip(scores);
        let lines: Vec<_> = lines.map(|(mv, score)| SeenLine { mv, score: *score }).collect();
        let found = match read(&position, &Seen { nodes: 1, depth: 1, lines }) {
            Reading::Clear(verdict) => Some((verdict.goal, verdict.right.len(), verdict.good.len())),
            Reading::NeedsMore | Reading::Unclear => None,
        };
        assert_eq!(found, expected, "{scores:?}");
    }

    #[test]
    fn one_move_or_several_win_and_the_others_do_not() {
        check(&[CP(400), CP(20), CP(0)], Some((Goal::Win, 1, 0)));
        check(&[CP(900), CP(880), CP(-50)], Some((Goal::Win, 2, 0)));
        check(&[CP(900), CP(300), CP(-50)], Some((Goal::Win, 1, 1)));
        check(&[MATE(2), MATE(3), CP(700), CP(10)], Some((Goal::Mate(2), 1, 2)));
        check(&[MATE(1), MATE(1), CP(-900)], Some((Goal::Mate(1), 2, 0)));
        check(&[CP(0), CP(-400)], Some((Goal::Equality, 1, 0)));
    }

    #[test]
    fn what_lies_between_makes_no_puzzle() {
        check(&[CP(220), CP(120), CP(100)], None);
        check(&[CP(400), CP(250), CP(0)], None);
        check(&[CP(100), CP(90), CP(80)], None);
        check(&[CP(-200), CP(-900)], None);
        check(&[MATE(-1)], None);
        check(&[], None);
    }

    #[test]
    fn what_was_not_seen_may_be_right_too() {
        let position = Position::start();
        let moves: Vec<_> = position.legal_moves().into_iter().take(3).collect();
        let lines = moves.iter().map(|mv| SeenLine { mv: *mv, score: CP(500) }).collect();
        assert_eq!(read(&position, &Seen { nodes: 1, depth: 1, lines }), Reading::NeedsMore);
    }
}
