// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether a puzzle is about zugzwang: the opponent would hold if they could pass.

use tabiya_engine::analysis::{centipawns, winning_chances};
use tabiya_rules::{History, Position, Role};

use super::look::{Eyes, Interrupted};
use crate::puzzle::Puzzle;

/// Positions with more pieces than this (without pawns and kings) are skipped: the null move costs a search.
const MOST_PIECES: usize = 4;
/// What passing must save, in winning chances on the scale from -1 to 1.
const SAVED: f64 = 0.4;

pub(super) fn is_zugzwang(eyes: &mut Eyes<'_>, puzzle: &Puzzle, nodes: u64) -> Result<bool, Interrupted> {
    let starts = puzzle.positions();
    for (step, start) in puzzle.steps().iter().zip(starts) {
        let Some(right) = step.right.first() else { continue };
        let after = start.after(*right);
        if pieces(&after) > MOST_PIECES || start.is_capture(*right) || !after.has_legal_move() {
            continue;
        }
        let Some(passed) = after.after_null_move() else { continue };
        let (Some(held), Some(moved)) =
            (chances(eyes, &passed, nodes)?, chances(eyes, &after, nodes)?.map(|chances| -chances))
        else {
            continue;
        };
        if moved - held >= SAVED {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The winning chances of the side to move.
fn chances(eyes: &mut Eyes<'_>, position: &Position, nodes: u64) -> Result<Option<f64>, Interrupted> {
    let seen = eyes.look(&History::new(*position), nodes, 1)?;
    Ok(seen.lines.first().map(|line| winning_chances(centipawns(line.score))))
}

fn pieces(position: &Position) -> usize {
    (position.occupied() - position.by_role(Role::Pawn) - position.by_role(Role::King)).len()
}
