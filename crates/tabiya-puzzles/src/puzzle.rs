// SPDX-License-Identifier: AGPL-3.0-or-later
//! A puzzle: a position, the mistake that was made in it, and what the other side can do about it.

use tabiya_game::Rating;
use tabiya_rules::{Color, Move, Position};

use crate::id::PuzzleId;
use crate::proof::Proof;
use crate::theme::Theme;

/// The most moves of the solver; a longer puzzle is refused.
pub(crate) const MOST_STEPS: usize = 20;

/// Where a puzzle comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A game of this site, by its id.
    Game(String),
    /// A game of the engine's levels against one another: the start set.
    SelfPlay,
    /// A file of games.
    File,
    /// A row of a CSV from elsewhere, with the address that it names. It has no proof of ours.
    Import(String),
}

/// A move that the solver must find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The right moves. The first is the one with which the puzzle goes on. More than one only in the last step. Never empty.
    pub right: Vec<Move>,
    /// Moves that still win, but less. They cost nothing.
    pub good: Vec<Move>,
    /// What the opponent replies to the first right move; `None` in the last step.
    pub reply: Option<Move>,
}

/// A puzzle whose moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    id: PuzzleId,
    before: Position,
    mistake: Move,
    steps: Vec<Step>,
    /// Where it comes from.
    pub origin: Origin,
    /// Why it is right; `None` for an import.
    pub proof: Option<Proof>,
    /// What it is about.
    pub themes: Vec<Theme>,
    /// The opening of its game, as the public CSV writes it: words without spaces.
    pub openings: Vec<String>,
    /// How hard it is, in points: what it begins with.
    pub points: u16,
    /// How unsure that is, in points.
    pub deviation: u16,
}

/// Moves that make no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// A move is not legal where it stands.
    #[error("move {number} of the puzzle, {found}, is not legal")]
    Illegal {
        /// The number of the move, from 1: the mistake.
        number: usize,
        /// The move.
        found: String,
    },
    /// There is nothing to find.
    #[error("a puzzle has 1 to {MOST_STEPS} moves to find, not {found}")]
    Length {
        /// How many there are.
        found: usize,
    },
    /// A step other than the last has several right moves or no reply, or the last has one.
    #[error("step {number} of the puzzle has {problem}")]
    Step {
        /// The number of the step, from 1.
        number: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
}

impl Puzzle {
    /// A puzzle in which `mistake` was played in the position `before`. Its id is that of the position after it, and it begins as an
    /// unknown player does: with 1500 points and a deviation of 350.
    ///
    /// # Errors
    /// If a move is not legal, or the steps don't fit together.
    pub fn new(
        before: Position,
        mistake: Move,
        steps: Vec<Step>,
        origin: Origin,
        proof: Option<Proof>,
    ) -> Result<Self, PuzzleError> {
        let illegal = |number, mv: Move| {
            let found = mv.to_uci(before.castling_mode());
            PuzzleError::Illegal { number, found }
        };
        if !before.is_legal(mistake) {
            return Err(illegal(1, mistake));
        }
        if !(1..=MOST_STEPS).contains(&steps.len()) {
            return Err(PuzzleError::Length { found: steps.len() });
        }
        let mut position = before.after(mistake);
        let id = PuzzleId::of(&position);
        for (place, step) in steps.iter().enumerate() {
            let is_last = place + 1 == steps.len();
            let wrong = |problem| Err(PuzzleError::Step { number: place + 1, problem });
            let Some(first) = step.right.first() else { return wrong("no right move") };
            if let Some(mv) = step.right.iter().chain(&step.good).find(|mv| !position.is_legal(**mv)) {
                return Err(illegal(2 * place + 2, *mv));
            }
            position.play(*first);
            match step.reply {
                None if !is_last => return wrong("no reply"),
                Some(_) if is_last => return wrong("a reply that nothing follows"),
                Some(_) if step.right.len() > 1 => return wrong("several right moves before the last"),
                Some(reply) if !position.is_legal(reply) => return Err(illegal(2 * place + 3, reply)),
                Some(reply) => position.play(reply),
                None => {}
            }
        }
        let (themes, openings) = (Vec::new(), Vec::new());
        let (points, deviation) = (1500, 350);
        Ok(Self { id, before, mistake, steps, origin, proof, themes, openings, points, deviation })
    }

    /// The same puzzle under the id that another site gave it.
    #[must_use]
    pub fn with_id(self, id: PuzzleId) -> Self {
        Self { id, ..self }
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> &PuzzleId {
        &self.id
    }

    /// The position before the mistake.
    #[must_use]
    pub const fn before(&self) -> &Position {
        &self.before
    }

    /// The opponent's move with which the puzzle begins.
    #[must_use]
    pub const fn mistake(&self) -> Move {
        self.mistake
    }

    /// The moves to find. Never empty.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The position that the solver sees first.
    #[must_use]
    pub fn start(&self) -> Position {
        self.before.after(self.mistake)
    }

    /// Who solves it.
    #[must_use]
    pub const fn solver(&self) -> Color {
        self.before.turn().opposite()
    }

    /// The moves of the solution from the mistake on.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let of_step = |step: &Step| [step.right.first().copied(), step.reply].into_iter().flatten();
        std::iter::once(self.mistake).chain(self.steps.iter().flat_map(of_step))
    }

    /// The position before each move of the solver, and the one after the last of them.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut position = self.start();
        let mut all = vec![position];
        for step in &self.steps {
            step.right.first().into_iter().chain(&step.reply).for_each(|mv| position.play(*mv));
            all.push(position);
        }
        all
    }

    /// What the solver sees after so many right moves: the position before the next one, or the last one.
    #[must_use]
    pub fn position_after(&self, solved: usize) -> Position {
        let all = self.positions();
        all[solved.min(all.len() - 1)]
    }
}

/// The rating that a puzzle begins with; `None` if no rating has its points.
pub(crate) fn first_rating(points: u16, deviation: u16) -> Option<Rating> {
    Rating::set(points, deviation.clamp(30, 350)).ok()
}
