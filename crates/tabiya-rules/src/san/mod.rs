// SPDX-License-Identifier: MIT OR Apache-2.0
//! Standard algebraic notation: `Nf3`, `exd8=Q#`, `O-O` (PGN standard, section 8.2.3).
//!
//! Written in the standard's export format: the minimum that distinguishes the move, with `+` and `#`. Read
//! strictly (only the export format) or leniently; [`parse_san`] has the table.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod decode;
mod error;
mod lenient;
mod resolve;
mod token;
mod write;

pub use error::SanError;
pub use token::{San, SanMark};

use crate::bitboard::Bitboard;
use crate::chess_move::Move;
use crate::explain::{Context, Reason};
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;
use crate::uci::Attempt;
use token::What;

/// A legal move in SAN.
///
/// ```
/// use tabiya_rules::{Position, parse_san, san};
///
/// let position = Position::start();
/// let mv = parse_san(&position, "Ng1-f3").unwrap();
/// assert_eq!(san(&position, mv), "Nf3");
/// ```
#[must_use]
pub fn san(position: &Position, mv: Move) -> String {
    San::of(position, mv).to_string()
}

/// Parses a text in SAN leniently as a legal move. [`parse_san_strict`] accepts only the export format.
///
/// | | strict | here |
/// |---|---|---|
/// | `Nf3`, `exd5`, `e8=Q+`, `O-O`, `Nbd2` | yes | yes |
/// | a missing or wrong `+` or `#`; `++`, `†`, `‡` | no | yes |
/// | a missing `x` (`Nd5`, `ed5`), an unnecessary one (`Nxf3`); `:`, `×` or `X` instead of `x` | no | yes |
/// | more of the origin than necessary (`Ngf3`, `Ng1f3`, `e2e4`, `Ng1-f3`, `e7xd8=Q`) | no | yes |
/// | `e8Q`, `e8q`, `e8(Q)`, `e8/Q` | no | yes |
/// | `0-0`, `o-o`, `0-0-0` | no | yes |
/// | `Pe4`, `♘f3`, `♞f3` | no | yes |
/// | only squares: `g1f3`, `g1-f3`, `e7e8q`; for castling `e1g1`, `Ke1-g1` | no | yes |
/// | `exd6 e.p.`, `exd6e.p.`, `exd6ep` | no | yes |
/// | `Nf3!`, `Nf3?!` | no | yes |
/// | `Nd2` if two knights can go there | no | no: [`SanError::Ambiguous`] |
/// | `c4` for `dxc4`: a pawn that captures must name its file | no | no |
/// | `bc4` for the bishop: a small `b` is the file, other small letters are no pieces | no | no |
/// | `e8` without a piece if the pawn promotes | no | no |
/// | `Kg1` for castling | no | no |
/// | `P@e4`: a drop, as in Crazyhouse | no | no: [`SanError::Drop`] |
///
/// # Errors
/// [`SanError::Syntax`] if the text is not SAN, whatever the position. Else the error says why no move fits,
/// or that several do.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    text.parse::<San>()?.to_move(position)
}

/// Parses a text in SAN that must be spelt exactly as PGN's export format writes the move.
///
/// # Errors
/// As of [`parse_san`]. [`SanError::NotExportFormat`], with the correct spelling, if only the spelling is
/// wrong.
///
/// ```
/// use tabiya_rules::{Position, parse_san_strict};
///
/// assert!(parse_san_strict(&Position::start(), "Nf3").is_ok());
/// let error = parse_san_strict(&Position::start(), "Ngf3").unwrap_err();
/// assert_eq!(error.to_string(), "expected Nf3, found \"Ngf3\"");
/// ```
pub fn parse_san_strict(position: &Position, text: &str) -> Result<Move, SanError> {
    let mv = parse_san(position, text)?;
    let expected = San::of(position, mv);
    if expected.to_string() == text {
        Ok(mv)
    } else {
        Err(SanError::NotExportFormat { found: text.into(), expected })
    }
}

impl San {
    /// The only legal move that this can mean.
    ///
    /// Ignores the check mark and the `x`.
    ///
    /// # Errors
    /// Why no move fits, or that several do; never [`SanError::Syntax`].
    #[inline]
    pub fn to_move(self, position: &Position) -> Result<Move, SanError> {
        match self.find(position) {
            Some(mv) => Ok(mv),
            None => self.explain(position),
        }
    }

    /// Searches again, slowly, to find the reasons.
    #[cold]
    fn explain(self, position: &Position) -> Result<Move, SanError> {
        let context = Context::of_position(position);
        match self.what {
            What::Castling(side) => context.resolve_castling(side).map_err(SanError::Illegal),
            What::Squares => self.squares(position),
            What::Piece(role) => match self.both_squares() {
                // The text may mean castling, written as the king's move with both squares: `Ke1-g1`.
                Some((from, to)) if role == Role::King && position.role_at(from) == Some(role) => {
                    Ok(Attempt { from, to, promotion: self.promotion }.to_move(position)?)
                }
                _ => choose(position, context, self, role),
            },
        }
    }
}

/// Finds the only piece that can go there, or says why there is none.
fn choose(position: &Position, context: Context<'_>, san: San, role: Role) -> Result<Move, SanError> {
    let San { to, promotion, .. } = san;
    let mut legal = Vec::new();
    let mut illegal = Vec::new();
    for from in candidates(position, san, role) {
        match context.resolve_plain(Attempt { from, to, promotion }) {
            Ok(mv) => legal.push(mv),
            Err(reason) => illegal.push((from, reason)),
        }
    }
    match (legal.as_slice(), illegal.as_slice()) {
        ([mv], _) => return Ok(*mv),
        ([_, _, ..], _) => return Err(SanError::Ambiguous { role, to, candidates: legal }),
        ([], [(_, reason)]) => return Err(SanError::Illegal(reason.clone())),
        ([], _) => {}
    }
    let mut near = illegal.iter().filter(|(_, reason)| !cannot_be_meant(reason));
    match (near.next(), near.next()) {
        (Some((_, reason)), None) => Err(SanError::Illegal(reason.clone())),
        _ => Err(SanError::NoCandidate { color: position.turn(), role, to, candidates: illegal }),
    }
}

/// The own pieces of this kind on the file and rank that the text names. For a pawn's move without capture,
/// the pawns on the target's file; for a capture, the others.
fn candidates(position: &Position, san: San, role: Role) -> Bitboard {
    let mut set = position.by_color(position.turn()) & position.by_role(role);
    if let Some(file) = san.from_file() {
        set &= file.into();
    }
    if let Some(rank) = san.from_rank() {
        set &= rank.into();
    }
    match (role, san.captures, san.from_file()) {
        (Role::Pawn, false, None) => set & san.to.file().into(),
        (Role::Pawn, true, _) => set & !Bitboard::file(san.to.file()),
        _ => set,
    }
}

/// Whether the piece can't be meant, because it could not go there even on an empty board.
fn cannot_be_meant(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::DoesNotMoveSo { .. } | Reason::PawnBackwards { .. } | Reason::AlreadyThere { .. }
    )
}

/// The from-squares of these moves, for messages.
fn squares(moves: &[Move]) -> Vec<Square> {
    moves.iter().map(|mv| mv.from()).collect()
}
