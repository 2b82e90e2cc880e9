// SPDX-License-Identifier: MIT OR Apache-2.0
//! The one door from a [`Setup`] to a [`Position`], and the way back.

use crate::bitboard::Bitboard;
use crate::board::{Board, code};
use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::setup::{Setup, SetupError};
use crate::square::{Rank, Square};
use crate::zobrist;

/// Most pieces that a side may have.
const MAX_PIECES: usize = 16;

impl Position {
    /// Checks a setup and makes it a position.
    ///
    /// It refuses what breaks move generation. A position that no game reaches, say with three checkers, is fine.
    /// An en passant square is dropped if no pawn can legally take there; a move number of 0 becomes 1.
    ///
    /// # Errors
    /// The first thing that is wrong, see [`SetupError`].
    pub fn from_setup(setup: &Setup) -> Result<Position, SetupError> {
        let mut board = Board::EMPTY;
        for (square, Piece { color, role }) in setup.pieces() {
            board.toggle(color, code(role), square);
        }
        let mut position = Position {
            board,
            checkers: Bitboard::EMPTY,
            key: 0,
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number.max(1),
            turn: setup.turn,
            mode: setup.castling_mode,
        };
        for color in Color::ALL {
            check_kings(&position, color)?;
            check_number(&position, color)?;
        }
        check_pawns(&position)?;
        check_castling(&position, &setup.castling_rights)?;

        let us = position.turn;
        let occupied = position.occupied();
        let attackers = position.attackers_to(position.king_of(!us), occupied) & position.by_color(us);
        if let Some(checker) = attackers.first() {
            return Err(SetupError::OpponentInCheck { turn: us, checker });
        }
        position.checkers = position.attackers_to(position.king_of(us), occupied) & position.by_color(!us);
        position.board.special =
            setup.castling_rights.iter().fold(0, |set, (_, _, rook)| set | 1 << rook.index());
        if let Some(square) = setup.en_passant {
            check_en_passant(&position, square)?;
            position.board.special |= 1 << square.index();
            position.drop_vain_en_passant();
        }
        position.key = zobrist::key(&position.board, position.turn);
        Ok(position)
    }

    /// The same as a setup that can be edited.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup {
            turn: self.turn,
            castling_rights: self.castling_rights(),
            en_passant: self.legal_en_passant(),
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            castling_mode: self.mode,
            ..Setup::empty()
        };
        for square in self.occupied() {
            setup.set_piece(square, self.piece_at(square));
        }
        setup
    }
}

fn check_kings(position: &Position, color: Color) -> Result<(), SetupError> {
    match position.pieces(color, Role::King).len() {
        0 => Err(SetupError::NoKing { color }),
        1 => Ok(()),
        found => Err(SetupError::ManyKings { color, found }),
    }
}

/// What the pieces are does not matter: sixteen queens are no game's, but the rules hold for them.
/// [`MoveList`](crate::MoveList) counts on the limit.
fn check_number(position: &Position, color: Color) -> Result<(), SetupError> {
    let found = position.by_color(color).len();
    if found > MAX_PIECES { Err(SetupError::TooManyPieces { color, found }) } else { Ok(()) }
}

fn check_pawns(position: &Position) -> Result<(), SetupError> {
    let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    match (position.by_role(Role::Pawn) & ends).first() {
        Some(square) => {
            let color =
                if position.by_color(Color::White).contains(square) { Color::White } else { Color::Black };
            Err(SetupError::PawnOnEndRank { square, color })
        }
        None => Ok(()),
    }
}

fn check_castling(position: &Position, rights: &CastlingRights) -> Result<(), SetupError> {
    for (color, side, rook) in rights.iter() {
        let king = position.king_of(color);
        if king.rank() != color.back_rank() {
            return Err(SetupError::CastlingKing { color, king });
        }
        let right_side = match side {
            CastlingSide::KingSide => rook > king,
            CastlingSide::QueenSide => rook < king,
        };
        if !right_side || !position.pieces(color, Role::Rook).contains(rook) {
            return Err(SetupError::CastlingRook { color, side, rook });
        }
    }
    Ok(())
}

fn check_en_passant(position: &Position, square: Square) -> Result<(), SetupError> {
    let us = position.turn;
    let expected = Rank::Sixth.seen_by(us);
    if square.rank() != expected {
        return Err(SetupError::EnPassantRank { square, expected });
    }
    let pawn = Square::from_coords(square.file(), Rank::Fifth.seen_by(us));
    let origin = Square::from_coords(square.file(), Rank::Seventh.seen_by(us));
    if !position.pieces(!us, Role::Pawn).contains(pawn) {
        return Err(SetupError::EnPassantPawn { square, pawn });
    }
    for blocked in [square, origin] {
        if position.occupied().contains(blocked) {
            return Err(SetupError::EnPassantBlocked { square, blocked });
        }
    }
    Ok(())
}
