// SPDX-License-Identifier: MIT OR Apache-2.0
//! The inputs of the network: which input each piece activates.

use tabiya_rules::{Color, File, Piece, Position, Square};

/// The number of inputs of one view: own and enemy pieces of six roles on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// Whether that side's view is mirrored left to right, so that its king is always on files a to d.
#[inline]
#[must_use]
pub fn is_mirrored(position: &Position, view: Color) -> bool {
    position.king_of(view).file() >= File::E
}

/// The input that a piece on a square activates in a side's view. Own pieces come first; ranks are counted
/// from the side's own first rank.
#[inline]
#[must_use]
pub fn feature(view: Color, mirrored: bool, piece: Piece, square: Square) -> usize {
    let enemy = usize::from(piece.color != view);
    let ranks = if view == Color::White { 0 } else { 56 };
    let files = if mirrored { 7 } else { 0 };
    (enemy * 6 + piece.role.index()) * 64 + (square.index() ^ ranks ^ files)
}

/// The group of output weights for the position (output bucket): eight groups by the number of pieces, 2 to
/// 32.
#[inline]
#[must_use]
pub fn output_group(position: &Position) -> usize {
    ((position.occupied().len() - 2) / 4).min(super::net::GROUPS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn view(fen: &str, color: Color) -> BTreeSet<usize> {
        let position = Position::from_fen(fen).unwrap();
        let mirrored = is_mirrored(&position, color);
        let square_piece = |square: Square| position.piece_at(square).map(|piece| (piece, square));
        let pieces = position.occupied().into_iter().filter_map(square_piece);
        pieces.map(|(piece, square)| feature(color, mirrored, piece, square)).collect()
    }

    #[test]
    fn what_mirrors_looks_the_same() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/1R2K2R w - - 0 1";
        let colours = "1r2k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b - - 0 1";
        assert_eq!(view(fen, Color::White), view(colours, Color::Black));
        assert_eq!(view(fen, Color::Black), view(colours, Color::White));
        assert_eq!(view(fen, Color::White).len(), 32);
        assert_ne!(view(fen, Color::White), view(fen, Color::Black));
        assert!(view(fen, Color::Black).iter().all(|input| *input < INPUTS));
        let left = view("4k3/8/8/8/8/2N5/8/3K4 w - - 0 1", Color::White);
        assert_eq!(left, view("3k4/8/8/8/8/5N2/8/4K3 w - - 0 1", Color::White));
    }

    #[test]
    fn groups_cover_all_numbers_of_pieces() {
        let group = |fen: &str| output_group(&Position::from_fen(fen).unwrap());
        assert_eq!(group("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
        assert_eq!(group("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 7);
        assert_eq!(group("4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1"), 1);
    }
}
