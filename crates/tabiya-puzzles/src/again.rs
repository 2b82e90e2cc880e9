// SPDX-License-Identifier: AGPL-3.0-or-later
//! When a puzzle should be tried again: the day after it was failed, and then in steps that grow, until it has been solved often enough. Pure.

use tabiya_game::Time;
use tabiya_store::{AttemptEnd, PuzzleAttempt};

const DAY: u64 = 24 * 60 * 60 * 1_000;
/// From a failure until the next try: by then it is the next day for whoever solves some puzzles at the same hour each day, and for
/// whoever failed in the evening and comes back in the morning.
const NEXT_DAY: u64 = 16 * 60 * 60 * 1_000;
/// The shortest time between two solutions.
const SHORTEST: u64 = 3 * DAY;
/// What was known for so long need not be tried again.
const LONGEST: u64 = 60 * DAY;

/// When a puzzle is due after an attempt that ends now. `before` is what was kept of the attempts before it.
pub(crate) fn due_after(before: Option<&PuzzleAttempt>, end: AttemptEnd, now: Time) -> Option<Time> {
    match (end, before) {
        (AttemptEnd::Failed | AttemptEnd::Hinted | AttemptEnd::Shown, _) => Some(Time(now.0 + NEXT_DAY)),
        (AttemptEnd::Solved, None) => None,
        // Solved again too soon: it says little.
        (AttemptEnd::Solved, Some(PuzzleAttempt { due: Some(due), .. })) if *due > now => Some(*due),
        (AttemptEnd::Solved, Some(PuzzleAttempt { due: None, .. })) => None,
        (AttemptEnd::Solved, Some(attempt)) => {
            let known = 2 * now.0.saturating_sub(attempt.at.0);
            (known <= LONGEST).then_some(Time(now.0 + known.max(SHORTEST)))
        }
    }
}

/// When a puzzle was missed: the last time if no try has followed, else the first attempt, if it failed.
pub(crate) fn missed_at(attempt: &PuzzleAttempt) -> Option<Time> {
    match attempt {
        // A failure is the only end that makes a puzzle due so soon, so the date of the next try tells that of the failure.
        PuzzleAttempt { last: AttemptEnd::Failed, due: Some(due), .. } => {
            Some(Time(due.0.saturating_sub(NEXT_DAY)))
        }
        PuzzleAttempt { first: AttemptEnd::Failed, at, .. } => Some(*at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_failed_comes_again_in_growing_steps() {
        let attempt = |at, due: Option<u64>| PuzzleAttempt {
            puzzle: "a1".to_owned(),
            number: 1,
            at: Time(at),
            first: AttemptEnd::Failed,
            rated: None,
            last: AttemptEnd::Failed,
            tries: 1,
            due: due.map(Time),
        };
        let solved = |before: &PuzzleAttempt, day: u64| {
            due_after(Some(before), AttemptEnd::Solved, Time(day * DAY)).map(|due| due.0 / DAY)
        };
        let fail = |now| due_after(None, AttemptEnd::Failed, Time(now)).map(|due| due.0);
        assert_eq!(fail(0), Some(NEXT_DAY));
        assert!(fail(DAY / 2 + 20).is_some_and(|due| due < 3 * DAY / 2), "at the same hour the next day");
        assert_eq!(due_after(None, AttemptEnd::Solved, Time(0)), None);
        assert_eq!(
            solved(&attempt(0, Some(DAY)), 0),
            Some(1),
            "the next day, also where it was solved at once"
        );
        assert_eq!(solved(&attempt(0, Some(DAY)), 1), Some(4));
        assert_eq!(solved(&attempt(0, Some(4 * DAY)), 4), Some(12));
        assert_eq!(solved(&attempt(0, Some(12 * DAY)), 12), Some(36));
        assert_eq!(solved(&attempt(0, Some(36 * DAY)), 36), None);
        assert_eq!(
            due_after(Some(&attempt(0, None)), AttemptEnd::Failed, Time(5 * DAY)),
            Some(Time(5 * DAY + NEXT_DAY))
        );
        assert_eq!(solved(&attempt(0, None), 9), None);
    }

    #[test]
    fn it_is_told_when_a_puzzle_was_missed() {
        use AttemptEnd::{Failed, Hinted, Solved};
        let missed = |first, last, due: Option<u64>| {
            let (puzzle, due) = ("a1".to_owned(), due.map(Time));
            let attempt =
                PuzzleAttempt { puzzle, number: 1, at: Time(5), first, rated: None, last, tries: 2, due };
            missed_at(&attempt).map(|at| at.0)
        };
        let again = |now| due_after(None, Failed, Time(now)).map(|due| due.0);
        assert_eq!(missed(Failed, Failed, again(5)), Some(5));
        assert_eq!(missed(Failed, Failed, again(9 * DAY)), Some(9 * DAY), "the last time");
        assert_eq!(missed(Solved, Failed, again(9 * DAY)), Some(9 * DAY));
        assert_eq!(missed(Failed, Solved, Some(12 * DAY)), Some(5));
        assert_eq!(missed(Failed, Failed, None), Some(5), "missed in a rush");
        assert_eq!(missed(Hinted, Solved, again(5)), None);
        assert_eq!(missed(Solved, Solved, None), None);
    }
}
