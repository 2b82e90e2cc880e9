// SPDX-License-Identifier: MIT OR Apache-2.0
//! Random legal positions for tests. The caller supplies the random numbers.
//!
//! Two kinds find different faults. Positions of random games look like those of real games. Pieces put on
//! random squares give unusual positions (twelve knights, three checkers, rooks that may castle from
//! anywhere). Whatever the numbers are, even if all are equal, a position is found, and quickly.

use crate::castling::{CastlingMode, CastlingSide};
use crate::color::Color;
use crate::history::History;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::setup::Setup;
use crate::square::{File, Rank, Square};

/// After this many boards that were not legal, the standard start is returned. Most boards are legal.
const TRIES: usize = 50;

/// A random legal position: from a random game, which starts as standard chess or Chess960, or from pieces on
/// random squares.
///
/// ```
/// use tabiya_rules::random_position;
///
/// // Any source of numbers will do. This one is xorshift (Marsaglia, 2003).
/// let mut state = 42u64;
/// let mut next = || {
///     state ^= state << 13;
///     state ^= state >> 7;
///     state ^= state << 17;
///     state
/// };
/// let position = random_position(&mut next);
/// assert_eq!(position.to_fen().parse(), Ok(position));
/// ```
pub fn random_position(next: &mut impl FnMut() -> u64) -> Position {
    if next().is_multiple_of(2) { random_board(next) } else { *random_game(next).position() }
}

/// A random game of up to 200 moves, counting both sides, from the standard start or, one time in four, from
/// a start of Chess960. It may end earlier by checkmate or stalemate. Draws by repetition or by counting
/// moves don't end it.
pub fn random_game(next: &mut impl FnMut() -> u64) -> History {
    let start = if next().is_multiple_of(4) {
        Position::chess960((next() % 960) as u16).unwrap_or_default()
    } else {
        Position::start()
    };
    let mut history = History::new(start);
    for _ in 0..next() % 201 {
        let moves = history.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        history.play(moves[(next() % moves.len() as u64) as usize]);
    }
    history
}

/// A position of pieces on random squares: two kings, up to 15 other pieces for each side, sometimes castling
/// rights as in Chess960, sometimes an en passant square. Games need not be able to reach it
/// ([`Validity::Playable`](crate::Validity::Playable)).
pub fn random_board(next: &mut impl FnMut() -> u64) -> Position {
    for _ in 0..TRIES {
        let mut setup = throw(next);
        if let Ok(position) = Position::from_setup(&setup) {
            return position;
        }
        setup.turn = !setup.turn;
        setup.en_passant = None;
        if let Ok(position) = Position::from_setup(&setup) {
            return position;
        }
    }
    Position::start()
}

/// A board that is often a legal position.
fn throw(next: &mut impl FnMut() -> u64) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = color(next);
    // The counters are mostly small, as in games.
    setup.halfmove_clock = (next() % 160) as u16;
    setup.fullmove_number = 1 + (next() % 300) as u16;
    for _ in 0..next() % 31 {
        let role = Role::ALL[(next() % 5) as usize];
        let square = square(next);
        let on_end = matches!(square.rank(), Rank::First | Rank::Eighth);
        if role != Role::Pawn || !on_end {
            setup.set_piece(square, Some(Piece::new(color(next), role)));
        }
    }
    if next().is_multiple_of(4) {
        step_twice(&mut setup, next);
    }
    let at_home = next().is_multiple_of(3);
    for color in Color::ALL {
        let king = if at_home { Square::from_coords(file(next), color.back_rank()) } else { square(next) };
        setup.set_piece(king, Some(Piece::new(color, Role::King)));
        if at_home {
            add_rights(&mut setup, color, king, next);
        }
    }
    setup
}

/// Adds a pawn of the side not to move that has just moved two squares, to a square beside an enemy pawn.
fn step_twice(setup: &mut Setup, next: &mut impl FnMut() -> u64) {
    let (us, file) = (setup.turn, file(next));
    let at = |rank: Rank| Square::from_coords(file, rank.seen_by(us));
    setup.set_piece(at(Rank::Seventh), None);
    setup.set_piece(at(Rank::Sixth), None);
    setup.set_piece(at(Rank::Fifth), Some(Piece::new(!us, Role::Pawn)));
    let beside = if next().is_multiple_of(2) { -1 } else { 1 };
    if let Some(hunter) = at(Rank::Fifth).offset(beside, 0) {
        setup.set_piece(hunter, Some(Piece::new(us, Role::Pawn)));
    }
    setup.en_passant = Some(at(Rank::Sixth));
    setup.halfmove_clock = 0;
}

/// Adds, at random, a rook on each side of the king that may castle.
fn add_rights(setup: &mut Setup, color: Color, king: Square, next: &mut impl FnMut() -> u64) {
    for side in CastlingSide::ALL {
        let rook = Square::from_coords(file(next), color.back_rank());
        let right_side = match side {
            CastlingSide::KingSide => rook > king,
            CastlingSide::QueenSide => rook < king,
        };
        if right_side {
            setup.castling_mode = CastlingMode::Chess960;
            setup.set_piece(rook, Some(Piece::new(color, Role::Rook)));
            setup.castling_rights.set(color, side, Some(rook.file()));
        }
    }
}

fn color(next: &mut impl FnMut() -> u64) -> Color {
    Color::ALL[(next() % 2) as usize]
}

fn file(next: &mut impl FnMut() -> u64) -> File {
    File::ALL[(next() % 8) as usize]
}

fn square(next: &mut impl FnMut() -> u64) -> Square {
    Square::wrapping((next() % 64) as u32)
}
