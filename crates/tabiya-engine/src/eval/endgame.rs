// SPDX-License-Identifier: MIT OR Apache-2.0
//! Endgames that a sum of terms evaluates wrongly: wins that need a plan, and advantages that do not win.

use tabiya_rules::{Bitboard, Color, File, Rank, Role, Square};

use super::pieces::distance;
use crate::eval::board::Board;
use crate::score::Value;

/// The scale factor that leaves a value unchanged.
pub(crate) const FULL_SCALE: Value = 64;
/// A certain win, though not yet a mate.
const WON: Value = 6_000;

/// The number of pieces of that kind that a side has.
fn count(board: &Board, color: Color, role: Role) -> i32 {
    board.position.pieces(color, role).len() as i32
}

/// The value of a side's pieces without its pawns, in pawns.
fn pieces_worth(board: &Board, color: Color) -> i32 {
    3 * (count(board, color, Role::Knight) + count(board, color, Role::Bishop))
        + 5 * count(board, color, Role::Rook)
        + 9 * count(board, color, Role::Queen)
}

/// The value of an attack on a bare king without pawns on the board, for the side to move. `None` in all
/// other positions.
pub(crate) fn known(board: &Board) -> Option<Value> {
    let position = &board.position;
    if position.by_role(Role::Pawn).any() {
        return None;
    }
    let bare = |color: Color| !position.by_color(color).more_than_one();
    let loser = Color::ALL.into_iter().find(|color| bare(*color))?;
    let winner = loser.opposite();
    let bishops = position.pieces(winner, Role::Bishop);
    let pair = bishops.intersects(Bitboard::LIGHT) && bishops.intersects(Bitboard::DARK);
    let heavy = count(board, winner, Role::Rook) + count(board, winner, Role::Queen) > 0;
    let knights = count(board, winner, Role::Knight);
    let can_mate = heavy || pair || knights >= 3 || (bishops.any() && knights > 0);
    if !can_mate {
        return Some(0);
    }
    let (hunted, hunter) = (position.king_of(loser), position.king_of(winner));
    let mut value = WON + 100 * pieces_worth(board, winner);
    if !heavy && !pair && knights < 3 {
        // Bishop and knight can mate only in a corner of the bishop's colour.
        let corners = if bishops.intersects(Bitboard::LIGHT) {
            [Square::A8, Square::H1]
        } else {
            [Square::A1, Square::H8]
        };
        let nearest = corners.map(|corner| manhattan(corner, hunted)).into_iter().min().unwrap_or(0);
        value += 40 * (14 - nearest);
    } else {
        value += 20 * from_centre(hunted);
    }
    value += 10 * (14 - manhattan(hunted, hunter)) + 2 * (7 - distance(hunted, hunter));
    Some(if position.turn() == winner { value } else { -value })
}

/// The Manhattan distance: steps along files plus steps along ranks.
fn manhattan(a: Square, b: Square) -> i32 {
    let (a, b) = (a.index() as i32, b.index() as i32);
    (a % 8 - b % 8).abs() + (a / 8 - b / 8).abs()
}

/// 0 in the centre, 6 in a corner.
fn from_centre(square: Square) -> i32 {
    let (file, rank) = (square.index() as i32 % 8, square.index() as i32 / 8);
    (3 - file).max(file - 4) + (3 - rank).max(rank - 4)
}

/// How much of an endgame advantage (`end`, from White's view) is real, in 64ths ([`FULL_SCALE`]).
pub(crate) fn scale(board: &Board, end: Value) -> Value {
    let position = &board.position;
    let strong = if end >= 0 { Color::White } else { Color::Black };
    let weak = strong.opposite();
    let pawns = position.pieces(strong, Role::Pawn);
    if let Some(scale) = scale_without_means(board, strong) {
        return scale;
    }
    if pawns.is_empty() {
        return FULL_SCALE;
    }
    let (strong_bishops, weak_bishops) =
        (position.pieces(strong, Role::Bishop), position.pieces(weak, Role::Bishop));
    let opposite = strong_bishops.single().zip(weak_bishops.single());
    if opposite.is_some_and(|(a, b)| a.is_light() != b.is_light()) {
        let only = pieces_worth(board, strong) == 3 && pieces_worth(board, weak) == 3;
        return if only { 20 + 4 * pawns.len() as Value } else { 40 + 2 * pawns.len() as Value };
    }
    (44 + 4 * pawns.len() as Value).min(FULL_SCALE)
}

/// Scales a value (for the side to move) down where the better side lacks the material to win.
pub(crate) fn without_winning_means(board: &Board, value: Value) -> Value {
    let turn = board.position.turn();
    let strong = if value >= 0 { turn } else { turn.opposite() };
    scale_without_means(board, strong).map_or(value, |scale| value * scale / FULL_SCALE)
}

/// How much of an advantage is real where `strong` can hardly win. `None` where it can win.
fn scale_without_means(board: &Board, strong: Color) -> Option<Value> {
    let position = &board.position;
    let pawns = position.pieces(strong, Role::Pawn);
    if pawns.any() {
        let bishops = position.pieces(strong, Role::Bishop);
        return holds_the_wrong_corner(board, strong, pawns, bishops).then_some(0);
    }
    let (ours, theirs) = (pieces_worth(board, strong), pieces_worth(board, strong.opposite()));
    // No pawns, and less than a rook ahead: rook against minor piece, two minor pieces against one, and so
    // on.
    if ours - theirs <= 3 {
        return Some(if ours <= 3 { 0 } else { 6 });
    }
    let two_knights = ours == 6 && count(board, strong, Role::Knight) == 2;
    two_knights.then_some(2)
}

/// A draw: bishops and rook pawns against a king in the corner where the pawns promote, when no bishop
/// controls that corner. Rook pawns alone count, too.
fn holds_the_wrong_corner(board: &Board, strong: Color, pawns: Bitboard, bishops: Bitboard) -> bool {
    let pieces = pieces_worth(board, strong);
    if pieces != 3 * bishops.len() as i32 || pieces > 6 {
        return false;
    }
    let file = [File::A, File::H].into_iter().find(|file| pawns.is_subset(Bitboard::file(*file)));
    let Some(file) = file else { return false };
    let rank = if strong == Color::White { Rank::Eighth } else { Rank::First };
    let corner = Square::from_coords(file, rank);
    let shade = if corner.is_light() { Bitboard::LIGHT } else { Bitboard::DARK };
    !bishops.intersects(shade) && distance(board.position.king_of(strong.opposite()), corner) <= 1
}

#[cfg(test)]
mod tests {
    use super::super::pawns::PawnTable;
    use super::*;
    use crate::eval::evaluate;
    use tabiya_rules::Position;

    fn worth(fen: &str) -> Value {
        evaluate(&Board::new(Position::from_fen(fen).unwrap()), &mut PawnTable::new())
    }

    #[test]
    fn advantages_that_do_not_win() {
        for fen in [
            "8/8/4k3/8/8/3NN3/8/4K3 w - - 0 1",  // two knights
            "8/8/4k3/4n3/8/3R4/4K3/8 w - - 0 1", // rook against knight
        ] {
            assert!(worth(fen).abs() < 80, "{fen}: {}", worth(fen));
        }
    }

    #[test]
    fn the_right_bishop_wins_where_the_wrong_one_draws() {
        // h8 is a dark square.
        let wrong = worth("7k/8/8/8/8/3B4/7P/6K1 w - - 0 1");
        let right = worth("7k/8/8/8/8/4B3/7P/6K1 w - - 0 1");
        assert!(wrong.abs() < 60 && right > 200, "{wrong} {right}");
    }

    #[test]
    fn bishop_and_knight_drive_to_the_right_corner() {
        let right = worth("7k/8/5K2/8/8/4BN2/8/8 w - - 0 1");
        let wrong = worth("k7/8/2K5/8/8/4BN2/8/8 w - - 0 1");
        assert!(right > wrong && wrong > 5_000, "{right} {wrong}");
    }

    #[test]
    fn the_edge_is_worse_than_the_centre() {
        assert!(worth("7k/8/5K2/8/8/8/8/R7 w - - 0 1") > worth("8/8/5K2/8/3k4/8/8/R7 w - - 0 1"));
        assert!(worth("7k/8/5K2/8/8/8/8/R7 b - - 0 1") < -5_000);
    }
}
