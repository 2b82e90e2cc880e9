// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game: a starting position and the moves played from it.

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
/// Half-moves between two positions that are kept.
const STRIDE: usize = 64;

/// A starting position, the legal moves played from it, and the position that they lead to.
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
    /// One more than there are moves: the first is the starting position's.
    keys: Vec<u64>,
    /// The positions after each [`STRIDE`] moves, from which a takeback goes forward.
    milestones: Vec<Position>,
}

impl History {
    /// A game from this starting position, with no move played.
    #[must_use]
    pub fn new(start: Position) -> History {
        History { start, position: start, moves: Vec::new(), keys: vec![start.key()], milestones: Vec::new() }
    }

    /// The starting position.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions, from the starting position to the current one.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of moves that were played, counting the moves of both sides.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The side that played, or will play, the move with this index (from 0).
    #[must_use]
    pub const fn mover_at(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.start.turn() } else { self.start.turn().opposite() }
    }

    /// The move number on a score sheet of the move with this index (from 0): from the standard start, 1 for
    /// the first move of each side.
    #[must_use]
    pub fn fullmove_number_at(&self, ply: usize) -> usize {
        usize::from(self.start.fullmove_number()) + (self.start.turn().index() + ply) / 2
    }

    /// Plays a move, which must be legal.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
        self.keys.push(self.position.key());
        if self.moves.len().is_multiple_of(STRIDE) {
            self.milestones.push(self.position);
        }
    }

    /// Undoes the last moves, this many or all that there are. Costs the time to play at most 63 moves, however long the
    /// game is.
    ///
    /// ```
    /// use tabiya_rules::{History, Move, Position, Square};
    ///
    /// let mut history = History::new(Position::start());
    /// history.play(Move::normal(Square::G1, Square::F3));
    /// let before = history.clone();
    /// history.play(Move::normal(Square::G8, Square::F6));
    /// history.take_back(1);
    /// assert_eq!(history, before);
    /// history.take_back(9);
    /// assert_eq!(history, History::new(Position::start()));
    /// ```
    pub fn take_back(&mut self, moves: usize) {
        self.moves.truncate(self.moves.len().saturating_sub(moves));
        self.keys.truncate(self.moves.len() + 1);
        self.milestones.truncate(self.moves.len() / STRIDE);
        self.position = *self.milestones.last().unwrap_or(&self.start);
        for &mv in &self.moves[self.milestones.len() * STRIDE..] {
            self.position.play(mv);
        }
    }

    /// How many times the current position has occurred, this time included: at least 1.
    ///
    /// Two positions are the same if they have the same pieces, turn, castling rights and legal en passant
    /// captures (FIDE 9.2.3).
    #[must_use]
    pub fn repetitions(&self) -> usize {
        1 + count_before(self.position.key(), self.position.halfmove_clock(), &self.keys[..self.ply()])
    }

    /// How the game ended; `None` if it goes on. Checkmate and stalemate come before the draws by repetition
    /// and by counting moves (FIDE 9.6).
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

    /// How the game would end after this legal move, without playing it; `None` if it would go on.
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

    /// The draw that the side to move may claim now. `None` if there is none, or if the game is over.
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
    /// The draw that the side to move may claim by writing down this move without playing it (FIDE 9.2.1,
    /// 9.3.1). The reason is that after the move the position would have occurred three times, or that 50
    /// moves of each side would be complete.
    ///
    /// `None` for an illegal move, for a move that ends the game by itself (checkmate wins, so it is no
    /// draw), and if the game is over.
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
    /// // With the knight on f6 the position occurs for the third time.
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

/// How many of the earlier positions had this key. Only positions since the last capture or pawn move can be
/// equal, and of those only every second one.
fn count_before(key: u64, halfmove_clock: u16, earlier: &[u64]) -> usize {
    let reversible = earlier.iter().rev().take(usize::from(halfmove_clock));
    reversible.skip(1).step_by(2).filter(|other| **other == key).count()
}
