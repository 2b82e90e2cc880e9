// SPDX-License-Identifier: MIT OR Apache-2.0
//! The conversion of a [`Setup`] to a [`Position`], with all its checks, and the conversion back.

use alloc::vec::Vec;

use crate::bitboard::Bitboard;
use crate::board::{Board, code};
use crate::castling::{CastlingRights, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::setup::{Setup, SetupError, SetupFault, Validity, find_strict_faults, non_standard_fault};
use crate::square::{Rank, Square};
use crate::zobrist;

/// The maximum number of pieces of one side.
const MAX_PIECES: usize = 16;

impl Setup {
    /// Everything that keeps this setup from being a position: first kings, numbers of pieces and pawns, then
    /// castling, check and en passant, then what only [`Validity::Strict`] checks. The order is always the
    /// same.
    ///
    /// ```
    /// use tabiya_rules::{Color, Setup, SetupFault, Validity};
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 7 3")?;
    /// assert!(setup.faults(Validity::Playable).is_empty());
    /// assert_eq!(
    ///     setup.faults(Validity::Strict),
    ///     [SetupFault::HalfmoveClock { halfmove_clock: 7, played: 4 }],
    /// );
    /// # Ok::<(), tabiya_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn faults(&self, validity: Validity) -> Vec<SetupFault> {
        find_faults(&pieces_only(self), self, validity)
    }

    /// Takes away the castling rights and the en passant square that contradict the board, and the rights
    /// that the [`CastlingMode`](crate::CastlingMode) does not have. For each it returns the fault.
    ///
    /// Many programs send such rights. What is left of the setup can be played, unless other faults remain.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position, Setup};
    ///
    /// // 8  . . . . k . . .
    /// // 7  . . . . . . . .
    /// // 6  . . . . . . . .
    /// // 5  . . . . . . . .     There is no rook on a1, and no black pawn on d5.
    /// // 4  . . . . . . . .
    /// // 3  . . . . . . . .
    /// // 2  . . . . . . . .
    /// // 1  . . . . K . . R
    /// //    a b c d e f g h
    /// let mut setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K2R w KQ d6 0 1")?;
    /// assert!(Position::from_setup(&setup).is_err());
    /// assert_eq!(setup.drop_impossible_rights().len(), 2);
    /// assert_eq!(Position::from_setup(&setup).unwrap().to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    /// # Ok::<(), tabiya_rules::FenError>(())
    /// ```
    pub fn drop_impossible_rights(&mut self) -> Vec<SetupFault> {
        let position = pieces_only(self);
        let mut faults = Vec::new();
        let (mode, rights) = (self.castling_mode, self.castling_rights);
        for (color, side, rook) in rights.iter() {
            let fault = castling_fault(&position, color, side, rook)
                .or_else(|| non_standard_fault(&position, mode, color, side, rook));
            if let Some(fault) = fault {
                self.castling_rights.set(color, side, None);
                faults.push(fault);
            }
        }
        if let Some(fault) = self.en_passant.and_then(|square| en_passant_fault(&position, square)) {
            self.en_passant = None;
            faults.push(fault);
        }
        faults
    }
}

impl Position {
    /// Checks a setup and makes it a position, with [`Validity::Playable`].
    ///
    /// It refuses setups on which move generation would fail. It accepts positions that no game can reach,
    /// for example with three checkers. An en passant square is dropped if no pawn can legally capture there.
    /// A move number of 0 becomes 1.
    ///
    /// # Errors
    /// All faults of the setup, see [`SetupFault`].
    pub fn from_setup(setup: &Setup) -> Result<Position, SetupError> {
        Position::from_setup_with(setup, Validity::Playable)
    }

    /// Checks a setup as strictly as `validity` says, and makes it a position.
    ///
    /// ```
    /// use tabiya_rules::{Position, Setup, Validity};
    ///
    /// // 8  k . . . . . . .
    /// // 7  . . . . . . . .
    /// // 6  . . . . . . . .     Rook and bishop give check at once. Neither can have stood
    /// // 5  R . . B . . . .     in the other's way a move ago.
    /// // 4  . . . . . . . .
    /// // 3  . . . . . . . .
    /// // 2  . . . . . . . .
    /// // 1  K . . . . . . .
    /// //    a b c d e f g h
    /// let setup = Setup::from_fen("k7/8/8/R2B4/8/8/8/K7 b - - 0 1")?;
    /// assert!(Position::from_setup(&setup).is_ok());
    /// assert!(Position::from_setup_with(&setup, Validity::Strict).is_err());
    ///
    /// let no_kings = Setup::from_fen("8/8/8/8/8/8/8/R7 w - - 0 1")?;
    /// assert!(Position::from_setup(&no_kings).is_err());
    /// assert!(Position::from_setup_with(&no_kings, Validity::Unchecked).is_ok());
    /// # Ok::<(), tabiya_rules::FenError>(())
    /// ```
    ///
    /// With [`Validity::Unchecked`], castling rights and en passant squares that contradict the board are
    /// dropped.
    ///
    /// # Errors
    /// All faults of the setup; none with [`Validity::Unchecked`].
    pub fn from_setup_with(setup: &Setup, validity: Validity) -> Result<Position, SetupError> {
        let mut position = pieces_only(setup);
        if validity == Validity::Unchecked {
            let sound = sound_parts(&position, setup);
            position.complete(sound.0, sound.1);
        } else {
            SetupError::check(find_faults(&position, setup, validity))?;
            position.complete(setup.castling_rights, setup.en_passant);
        }
        Ok(position)
    }

    /// Adds castling rights and an en passant square, which must fit the board, and computes the key.
    fn complete(&mut self, rights: CastlingRights, en_passant: Option<Square>) {
        self.board.special = rights.iter().fold(0, |set, (_, _, rook)| set | 1 << rook.index());
        if let Some(square) = en_passant {
            self.board.special |= 1 << square.index();
            self.drop_illegal_en_passant();
        }
        self.key = zobrist::key(&self.board, self.turn);
    }

    /// This position as a setup, which can be edited.
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

/// A position with the pieces, counters and turn of the setup, without rights, en passant square and key.
fn pieces_only(setup: &Setup) -> Position {
    let mut board = Board::EMPTY;
    for (square, Piece { color, role }) in setup.pieces() {
        board.toggle(color, code(role), square);
    }
    Position {
        board,
        key: 0,
        halfmove_clock: setup.halfmove_clock,
        fullmove_number: setup.fullmove_number.max(1),
        turn: setup.turn,
        mode: setup.castling_mode,
    }
}

/// The castling rights and the en passant square of the setup that don't contradict the board.
fn sound_parts(position: &Position, setup: &Setup) -> (CastlingRights, Option<Square>) {
    let mut rights = CastlingRights::NONE;
    for (color, side, rook) in setup.castling_rights.iter() {
        if only_king(position, color).is_some() && castling_fault(position, color, side, rook).is_none() {
            rights.set(color, side, Some(rook.file()));
        }
    }
    let kings = Color::ALL.into_iter().all(|color| only_king(position, color).is_some());
    (rights, setup.en_passant.filter(|square| kings && en_passant_fault(position, *square).is_none()))
}

/// The faults of `setup`, whose pieces `position` holds.
fn find_faults(position: &Position, setup: &Setup, validity: Validity) -> Vec<SetupFault> {
    let mut faults = Vec::new();
    if validity == Validity::Unchecked {
        return faults;
    }
    for color in Color::ALL {
        match position.pieces(color, Role::King).len() {
            0 => faults.push(SetupFault::NoKing { color }),
            1 => {}
            found => faults.push(SetupFault::ManyKings { color, found }),
        }
        // Only the total is limited: a side with sixteen queens is unreachable, but the rules work for it.
        // `MoveList` relies on this limit.
        let found = position.by_color(color).len();
        if found > MAX_PIECES {
            faults.push(SetupFault::TooManyPieces { color, found });
        }
    }
    let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
    for square in position.by_role(Role::Pawn) & ends {
        let color =
            if position.by_color(Color::White).contains(square) { Color::White } else { Color::Black };
        faults.push(SetupFault::PawnOnEndRank { square, color });
    }
    let rights = setup.castling_rights.iter();
    faults.extend(rights.filter_map(|(color, side, rook)| castling_fault(position, color, side, rook)));
    let us = position.turn;
    if let Some(king) = only_king(position, !us) {
        let attackers = position.attackers_to(king, position.occupied()) & position.by_color(us);
        faults.extend(attackers.first().map(|checker| SetupFault::OpponentInCheck { turn: us, checker }));
    }
    faults.extend(setup.en_passant.and_then(|square| en_passant_fault(position, square)));
    if validity == Validity::Strict {
        find_strict_faults(position, setup, &mut faults);
    }
    faults
}

fn only_king(position: &Position, color: Color) -> Option<Square> {
    position.pieces(color, Role::King).single()
}

/// `None` if the side has no king or several: another fault reports that.
fn castling_fault(position: &Position, color: Color, side: CastlingSide, rook: Square) -> Option<SetupFault> {
    let king = only_king(position, color)?;
    if king.rank() != color.back_rank() {
        return Some(SetupFault::CastlingKing { color, king });
    }
    let right_side = match side {
        CastlingSide::KingSide => rook > king,
        CastlingSide::QueenSide => rook < king,
    };
    let stands = right_side && position.pieces(color, Role::Rook).contains(rook);
    (!stands).then_some(SetupFault::CastlingRook { color, side, rook })
}

fn en_passant_fault(position: &Position, square: Square) -> Option<SetupFault> {
    let us = position.turn;
    let expected = Rank::Sixth.seen_by(us);
    if square.rank() != expected {
        return Some(SetupFault::EnPassantRank { square, expected });
    }
    let pawn = Square::from_coords(square.file(), Rank::Fifth.seen_by(us));
    let origin = Square::from_coords(square.file(), Rank::Seventh.seen_by(us));
    if !position.pieces(!us, Role::Pawn).contains(pawn) {
        return Some(SetupFault::EnPassantPawn { square, pawn });
    }
    let mut way = [square, origin].into_iter();
    let blocked = way.find(|way| position.occupied().contains(*way))?;
    Some(SetupFault::EnPassantBlocked { square, blocked })
}
