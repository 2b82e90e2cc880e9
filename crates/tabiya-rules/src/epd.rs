// SPDX-License-Identifier: MIT OR Apache-2.0
//! EPD, the extended position description: a position and operations about it, in one line (PGN standard, section 16.2).
//!
//! ```text
//! 1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
//! ```

mod error;
mod read;
mod write;

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

pub use error::{EpdError, EpdProblem};

use crate::chess_move::Move;
use crate::position::Position;

/// A position and what is said of it, in one line (PGN standard, section 16.2).
///
/// The four fields of the position are FEN's. Each operation is an opcode and its operands, ended by `;`. What the operands of
/// the standard's opcodes are:
///
/// | opcodes | operands |
/// |---|---|
/// | `am` `bm` | moves in SAN, each in the position: avoid, best |
/// | `pm` `sm` | one move in SAN: predicted, supplied |
/// | `pv` | a line of moves in SAN, one after the other |
/// | `acd` `acn` `acs` `ce` `dm` `fmvn` `hmvc` `rc` `tcgs` | an integer |
/// | all others, known (`c0`-`c9`, `eco`, `id`, `nic`, `noop`, `resign`, `draw_*`, `tcri`, `tcsi`, `v0`-`v9`) or not | texts in quotes and words, kept as they are |
///
/// Read with patience: SAN as [`parse_san`](crate::parse_san) reads it, numbers that are none (`ce +M3`) as words, a missing last
/// `;`, and the two counters of a FEN before the first opcode, which become `hmvc` and `fmvn`.
///
/// ```
/// use tabiya_rules::{Epd, Move, Square};
///
/// let epd: Epd = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";".parse()?;
/// assert_eq!(epd.text("id"), Some("BK.01"));
/// assert_eq!(epd.moves("bm"), [Move::normal(Square::D6, Square::D1)]);
/// assert_eq!(epd.to_string(), "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";");
/// # Ok::<(), tabiya_rules::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Epd {
    position: Position,
    operations: Vec<EpdOperation>,
}

/// An opcode and its operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdOperation {
    opcode: String,
    operands: Vec<EpdOperand>,
}

/// One operand of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EpdOperand {
    /// Written in quotes. Quotes and ends of lines within it can't be written; apostrophes and spaces take their place.
    Text(String),
    /// Written without quotes. What is no word (empty, with spaces, `;` or quotes) is written as a text.
    Word(String),
    /// A number.
    Integer(i64),
    /// A legal move: of the position, or in a `pv` of the position that the moves before it lead to.
    Move(Move),
}

impl Epd {
    /// A position without operations, except that counters that are not 0 and 1 are told by `hmvc` and `fmvn`.
    #[must_use]
    pub fn new(position: Position) -> Epd {
        let mut epd = Epd { position, operations: Vec::new() };
        let counters = [("hmvc", position.halfmove_clock(), 0), ("fmvn", position.fullmove_number(), 1)];
        for (opcode, value, usual) in counters {
            if value != usual {
                epd.set(opcode, vec![EpdOperand::Integer(value.into())]);
            }
        }
        epd
    }

    /// The position. Its counters are those of `hmvc` and `fmvn`.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The operations in their order.
    #[must_use]
    pub fn operations(&self) -> &[EpdOperation] {
        &self.operations
    }

    /// The first operation with that opcode.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&EpdOperation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The moves of that operation, as `bm`, `am` and `pv` have them; none if there is no such operation.
    #[must_use]
    pub fn moves(&self, opcode: &str) -> Vec<Move> {
        let operands = self.operation(opcode).map_or(&[][..], EpdOperation::operands);
        operands
            .iter()
            .filter_map(|operand| if let EpdOperand::Move(mv) = operand { Some(*mv) } else { None })
            .collect()
    }

    /// The first operand of that operation as a text, as `id` and `c0` have it.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.operation(opcode)?.operands.first()? {
            EpdOperand::Text(text) | EpdOperand::Word(text) => Some(text),
            EpdOperand::Integer(_) | EpdOperand::Move(_) => None,
        }
    }

    /// The first operand of that operation as a number, as `acd` and `ce` have it.
    #[must_use]
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        match self.operation(opcode)?.operands.first()? {
            EpdOperand::Integer(number) => Some(*number),
            EpdOperand::Text(text) | EpdOperand::Word(text) => text.parse().ok(),
            EpdOperand::Move(_) => None,
        }
    }

    /// Adds an operation, in the place of the first one with that opcode if there is one.
    ///
    /// False, and nothing is changed, if the opcode is none (a letter, then letters, digits and `_`; at most 15), or if a
    /// move is not legal where the opcode wants it played, or `hmvc` or `fmvn` has no number that fits a position.
    ///
    /// ```
    /// use tabiya_rules::{Epd, EpdOperand, Move, Position, Square};
    ///
    /// let mut epd = Epd::new(Position::start());
    /// let moves = [(Square::E2, Square::E4), (Square::E7, Square::E5)];
    /// let line = moves.map(|(from, to)| EpdOperand::Move(Move::normal(from, to)));
    /// assert!(epd.set("pv", line.to_vec()));
    /// assert!(!epd.set("bm", line.to_vec()));
    /// assert!(epd.set("id", vec![EpdOperand::Text("the start".into())]));
    /// let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    /// assert_eq!(epd.to_string(), format!("{start} pv e4 e5; id \"the start\";"));
    /// ```
    pub fn set(&mut self, opcode: &str, operands: Vec<EpdOperand>) -> bool {
        let Some(position) = self.fitting_position(opcode, &operands) else { return false };
        self.position = position;
        let operation = EpdOperation { opcode: opcode.to_string(), operands };
        match self.operations.iter_mut().find(|other| other.opcode == operation.opcode) {
            Some(other) => *other = operation,
            None => self.operations.push(operation),
        }
        true
    }

    /// Takes away all operations with that opcode. The position keeps its counters.
    pub fn remove(&mut self, opcode: &str) {
        self.operations.retain(|operation| operation.opcode != opcode);
    }

    /// The position with the counters that such an operation gives it, if the operation is sound.
    fn fitting_position(&self, opcode: &str, operands: &[EpdOperand]) -> Option<Position> {
        if !is_opcode(opcode) {
            return None;
        }
        let mut position = self.position;
        for operand in operands {
            if let EpdOperand::Move(mv) = operand {
                if !position.is_legal(*mv) {
                    return None;
                }
                if kind(opcode) == Kind::Line {
                    position.play(*mv);
                }
            }
        }
        with_counter(&self.position, opcode, operands)
    }
}

impl EpdOperation {
    /// What it is about, like `bm`.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// What it says.
    #[must_use]
    pub fn operands(&self) -> &[EpdOperand] {
        &self.operands
    }
}

/// What an opcode's operands are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Moves, each in the position.
    Moves,
    /// Moves one after the other.
    Line,
    Integer,
    Other,
}

fn kind(opcode: &str) -> Kind {
    match opcode {
        "am" | "bm" | "pm" | "sm" => Kind::Moves,
        "pv" => Kind::Line,
        "acd" | "acn" | "acs" | "ce" | "dm" | "fmvn" | "hmvc" | "rc" | "tcgs" => Kind::Integer,
        _ => Kind::Other,
    }
}

/// A letter, then letters, digits and underscores, 15 at most.
fn is_opcode(text: &str) -> bool {
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    begins && text.len() <= 15 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The position with the counter that an operation names; `None` if its number does not fit.
fn with_counter(position: &Position, opcode: &str, operands: &[EpdOperand]) -> Option<Position> {
    if !matches!(opcode, "hmvc" | "fmvn") {
        return Some(*position);
    }
    let [EpdOperand::Integer(number)] = operands else { return None };
    let number = u16::try_from(*number).ok()?;
    let mut setup = position.to_setup();
    if opcode == "hmvc" {
        setup.halfmove_clock = number;
    } else {
        setup.fullmove_number = number;
    }
    let changed = Position::from_setup_with(&setup, crate::Validity::Unchecked).ok()?;
    (opcode == "hmvc" || number > 0).then_some(changed)
}
