// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position in 32 bytes, for tables and files of many positions.

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

/// The maximum number of pieces that fit: those of two full sides.
const MAX_PIECES: usize = 32;

/// A [`Position`] in 32 bytes.
///
/// | bytes | what |
/// |---|---|
/// | 0-7 | the occupied squares, one bit each, a1 the lowest, little-endian |
/// | 8-23 | the pieces on them from a1 to h8, four bits each, the lower half of a byte first; unused ones 0 |
/// | 24 | bit 0: Black to move; bit 1: the castling mode is Chess960; the rest 0 |
/// | 25-26 | half-move clock, little-endian |
/// | 27-28 | move number, little-endian |
/// | 29-31 | 0 |
///
/// The four bits are 0 to 5 for White's pawn, knight, bishop, rook, queen and king, 6 to 11 for Black's, 12
/// and 13 for White's and Black's rooks that may castle, and 14 for a pawn that has just moved two squares
/// and may be captured en passant. Everything that a FEN says is kept, both counters without loss. Each
/// position has one packed form: equal positions have equal bytes.
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
    /// Packs a position. If it has more than 32 pieces, which only an [unchecked](crate::Validity::Unchecked)
    /// position can have, the pieces after the 32nd are lost.
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

    /// Takes 32 bytes of any origin. [`unpack`](PackedPosition::unpack) checks them.
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
    /// The bytes are not a packed position. Never happens for bytes that [`new`](PackedPosition::new) made
    /// from a checked position.
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
        // For example an en passant pawn that can't be captured: such bytes are not the position's one form.
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

/// Gives each marked rook the right to castle, on the side of its king on which it stands.
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

/// Why 32 bytes are not a packed position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedError {
    /// More than 32 occupied squares.
    TooManyPieces {
        /// The number of occupied squares.
        found: usize,
    },
    /// The four bits of a square have no meaning, or not on this square.
    Code {
        /// The square.
        square: Square,
        /// The bits.
        found: u8,
    },
    /// Bits that have no meaning are not 0.
    Unused {
        /// The index of the byte, from 0.
        byte: usize,
    },
    /// The pieces and castling rights are not a position.
    Setup(SetupError),
    /// The bytes mean a position but are not the form that it is packed to.
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
