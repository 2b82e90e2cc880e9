// SPDX-License-Identifier: MIT OR Apache-2.0
//! Positions for `cargo xtask bench puzzles`: the same fork again and again, with other pawns about and the white king elsewhere. One
//! position makes one puzzle, so each row of a large file needs its own.

/// The moves of the puzzle, from the mistake on: the knight takes the queen.
pub(crate) const MOVES: &str = "e7d7 d5f6 g8g7 f6d7";
/// How many positions there are.
pub(crate) const POSITIONS: u32 = 5_u32.pow(4) * 3_u32.pow(6) * KINGS.len() as u32;
/// The files of the white king's squares.
const KINGS: [usize; 6] = [6, 0, 1, 2, 5, 7];

/// The position with this number, before the mistake, as a FEN.
pub(crate) fn fen(number: u32) -> String {
    let mut left = number as usize;
    let mut choose = |choices: usize| {
        let chosen = left % choices;
        left /= choices;
        chosen
    };
    let mut board = [[' '; 8]; 8];
    (board[0][6], board[1][4], board[1][5], board[1][7], board[3][3]) = ('k', 'q', 'p', 'p', 'N');
    for file in [0, 1, 2, 4] {
        // On the second to the fifth rank, or none.
        let place = choose(5);
        if place < 4 {
            board[6 - place][file] = 'P';
        }
    }
    for file in [0, 1, 2] {
        // On the seventh or the sixth rank, or none.
        let place = choose(3);
        if place < 2 {
            board[1 + place][file] = 'p';
        }
    }
    for file in [5, 6, 7] {
        // On the second to the fourth rank.
        board[6 - choose(3)][file] = 'P';
    }
    board[7][KINGS[choose(KINGS.len())]] = 'K';
    let rows: Vec<String> = board.iter().map(written).collect();
    format!("{} b - - 0 1", rows.join("/"))
}

/// A row of the board as a FEN has it.
fn written(row: &[char; 8]) -> String {
    let text: String = row.iter().collect();
    (1..=8).rev().fold(text, |text, count| text.replace(&" ".repeat(count), &count.to_string()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_number_has_its_own_position() {
        assert_eq!(fen(0), "6k1/ppp1qp1p/8/3N4/8/8/PPP1PPPP/6K1 b - - 0 1");
        let fens: HashSet<String> = (0..POSITIONS).step_by(997).map(fen).collect();
        assert_eq!(fens.len(), POSITIONS.div_ceil(997) as usize);
    }
}
