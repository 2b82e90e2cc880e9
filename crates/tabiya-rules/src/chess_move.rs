// SPDX-License-Identifier: MIT OR Apache-2.0
//! A move in 16 bits.

use core::fmt;
use core::num::NonZeroU16;

use crate::castling::CastlingSide;
use crate::role::Role;
use crate::square::{File, Square};

/// A move in two bytes; an `Option<Move>` takes two bytes as well.
///
/// Castling is encoded as the king capturing its own rook, in standard chess and in Chess960: White's
/// kingside castling is e1 to h1. A move does not say which piece moves; ask the position.
///
/// Layout: bits 0-5 the from-square, bits 6-11 the to-square, bits 12-14 the kind, which is never 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const NORMAL: u16 = 1 << 12;
const CASTLING: u16 = 2 << 12;
const EN_PASSANT: u16 = 3 << 12;
/// The kinds of promotion to knight, bishop, rook and queen, in this order, begin here.
const PROMOTION: u16 = 4 << 12;
const KIND: u16 = 0xF << 12;

impl Move {
    #[inline]
    const fn pack(from: Square, to: Square, kind: u16) -> Move {
        match NonZeroU16::new(from.index() as u16 | (to.index() as u16) << 6 | kind) {
            Some(bits) => Move(bits),
            // Never happens, because no kind is zero. The compiler sees that and removes this arm.
            None => Move(NonZeroU16::MIN),
        }
    }

    /// A move or capture that is neither castling, en passant nor promotion.
    #[inline]
    #[must_use]
    pub const fn normal(from: Square, to: Square) -> Move {
        Move::pack(from, to, NORMAL)
    }

    /// Castling, given by the squares of the king and of the rook.
    #[inline]
    #[must_use]
    pub const fn castling(king: Square, rook: Square) -> Move {
        Move::pack(king, rook, CASTLING)
    }

    /// A capture en passant; `to` is the square that the captured pawn skipped.
    #[inline]
    #[must_use]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Move::pack(from, to, EN_PASSANT)
    }

    /// A promotion. With a pawn or a king as the role, a normal move.
    #[inline]
    #[must_use]
    pub const fn promoting(from: Square, to: Square, role: Role) -> Move {
        match role {
            Role::Pawn | Role::King => Move::normal(from, to),
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen => {
                Move::pack(from, to, PROMOTION + ((role as u16 - 1) << 12))
            }
        }
    }

    /// The square that the piece leaves.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0.get() as u32)
    }

    /// The square that the piece reaches. For castling, the square of the king's own rook.
    #[inline]
    #[must_use]
    pub const fn to(self) -> Square {
        Square::wrapping((self.0.get() >> 6) as u32)
    }

    /// The role that the pawn is promoted to.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self.0.get() >> 12 {
            4 => Some(Role::Knight),
            5 => Some(Role::Bishop),
            6 => Some(Role::Rook),
            7 => Some(Role::Queen),
            _ => None,
        }
    }

    /// Whether the move is neither castling nor en passant nor a promotion.
    #[inline(always)]
    pub(crate) const fn is_normal(self) -> bool {
        self.0.get() & KIND == NORMAL
    }

    /// Whether the move is castling, to either side.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.0.get() & KIND == CASTLING
    }

    /// Whether the move is a capture en passant.
    #[inline]
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        self.0.get() & KIND == EN_PASSANT
    }

    /// The side to which the move castles; `None` if it is not castling.
    #[must_use]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        if !self.is_castling() {
            None
        } else if self.to().index() > self.from().index() {
            Some(CastlingSide::KingSide)
        } else {
            Some(CastlingSide::QueenSide)
        }
    }

    /// The square of the moving piece after the move: `to`, except that a castling king reaches the g-file or
    /// c-file.
    #[must_use]
    pub const fn destination(self) -> Square {
        match self.castling_side() {
            Some(CastlingSide::KingSide) => Square::from_coords(File::G, self.from().rank()),
            Some(CastlingSide::QueenSide) => Square::from_coords(File::C, self.from().rank()),
            None => self.to(),
        }
    }

    /// The two bytes, for example for tables. Never zero.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move with these two bytes. `None` for zero and for bits that no move has. The move need not be
    /// legal anywhere.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match (bits >> 12, NonZeroU16::new(bits)) {
            (1..=7, Some(checked)) if bits & 63 != bits >> 6 & 63 => Some(Move(checked)),
            _ => None,
        }
    }
}

/// The squares, and `=q` and the like or the kind of the move. Use SAN or UCI for people.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "={}", role.char()),
            None if self.is_castling() => f.write_str(" castling"),
            None if self.is_en_passant() => f.write_str(" en passant"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back() {
        let short = Move::castling(Square::E1, Square::H1);
        assert!(short.is_castling() && !short.is_en_passant());
        assert_eq!((short.from(), short.to(), short.destination()), (Square::E1, Square::H1, Square::G1));
        let long = Move::castling(Square::E8, Square::A8);
        assert_eq!((long.castling_side(), long.destination()), (Some(CastlingSide::QueenSide), Square::C8));
        for role in Role::PROMOTIONS {
            let mv = Move::promoting(Square::A7, Square::B8, role);
            assert_eq!((mv.from(), mv.to(), mv.promotion()), (Square::A7, Square::B8, Some(role)));
        }
        assert!(Move::en_passant(Square::E5, Square::D6).is_en_passant());
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn bits_round_trip_or_are_refused() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.to_bits(), bits);
                moves += 1;
            }
        }
        assert_eq!(moves, 7 * 64 * 63);
        assert_eq!(Move::from_bits(0), None);
    }
}
