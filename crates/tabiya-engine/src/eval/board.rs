// SPDX-License-Identifier: MIT OR Apache-2.0
//! A position together with the parts of the evaluation that are updated incrementally, move by move.

use tabiya_rules::{Color, Move, Piece, Position, Role, Square};

use crate::eval::terms::{MATERIAL, Packed, SQUARE};
use crate::eval::weights::WEIGHTS;

/// How much each role counts towards the middlegame. All pieces of the starting position together are
/// [`FULL_PHASE`].
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
/// The phase of the starting position.
pub(crate) const FULL_PHASE: i32 = 24;

/// One random word for each piece on each square, for the keys that the rules crate does not provide.
#[cfg(not(target_family = "wasm"))]
#[inline]
fn word(piece: Piece, square: Square) -> u64 {
    static WORDS: [[[u64; 64]; 6]; 2] = words();
    WORDS[piece.color.index()][piece.role.index()][square.index()]
}

/// The same, computed: a browser loads each byte of the module, and random numbers can't be compressed.
#[cfg(target_family = "wasm")]
#[inline]
fn word(piece: Piece, square: Square) -> u64 {
    mix((piece.color.index() * 384 + piece.role.index() * 64 + square.index()) as u64 + 1)
}

#[cfg(not(target_family = "wasm"))]
const fn words() -> [[[u64; 64]; 6]; 2] {
    let mut words = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 2 * 6 * 64 {
        words[n / 384][n / 64 % 6][n % 64] = mix(n as u64 + 1);
        n += 1;
    }
    words
}

/// Mixes the bits of a word; different words give different results (the finaliser of SplitMix64; Steele, Lea
/// and Flood, 2014).
pub(crate) const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

/// A position of the search. It is copied with each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) position: Position,
    /// Material and piece-square terms: White's minus Black's.
    pub(crate) placement: Packed,
    /// The game phase: from 0 (endgame) to [`FULL_PHASE`], and more with promoted pieces.
    pub(crate) phase: i32,
    /// The Zobrist key of the pawns alone.
    pub(crate) pawn_key: u64,
    /// The Zobrist keys of all pieces except pawns, by colour.
    pub(crate) piece_keys: [u64; 2],
}

impl Board {
    pub(crate) fn new(position: Position) -> Board {
        let placement = Packed::default();
        let mut board = Board { position, placement, phase: 0, pawn_key: 0, piece_keys: [0; 2] };
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                board.add(piece, square);
            }
        }
        board
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        let value = placement(piece, square);
        match piece.color {
            Color::White => self.placement += value,
            Color::Black => self.placement -= value,
        }
        self.phase += PHASE[piece.role.index()];
        self.toggle_keys(piece, square);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let value = placement(piece, square);
        match piece.color {
            Color::White => self.placement -= value,
            Color::Black => self.placement += value,
        }
        self.phase -= PHASE[piece.role.index()];
        self.toggle_keys(piece, square);
    }

    #[inline]
    fn toggle_keys(&mut self, piece: Piece, square: Square) {
        let word = word(piece, square);
        match piece.role {
            Role::Pawn => self.pawn_key ^= word,
            _ => self.piece_keys[piece.color.index()] ^= word,
        }
    }

    /// The board after a legal move.
    pub(crate) fn after(&self, mv: Move) -> Board {
        let mut next = *self;
        let (us, from, to) = (self.position.turn(), mv.from(), mv.to());
        if let Some(side) = mv.castling_side() {
            let (king, rook) = (Piece::new(us, Role::King), Piece::new(us, Role::Rook));
            next.remove(king, from);
            next.remove(rook, to);
            next.add(king, mv.destination());
            next.add(rook, Square::from_coords(side.rook_file(), from.rank()));
        } else {
            let role = self.position.role_at(from).unwrap_or(Role::Pawn);
            if let Some((victim, square)) = self.victim(mv) {
                next.remove(Piece::new(us.opposite(), victim), square);
            }
            next.remove(Piece::new(us, role), from);
            next.add(Piece::new(us, mv.promotion().unwrap_or(role)), to);
        }
        next.position.play(mv);
        next
    }

    /// The board after a null move: the other side to move, no en passant. `None` in check, where the result
    /// would be illegal.
    pub(crate) fn after_pass(&self) -> Option<Board> {
        let mut setup = self.position.to_setup();
        setup.turn = setup.turn.opposite();
        setup.en_passant = None;
        setup.halfmove_clock = setup.halfmove_clock.saturating_add(1);
        let position = Position::from_setup(&setup).ok()?;
        Some(Board { position, ..*self })
    }

    /// The piece that the move captures, and its square.
    #[inline]
    pub(crate) fn victim(&self, mv: Move) -> Option<(Role, Square)> {
        if mv.is_en_passant() {
            return Some((Role::Pawn, Square::from_coords(mv.to().file(), mv.from().rank())));
        }
        if mv.is_castling() || !self.position.occupied().contains(mv.to()) {
            return None;
        }
        self.position.role_at(mv.to()).map(|role| (role, mv.to()))
    }

    /// Whether the move captures or promotes to a queen. Quiescence searches these moves.
    #[inline]
    pub(crate) fn is_tactical(&self, mv: Move) -> bool {
        mv.is_en_passant()
            || mv.promotion() == Some(Role::Queen)
            || (!mv.is_castling() && self.position.occupied().contains(mv.to()))
    }

    /// The role of the moving piece.
    #[inline]
    pub(crate) fn mover(&self, mv: Move) -> Role {
        self.position.role_at(mv.from()).unwrap_or(Role::Pawn)
    }

    /// Whether that side has pieces other than pawns and the king.
    #[inline]
    pub(crate) fn has_pieces(&self, color: Color) -> bool {
        let small = self.position.by_role(Role::Pawn) | self.position.by_role(Role::King);
        (self.position.by_color(color) - small).any()
    }
}

/// Material and piece-square value of one piece, for its owner.
#[inline]
fn placement(piece: Piece, square: Square) -> Packed {
    let seen = match piece.color {
        Color::White => square.index(),
        Color::Black => square.index() ^ 56,
    };
    let place = WEIGHTS[SQUARE + piece.role.index() * 64 + seen];
    let material = if piece.role == Role::King { 0 } else { WEIGHTS[MATERIAL + piece.role.index()] };
    Packed(material.wrapping_add(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays pseudo-random moves and compares the incrementally updated board with a new one after each.
    fn check(position: Position, seed: u64) {
        let mut board = Board::new(position);
        for n in 0..150 {
            assert_eq!(board, Board::new(board.position), "{}", board.position.to_fen());
            let moves = board.position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let choice = mix(seed << 32 | n) as usize % moves.len();
            board = board.after(moves[choice]);
        }
    }

    #[test]
    fn incremental_is_recomputed() {
        for seed in 0..40 {
            check(Position::start(), seed);
            check(Position::chess960(seed as u16 * 23).unwrap(), seed);
        }
        let promotions = Position::from_fen("1n2k1n1/P1P3P1/8/3pP3/8/8/1p1p2p1/R3K2R w KQ d6 0 1").unwrap();
        (0..40).for_each(|seed| check(promotions, seed));
    }

    #[test]
    fn a_pass_changes_the_turn_and_nothing_else() {
        let board = Board::new(Position::start());
        let passed = board.after_pass().unwrap();
        assert_eq!(passed.position.turn(), Color::Black);
        assert_eq!(passed.placement, board.placement);
        assert_ne!(passed.position.key(), board.position.key());
        assert!(
            Board::new(Position::from_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").unwrap()).after_pass().is_none()
        );
    }
}
