// SPDX-License-Identifier: MIT OR Apache-2.0
//! Decodes the usual spelling of a move from one 64-bit word, almost without branches.
//!
//! Moves in export format have at most seven bytes. Their shape changes from move to move, so the processor
//! would mispredict every branch on it half the time. Here shifts cut off the ending, and tables give the
//! letters' meaning. Other spellings are left to the lenient reader, which also reports errors.

use super::token::{San, SanMark, What};
use crate::castling::CastlingSide;
use crate::role::Role;
use crate::square::Square;

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

/// The meaning of each byte between the piece and the target, to be summed. The low byte is the origin, then
/// comes [`CAPTURE`]. After that the numbers of files, ranks, captures and other letters have two bits each,
/// so that a second one, or any other letter, is noticed.
static ORIGINS: [u32; 256] = {
    let mut table = [OTHER; 256];
    table[0] = 0;
    table[b'x' as usize] = CAPTURE | 1 << 16;
    let mut i = 0;
    while i < 8 {
        table[b'a' as usize + i] = (i as u32 + 1) | 1 << 12;
        table[b'1' as usize + i] = (i as u32 + 1) << 4 | 1 << 14;
        i += 1;
    }
    table
};
const CAPTURE: u32 = 1 << 8;
const FILE: u32 = 0xF;
const RANK: u32 = 0xF0;
const OTHER: u32 = 1 << 18;
const TOO_MANY: u32 = 2 << 12 | 2 << 14 | 2 << 16 | 3 << 18;

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
        let byte = |i: u32| (word >> (i.wrapping_mul(8) & 63)) as u8;
        let mark = MARKS[usize::from(byte(len.wrapping_sub(1)))];
        let mut len = len.wrapping_sub(u32::from(mark != SanMark::None));
        if !(2..=7).contains(&len) {
            return None;
        }
        let whole = len;
        let mut promotion = None;
        if byte(len - 2) == b'=' {
            promotion = Some(match byte(len - 1) {
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
        let rest = word >> (8 * u32::from(!is_pawn));
        // The target has two bytes. Before it come at most a file, a rank and an x.
        let before = len.wrapping_sub(2 + u32::from(!is_pawn));
        if before > 3 {
            return None;
        }
        // Both bytes count from a1. A square off the board leaves other bits set.
        let target = ((rest >> (8 * before)) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let between = rest as u32 & ((1 << (8 * before)) - 1);
        let part = |i: u32| ORIGINS[(between >> (8 * i) & 0xFF) as usize];
        let origin = part(0) + part(1) + part(2);
        // A pawn that captures names its file. Two squares without a letter may be the move of any piece.
        let nameless = is_pawn & (origin & (CAPTURE | FILE) == CAPTURE);
        let squares = is_pawn & (origin & FILE != 0) & (origin & RANK != 0);
        if (target & !0x0707 != 0) | (origin & TOO_MANY != 0) | nameless | squares {
            return castling(word, whole, mark);
        }
        // A pawn promotes on the last rank only. Other errors are reported by the lenient reader.
        let last_rank = matches!(target >> 8, 0 | 7);
        if promotion.is_some() != (is_pawn & last_rank) {
            return None;
        }
        Some(San {
            what,
            to: Square::wrapping(u32::from(target | target >> 5)),
            origin: origin as u8,
            promotion,
            captures: origin & CAPTURE != 0,
            mark,
        })
    }
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
