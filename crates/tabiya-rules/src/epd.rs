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

/// A position and operations about it, in one line (PGN standard, section 16.2).
///
/// The four fields of the position are those of FEN. Each operation is an opcode with its operands, ended by
/// `;`. The operands of the standard's opcodes are:
///
/// | opcodes | operands |
/// |---|---|
/// | `am` `bm` | moves in SAN, each in the position: avoid, best |
/// | `pm` `sm` | one move in SAN: predicted, supplied |
/// | `pv` | a line of moves in SAN, one after the other |
/// | `acd` `acn` `acs` `ce` `dm` `fmvn` `hmvc` `rc` `tcgs` | an integer |
/// | all others, known (`c0`-`c9`, `eco`, `id`, `nic`, `noop`, `resign`, `draw_*`, `tcri`, `tcsi`, `v0`-`v9`) or not | texts in quotes and words, kept as they are |
///
/// The reader is lenient. It reads SAN as [`parse_san`](crate::parse_san) does, an operand that should be a
/// number but is not (`ce +M3`) as a word, a line without the last `;`, and the two counters of a FEN before
/// the first opcode, which become `hmvc` and `fmvn`.
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
    /// Text that is written in quotes. Quotes and line ends inside it can't be written; apostrophes and
    /// spaces replace them.
    Text(String),
    /// Text that is written without quotes. If it is not a word (empty, or with spaces, `;` or quotes), it is
    /// written in quotes.
    Word(String),
    /// A number.
    Integer(i64),
    /// A move that is legal in the position, or, in a `pv`, in the position that the moves before it lead to.
    Move(Move),
}

impl Epd {
    /// A position without operations, except that counters other than 0 and 1 become `hmvc` and `fmvn`.
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

    /// The position. Its counters are those of the operations `hmvc` and `fmvn`.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The operations in their order.
    #[must_use]
    pub fn operations(&self) -> &[EpdOperation] {
        &self.operations
    }

    /// The first operation with this opcode.
    #[must_use]
    pub fn operation(&self, opcode: &str) -> Option<&EpdOperation> {
        self.operations.iter().find(|operation| operation.opcode == opcode)
    }

    /// The moves of the first operation with this opcode, for example `bm`, `am` or `pv`. Empty if there is
    /// none.
    #[must_use]
    pub fn moves(&self, opcode: &str) -> Vec<Move> {
        let operands = self.operation(opcode).map_or(&[][..], EpdOperation::operands);
        operands
            .iter()
            .filter_map(|operand| if let EpdOperand::Move(mv) = operand { Some(*mv) } else { None })
            .collect()
    }

    /// The first operand of the operation as text, for example of `id` or `c0`.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.operation(opcode)?.operands.first()? {
            EpdOperand::Text(text) | EpdOperand::Word(text) => Some(text),
            EpdOperand::Integer(_) | EpdOperand::Move(_) => None,
        }
    }

    /// The first operand of the operation as a number, for example of `acd` or `ce`.
    #[must_use]
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        match self.operation(opcode)?.operands.first()? {
            EpdOperand::Integer(number) => Some(*number),
            EpdOperand::Text(text) | EpdOperand::Word(text) => text.parse().ok(),
            EpdOperand::Move(_) => None,
        }
    }

    /// Adds an operation. It replaces the first one with the same opcode.
    ///
    /// Returns false and changes nothing if the opcode is not valid (a letter, then letters, digits and `_`,
    /// at most 15 characters), if a move is not legal in the position where the opcode plays it, or if `hmvc`
    /// or `fmvn` has no number that fits a position.
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

    /// Removes all operations with this opcode. The position keeps its counters.
    pub fn remove(&mut self, opcode: &str) {
        self.operations.retain(|operation| operation.opcode != opcode);
    }

    /// The position with the counters that such an operation gives it; `None` if the operation is not valid.
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
    /// The operation's name, for example `bm`.
    #[must_use]
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The operation's operands.
    #[must_use]
    pub fn operands(&self) -> &[EpdOperand] {
        &self.operands
    }
}

/// The kind of operands that an opcode has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Moves, each legal in the position.
    Moves,
    /// Moves that are played one after the other.
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

/// Whether the text is a letter, then letters, digits and underscores, at most 15 characters in all.
fn is_opcode(text: &str) -> bool {
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    begins && text.len() <= 15 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The position with the counter that an operation sets; `None` if its number does not fit.
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
