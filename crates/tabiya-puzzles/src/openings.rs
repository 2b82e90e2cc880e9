// SPDX-License-Identifier: AGPL-3.0-or-later
//! The openings of puzzles, as the public CSV writes them: words with `_` between them, first the family, then the whole name.

use tabiya_store::OpeningsOfPuzzle;

use crate::puzzle::Puzzle;

/// The most openings of a wish. Each is searched by itself.
pub const MOST_OPENINGS: usize = 3;
/// The most that are kept of a puzzle.
const MOST_KEPT: usize = 4;
/// The longest name, in characters.
const LONGEST: usize = 100;

/// Whether a text may be the name of an opening. It begins with a capital letter, which no theme does.
#[must_use]
pub fn is_opening(name: &str) -> bool {
    name.chars().count() <= LONGEST
        && name.starts_with(char::is_uppercase)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '\''))
}

/// By which openings a puzzle is found; `None` if by none.
#[must_use]
pub fn openings_of(puzzle: &Puzzle) -> Option<OpeningsOfPuzzle> {
    let names = puzzle.openings.iter().filter(|name| is_opening(name));
    let openings: Vec<String> = names.take(MOST_KEPT).cloned().collect();
    (!openings.is_empty()).then(|| OpeningsOfPuzzle { puzzle: puzzle.id().to_string(), openings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_that_begin_with_a_capital() {
        for name in ["Kings_Pawn_Game", "Caro-Kann_Defense", "Queen's_Gambit", "Réti_Opening", "A"] {
            assert!(is_opening(name), "{name}");
        }
        for name in ["", "fork", "mateIn2", "Two words", "A,b", "A\u{202e}b", &"A".repeat(101), "_A", "1e4"] {
            assert!(!is_opening(name), "{name}");
        }
    }

    #[test]
    fn a_puzzle_is_found_by_some_of_its_openings() {
        let line = "m\t7k/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1\th8g8 d1d8\t-\t700\t200\tmate\t\
            Dutch a,b Dutch_Stonewall C D E\tself-play\t-";
        let mut puzzle = Puzzle::from_line(line).unwrap();
        let found = openings_of(&puzzle).unwrap();
        assert_eq!(
            (found.puzzle.as_str(), found.openings),
            ("m", ["Dutch", "Dutch_Stonewall", "C", "D"].map(str::to_owned).to_vec())
        );
        puzzle.openings = vec!["a,b".to_owned()];
        assert_eq!(openings_of(&puzzle), None);
    }
}
