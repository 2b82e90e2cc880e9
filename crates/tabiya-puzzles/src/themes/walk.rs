// SPDX-License-Identifier: AGPL-3.0-or-later
//! The solution of a puzzle, move by move, with the positions around each move.

use tabiya_rules::{Bitboard, Color, Move, Position, Role, Square};

use crate::puzzle::Puzzle;

/// A move of the solver.
pub(super) struct Turn {
    pub(super) before: Position,
    pub(super) mv: Move,
    pub(super) after: Position,
    /// The opponent's reply; `None` in the last step.
    pub(super) reply: Option<Move>,
}

/// The whole solution.
pub(super) struct Walk {
    pub(super) solver: Color,
    pub(super) before_mistake: Position,
    pub(super) mistake: Move,
    pub(super) turns: Vec<Turn>,
}

impl Walk {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        let starts = puzzle.positions();
        let turns = puzzle.steps().iter().zip(starts).map(|(step, before)| {
            let mv = step.right[0];
            Turn { before, mv, after: before.after(mv), reply: step.reply }
        });
        let (before_mistake, mistake) = (*puzzle.before(), puzzle.mistake());
        Self { solver: puzzle.solver(), before_mistake, mistake, turns: turns.collect() }
    }

    pub(super) fn start(&self) -> &Position {
        &self.turns[0].before
    }

    pub(super) fn last(&self) -> &Turn {
        &self.turns[self.turns.len() - 1]
    }
}

impl Turn {
    /// What the solver takes, and where it stands.
    pub(super) fn taken(&self) -> Option<(Role, Square)> {
        taken(&self.before, self.mv)
    }

    /// What the solver's piece attacks where it has gone.
    pub(super) fn attacks(&self) -> Bitboard {
        self.after.attacks_from(self.mv.destination())
    }

    /// The role of the piece that has moved, as it is now.
    pub(super) fn role(&self) -> Option<Role> {
        self.after.role_at(self.mv.destination())
    }
}

/// What a move takes, and where it stands.
pub(super) fn taken(position: &Position, mv: Move) -> Option<(Role, Square)> {
    if !position.is_capture(mv) {
        return None;
    }
    if mv.is_en_passant() {
        return Some((Role::Pawn, Square::from_coords(mv.to().file(), mv.from().rank())));
    }
    position.role_at(mv.to()).map(|role| (role, mv.to()))
}

/// What a piece counts, in pawns. A king counts more than all.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 99,
    }
}

/// The material of a side less that of the other, in pawns.
pub(super) fn lead(position: &Position, side: Color) -> i32 {
    let pieces = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let count = |color, role| i32::try_from(position.pieces(color, role).len()).unwrap_or(0);
    pieces.iter().map(|role| worth(*role) * (count(side, *role) - count(side.opposite(), *role))).sum()
}
