// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ends games whose result is no longer in doubt, so that more of them fit into an hour.

use tabiya_engine::Score;
use tabiya_rules::{Color, Position, Role};

/// Levels from here on win with a queen more, if it stays so.
const CAN_WIN: u8 = 4;
/// What counts as a queen more, with queens 9, rooks 5, minor pieces 3, pawns 1.
const QUEEN_MORE: i32 = 9;
/// For so many plies in a row it must be so.
const AHEAD_FOR: u32 = 12;

/// Levels from here on judge soundly: when both sides think so for long enough, a game is decided.
const JUDGES: u8 = 8;
/// Decided, in hundredths of a pawn.
const DECIDED: i32 = 700;
/// For so many plies in a row it must be so.
const DECIDED_FOR: u32 = 8;
/// No more than this is a draw, in hundredths of a pawn.
const EVEN: i32 = 10;
/// For so many plies in a row it must be so.
const EVEN_FOR: u32 = 16;
/// Nobody agrees to a draw before that ply.
const NO_DRAW_BEFORE: usize = 80;

/// Watches one game.
pub(super) struct Referee {
    can_win: bool,
    judges: bool,
    ahead: Streak,
    decided: Streak,
    even: Streak,
}

impl Referee {
    /// For a game in which nobody is weaker than this level; engines that are no level are none of the weak.
    pub(super) fn new(weakest: u8) -> Referee {
        Referee {
            can_win: weakest >= CAN_WIN,
            judges: weakest >= JUDGES,
            ahead: Streak::default(),
            decided: Streak::default(),
            even: Streak::default(),
        }
    }

    /// A move led to this position at this ply, and whoever played it thinks so of it. White's points, if that is enough.
    pub(super) fn after(&mut self, position: &Position, ply: usize, score: Score) -> Option<f64> {
        // Who is not to move has just moved.
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

/// For how long the same has been so.
#[derive(Default)]
struct Streak {
    what: Option<bool>,
    plies: u32,
}

impl Streak {
    /// One ply more. Nothing lasts no time.
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

/// How much more White has.
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

    /// After how many plies it is over, and how: the sides move in turn from these pieces and think the same of the game.
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
        assert_eq!(over(even, 8, 10, 650), None);
        assert_eq!(over(even, 8, 10, 700), Some((8, 1.0)));
        assert_eq!(over(even, 8, 10, -900), Some((8, 0.0)));
        assert_eq!(over(even, 7, 10, -900), None);
        assert_eq!(over(even, 8, 90, 3), Some((16, 0.5)));
        assert_eq!(over(even, 8, 70, 3), Some((26, 0.5)));
        assert_eq!(over(even, 8, 90, 30), None);
        assert_eq!(over(queen, 4, 0, 0), Some((12, 0.0)));
        assert_eq!(over(queen, 3, 0, 0), None);
    }
}
