// SPDX-License-Identifier: MIT OR Apache-2.0
//! Estimates how far an ending of four pieces without pawns, queens and mating rooks is from a known mate.
//!
//! In such endings only a few patterns in a corner are mate, so the search needs a destination for every
//! piece. The estimate is the number of moves that the pieces need if nothing is in their way. Like every
//! estimate here it orders the search and never gives an answer.

use crate::color::Color;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};

use super::mate_distance::steps;

/// A mate of the king on h8. Mirrored, it is one in the other corners, too.
struct Mate {
    king: Square,
    /// The pieces of the mating side.
    own: &'static [(Role, Square)],
    /// The pieces that block their own king.
    blocking: &'static [(Role, Square)],
}

use Role::{Bishop, Knight, Rook};
use Square as S;

static MATES: [Mate; 8] = [
    Mate { king: S::G6, own: &[(Knight, S::E7), (Knight, S::F7)], blocking: &[] },
    Mate { king: S::G6, own: &[(Knight, S::E7), (Bishop, S::F6)], blocking: &[] },
    Mate { king: S::G6, own: &[(Bishop, S::E6), (Bishop, S::F6)], blocking: &[] },
    Mate { king: S::G6, own: &[(Knight, S::F7)], blocking: &[(Knight, S::G8)] },
    Mate { king: S::F8, own: &[(Knight, S::F7)], blocking: &[(Bishop, S::H7)] },
    Mate { king: S::H6, own: &[(Knight, S::F7)], blocking: &[(Rook, S::G8)] },
    Mate { king: S::F7, own: &[(Bishop, S::G7)], blocking: &[(Knight, S::H7)] },
    Mate { king: S::F7, own: &[(Bishop, S::G7)], blocking: &[(Bishop, S::H7)] },
];

/// The number of moves to the nearest of these mates by `color`. `None` in every other ending.
pub(super) fn distance(position: &Position, color: Color) -> Option<u32> {
    if position.occupied().len() != 4 {
        return None;
    }
    let moves = |mate: &'static Mate| {
        // All eight ways to turn and mirror the board.
        (0..8).filter_map(move |view| {
            let own = men(position, color, mate.own, view)?;
            let blocking = men(position, !color, mate.blocking, view)?;
            let kings = steps(position.king_of(color), turned(mate.king, view))
                + steps(position.king_of(!color), turned(S::H8, view));
            Some(own + blocking + kings)
        })
    };
    MATES.iter().flat_map(moves).min()
}

/// The moves of one side's men to their squares. `None` if these are not its men, or a bishop runs on the
/// other colour.
fn men(position: &Position, color: Color, wanted: &[(Role, Square)], view: u8) -> Option<u32> {
    if position.by_color(color).len() != wanted.len() + 1 {
        return None;
    }
    let moves = |&(role, to): &(Role, Square), at: usize| {
        let from = position.pieces(color, role).into_iter().nth(at)?;
        moves(role, from, turned(to, view))
    };
    match wanted {
        [] => Some(0),
        [one] => moves(one, 0),
        [one, other] if one.0 == other.0 => {
            let in_order = moves(one, 0).zip(moves(other, 1)).map(|(one, other)| one + other);
            let crossed = moves(one, 1).zip(moves(other, 0)).map(|(one, other)| one + other);
            in_order.into_iter().chain(crossed).min()
        }
        [one, other] => Some(moves(one, 0)? + moves(other, 0)?),
        _ => None,
    }
}

/// The moves of a piece to a square on an empty board. `None` if it never gets there.
fn moves(role: Role, from: Square, to: Square) -> Option<u32> {
    let files = from.file().index().abs_diff(to.file().index());
    let ranks = from.rank().index().abs_diff(to.rank().index());
    match role {
        _ if from == to => Some(0),
        Knight => Some(u32::from(KNIGHT_MOVES[files][ranks])),
        Bishop if (files + ranks) % 2 == 1 => None,
        Bishop => Some(1 + u32::from(files != ranks)),
        _ => Some(1 + u32::from(files != 0 && ranks != 0)),
    }
}

/// A square as seen with the board mirrored by files (1), by ranks (2) and across the long diagonal (4).
fn turned(square: Square, view: u8) -> Square {
    let (mut file, mut rank) = (square.file().index(), square.rank().index());
    if view & 4 != 0 {
        (file, rank) = (rank, file);
    }
    if view & 1 != 0 {
        file = 7 - file;
    }
    if view & 2 != 0 {
        rank = 7 - rank;
    }
    Square::from_coords(File::ALL[file], Rank::ALL[rank])
}

/// The moves of a knight by the difference of files and ranks, as in the middle of a large board.
const KNIGHT_MOVES: [[u8; 8]; 8] = [
    [0, 3, 2, 3, 2, 3, 4, 5],
    [3, 2, 1, 2, 3, 4, 3, 4],
    [2, 1, 4, 3, 2, 3, 4, 5],
    [3, 2, 3, 2, 3, 4, 3, 4],
    [2, 3, 2, 3, 4, 3, 4, 5],
    [3, 4, 3, 4, 3, 4, 5, 4],
    [4, 3, 4, 3, 4, 5, 4, 5],
    [5, 4, 5, 4, 5, 4, 5, 6],
];
