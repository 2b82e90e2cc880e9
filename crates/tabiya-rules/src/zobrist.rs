// SPDX-License-Identifier: MIT OR Apache-2.0
//! Keys of positions: one random word for each thing a position says, joined by exclusive or (Zobrist, 1970).

use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::role::Role;
use crate::square::Square;

struct Words {
    /// By colour, role and square.
    pieces: [[[u64; 64]; 6]; 2],
    /// By colour and the castling rook's file.
    castling: [[u64; 8]; 2],
    /// By file.
    en_passant: [u64; 8],
    black_to_move: u64,
}

/// The next word of SplitMix64 (Steele, Lea and Flood, 2014).
const fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn words() -> Words {
    let mut state = u64::from_be_bytes(*b"ta-bi-ya");
    let mut words =
        Words { pieces: [[[0; 64]; 6]; 2], castling: [[0; 8]; 2], en_passant: [0; 8], black_to_move: 0 };
    let mut color = 0;
    while color < 2 {
        let mut role = 0;
        while role < 6 {
            let mut square = 0;
            while square < 64 {
                words.pieces[color][role][square] = split_mix(&mut state);
                square += 1;
            }
            role += 1;
        }
        let mut file = 0;
        while file < 8 {
            words.castling[color][file] = split_mix(&mut state);
            file += 1;
        }
        color += 1;
    }
    let mut file = 0;
    while file < 8 {
        words.en_passant[file] = split_mix(&mut state);
        file += 1;
    }
    words.black_to_move = split_mix(&mut state);
    words
}

static WORDS: Words = words();

/// The word of a piece on a square.
#[inline]
pub(crate) const fn piece(color: Color, role: Role, square: Square) -> u64 {
    WORDS.pieces[color.index()][role.index()][square.index()]
}

/// The words of all castling rights.
#[inline]
pub(crate) const fn castling(rights: &CastlingRights) -> u64 {
    let mut key = 0;
    let mut i = 0;
    while i < 4 {
        let (color, side) = (Color::ALL[i / 2], CastlingSide::ALL[i % 2]);
        if let Some(file) = rights.rook_file(color, side) {
            key ^= WORDS.castling[color.index()][file.index()];
        }
        i += 1;
    }
    key
}

/// The word of a legal en passant capture on that square.
#[inline]
pub(crate) const fn en_passant(square: Option<Square>) -> u64 {
    match square {
        Some(square) => WORDS.en_passant[square.file().index()],
        None => 0,
    }
}

/// The word that tells Black's turn from White's.
#[inline]
pub(crate) const fn black_to_move() -> u64 {
    WORDS.black_to_move
}
