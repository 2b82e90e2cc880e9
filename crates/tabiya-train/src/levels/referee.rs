// SPDX-License-Identifier: MIT OR Apache-2.0
//! Adjudicates games whose result is clear, so that more games can be played in an hour.

use tabiya_engine::Score;
use tabiya_rules::{Color, Position, Role};

/// From this level on, a side that stays a queen ahead wins.
const CAN_WIN: u8 = 7;
/// The lead that counts as a queen: queens 9, rooks 5, minor pieces 3, pawns 1.
const QUEEN_MORE: i32 = 9;
/// The lead must last for this number of plies.
const AHEAD_FOR: u32 = 12;

/// From this level on, scores are reliable: a game is decided when both sides agree for long enough.
const JUDGES: u8 = 11;
/// The score of a decided game, in hundredths of a pawn.
const DECIDED: i32 = 700;
/// The score must last for this number of plies.
const DECIDED_FOR: u32 = 8;
/// A score of at most this means a draw, in hundredths of a pawn.
const EVEN: i32 = 10;
/// The score must last for this number of plies.
const EVEN_FOR: u32 = 16;
/// No game is adjudicated as a draw before this ply.
const NO_DRAW_BEFORE: usize = 80;

/// Follows one game.
pub(super) struct Referee {
    can_win: bool,
    judges: bool,
    ahead: Streak,
    decided: Streak,
    even: Streak,
}

impl Referee {
    /// For a game whose weakest level is this one. Other engines do not count as weak.
    pub(super) fn new(weakest: u8) -> Referee {
        Referee {
            can_win: weakest >= CAN_WIN,
            judges: weakest >= JUDGES,
            ahead: Streak::default(),
            decided: Streak::default(),
            even: Streak::default(),
        }
    }

    /// Called after each move with the position, the ply and the mover's score. Returns White's points if the
    /// game is decided.
    pub(super) fn after(&mut self, position: &Position, ply: usize, score: Score) -> Option<f64> {
        // The mover is the side that is not to move now.
        let score = if position.turn() == Color::Black { score.rank() } else { -score.rank() };
        let lead = lead(position);
        let ahead = self.ahead.with((lead.abs() >= QUEEN_MORE).then_some(lead > 0));
        let decided = self.decided.with((score.abs() >= DECIDED).then_some(score > 0));
        let even = self.even.with((ply > NO_DRAW_BEFORE && score.abs() <= EVEN).then_some(true));
        if self.can_win && ahead >= AHEAD_FOR {
            Some(f64::from(u8::from(lead > 0)))
        } else if self.judges && decided >= DECIDED_FOR {
            Some(f64::from(u8::from(score > 0)))
        } else if self.judges && even >= EVEN_FOR {
            Some(0.5)
        } else {
            None
        }
    }
}

/// For how many plies a state has lasted.
#[derive(Default)]
struct Streak {
    what: Option<bool>,
    plies: u32,
}

impl Streak {
    /// Counts one more ply. A state of `None` does not count.
    fn with(&mut self, what: Option<bool>) -> u32 {
        self.plies = if what.is_none() {
            0
        } else if what == self.what {
            self.plies + 1
        } else {
            1
        };
        self.what = what;
        self.plies
    }
}

/// White's material minus Black's.
fn lead(position: &Position) -> i32 {
    let worth = [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
    let side = |color| -> i32 {
        worth.iter().map(|(role, worth)| worth * position.pieces(color, *role).len() as i32).sum()
    };
    side(Color::White) - side(Color::Black)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of plies after which the game is adjudicated, and its result. In the test both sides move
    /// in turn with these pieces and report the same score.
    fn over(pieces: &str, weakest: u8, from: usize, whites: i32) -> Option<(usize, f64)> {
        let mut referee = Referee::new(weakest);
        (1..100).find_map(|ply| {
            let (turn, score) = if ply % 2 == 1 { ("b", whites) } else { ("w", -whites) };
            let position = Position::from_fen(&format!("{pieces} {turn} - - 0 1")).unwrap();
            referee.after(&position, from + ply, Score::Cp(score)).map(|points| (ply, points))
        })
    }

    #[test]
    fn what_is_clear_is_not_played_out() {
        let (even, queen) = ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3");
        assert_eq!(over(even, 11, 10, 650), None);
        assert_eq!(over(even, 11, 10, 700), Some((8, 1.0)));
        assert_eq!(over(even, 11, 10, -900), Some((8, 0.0)));
        assert_eq!(over(even, 10, 10, -900), None);
        assert_eq!(over(even, 11, 90, 3), Some((16, 0.5)));
        assert_eq!(over(even, 11, 70, 3), Some((26, 0.5)));
        assert_eq!(over(even, 11, 90, 30), None);
        assert_eq!(over(queen, 7, 0, 0), Some((12, 0.0)));
        assert_eq!(over(queen, 6, 0, 0), None);
    }
}
