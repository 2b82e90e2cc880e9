// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decodes the usual spelling of a move from one 64-bit word, almost without branches.
//!
//! Moves in export format have at most seven bytes. Their shape changes from move to move, so the processor
//! would mispredict every branch on it half the time. Here shifts cut off the ending, and tables give the
//! letters' meaning. Other spellings are left to the lenient reader, which also reports errors.

use super::token::{San, SanMark, What};
use crate::castling::CastlingSide;
use crate::role::Role;
use crate::square::{Rank, Square};

/// The piece that a first letter names; a pawn for all other bytes.
static PIECES: [What; 256] = {
    let mut table = [What::Piece(Role::Pawn); 256];
    let mut i = 1;
    while i < 6 {
        table[Role::ALL[i].upper_char() as usize] = What::Piece(Role::ALL[i]);
        i += 1;
    }
    table
};

/// The meaning of each byte between the piece and the target, to be summed; the second table is for pawns.
///
/// The low byte is the origin. After that come sums of two bits each, whose upper bit is an error: the numbers of files,
/// of ranks, of captures, and of other letters. For pawns a rank counts as a file, because two squares without a letter
/// may be the move of any piece. A last sum begins with 1. For pawns a capture adds one to it and a file takes one away,
/// because a pawn that captures must name its file.
static ORIGINS: [[u32; 256]; 2] = {
    let mut tables = [[OTHER; 256]; 2];
    let mut pawn = 0;
    while pawn < 2 {
        let table = &mut tables[pawn];
        let named = pawn as u32 * NAMELESS;
        table[0] = 0;
        table[b'x' as usize] = CAPTURE + named;
        let mut i = 0;
        while i < 8 {
            table[b'a' as usize + i] = ((i as u32 + 1) | 1 << 12).wrapping_sub(named);
            table[b'1' as usize + i] = (i as u32 + 1) << 4 | 1 << 14 | (pawn as u32) << 12;
            i += 1;
        }
        pawn += 1;
    }
    tables
};
const CAPTURE: u32 = 1 << 16;
const OTHER: u32 = 1 << 26;
const NAMELESS: u32 = 1 << 20;
const ERRORS: u32 = 2 << 12 | 2 << 14 | 2 << 16 | 2 << 20 | 3 << 26;

static MARKS: [SanMark; 256] = {
    let mut table = [SanMark::None; 256];
    table[b'+' as usize] = SanMark::Check;
    table[b'#' as usize] = SanMark::Mate;
    table
};

impl San {
    /// Decodes a text in the usual spelling; `None` for any other.
    #[inline(never)]
    pub(super) fn decode_slice(text: &[u8]) -> Option<San> {
        let mut word = [0; 8];
        word.get_mut(..text.len())?.copy_from_slice(text);
        San::decode(u64::from_le_bytes(word), text.len() as u32)
    }

    /// Decodes a move in the spelling that programs write, from the first `len` bytes of a word. The first is
    /// the lowest byte, the others are zero. `len` is 0 to 8. `None` for any other text, which
    /// [`San::from_bytes`] may still read.
    ///
    /// For readers that already have the bytes in a register.
    ///
    /// ```
    /// use tabiya_rules::San;
    ///
    /// assert_eq!(San::decode(u64::from_le_bytes(*b"Nf3\0\0\0\0\0"), 3), "Nf3".parse().ok());
    /// assert_eq!(San::decode(u64::from_le_bytes(*b"0-0\0\0\0\0\0"), 3), None);
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn decode(word: u64, len: u32) -> Option<San> {
        let from = |i: u32| word >> (i.wrapping_mul(8) & 63);
        let mark = MARKS[usize::from(from(len.wrapping_sub(1)) as u8)];
        let len = len.wrapping_sub(u32::from(mark != SanMark::None));
        // The target has two bytes, or a promotion stands there.
        let last = from(len.wrapping_sub(2)) as u16;
        if last as u8 == b'=' {
            return promotion(word, len, mark);
        }
        San::without_promotion(word, len, mark)
    }

    /// Decodes the first `len` bytes of a word, which are a move without promotion and mark.
    #[inline(always)]
    fn without_promotion(word: u64, len: u32, mark: SanMark) -> Option<San> {
        let before_target = len.wrapping_sub(2).wrapping_mul(8) & 63;
        let what = PIECES[usize::from(word as u8)];
        let is_pawn = what == What::Piece(Role::Pawn);
        // Before the target come at most a piece, a file, a rank and an x.
        if len.wrapping_sub(2 + u32::from(!is_pawn)) > 3 {
            return None;
        }
        // Both bytes count from a1. A square off the board leaves other bits set.
        let target = ((word >> before_target) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let between = (word & ((1 << before_target) - 1)) >> (8 * u32::from(!is_pawn));
        let table = &ORIGINS[usize::from(is_pawn)];
        let part = |i: u32| table[(between >> (8 * i) & 0xFF) as usize];
        let origin = NAMELESS.wrapping_add(part(0)).wrapping_add(part(1)).wrapping_add(part(2));
        if (target & !0x0707 != 0) | (origin & ERRORS != 0) {
            return castling(word, len, mark);
        }
        // A pawn promotes on the last rank. Other errors are reported by the lenient reader.
        if is_pawn & matches!(target >> 8, 0 | 7) {
            return None;
        }
        Some(San {
            what,
            to: Square::wrapping(u32::from(target | target >> 5)),
            origin: origin as u8,
            promotion: None,
            captures: origin & CAPTURE != 0,
            mark,
        })
    }
}

/// Decodes a move that ends with a promotion, like `exd8=Q`: the same pawn's move one rank earlier, with the role.
#[inline(never)]
fn promotion(word: u64, len: u32, mark: SanMark) -> Option<San> {
    let role = match (word >> (len.wrapping_sub(1).wrapping_mul(8) & 63)) as u8 {
        b'Q' => Role::Queen,
        b'R' => Role::Rook,
        b'B' => Role::Bishop,
        b'N' => Role::Knight,
        _ => return None,
    };
    let len = len.checked_sub(4)? + 2;
    let rank_at = 8 * (len - 1);
    let (last_rank, rank_before) = match (word >> rank_at) as u8 {
        b'8' => (Rank::Eighth, b'7'),
        b'1' => (Rank::First, b'2'),
        _ => return None,
    };
    let word = word & !(0xFF << rank_at) | u64::from(rank_before) << rank_at;
    let san = San::without_promotion(word & ((1 << (8 * len)) - 1), len, mark)?;
    let is_pawn = san.what == What::Piece(Role::Pawn);
    is_pawn.then(|| San { to: Square::from_coords(san.to.file(), last_rank), promotion: Some(role), ..san })
}

/// Decodes `O-O` and `O-O-O`, with capital letters.
#[inline(never)]
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
