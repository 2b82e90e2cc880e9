// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a solver's move is worth.

use tabiya_rules::Move;

use crate::puzzle::Puzzle;

/// What a solver's move is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is right, and the puzzle is solved.
    Solved,
    /// It is right, and the opponent replies.
    Right {
        /// The reply.
        reply: Move,
    },
    /// It still wins, but there is a better move. It costs nothing.
    Good,
    /// It throws the advantage away.
    Wrong,
}

impl Puzzle {
    /// What a move is worth after so many right moves. `None` if it is not legal there, or the puzzle is solved.
    ///
    /// Any mate counts, also one that the puzzle does not name.
    #[must_use]
    pub fn answer(&self, solved: usize, mv: Move) -> Option<Answer> {
        let step = self.steps().get(solved)?;
        let position = self.position_after(solved);
        if !position.is_legal(mv) {
            return None;
        }
        if position.after(mv).is_checkmate() {
            return Some(Answer::Solved);
        }
        if step.right.contains(&mv) {
            return Some(step.reply.map_or(Answer::Solved, |reply| Answer::Right { reply }));
        }
        Some(if step.good.contains(&mv) { Answer::Good } else { Answer::Wrong })
    }
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{Position, parse_san};

    use super::*;
    use crate::puzzle::{Origin, Step};

    #[test]
    fn any_mate_counts_and_a_move_that_still_wins_costs_nothing() {
        let before = Position::from_fen("7k/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1").unwrap();
        let mistake = parse_san(&before, "Kg8").unwrap();
        let start = before.after(mistake);
        let mv = |san| parse_san(&start, san).unwrap();
        let step = Step { right: vec![mv("Rd8#")], good: vec![mv("Ra7")], reply: None };
        let puzzle = Puzzle::new(before, mistake, vec![step], Origin::File, None).unwrap();
        for (san, expected) in
            [("Rd8#", Answer::Solved), ("Ra8#", Answer::Solved), ("Ra7", Answer::Good), ("h3", Answer::Wrong)]
        {
            assert_eq!(puzzle.answer(0, mv(san)), Some(expected), "{san}");
        }
        assert_eq!(puzzle.answer(0, mistake), None);
        assert_eq!(puzzle.answer(1, mv("h3")), None);
    }
}
