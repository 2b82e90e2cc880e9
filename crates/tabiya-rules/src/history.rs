// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game's moves: what a position alone can't know.

use alloc::vec;
use alloc::vec::Vec;

use crate::chess_move::Move;
use crate::color::Color;
use crate::outcome::{Claim, Outcome};
use crate::position::Position;

/// Half-moves without a capture or a pawn move after which a draw may be claimed (FIDE 9.3).
const FIFTY_MOVES: u16 = 100;
/// Half-moves without a capture or a pawn move after which the game is drawn (FIDE 9.6.2).
const SEVENTY_FIVE_MOVES: u16 = 150;

/// A start, the legal moves played from it, and where that led.
///
/// ```
/// use tabiya_rules::{Claim, History, Move, Position, Square};
///
/// let mut history = History::new(Position::start());
/// for _ in 0..2 {
///     history.play(Move::normal(Square::G1, Square::F3));
///     history.play(Move::normal(Square::G8, Square::F6));
///     history.play(Move::normal(Square::F3, Square::G1));
///     history.play(Move::normal(Square::F6, Square::G8));
/// }
/// assert_eq!(history.repetitions(), 3);
/// assert_eq!(history.claim(), Some(Claim::ThreefoldRepetition));
/// assert_eq!(history.outcome(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    /// One key more than there are moves: the start's comes first.
    keys: Vec<u64>,
}

impl History {
    /// A game from that start, with no move played.
    #[must_use]
    pub fn new(start: Position) -> History {
        History { start, position: start, moves: Vec::new(), keys: vec![start.key()] }
    }

    /// Where it began.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions, the start's first, the current one's last.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How many moves (of both sides together) were played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Who played, or will play, the move with that index.
    #[must_use]
    pub const fn mover_at(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.start.turn() } else { self.start.turn().opposite() }
    }

    /// The number that a score sheet gives the move with that index: 1 for the first moves of both from the usual start.
    #[must_use]
    pub fn fullmove_number_at(&self, ply: usize) -> usize {
        usize::from(self.start.fullmove_number()) + (self.start.turn().index() + ply) / 2
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
        self.keys.push(self.position.key());
    }

    /// How many times the current position has stood on the board, now included: at least 1.
    ///
    /// Positions are the same when pieces, turn, castling rights and legal en passant captures are (FIDE 9.2.3).
    #[must_use]
    pub fn repetitions(&self) -> usize {
        1 + count_before(self.position.key(), self.position.halfmove_clock(), &self.keys[..self.ply()])
    }

    /// Whether the game is over. Mate and stalemate come before the draws by counting (FIDE 9.6).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            if self.position.halfmove_clock() >= SEVENTY_FIVE_MOVES {
                Some(Outcome::SeventyFiveMoves)
            } else if self.repetitions() >= 5 {
                Some(Outcome::FivefoldRepetition)
            } else {
                None
            }
        })
    }

    /// Whether a legal move ends the game, without playing it.
    #[must_use]
    pub fn outcome_with(&self, mv: Move) -> Option<Outcome> {
        let after = self.position.after(mv);
        let clock = after.halfmove_clock();
        after.outcome().or_else(|| {
            if clock >= SEVENTY_FIVE_MOVES {
                Some(Outcome::SeventyFiveMoves)
            } else if 1 + count_before(after.key(), clock, &self.keys) >= 5 {
                Some(Outcome::FivefoldRepetition)
            } else {
                None
            }
        })
    }

    /// The draw that the side to move may claim now, unless the game is over anyway.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        let claim = if self.repetitions() >= 3 {
            Claim::ThreefoldRepetition
        } else if self.position.halfmove_clock() >= FIFTY_MOVES {
            Claim::FiftyMoves
        } else {
            return None;
        };
        self.outcome().is_none().then_some(claim)
    }
    /// The draw that the side to move may claim by writing down that move, without playing it (FIDE 9.2.1, 9.3.1): after
    /// it the position would stand for the third time, or 50 moves would be full.
    ///
    /// None for an illegal move, for one that ends the game by itself (a mate is no draw), and where the game is over.
    ///
    /// ```
    /// use tabiya_rules::{Claim, History, Move, Position, Square};
    ///
    /// let mut history = History::new(Position::start());
    /// let back = Move::normal(Square::F6, Square::G8);
    /// for _ in 0..2 {
    ///     assert_eq!(history.claim_with(back), None);
    ///     history.play(Move::normal(Square::G1, Square::F3));
    ///     history.play(Move::normal(Square::G8, Square::F6));
    ///     history.play(Move::normal(Square::F3, Square::G1));
    ///     history.play(back);
    /// }
    /// history.play(Move::normal(Square::G1, Square::F3));
    /// // With the knight on f6 the position would stand for the third time.
    /// let claimed = history.claim_with(Move::normal(Square::G8, Square::F6));
    /// assert_eq!(claimed, Some(Claim::ThreefoldRepetition));
    /// assert_eq!(history.claim_with(Move::normal(Square::G8, Square::H6)), None);
    /// ```
    #[must_use]
    pub fn claim_with(&self, mv: Move) -> Option<Claim> {
        if !self.position.is_legal(mv) || self.outcome().is_some() {
            return None;
        }
        let after = self.position.after(mv);
        let clock = after.halfmove_clock();
        let claim = if 1 + count_before(after.key(), clock, &self.keys) >= 3 {
            Claim::ThreefoldRepetition
        } else if clock >= FIFTY_MOVES {
            Claim::FiftyMoves
        } else {
            return None;
        };
        after.outcome().is_none().then_some(claim)
    }
}

/// How many of the earlier positions were the same. Only those since the last capture or pawn move can be, and only every
/// second of them.
fn count_before(key: u64, halfmove_clock: u16, earlier: &[u64]) -> usize {
    let reversible = earlier.iter().rev().take(usize::from(halfmove_clock));
    reversible.skip(1).step_by(2).filter(|other| **other == key).count()
}
