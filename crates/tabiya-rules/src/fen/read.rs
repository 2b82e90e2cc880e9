// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading FEN.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use super::{FenError, FenField};
use crate::castling::{CastlingMode, CastlingSide};
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::setup::{Setup, Validity};
use crate::square::{File, Rank, Square};

impl Position {
    /// Parses a FEN and checks that it is a position.
    ///
    /// ```
    /// use tabiya_rules::Position;
    ///
    /// let error = Position::from_fen("8/8/8/8/8/8/8/K6k x - -").unwrap_err();
    /// assert_eq!(error.to_string(), "turn field of the FEN: expected w or b, found \"x\"");
    /// ```
    ///
    /// # Errors
    /// The first field that is not valid, or all faults that keep it from being a position.
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        Position::from_fen_with(fen, Validity::Playable)
    }

    /// Parses a FEN and checks its position as strictly as `validity` says.
    ///
    /// ```
    /// use tabiya_rules::{Position, Validity};
    ///
    /// let nine_pawns = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
    /// assert!(Position::from_fen(nine_pawns).is_ok());
    /// let error = Position::from_fen_with(nine_pawns, Validity::Strict).unwrap_err();
    /// assert_eq!(error.to_string(), "impossible position: white has 9 pawns, at most 8 are possible");
    /// ```
    ///
    /// # Errors
    /// The first field that is not valid, or all faults that keep it from being such a position.
    pub fn from_fen_with(fen: &str, validity: Validity) -> Result<Position, FenError> {
        if validity == Validity::Strict {
            check_spelling(fen)?;
        }
        Ok(Position::from_setup_with(&Setup::from_fen(fen)?, validity)?)
    }
}

/// The checks of the text itself that only [`Validity::Strict`] makes.
fn check_spelling(fen: &str) -> Result<(), FenError> {
    let mut fields = fen.split_ascii_whitespace();
    for field in [FenField::Board, FenField::Turn, FenField::Castling, FenField::EnPassant] {
        let text = fields.next().ok_or(FenError::Missing { field })?;
        let digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
        if field == FenField::Board && text.as_bytes().windows(2).any(digits) {
            return Err(FenError::syntax(field, text, "one number for empty squares side by side"));
        }
        if field == FenField::Board && text.ends_with('/') {
            return Err(FenError::syntax(field, text, "no / after the last rank"));
        }
    }
    Ok(())
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

impl Setup {
    /// Parses a FEN without checking that it is a position.
    ///
    /// Only the board is required, because people copy only that much; some programs write a `/` after the last rank,
    /// too. Missing fields mean: White to move, no castling rights, no en passant square, counters 0 and 1.
    ///
    /// # Errors
    /// The first field that is not valid.
    pub fn from_fen(fen: &str) -> Result<Setup, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let mut setup = Setup::empty();
        let board = fields.next().ok_or(FenError::Missing { field: FenField::Board })?;
        read_board(board, &mut setup)?;
        setup.turn = read_turn(fields.next().unwrap_or("w"))?;
        read_castling(fields.next().unwrap_or("-"), &mut setup)?;
        setup.en_passant = read_en_passant(fields.next().unwrap_or("-"))?;
        if let Some(text) = fields.next() {
            setup.halfmove_clock = read_number(FenField::HalfmoveClock, text)?;
        }
        if let Some(text) = fields.next() {
            setup.fullmove_number = read_number(FenField::FullmoveNumber, text)?;
        }
        match fields.next() {
            None => Ok(setup),
            Some(text) => Err(FenError::too_long(text)),
        }
    }
}

fn read_board(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let wrong = |expected: String| FenError::syntax(FenField::Board, text, expected);
    // Nine parts are enough to know that there are too many.
    let rows: Vec<&str> = text.strip_suffix('/').unwrap_or(text).split('/').take(9).collect();
    if rows.len() != 8 {
        let found = if rows.len() > 8 { "more".to_owned() } else { format!("only {}", rows.len()) };
        return Err(wrong(format!("8 ranks divided by / ({found} here)")));
    }
    for (rank, row) in Rank::ALL.into_iter().rev().zip(rows) {
        let mut file = 0;
        for c in row.chars() {
            if let Some(skip @ 1..=8) = c.to_digit(10) {
                file += skip;
            } else if let Some(piece) = Piece::from_char(c) {
                if let Some(file) = u8::try_from(file).ok().and_then(File::new) {
                    setup.set_piece(Square::from_coords(file, rank), Some(piece));
                }
                file += 1;
            } else {
                return Err(wrong(format!("PNBRQK, pnbrqk and 1 to 8, not {c:?} as on rank {rank}")));
            }
            if file > 8 {
                return Err(wrong(format!("8 squares on rank {rank} (more here)")));
            }
        }
        if file < 8 {
            return Err(wrong(format!("8 squares on rank {rank} (only {file} here)")));
        }
    }
    Ok(())
}

fn read_turn(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::syntax(FenField::Turn, text, "w or b")),
    }
}

/// Must be called after the board was read. Sets the [`CastlingMode`] to Chess960 if a file letter is used,
/// or if a king or rook with the right to castle does not stand on its square of standard chess.
fn read_castling(text: &str, setup: &mut Setup) -> Result<(), FenError> {
    if text == "-" {
        return Ok(());
    }
    let wrong = |expected: &str| FenError::syntax(FenField::Castling, text, expected);
    for c in text.chars() {
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let king = king_file(setup, color);
        let (side, rook) = match c.to_ascii_lowercase() {
            'k' => (CastlingSide::KingSide, outermost_rook(setup, color, CastlingSide::KingSide)),
            'q' => (CastlingSide::QueenSide, outermost_rook(setup, color, CastlingSide::QueenSide)),
            letter => {
                let file = File::from_char(letter)
                    .ok_or_else(|| wrong("-, or letters of KQkq, or files of castling rooks like HAha"))?;
                setup.castling_mode = CastlingMode::Chess960;
                let side = if file > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
                (side, file)
            }
        };
        if setup.castling_rights.rook_file(color, side).is_some() {
            return Err(wrong("each castling right only once"));
        }
        setup.castling_rights.set(color, side, Some(rook));
        if king != File::E || !matches!(rook, File::A | File::H) {
            setup.castling_mode = CastlingMode::Chess960;
        }
    }
    Ok(())
}

/// The file of the king on its back rank. If it is not there, the e-file; the check of the setup then reports
/// the error.
fn king_file(setup: &Setup, color: Color) -> File {
    let king = Some(Piece::new(color, Role::King));
    File::ALL
        .into_iter()
        .find(|file| setup.piece_at(Square::from_coords(*file, color.back_rank())) == king)
        .unwrap_or(File::E)
}

/// The file of the outermost rook on that side of the king. If there is none, the corner's file; the check of
/// the setup then reports the error.
pub(super) fn outermost_rook(setup: &Setup, color: Color, side: CastlingSide) -> File {
    let rook = Some(Piece::new(color, Role::Rook));
    let is_rook = |file: &File| setup.piece_at(Square::from_coords(*file, color.back_rank())) == rook;
    let king = king_file(setup, color);
    match side {
        CastlingSide::KingSide => {
            File::ALL.into_iter().rev().take_while(|file| *file > king).find(is_rook).unwrap_or(File::H)
        }
        CastlingSide::QueenSide => {
            File::ALL.into_iter().take_while(|file| *file < king).find(is_rook).unwrap_or(File::A)
        }
    }
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match (text, text.parse()) {
        ("-", _) => Ok(None),
        (_, Ok(square)) => Ok(Some(square)),
        (_, Err(_)) => Err(FenError::syntax(FenField::EnPassant, text, "- or a square like e3")),
    }
}

fn read_number(field: FenField, text: &str) -> Result<u16, FenError> {
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits_only => Ok(number),
        _ => Err(FenError::syntax(field, text, "a number from 0 to 65535")),
    }
}
