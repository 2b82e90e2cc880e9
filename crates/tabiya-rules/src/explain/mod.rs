// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a move is illegal.
//!
//! Only the move generator decides what is legal. If a move is illegal, the steps below look in a fixed order
//! for the first reason that a person would give: whether it is this piece's turn, whether it moves this way,
//! whether a piece is in the way, and last, whether the king would be attacked. Each reason is a typed
//! [`Reason`] with the pieces and squares that its sentence names.

mod castling;
mod king;
mod movement;
mod reason;
mod words;

use self::castling::CastlingAttempt;
use crate::bitboard::Bitboard;
use crate::castling::CastlingSide;
use crate::chess_move::Move;
use crate::color::Color;
use crate::history::History;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;
use crate::uci::Attempt;

pub use reason::Reason;

/// The legal move that an attempt means, or the first reason why the attempt is illegal.
///
/// Castling may be attempted as the king's move of two squares (`e1g1`) or as the king capturing its own rook
/// (`e1h1`), whatever the position's [`CastlingMode`](crate::CastlingMode), because neither can mean another
/// move.
///
/// # Errors
/// The first [`Reason`]. Its variants are declared in order of precedence.
///
/// ```
/// use tabiya_rules::{History, Position, explain};
///
/// // 8 . . . . r . k .
/// //   . . . . . . . .
/// // 2 . . . . N . . .
/// // 1 . . . . K . . .
/// //   a b c d e f g h
/// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
/// let reason = explain(&History::new(position), "e2c3".parse().unwrap()).unwrap_err();
/// assert_eq!(reason.to_string(), "The knight on e2 is pinned to the king by the rook on e8.");
/// ```
pub fn explain(history: &History, attempt: Attempt) -> Result<Move, Reason> {
    match history.outcome() {
        Some(outcome) => Err(Reason::GameOver { outcome }),
        None => Context::of_game(history).resolve(attempt),
    }
}

impl Attempt {
    /// The legal move that is meant. Repetitions and the end of the game are not considered;
    /// [`explain`] does.
    ///
    /// # Errors
    /// Why there is no such legal move, as far as a position can know.
    pub fn to_move(self, position: &Position) -> Result<Move, Reason> {
        Context::of_position(position).resolve(self)
    }
}

/// What an attempt is checked against: a position and, if known, the game before it.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    position: &'a Position,
    history: Option<&'a History>,
}

impl<'a> Context<'a> {
    pub(crate) fn of_game(history: &'a History) -> Context<'a> {
        Context { position: history.position(), history: Some(history) }
    }

    pub(crate) fn of_position(position: &'a Position) -> Context<'a> {
        Context { position, history: None }
    }

    /// The legal move that is meant, or the reason against it. Does not ask whether the game is over.
    pub(crate) fn resolve(self, attempt: Attempt) -> Result<Move, Reason> {
        let mover = self.mover(attempt)?;
        self.judge(&mover, castling::attempted(self, &mover))
    }

    /// The same for an attempt that can't mean castling, because SAN writes castling differently.
    pub(crate) fn resolve_plain(self, attempt: Attempt) -> Result<Move, Reason> {
        self.judge(&self.mover(attempt)?, None)
    }

    /// The same for castling.
    pub(crate) fn resolve_castling(self, side: CastlingSide) -> Result<Move, Reason> {
        let color = self.position.turn();
        let castling = castling::by_side(self, color, side);
        let from = self.position.king_of(color);
        self.judge(&self.mover(Attempt { from, to: castling.rook, promotion: None })?, Some(castling))
    }

    /// The rook with which `color` has the right to castle to `side`, or how the right was lost.
    pub(crate) fn castling_right(self, color: Color, side: CastlingSide) -> Result<Square, Reason> {
        let castling = castling::by_side(self, color, side);
        match castling::missing_right(self, color, castling) {
            Some(reason) => Err(reason),
            None => Ok(castling.rook),
        }
    }

    /// The piece to be moved, if the side to move owns one on that square.
    fn mover(self, attempt: Attempt) -> Result<Mover, Reason> {
        let Attempt { from, to, promotion } = attempt;
        match self.position.piece_at(from) {
            None => Err(Reason::NoPiece { square: from }),
            Some(piece) if piece.color != self.position.turn() => {
                Err(Reason::NotYourTurn { piece, square: from })
            }
            Some(piece) => Ok(Mover { piece, from, to, promotion }),
        }
    }

    fn judge(self, mover: &Mover, castling: Option<CastlingAttempt>) -> Result<Move, Reason> {
        match self.as_move(mover, castling) {
            Some(mv) if self.position.is_legal(mv) => Ok(mv),
            Some(_) | None => Err(self.why_not(mover, castling)),
        }
    }

    /// The only move that the attempt can mean, legal or not.
    fn as_move(self, mover: &Mover, castling: Option<CastlingAttempt>) -> Option<Move> {
        let Mover { from, to, promotion, .. } = *mover;
        match (castling, promotion) {
            (Some(castling), None) => Some(Move::castling(from, castling.rook)),
            (None, None) if mover.promotes() || from == to => None,
            (None, None) if movement::is_en_passant(self, mover) => Some(Move::en_passant(from, to)),
            (None, None) => Some(Move::normal(from, to)),
            (None, Some(role)) if mover.promotes() && Role::PROMOTIONS.contains(&role) => {
                Some(Move::promoting(from, to, role))
            }
            (_, Some(_)) => None,
        }
    }

    /// The first reason against a move that the generator did not generate.
    fn why_not(self, mover: &Mover, castling: Option<CastlingAttempt>) -> Reason {
        let reason = match castling {
            Some(castling) => castling::obstacle(self, mover.piece.color, castling)
                .or_else(|| king::exposed_by_castling(self.position, mover.from, castling)),
            None => movement::obstacle(self, mover).or_else(|| {
                if movement::is_en_passant(self, mover) {
                    king::exposed_by_en_passant(self.position, mover)
                } else {
                    king::exposed_by_move(self.position, mover)
                }
            }),
        };
        // If no reason was found, only the promotion can be wrong.
        reason.unwrap_or_else(|| mover.promotion_problem())
    }
}

/// The piece to be moved, and its attempt.
struct Mover {
    piece: Piece,
    from: Square,
    to: Square,
    promotion: Option<Role>,
}

impl Mover {
    /// Whether the move is a pawn's to the last rank.
    fn promotes(&self) -> bool {
        self.piece.role == Role::Pawn && self.to.rank() == self.piece.color.promotion_rank()
    }

    /// Reasons about promotions come last in the order.
    fn promotion_problem(&self) -> Reason {
        let Mover { piece, from, to, promotion } = *self;
        match promotion {
            Some(role) if self.promotes() => Reason::PromotionNotAllowed { piece, from, to, role },
            Some(_) => Reason::NoPromotion { piece, from, to },
            None => Reason::PromotionMissing { piece, from, to },
        }
    }
}

/// The piece of a set that is nearest to a square, and its own square. Of equally near ones, the one on the
/// lowest square.
fn nearest(position: &Position, set: Bitboard, to: Square) -> Option<(Piece, Square)> {
    let square = set.into_iter().min_by_key(|square| distance(*square, to))?;
    position.piece_at(square).map(|piece| (piece, square))
}

/// The number of king's moves between two squares.
fn distance(a: Square, b: Square) -> usize {
    let files = a.file().index().abs_diff(b.file().index());
    files.max(a.rank().index().abs_diff(b.rank().index()))
}
