// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading EPD.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::{Epd, EpdError, EpdOperand, EpdOperation, EpdProblem, Kind, is_opcode, kind, with_counter};
use crate::fen::{FenError, FenField, shorten};
use crate::position::Position;
use crate::san::parse_san;
use crate::setup::Validity;

impl Epd {
    /// Parses a line. Its position is checked as strictly as `validity` says.
    ///
    /// ```
    /// use tabiya_rules::{Epd, Validity};
    ///
    /// let error = Epd::parse("4k3/8/8/8/8/8/8/4K3 w - - bm Ke2 Qd2;", Validity::Playable).unwrap_err();
    /// assert_eq!(error.column, 34);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "column 34: expected a move for bm, found \"Qd2\": There is no such white queen."
    /// );
    /// ```
    ///
    /// # Errors
    /// The first error and its column.
    pub fn parse(text: &str, validity: Validity) -> Result<Epd, EpdError> {
        let mut line = Line { text, at: 0 };
        let position = read_position(&mut line, validity)?;
        let mut epd = Epd::new(position);
        while let Some(operation) = read_operation(&mut line, &mut epd.position)? {
            epd.operations.push(operation);
        }
        Ok(epd)
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(text: &str) -> Result<Epd, EpdError> {
        Epd::parse(text, Validity::Playable)
    }
}

/// The text, and how many bytes of it were consumed.
struct Line<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Line<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Consumes the text up to the next space, `;` or quote.
    fn word(&mut self) -> &'a str {
        self.skip_spaces();
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ';' | '"')).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.rest().starts_with(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    fn error<T>(&self, at: usize, problem: EpdProblem) -> Result<T, EpdError> {
        Err(EpdError { column: self.text[..at].chars().count() + 1, problem })
    }
}

/// Reads the four fields of the position, and the two counters if they follow.
fn read_position(line: &mut Line<'_>, validity: Validity) -> Result<Position, EpdError> {
    let mut fen = String::new();
    let mut starts = Vec::with_capacity(4);
    for field in FenField::ALL.into_iter().take(4) {
        let text = line.word();
        if text.is_empty() {
            return line.error(line.at, EpdProblem::Position(FenError::Missing { field }));
        }
        starts.push(line.at - text.len());
        fen.push_str(text);
        fen.push(' ');
    }
    for _ in 0..2 {
        let before = line.at;
        let counter = line.word();
        if counter.is_empty() || !counter.bytes().all(|byte| byte.is_ascii_digit()) {
            line.at = before;
            break;
        }
        fen.push_str(counter);
        fen.push(' ');
    }
    Position::from_fen_with(&fen, validity).or_else(|error| {
        let field = match &error {
            FenError::Syntax { field, .. } | FenError::Missing { field } => *field,
            FenError::TooLong { .. } | FenError::Setup(_) => FenField::Board,
        };
        let i = FenField::ALL.iter().position(|other| *other == field).unwrap_or(0);
        line.error(starts.get(i).copied().unwrap_or(line.at), EpdProblem::Position(error))
    })
}

/// Reads the next operation; `None` at the end of the line. The operations `hmvc` and `fmvn` also set the
/// counters of `position`.
fn read_operation(line: &mut Line<'_>, position: &mut Position) -> Result<Option<EpdOperation>, EpdError> {
    line.skip_spaces();
    while line.take(';') {
        line.skip_spaces();
    }
    if line.rest().is_empty() {
        return Ok(None);
    }
    let start = line.at;
    let opcode = line.word();
    if !is_opcode(opcode) {
        let found = if opcode.is_empty() { "\"" } else { opcode };
        return line.error(start, EpdProblem::Opcode { found: shorten(found) });
    }
    let operands = read_operands(line, opcode, *position)?;
    match with_counter(position, opcode, &operands) {
        Some(changed) => *position = changed,
        None => return line.error(start, EpdProblem::Counter { opcode: opcode.to_owned() }),
    }
    Ok(Some(EpdOperation { opcode: opcode.to_owned(), operands }))
}

/// Reads all operands up to the `;`.
fn read_operands(
    line: &mut Line<'_>,
    opcode: &str,
    mut position: Position,
) -> Result<Vec<EpdOperand>, EpdError> {
    let mut operands = Vec::new();
    loop {
        line.skip_spaces();
        if line.rest().is_empty() || line.take(';') {
            return Ok(operands);
        }
        let start = line.at;
        if line.take('"') {
            let rest = line.rest();
            let Some(end) = rest.find('"') else { return line.error(start, EpdProblem::OpenText) };
            line.at += end + 1;
            operands.push(EpdOperand::Text(rest[..end].to_string()));
            continue;
        }
        let word = line.word();
        operands.push(match kind(opcode) {
            Kind::Moves | Kind::Line => match parse_san(&position, word) {
                Ok(mv) => {
                    if kind(opcode) == Kind::Line {
                        position.play(mv);
                    }
                    EpdOperand::Move(mv)
                }
                Err(error) => {
                    let (opcode, found) = (opcode.to_owned(), shorten(word));
                    return line.error(start, EpdProblem::Move { opcode, found, error });
                }
            },
            Kind::Integer => {
                number(word).map_or_else(|| EpdOperand::Word(word.to_owned()), EpdOperand::Integer)
            }
            Kind::Other => EpdOperand::Word(word.to_owned()),
        });
    }
}

fn number(word: &str) -> Option<i64> {
    word.parse().ok()
}
