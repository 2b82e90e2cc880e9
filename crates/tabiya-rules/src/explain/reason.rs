// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why an attempted move is not legal: one variant for each reason, with all the data that a sentence about
//! it needs.
//!
//! Fields have the same names in all variants. `piece` is the piece to be moved, and `from` and `to` are its
//! square and target. `by` is the other piece of the reason, and `on` is that piece's square. A translation
//! into another language needs nothing else.

use crate::color::Color;
use crate::outcome::Outcome;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::Square;

/// Why a move is not legal. [`Display`](core::fmt::Display) gives an English sentence; each variant's
/// documentation shows it.
///
/// Variants are declared in order of precedence: of several reasons [`explain`](crate::explain()) gives the
/// first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "reason", rename_all = "snake_case")
)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export_to = "protocol.ts", tag = "reason", rename_all = "snake_case")
)]
pub enum Reason {
    /// "The game is over: checkmate, White wins."
    GameOver {
        /// The outcome.
        outcome: Outcome,
    },
    /// "There is no piece on e4."
    NoPiece {
        /// The empty square.
        square: Square,
    },
    /// "It is White's turn, and the knight on g8 is Black's."
    NotYourTurn {
        /// The other side's piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// "The knight is already on e2." The attempt has the same square twice.
    AlreadyThere {
        /// The piece.
        piece: Piece,
        /// Its square.
        square: Square,
    },
    /// "The knight on g1 cannot go to e2: its own pawn stands there."
    OwnPiece {
        /// The piece to be moved.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The piece of the same side on the target.
        by: Piece,
        /// The target.
        on: Square,
    },
    /// "The pawn on e4 cannot capture the knight on e5: pawns capture only diagonally."
    PawnCapturesDiagonally {
        /// The pawn.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The opponent's piece straight ahead.
        by: Piece,
        /// The square of that piece: the target.
        on: Square,
    },
    /// "There is nothing to capture on d5, and pawns move diagonally only to capture."
    NothingToCapture {
        /// The pawn.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The empty target.
        to: Square,
    },
    /// "The pawn on e3 cannot advance two squares: pawns do so only from their first rank."
    PawnTwoSquares {
        /// The pawn.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The square two ranks ahead.
        to: Square,
    },
    /// "The pawn on e4 cannot go to e3: pawns never move backwards."
    PawnBackwards {
        /// The pawn.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The target behind the pawn.
        to: Square,
    },
    /// "A knight moves in an L: two squares one way and one to the side. It cannot go from g1 to g3." Each role
    /// has its own wording.
    DoesNotMoveSo {
        /// The piece to be moved.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The target, which such a piece can't reach from there even on an empty board.
        to: Square,
    },
    /// "The rook on a1 is blocked by the pawn on a2." Also for a pawn that is blocked straight ahead.
    Blocked {
        /// The piece to be moved.
        piece: Piece,
        /// Its square.
        from: Square,
        /// Its target.
        to: Square,
        /// The piece between them, of either side, that is nearest to the mover.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "There is no rook on h1 to castle with."
    CastlingNoRook {
        /// The side that attempted to castle.
        color: Color,
        /// The square where the rook would have to stand.
        square: Square,
    },
    /// "The king moved at move 4, so White may no longer castle."
    CastlingKingMoved {
        /// The side that attempted to castle.
        color: Color,
        /// The number of the move with which the king lost the right. That move may itself be castling.
        move_number: u32,
    },
    /// "The rook from h1 moved at move 4, so White may no longer castle on that side."
    CastlingRookMoved {
        /// The side that attempted to castle.
        color: Color,
        /// The rook's square before that move.
        square: Square,
        /// The number of the move with which the rook left.
        move_number: u32,
    },
    /// "The rook from h1 was captured at move 9, so White may no longer castle on that side." Another rook
    /// stands there now.
    CastlingRookCaptured {
        /// The side that attempted to castle.
        color: Color,
        /// The square of the captured rook.
        square: Square,
        /// The number of the opponent's move that captured it.
        move_number: u32,
    },
    /// "White may no longer castle with the rook on h1: the right was lost earlier." That was before the
    /// known moves: the FEN at their start lacks the right.
    CastlingRightLost {
        /// The side that attempted to castle.
        color: Color,
        /// Where the rook stands.
        square: Square,
    },
    /// "White may not castle while the king is in check from the rook on e8."
    CastlingInCheck {
        /// The side that attempted to castle.
        color: Color,
        /// A piece that gives check.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "White may not castle: the king would pass f1, which the bishop on c4 attacks."
    CastlingThroughAttack {
        /// The side that attempted to castle.
        color: Color,
        /// The attacked square that the king would pass.
        square: Square,
        /// A piece that attacks it.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "White may not castle: the bishop on f1 is in the way."
    CastlingBlocked {
        /// The side that attempted to castle.
        color: Color,
        /// The piece nearest to the king among those in the way of king or rook.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "The pawn on d5 may be captured en passant only right after its double step."
    EnPassantTooLate {
        /// The pawn that attempted to capture.
        piece: Piece,
        /// Its square.
        from: Square,
        /// Its target.
        to: Square,
        /// The pawn beside it.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "Capturing en passant would expose the king to the rook on h5."
    EnPassantExposesKing {
        /// The pawn that attempted to capture.
        piece: Piece,
        /// Its square.
        from: Square,
        /// Its target.
        to: Square,
        /// The piece that would then give check.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "The king is in check from the rook on e8 and the knight on f3: only the king may move."
    DoubleCheck {
        /// The piece to be moved.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The checking piece that is nearest to the king.
        by: Piece,
        /// The square of that piece.
        on: Square,
        /// The other checking piece.
        and_by: Piece,
        /// The square of that piece.
        and_on: Square,
    },
    /// "The knight on e2 is pinned to the king by the rook on e8."
    Pinned {
        /// The piece to be moved.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The pinning piece.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "The king is in check from the rook on e8, and this move leaves it there."
    LeavesInCheck {
        /// The piece to be moved.
        piece: Piece,
        /// Its square.
        from: Square,
        /// Its target.
        to: Square,
        /// The checking piece.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "The king would stand on e2, which the bishop on a6 attacks."
    KingIntoAttack {
        /// The king's square.
        from: Square,
        /// The king's target.
        to: Square,
        /// A piece that would attack it there.
        by: Piece,
        /// The square of that piece.
        on: Square,
    },
    /// "The pawn promotes on e8: say to a queen, rook, bishop or knight."
    PromotionMissing {
        /// The pawn.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The square on the last rank.
        to: Square,
    },
    /// "A pawn cannot become a king, only a queen, rook, bishop or knight."
    PromotionNotAllowed {
        /// The pawn.
        piece: Piece,
        /// Its square.
        from: Square,
        /// The square on the last rank.
        to: Square,
        /// The role that the pawn was to become: king or pawn.
        role: Role,
    },
    /// "The knight on g1 cannot promote: only a pawn that reaches the last rank does."
    NoPromotion {
        /// The piece to be moved.
        piece: Piece,
        /// Its square.
        from: Square,
        /// Its target.
        to: Square,
    },
}

impl core::error::Error for Reason {}
