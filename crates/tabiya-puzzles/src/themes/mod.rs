// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a puzzle is about, by the rules' own questions. A theme is named only where the solution itself shows it: a fork is one if
//! the line takes what was forked.

mod endings;
mod mates;
mod motifs;
mod walk;

use crate::puzzle::Puzzle;
use crate::theme::Theme;

/// The themes of a puzzle in the order of their names. Zugzwang is not among them: it takes a search.
#[must_use]
pub fn themes_of(puzzle: &Puzzle) -> Vec<Theme> {
    let walk = walk::Walk::new(puzzle);
    let mut themes = Vec::new();
    endings::add(&walk, puzzle, &mut themes);
    mates::add(&walk, &mut themes);
    motifs::add(&walk, &mut themes);
    themes.sort_unstable();
    themes.dedup();
    themes
}

#[cfg(test)]
mod tests;
