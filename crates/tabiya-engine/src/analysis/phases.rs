// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the opening of a game ends, and where its endgame begins.
//!
//! The middlegame begins when few pieces are left, when a home rank is nearly empty, or when the men of both sides stand
//! among each other. The endgame begins when hardly any pieces are left. The numbers are those that lichess uses
//! (lichess-org/scalachess, MIT), so that phases mean the same here and there.

use tabiya_rules::{Bitboard, Color, Position, Rank, Role, Square};

/// Queens, rooks, bishops and knights of both sides with which the middlegame has begun.
const MIDDLEGAME_PIECES: usize = 10;
/// The same for the endgame.
const ENDGAME_PIECES: usize = 6;
/// A home rank with fewer own men than this belongs to a middlegame.
const HOME_MEN: usize = 4;
/// The opening ends when both sides are mixed more than this.
const MOST_MIXED: i32 = 150;

/// A part of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// From the first move on.
    Opening,
    /// From [`Phases::middlegame`] on.
    Middlegame,
    /// From [`Phases::endgame`] on.
    Endgame,
}

impl Phase {
    /// All of them, in the order of a game.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middlegame, Phase::Endgame];
}

/// Where the phases of a game begin. A ply is the number of half-moves before a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases {
    /// The ply of the first position of the middlegame; `None` for a game that ended in the opening.
    pub middlegame: Option<usize>,
    /// The ply of the first position of the endgame, after that of the middlegame; `None` if there is none.
    pub endgame: Option<usize>,
}

impl Phases {
    /// The phases of a game with these positions: the start, and the one after each move.
    ///
    /// ```
    /// use tabiya_engine::analysis::Phases;
    /// use tabiya_rules::Position;
    ///
    /// let endgame = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?;
    /// let phases = Phases::of([Position::start(), endgame, endgame]);
    /// assert_eq!((phases.middlegame, phases.endgame), (Some(1), Some(2)));
    /// # Ok::<(), tabiya_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn of(positions: impl IntoIterator<Item = Position>) -> Phases {
        let mut phases = Phases::default();
        for (ply, position) in positions.into_iter().enumerate() {
            if phases.middlegame.is_none() {
                phases.middlegame = is_middlegame(&position).then_some(ply);
            } else if pieces(&position) <= ENDGAME_PIECES {
                phases.endgame = Some(ply);
                break;
            }
        }
        phases
    }

    /// The plies at which this phase begins and ends, in a game of this many half-moves; `None` if the game has no move in it.
    /// The end is the ply of its last position.
    #[must_use]
    pub fn range(&self, phase: Phase, half_moves: usize) -> Option<(usize, usize)> {
        let middlegame = self.middlegame.unwrap_or(half_moves);
        let endgame = self.endgame.unwrap_or(half_moves);
        let (first, last) = match phase {
            Phase::Opening => (0, middlegame),
            Phase::Middlegame => (middlegame, endgame),
            Phase::Endgame => (endgame, half_moves),
        };
        (first < last).then_some((first, last))
    }
}

/// Queens, rooks, bishops and knights of both sides.
fn pieces(position: &Position) -> usize {
    let others = position.by_role(Role::Pawn) | position.by_role(Role::King);
    (position.occupied() & !others).len()
}

fn is_middlegame(position: &Position) -> bool {
    let home = |color: Color| (position.by_color(color) & Bitboard::rank(color.back_rank())).len() < HOME_MEN;
    pieces(position) <= MIDDLEGAME_PIECES
        || home(Color::White)
        || home(Color::Black)
        || mixedness(position) > MOST_MIXED
}

/// How much the men of both sides stand among each other: a sum over all squares of two by two, by the men in each.
fn mixedness(position: &Position) -> i32 {
    let corners = Square::all().filter_map(|low| Some((low, low.offset(1, 1)?)));
    let of_square = |(low, high): (Square, Square)| {
        let window = Bitboard::square(low)
            | Bitboard::square(high)
            | Bitboard::square(Square::from_coords(low.file(), high.rank()))
            | Bitboard::square(Square::from_coords(high.file(), low.rank()));
        let men = |color| (position.by_color(color) & window).len();
        mixed(men(Color::White), men(Color::Black), height(low.rank()))
    };
    corners.map(of_square).sum()
}

/// The first rank is at height 1.
fn height(rank: Rank) -> i32 {
    i32::try_from(rank.index()).unwrap_or(0) + 1
}

/// What a square of two by two at this height (1 to 7, from White's side) counts with so many men of each side.
const fn mixed(white: usize, black: usize, y: i32) -> i32 {
    match (white, black) {
        (0, 1) => 1 + y,
        (0, 2) if y < 6 => 8 - y,
        (0, 3 | 4) if y < 7 => 10 - y,
        (1, 0) => 9 - y,
        (1, 1) => 5 + (4 - y).abs(),
        (1, 2) => 11 - y,
        (1, 3) => 12 - y,
        (2, 0) if y > 2 => y,
        (2, 1) => 3 + y,
        (2, 2) => 7,
        (3 | 4, 0) if y > 1 => 2 + y,
        (3, 1) => 4 + y,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn the_start_is_an_opening_and_its_men_are_not_mixed() {
        assert!(!is_middlegame(&Position::start()));
        // White's men at height 1 and Black's at height 7 count nothing; at heights 2 and 6 two men of one side.
        assert_eq!(mixedness(&Position::start()), 0);
    }

    #[test]
    fn a_square_of_two_by_two_is_counted_by_hand() {
        // One pawn on e4 alone is in four squares: two at height 3 and two at height 4. The kings on a1 and h8 are in one each.
        let board = position("7k/8/8/8/4P3/8/8/K7 w - - 0 1");
        assert_eq!(mixedness(&board), 2 * (9 - 3) + 2 * (9 - 4) + (9 - 1) + (1 + 7));
    }

    #[test]
    fn each_reason_begins_the_middlegame() {
        for fen in [
            // Eight pieces; twelve, with two men on White's home rank.
            "r2qkb1r/pppppppp/8/8/8/8/PPPPPPPP/R2QKB1R w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/2NQBN2/PPPPPPPP/R3K3 w Qkq - 0 1",
        ] {
            assert!(is_middlegame(&position(fen)), "{fen}");
        }
        assert!(!is_middlegame(&position(
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
        )));
    }

    #[test]
    fn an_endgame_follows_a_middlegame_alone() {
        let bare = position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        assert_eq!(Phases::of([bare]), Phases { middlegame: Some(0), endgame: None });
        assert_eq!(Phases::of([bare, bare]), Phases { middlegame: Some(0), endgame: Some(1) });
        assert_eq!(Phases::of([Position::start(); 9]), Phases::default());
    }

    #[test]
    fn phases_share_out_all_moves() {
        let phases = Phases { middlegame: Some(4), endgame: Some(10) };
        let ranges = Phase::ALL.map(|phase| phases.range(phase, 12));
        assert_eq!(ranges, [Some((0, 4)), Some((4, 10)), Some((10, 12))]);
        let short = Phases { middlegame: None, endgame: None };
        assert_eq!(Phase::ALL.map(|phase| short.range(phase, 7)), [Some((0, 7)), None, None]);
        let ends_at_once = Phases { middlegame: Some(7), endgame: None };
        assert_eq!(Phase::ALL.map(|phase| ends_at_once.range(phase, 7)), [Some((0, 7)), None, None]);
    }
}
