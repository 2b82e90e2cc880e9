// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position in 32 bytes, for tables and files of many.

use core::fmt;

use crate::bitboard::Bitboard;
use crate::castling::{CastlingMode, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::setup::{Setup, SetupError};
use crate::square::{Rank, Square};

const WHITE_CASTLING_ROOK: u8 = 12;
const BLACK_CASTLING_ROOK: u8 = 13;
const EN_PASSANT_PAWN: u8 = 14;

const BLACK_TO_MOVE: u8 = 1;
const CHESS960: u8 = 2;

/// The most pieces that have room: those of two full sides.
const MAX_PIECES: usize = 32;

/// A [`Position`] in 32 bytes.
///
/// | bytes | what |
/// |---|---|
/// | 0-7 | the occupied squares, a1 the lowest bit, little-endian |
/// | 8-23 | what stands there, from a1 to h8, four bits each, the lower half of a byte first; unused ones 0 |
/// | 24 | bit 0: Black to move; bit 1: castling is written as in Chess960; the rest 0 |
/// | 25-26 | half-move clock, little-endian |
/// | 27-28 | move number, little-endian |
/// | 29-31 | 0 |
///
/// The four bits are 0 to 5 for White's pawn, knight, bishop, rook, queen, king, 6 to 11 for Black's, 12 and 13 for White's and
/// Black's rook that may castle, 14 for a pawn that has just gone two squares and may be taken for it. So everything a FEN
/// holds fits, both counters in full. Each position has one form: equal positions have equal bytes.
///
/// ```
/// use tabiya_rules::{PackedPosition, Position};
///
/// let position = Position::from_fen("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 20")?;
/// let packed = PackedPosition::new(&position);
/// assert_eq!(packed.as_bytes().len(), 32);
/// assert_eq!(PackedPosition::from_bytes(*packed.as_bytes()).unpack(), Ok(position));
/// # Ok::<(), tabiya_rules::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition([u8; 32]);

impl PackedPosition {
    /// Packs a position. Of more than 32 pieces, which only an [unchecked](crate::Validity::Unchecked) position has, the last
    /// ones get lost.
    #[must_use]
    pub fn new(position: &Position) -> PackedPosition {
        let mut bytes = [0; 32];
        let skipped = position.legal_en_passant();
        let victim =
            skipped.map(|square| Square::from_coords(square.file(), Rank::Fifth.seen_by(position.turn())));
        let rights = position.castling_rights();
        let mut occupied = Bitboard::EMPTY;
        for (i, square) in position.occupied().into_iter().take(MAX_PIECES).enumerate() {
            let Some(Piece { color, role }) = position.piece_at(square) else { continue };
            let may_castle = rights.iter().any(|(_, _, rook)| rook == square);
            let code = match color {
                _ if victim == Some(square) => EN_PASSANT_PAWN,
                Color::White if may_castle => WHITE_CASTLING_ROOK,
                Color::Black if may_castle => BLACK_CASTLING_ROOK,
                Color::White => role.index() as u8,
                Color::Black => role.index() as u8 + 6,
            };
            bytes[8 + i / 2] |= code << (i % 2 * 4);
            occupied = occupied.with(square);
        }
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        if position.turn() == Color::Black {
            bytes[24] |= BLACK_TO_MOVE;
        }
        if position.castling_mode() == CastlingMode::Chess960 {
            bytes[24] |= CHESS960;
        }
        bytes[25..27].copy_from_slice(&position.halfmove_clock().to_le_bytes());
        bytes[27..29].copy_from_slice(&position.fullmove_number().to_le_bytes());
        PackedPosition(bytes)
    }

    /// Bytes that were packed once, or any others: [`unpack`](PackedPosition::unpack) tells.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> PackedPosition {
        PackedPosition(bytes)
    }

    /// The 32 bytes.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The position.
    ///
    /// # Errors
    /// Bytes that no position packs to; never for those that [`new`](PackedPosition::new) made of a checked one.
    pub fn unpack(&self) -> Result<Position, PackedError> {
        let bytes = &self.0;
        if bytes[24] & !(BLACK_TO_MOVE | CHESS960) != 0 {
            return Err(PackedError::Unused { byte: 24 });
        }
        if let Some(i) = (29..32).find(|i| bytes[*i] != 0) {
            return Err(PackedError::Unused { byte: i });
        }
        let setup = self.to_setup()?;
        let position = Position::from_setup(&setup).map_err(PackedError::Setup)?;
        // A pawn that can't be taken for its step, a clock that stops: there is one form of each position.
        if PackedPosition::new(&position) == *self { Ok(position) } else { Err(PackedError::NotNormal) }
    }

    fn to_setup(self) -> Result<Setup, PackedError> {
        let bytes = &self.0;
        let mut setup = Setup::empty();
        setup.turn = if bytes[24] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
        if bytes[24] & CHESS960 != 0 {
            setup.castling_mode = CastlingMode::Chess960;
        }
        setup.halfmove_clock = u16::from_le_bytes([bytes[25], bytes[26]]);
        setup.fullmove_number = u16::from_le_bytes([bytes[27], bytes[28]]);
        let [a, b, c, d, e, f, g, h, ..] = *bytes;
        let occupied = Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        if occupied.len() > MAX_PIECES {
            return Err(PackedError::TooManyPieces { found: occupied.len() });
        }
        let mut castling_rooks = Bitboard::EMPTY;
        for (i, square) in occupied.into_iter().enumerate() {
            let (color, role) = match bytes[8 + i / 2] >> (i % 2 * 4) & 15 {
                EN_PASSANT_PAWN => {
                    let skipped = Square::from_coords(square.file(), Rank::Sixth.seen_by(setup.turn));
                    let there = square.rank() == Rank::Fifth.seen_by(setup.turn);
                    if !there || setup.en_passant.replace(skipped).is_some() {
                        return Err(PackedError::Code { square, found: EN_PASSANT_PAWN });
                    }
                    (!setup.turn, Role::Pawn)
                }
                WHITE_CASTLING_ROOK => {
                    castling_rooks = castling_rooks.with(square);
                    (Color::White, Role::Rook)
                }
                BLACK_CASTLING_ROOK => {
                    castling_rooks = castling_rooks.with(square);
                    (Color::Black, Role::Rook)
                }
                code @ 0..=5 => (Color::White, Role::ALL[usize::from(code)]),
                code @ 6..=11 => (Color::Black, Role::ALL[usize::from(code - 6)]),
                found => return Err(PackedError::Code { square, found }),
            };
            setup.set_piece(square, Some(Piece::new(color, role)));
        }
        give_rights(&mut setup, castling_rooks)?;
        Ok(setup)
    }
}

/// Each marked rook may castle to the side of its king on which it stands.
fn give_rights(setup: &mut Setup, rooks: Bitboard) -> Result<(), PackedError> {
    for square in rooks {
        let piece = setup.piece_at(square);
        let Some(Piece { color, .. }) = piece else { continue };
        let king = setup.pieces().find(|(_, other)| *other == Piece::new(color, Role::King));
        let side = match king {
            Some((king, _)) if square < king => CastlingSide::QueenSide,
            Some(_) | None => CastlingSide::KingSide,
        };
        let taken = setup.castling_rights.rook_file(color, side).is_some();
        if taken || square.rank() != color.back_rank() {
            let found = if color == Color::White { WHITE_CASTLING_ROOK } else { BLACK_CASTLING_ROOK };
            return Err(PackedError::Code { square, found });
        }
        setup.castling_rights.set(color, side, Some(square.file()));
    }
    Ok(())
}

/// Why 32 bytes are no position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedError {
    /// More occupied squares than there is room for.
    TooManyPieces {
        /// How many.
        found: usize,
    },
    /// A square's four bits make no sense there.
    Code {
        /// The square.
        square: Square,
        /// The bits.
        found: u8,
    },
    /// Bits that have no meaning are not 0.
    Unused {
        /// The byte, from 0.
        byte: usize,
    },
    /// The pieces and rights are no position.
    Setup(SetupError),
    /// A position, but written otherwise than it would be packed.
    NotNormal,
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedError::TooManyPieces { found } => {
                write!(f, "expected at most {MAX_PIECES} occupied squares, found {found}")
            }
            PackedError::Code { square, found } => {
                let what: &str = match *found {
                    WHITE_CASTLING_ROOK | BLACK_CASTLING_ROOK => "a rook that may castle",
                    EN_PASSANT_PAWN => "a pawn that may be taken en passant",
                    _ => "code 15",
                };
                write!(f, "expected a piece that can stand on {square}, found {what}")
            }
            PackedError::Unused { byte } => write!(f, "expected unused bits of byte {byte} to be 0"),
            PackedError::Setup(error) => write!(f, "impossible position: {error}"),
            PackedError::NotNormal => f.write_str("expected the one form that a position is packed to"),
        }
    }
}

impl core::error::Error for PackedError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            PackedError::Setup(error) => Some(error),
            PackedError::TooManyPieces { .. }
            | PackedError::Code { .. }
            | PackedError::Unused { .. }
            | PackedError::NotNormal => None,
        }
    }
}
