// SPDX-License-Identifier: AGPL-3.0-or-later
//! Length, goal, phase and material.

use tabiya_engine::Score;
use tabiya_engine::analysis::Phases;
use tabiya_rules::{Position, Role};

use super::Theme;
use super::walk::Walk;
use crate::puzzle::Puzzle;

/// From this score on an advantage is crushing, in hundredths of a pawn.
const CRUSHING: i32 = 600;
/// From this one on it is an advantage.
const ADVANTAGE: i32 = 200;
/// With so many queens, rooks, bishops and knights or fewer it is an endgame.
const ENDGAME_PIECES: usize = 6;

pub(super) fn add(walk: &Walk, puzzle: &Puzzle, themes: &mut Vec<Theme>) {
    themes.push(match walk.turns.len() {
        1 => Theme::OneMove,
        2 => Theme::Short,
        3 => Theme::Long,
        _ => Theme::VeryLong,
    });
    if !walk.last().after.is_checkmate()
        && let Some(score) = score(puzzle)
    {
        themes.push(match score {
            Score::Mate(_) => Theme::Crushing,
            Score::Cp(cp) if cp >= CRUSHING => Theme::Crushing,
            Score::Cp(cp) if cp >= ADVANTAGE => Theme::Advantage,
            Score::Cp(_) => Theme::Equality,
        });
    }
    phase(walk.start(), themes);
}

/// What the engine says of the first position.
fn score(puzzle: &Puzzle) -> Option<Score> {
    Some(puzzle.proof.as_ref()?.steps.first()?.second.lines.first()?.score)
}

fn phase(start: &Position, themes: &mut Vec<Theme>) {
    let pieces = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let present: Vec<Role> = pieces.into_iter().filter(|role| start.by_role(*role).any()).collect();
    let count: usize = pieces.iter().map(|role| start.by_role(*role).len()).sum();
    if count > ENDGAME_PIECES {
        let is_middlegame = Phases::of([*start]).middlegame.is_some();
        themes.push(if is_middlegame { Theme::Middlegame } else { Theme::Opening });
        return;
    }
    themes.push(Theme::Endgame);
    themes.extend(match present[..] {
        [] => Some(Theme::PawnEndgame),
        [Role::Knight] => Some(Theme::KnightEndgame),
        [Role::Bishop] => Some(Theme::BishopEndgame),
        [Role::Rook] => Some(Theme::RookEndgame),
        [Role::Queen] => Some(Theme::QueenEndgame),
        [Role::Rook, Role::Queen] => Some(Theme::QueenRookEndgame),
        _ => None,
    });
}
