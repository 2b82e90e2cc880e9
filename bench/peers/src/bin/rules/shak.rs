// SPDX-License-Identifier: MIT OR Apache-2.0
//! shakmaty, with its default features.

use std::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

/// The position of a FEN.
pub(crate) fn position(fen: &str, mode: CastlingMode) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(mode).ok()
}

pub(crate) fn bulk(position: &Chess, depth: u8) -> u64 {
    shakmaty::perft(position, depth.into())
}

/// Plays every leaf's move.
pub(crate) fn leaves(position: &Chess, depth: u8) -> u64 {
    let mut nodes = 0;
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv);
        nodes += if depth > 1 { leaves(&next, depth - 1) } else { made(&next) };
    }
    nodes
}

fn made(position: &Chess) -> u64 {
    black_box(position);
    1
}
