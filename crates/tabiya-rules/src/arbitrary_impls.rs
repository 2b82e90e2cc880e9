// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Arbitrary`] for structured fuzzing: a fuzzer's bytes become squares, moves, setups, positions and games.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::bitboard::Bitboard;
use crate::castling::{CastlingMode, CastlingRights, CastlingSide};
use crate::chess_move::Move;
use crate::color::Color;
use crate::history::History;
use crate::piece::Piece;
use crate::position::Position;
use crate::random::{random_game, random_position};
use crate::role::Role;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};
use crate::uci::Attempt;
use crate::variant::Variant;

/// Chooses one of a list of all values.
macro_rules! one_of {
    ($($type:ty: $all:expr),* $(,)?) => {$(
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<$type> {
                u.choose(&$all).copied()
            }
        }
    )*};
}

one_of! {
    Color: Color::ALL,
    Role: Role::ALL,
    File: File::ALL,
    Rank: Rank::ALL,
    CastlingSide: CastlingSide::ALL,
    CastlingMode: [CastlingMode::Standard, CastlingMode::Chess960],
    Variant: Variant::ALL,
}

impl<'a> Arbitrary<'a> for Square {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Square> {
        Ok(Square::wrapping(u.int_in_range(0..=63)?))
    }
}

impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Bitboard> {
        u64::arbitrary(u).map(Bitboard)
    }
}

impl<'a> Arbitrary<'a> for Piece {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Piece> {
        Ok(Piece::new(u.arbitrary()?, u.arbitrary()?))
    }
}

/// A move that is legal in some position.
impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Move> {
        let bits = u.int_in_range(0..=0x6FFF)?;
        // No move has the same square as from and to. In that case bit 0 is flipped, which gives the
        // neighbouring square.
        let mv = Move::from_bits(0x1000 + bits).or_else(|| Move::from_bits(0x1000 + (bits ^ 1)));
        Ok(mv.expect("the kind is from 1 to 7 and the squares differ"))
    }
}

impl<'a> Arbitrary<'a> for Attempt {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Attempt> {
        Ok(Attempt { from: u.arbitrary()?, to: u.arbitrary()?, promotion: u.arbitrary()? })
    }
}

impl<'a> Arbitrary<'a> for CastlingRights {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<CastlingRights> {
        let mut rights = CastlingRights::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                rights.set(color, side, u.arbitrary()?);
            }
        }
        Ok(rights)
    }
}

/// Any setup, most of them impossible as positions.
impl<'a> Arbitrary<'a> for Setup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Setup> {
        let mut setup = Setup {
            turn: u.arbitrary()?,
            castling_rights: u.arbitrary()?,
            en_passant: u.arbitrary()?,
            halfmove_clock: u.arbitrary()?,
            fullmove_number: u.arbitrary()?,
            castling_mode: u.arbitrary()?,
            ..Setup::empty()
        };
        let occupied: Bitboard = u.arbitrary()?;
        for square in occupied {
            setup.set_piece(square, Some(u.arbitrary()?));
        }
        Ok(setup)
    }
}

/// A legal position, see [`random_position`].
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Position> {
        Ok(random_position(&mut numbers(u)))
    }
}

/// A game of legal moves, see [`random_game`].
impl<'a> Arbitrary<'a> for History {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<History> {
        Ok(random_game(&mut numbers(u)))
    }
}

/// A source of numbers of two bytes each, which are enough to choose among few. It gives zeros when the
/// fuzzer's bytes are used up.
fn numbers<'a>(u: &mut Unstructured<'a>) -> impl FnMut() -> u64 {
    move || u.arbitrary::<u16>().map_or(0, u64::from)
}
