// SPDX-License-Identifier: AGPL-3.0-or-later
//! Finds puzzles in games.
//!
//! Each position of a game is looked at shortly. Where a mistake has turned the game, the position after it is searched in two
//! passes, and so is each one after a right move and the best reply to it. Both passes must name the same right moves, and all
//! others must be clearly worse. The puzzle ends where the advantage is clear, before a move that nobody has to find, and before a
//! position comes again.

mod look;
mod own;
mod prove;
mod screen;
mod verdict;
mod zugzwang;

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use tabiya_engine::analysis::Analyst;
use tabiya_rules::{History, Move, Position};

pub(crate) use look::Eyes;
pub use look::Interrupted;
pub(crate) use own::OwnMistake;
pub(crate) use prove::reads;

use crate::overlap::Overlaps;
use crate::puzzle::{Origin, Puzzle};
use crate::theme::Theme;
use crate::themes::themes_of;

/// How many nodes each search gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// For each position of the game.
    pub screen: u64,
    /// For each step of a puzzle, in the first pass.
    pub first: u64,
    /// In the second one, and for each reply.
    pub second: u64,
}

impl Effort {
    /// What a server spends.
    pub const USUAL: Self = Self { screen: 50_000, first: 200_000, second: 1_000_000 };
    /// What it spends on a lesson, which is wanted in minutes.
    pub const LESSON: Self = Self { screen: 50_000, first: 100_000, second: 400_000 };
}

/// Looks for puzzles. It remembers which it has found, so that a position gives one puzzle, and none is the end of another.
pub struct Finder<'a> {
    eyes: Eyes<'a>,
    effort: Effort,
    known: HashSet<u64>,
    found: Overlaps,
}

impl<'a> Finder<'a> {
    /// A finder with this engine. It gives up when `stop` is set.
    pub fn new(analyst: &'a mut dyn Analyst, stop: &'a AtomicBool, effort: Effort) -> Self {
        Self { eyes: Eyes { analyst, stop }, effort, known: HashSet::new(), found: Overlaps::default() }
    }

    /// A position that has its puzzle already, so none is made of it.
    pub fn know(&mut self, start: &Position) {
        self.known.insert(start.key());
    }

    /// The puzzles of a game.
    ///
    /// # Errors
    /// If the engine fails or is stopped.
    pub fn puzzles_of(&mut self, game: &History, origin: &Origin) -> Result<Vec<Puzzle>, Interrupted> {
        let scores = self.scores_of(game)?;
        let mut found = Vec::new();
        for ply in screen::candidates(game, &scores) {
            let mut before = *game.start();
            game.moves()[..ply - 1].iter().for_each(|mv| before.play(*mv));
            if let Some(puzzle) = self.puzzle_at(&before, game.moves()[ply - 1], origin)? {
                found.push(puzzle);
            }
        }
        Ok(found)
    }

    fn score(&mut self, history: &History, nodes: u64) -> Result<tabiya_engine::Score, Interrupted> {
        let seen = self.eyes.look(history, nodes, 1)?;
        let over = if history.position().is_check() {
            tabiya_engine::Score::Mate(0)
        } else {
            tabiya_engine::Score::Cp(0)
        };
        Ok(seen.lines.first().map_or(over, |line| line.score))
    }

    /// The puzzle that begins after this move, if it makes one and is new.
    ///
    /// # Errors
    /// If the engine fails or is stopped.
    pub fn puzzle_at(
        &mut self,
        before: &Position,
        mistake: Move,
        origin: &Origin,
    ) -> Result<Option<Puzzle>, Interrupted> {
        if !before.is_legal(mistake) || !self.known.insert(before.after(mistake).key()) {
            return Ok(None);
        }
        let Some((steps, proof)) = prove::prove(&mut self.eyes, before, mistake, self.effort)? else {
            return Ok(None);
        };
        let puzzle = Puzzle::new(*before, mistake, steps, origin.clone(), Some(proof));
        let mut puzzle =
            puzzle.expect("the moves come from the engine, and each step was made after the one before");
        if self.found.add(&puzzle).is_err() {
            return Ok(None);
        }
        puzzle.themes = themes_of(&puzzle);
        if zugzwang::is_zugzwang(&mut self.eyes, &puzzle, self.effort.first)? {
            puzzle.themes.push(Theme::Zugzwang);
        }
        Ok(Some(puzzle))
    }
}

#[cfg(test)]
mod tests;
