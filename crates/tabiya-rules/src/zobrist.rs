// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keys of positions: one random word for each property of a position, combined by exclusive or (Zobrist,
//! 1970).

use crate::board::Board;
use crate::color::Color;
use crate::square::Square;

/// In a module that must be small, words are computed where they are used: random numbers can't be compressed.
#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
mod computed {
    use crate::color::Color;
    use crate::square::Square;

    /// The word with this number, from 0, in the order in which [`words`](super::words) takes them.
    #[inline(always)]
    const fn word(number: u64) -> u64 {
        let mut state = super::SEED.wrapping_add(number.wrapping_mul(super::STEP));
        super::split_mix(&mut state)
    }

    #[inline(always)]
    pub(crate) const fn piece(color: Color, code: usize, square: Square) -> u64 {
        let kind = (code & 7).wrapping_sub(1) as u64;
        if kind > 5 { 0 } else { word(13 * square.index() as u64 + 2 * kind + color.index() as u64) }
    }

    #[inline(always)]
    pub(super) const fn special_at(square: usize) -> u64 {
        word(13 * square as u64 + 12)
    }

    #[inline(always)]
    pub(crate) const fn black_to_move() -> u64 {
        word(13 * 64)
    }
}

#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
use computed::special_at;
#[cfg(all(target_family = "wasm", feature = "tables-at-start"))]
pub(crate) use computed::{black_to_move, piece};

const SEED: u64 = u64::from_be_bytes(*b"ta-bi-ya");
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
struct Words {
    /// Indexed by colour, [code](crate::board::code) and square; zero for code 0, an empty square.
    pieces: [[[u64; 64]; 8]; 2],
    /// Indexed by square: a rook that may castle, or an en passant square.
    special: [u64; 64],
    black_to_move: u64,
}

/// The next word of SplitMix64 (Steele, Lea and Flood, 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(STEP);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
const fn words() -> Words {
    let mut state = SEED;
    let mut words = Words { pieces: [[[0; 64]; 8]; 2], special: [0; 64], black_to_move: 0 };
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 12 {
            words.pieces[i % 2][1 + i / 2][square] = split_mix(&mut state);
            i += 1;
        }
        words.special[square] = split_mix(&mut state);
        square += 1;
    }
    words.black_to_move = split_mix(&mut state);
    words
}

#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
static WORDS: Words = words();

#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
#[inline(always)]
const fn special_at(square: usize) -> u64 {
    WORDS.special[square]
}

/// The word of a piece on a square; the piece is given by its [code](crate::board::code).
#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
#[inline(always)]
pub(crate) const fn piece(color: Color, code: usize, square: Square) -> u64 {
    WORDS.pieces[color.index()][code & 7][square.index()]
}

/// The combined words of the castling rooks and en passant square in this set.
#[inline(always)]
pub(crate) const fn special(set: u64) -> u64 {
    let mut key = 0;
    let mut left = set;
    while left != 0 {
        key ^= special_at((left.trailing_zeros() & 63) as usize);
        left &= left - 1;
    }
    key
}

/// The word that is included when Black is to move.
#[cfg(not(all(target_family = "wasm", feature = "tables-at-start")))]
#[inline(always)]
pub(crate) const fn black_to_move() -> u64 {
    WORDS.black_to_move
}

/// The key of a whole board, computed from scratch.
pub(crate) const fn key(board: &Board, turn: Color) -> u64 {
    let mut key = special(board.special);
    let mut left = board.occupied();
    while left != 0 {
        let square = Square::wrapping(left.trailing_zeros());
        let color = if board.white >> square.index() & 1 != 0 { Color::White } else { Color::Black };
        key ^= piece(color, board.code_at(square), square);
        left &= left - 1;
    }
    match turn {
        Color::White => key,
        Color::Black => key ^ black_to_move(),
    }
}
