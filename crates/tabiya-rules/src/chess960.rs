// SPDX-License-Identifier: MIT OR Apache-2.0
//! The 960 starting positions of Chess960, numbered by Scharnagl's scheme.

use alloc::vec::Vec;

use crate::castling::{CastlingMode, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

/// The positions of the two knights among the five squares that are still free after bishops and queen.
const KNIGHTS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

/// The pieces on the back rank of this starting position, from the a-file.
const fn back_rank(number: u16) -> [Role; 8] {
    // A pawn marks a free square.
    let mut rank = [Role::Pawn; 8];
    let mut n = number as usize;
    rank[n % 4 * 2 + 1] = Role::Bishop;
    n /= 4;
    rank[n % 4 * 2] = Role::Bishop;
    n /= 4;
    place(&mut rank, n % 6, Role::Queen);
    let (first, second) = KNIGHTS[n / 6];
    // The second knight goes first, so that the index of the first one still holds.
    place(&mut rank, second, Role::Knight);
    place(&mut rank, first, Role::Knight);
    place(&mut rank, 0, Role::Rook);
    place(&mut rank, 0, Role::King);
    place(&mut rank, 0, Role::Rook);
    rank
}

/// Puts a piece on the free square with this index, counted from the a-file.
const fn place(rank: &mut [Role; 8], free: usize, role: Role) {
    let mut left = free;
    let mut file = 0;
    while file < 8 {
        if matches!(rank[file], Role::Pawn) {
            if left == 0 {
                rank[file] = role;
                return;
            }
            left -= 1;
        }
        file += 1;
    }
}

impl Position {
    /// The starting position of Chess960 with this number, 0 to 959; `None` for larger numbers. 518 is the
    /// standard arrangement. Its castling mode is Chess960.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let first = Position::chess960(0).unwrap();
    /// assert_eq!(first.to_fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// assert!(Position::chess960(960).is_none());
    /// ```
    #[must_use]
    pub fn chess960(number: u16) -> Option<Position> {
        if number >= 960 {
            return None;
        }
        let mut setup = Setup { castling_mode: CastlingMode::Chess960, ..Setup::empty() };
        let mut rooks = Vec::with_capacity(2);
        for (file, role) in File::ALL.into_iter().zip(back_rank(number)) {
            for color in Color::ALL {
                let piece = |role| Some(Piece::new(color, role));
                setup.set_piece(Square::from_coords(file, color.back_rank()), piece(role));
                setup.set_piece(Square::from_coords(file, Rank::Second.seen_by(color)), piece(Role::Pawn));
            }
            if role == Role::Rook {
                rooks.push(file);
            }
        }
        for color in Color::ALL {
            setup.castling_rights.set(color, CastlingSide::QueenSide, rooks.first().copied());
            setup.castling_rights.set(color, CastlingSide::KingSide, rooks.last().copied());
        }
        Position::from_setup(&setup).ok()
    }

    /// The number of this starting position of Chess960, 0 to 959. `None` for every other position, and for
    /// the standard start with the castling mode of standard chess.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// assert_eq!(Position::chess960(707).unwrap().chess960_number(), Some(707));
    /// assert_eq!(Position::start().chess960_number(), None);
    /// ```
    #[must_use]
    pub fn chess960_number(&self) -> Option<u16> {
        let roles = File::ALL.map(|file| self.piece_at(Square::from_coords(file, Rank::First)));
        let is_there = |rank: [Role; 8]| {
            roles.iter().zip(rank).all(|(piece, role)| piece.is_some_and(|piece| piece.role == role))
        };
        let number = (0..960).find(|&number| is_there(back_rank(number)))?;
        (Position::chess960(number).as_ref() == Some(self)).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_has_its_number_and_nothing_else_has_one() {
        for number in 0..960 {
            let start = Position::chess960(number).unwrap();
            assert_eq!(start.chess960_number(), Some(number));
            let one_later = start.after(start.legal_moves()[0]);
            assert_eq!(one_later.chess960_number(), None);
        }
        assert_eq!(Position::start().chess960_number(), None);
    }
}
