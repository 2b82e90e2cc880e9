// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles and moves as the page shows them.

use tabiya_archive::view::{legal, played};
use tabiya_game::Rating;
use tabiya_protocol::{MoveView, PuzzleEnd, PuzzlePosition, PuzzleView, RatingView};
use tabiya_rules::{Move, Position};
use tabiya_store::{AttemptEnd, Audience, PuzzleAttempt, StoredPuzzle};

use crate::again::missed_at;
use crate::puzzle::Puzzle;

pub(crate) fn shown(
    stored: &StoredPuzzle,
    puzzle: &Puzzle,
    tried: Option<&PuzzleAttempt>,
    has_account: bool,
) -> PuzzleView {
    PuzzleView {
        id: stored.id.clone(),
        before: puzzle.before().to_fen(),
        mistake: told(puzzle.before(), puzzle.mistake()),
        position: placed(&puzzle.start()),
        solver: puzzle.solver(),
        rating: rating_view(stored.rating),
        tried: tried.map(|attempt| end_view(attempt.last)),
        missed: tried.and_then(missed_at).map(|at| at.0),
        counts: has_account && tried.is_none() && stored.audience == Audience::Everybody,
    }
}

pub(crate) fn placed(position: &Position) -> PuzzlePosition {
    PuzzlePosition { fen: position.to_fen(), check: position.is_check(), legal: legal(position) }
}

/// A move as the page shows it.
pub(super) fn told(position: &Position, mv: Move) -> MoveView {
    played(position, mv, &position.after(mv), None)
}

/// Moves that follow each other.
pub(crate) fn told_line(start: &Position, moves: &[Move]) -> Vec<MoveView> {
    let mut position = *start;
    let one = |mv: &Move| {
        let view = told(&position, *mv);
        position.play(*mv);
        view
    };
    moves.iter().map(one).collect()
}

pub(crate) fn rating_view(rating: Rating) -> RatingView {
    let rounded = rating.rounded();
    RatingView { points: rounded.points, provisional: rounded.provisional }
}

pub(crate) const fn end_view(end: AttemptEnd) -> PuzzleEnd {
    match end {
        AttemptEnd::Shown => PuzzleEnd::Shown,
        AttemptEnd::Hinted => PuzzleEnd::Hinted,
        AttemptEnd::Failed => PuzzleEnd::Failed,
        AttemptEnd::Solved => PuzzleEnd::Solved,
    }
}
