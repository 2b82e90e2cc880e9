// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading the usual spelling out of one machine word, with next to no branches.
//!
//! A move as programs write it has at most seven bytes. Its shape changes from move to move, so every branch on it would be
//! guessed wrongly half the time; here the end is cut off by shifts, and the letters are looked up. What does not fit is left
//! to the patient reader, which also says what is wrong.

use super::token::{San, SanMark, What};
use crate::castling::CastlingSide;
use crate::role::Role;
use crate::square::Square;

/// The piece that a first letter names; a pawn's move has none.
static PIECES: [What; 256] = {
    let mut table = [What::Piece(Role::Pawn); 256];
    let mut i = 1;
    while i < 6 {
        table[Role::ALL[i].upper_char() as usize] = What::Piece(Role::ALL[i]);
        i += 1;
    }
    table
};

/// What is no part of an origin.
const NOT_AN_ORIGIN: u8 = 0xFF;

/// Part of an origin: a file as 1 to 8, a rank as 0x10 to 0x80, nothing as 0.
static ORIGINS: [u8; 256] = {
    let mut table = [NOT_AN_ORIGIN; 256];
    table[0] = 0;
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = i as u8 + 1;
        table[b'1' as usize + i] = (i as u8 + 1) << 4;
        i += 1;
    }
    table
};

impl San {
    /// A text that is spelt as usual; `None` for any other.
    #[inline]
    pub(super) fn decode_slice(text: &[u8]) -> Option<San> {
        let mut word = [0; 8];
        word.get_mut(..text.len())?.copy_from_slice(text);
        San::decode(u64::from_le_bytes(word), text.len() as u32)
    }

    /// The first `len` bytes of a word, the first being the lowest; the others are zero. `len` is 0 to 8.
    #[inline]
    pub(crate) fn decode(word: u64, len: u32) -> Option<San> {
        let byte = |word: u64, i: u32| (word >> (i.wrapping_mul(8) & 63)) as u8;
        let (mut word, mut len) = (word, len);
        let mark = match byte(word, len.wrapping_sub(1)) {
            b'+' => SanMark::Check,
            b'#' => SanMark::Mate,
            _ => SanMark::None,
        };
        len = len.wrapping_sub(u32::from(mark != SanMark::None));
        if !(2..=7).contains(&len) {
            return None;
        }
        let mut promotion = None;
        if byte(word, len - 2) == b'=' {
            promotion = Some(match byte(word, len - 1) {
                b'Q' => Role::Queen,
                b'R' => Role::Rook,
                b'B' => Role::Bishop,
                b'N' => Role::Knight,
                _ => return None,
            });
            len -= 2;
        }
        let what = PIECES[usize::from(word as u8)];
        let is_pawn = what == What::Piece(Role::Pawn);
        let letters = u32::from(!is_pawn);
        word >>= 8 * letters;
        len = len.wrapping_sub(letters);
        // Two bytes for the target, at most file, rank and x before it.
        if !(2..=5).contains(&len) {
            return None;
        }
        let before = len - 2;
        let (file, rank) = (byte(word, before).wrapping_sub(b'a'), byte(word, before + 1).wrapping_sub(b'1'));
        let origin = word & ((1 << (8 * before)) - 1);
        // With nothing before the target the shift leaves zero.
        let captures = (origin << 8 >> ((8 * before) & 63)) as u8 == b'x';
        let origin = origin & !(u64::from(captures) * (0xFF << ((8 * before) & 63) >> 8));
        let (first, second) = (ORIGINS[usize::from(origin as u8)], ORIGINS[usize::from((origin >> 8) as u8)]);
        // A single part of any kind, or a file and a rank.
        let fits = if second == 0 { first != NOT_AN_ORIGIN } else { first <= 8 && second & 0xF == 0 };
        if file | rank > 7 || origin > 0xFFFF || !fits {
            return castling(word, len, mark);
        }
        // A pawn promotes where it must and names its file to capture; what else is written has its error elsewhere.
        let last_rank = rank == 0 || rank == 7;
        if promotion.is_some() != (is_pawn & last_rank) || (is_pawn & captures & (first & 0xF == 0)) {
            return None;
        }
        Some(San {
            what,
            to: Square::wrapping(u32::from(rank) << 3 | u32::from(file)),
            from_file: first & 0xF,
            from_rank: (first | second) >> 4,
            promotion,
            captures,
            mark,
        })
    }
}

/// `O-O` and `O-O-O`, with capital letters.
fn castling(word: u64, len: u32, mark: SanMark) -> Option<San> {
    const SHORT: u64 = u64::from_le_bytes(*b"O-O\0\0\0\0\0");
    const LONG: u64 = u64::from_le_bytes(*b"O-O-O\0\0\0");
    let side = match word & ((1 << (8 * len)) - 1) {
        SHORT => CastlingSide::KingSide,
        LONG => CastlingSide::QueenSide,
        _ => return None,
    };
    Some(San { mark, ..San::castling(side) })
}
