// SPDX-License-Identifier: AGPL-3.0-or-later
//! Puzzles on paper: the position, and the solution as it stands in books.

use std::fmt::Write;

use tabiya_protocol::PuzzleOnPaper;
use tabiya_rules::{Color, san};

use crate::puzzle::Puzzle;

/// A puzzle with its solution. Its first move has the number `first`.
pub(crate) fn on_paper(id: &str, puzzle: &Puzzle, first: u16) -> PuzzleOnPaper {
    PuzzleOnPaper {
        id: id.to_owned(),
        fen: puzzle.start().to_fen(),
        solver: puzzle.solver(),
        solution: solution(puzzle, first),
    }
}

/// The moves with numbers, from 1 on: `1. Nf6+ Kg7 2. Nxd7`, or `1... Nf3+ 2. Kg2 Nxd2`. Other right last moves stand behind `/`.
fn solution(puzzle: &Puzzle, first: u16) -> String {
    let mut text = String::new();
    let mut position = puzzle.start();
    let is_white = puzzle.solver() == Color::White;
    for (number, step) in (first..).zip(puzzle.steps()) {
        let right: Vec<String> = step.right.iter().map(|mv| san(&position, *mv).to_string()).collect();
        let before = match is_white {
            true if number == first => format!("{number}. "),
            true => format!(" {number}. "),
            false if number == first => format!("{number}... "),
            // White's move before it has the number.
            false => " ".to_owned(),
        };
        let _ = write!(text, "{before}{}", right.join(" / "));
        position.play(step.right[0]);
        if let Some(reply) = step.reply {
            let before = if is_white { " ".to_owned() } else { format!(" {}. ", number + 1) };
            let _ = write!(text, "{before}{}", san(&position, reply));
            position.play(reply);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        check_from(1, line, expected);
    }

    fn check_from(first: u16, line: &str, expected: &str) {
        assert_eq!(on_paper("x", &Puzzle::from_line(line).unwrap(), first).solution, expected);
    }

    #[test]
    fn solutions_stand_as_in_books() {
        let rest = "\t1400\t200\tfork\t\tself-play\t-";
        check(
            &format!("w1\t6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1\te7d7 d5f6 g8g7 f6d7\t- -{rest}"),
            "1. Nf6+ Kg7 2. Nxd7",
        );
        check(
            &format!("b1\t6k1/5ppp/8/8/3n4/8/4QP1P/6K1 w - - 0 1\te2d2 d4f3 g1g2 f3d2\t- -{rest}"),
            "1... Nf3+ 2. Kg2 Nxd2",
        );
        check(
            &format!("m1\t7k/5ppp/8/8/8/8/5PPP/R2R2K1 b - - 0 1\th8g8 d1d8\ta1a8/a1a7{rest}"),
            "1. Rd8# / Ra8#",
        );
    }

    #[test]
    fn moves_of_a_game_have_its_numbers() {
        let rest = "\t1400\t200\tfork\t\tself-play\t-";
        let white = format!("w1\t6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1\te7d7 d5f6 g8g7 f6d7\t- -{rest}");
        check_from(23, &white, "23. Nf6+ Kg7 24. Nxd7");
        let black = format!("b1\t6k1/5ppp/8/8/3n4/8/4QP1P/6K1 w - - 0 1\te2d2 d4f3 g1g2 f3d2\t- -{rest}");
        check_from(23, &black, "23... Nf3+ 24. Kg2 Nxd2");
    }
}
