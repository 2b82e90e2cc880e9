// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records what a reader reports of each game, one line for each.

use std::io::Read;

use tabiya_pgn::{
    PgnOddity, PgnProblem, PgnReader, PgnResult, PgnSource, PgnStart, PgnText, PgnVisitor, Then,
};
use tabiya_rules::{Position, San};

/// Plays the main line and records it.
#[derive(Default)]
pub(crate) struct Scribe {
    /// Whether deviations are refused.
    strict: bool,
    start: PgnStart,
    position: Position,
    line: String,
}

impl Scribe {
    pub(crate) fn strict() -> Scribe {
        Scribe { strict: true, ..Scribe::default() }
    }
}

impl PgnVisitor for Scribe {
    type Game = String;

    fn begin_game(&mut self) {
        *self = Scribe { strict: self.strict, ..Scribe::default() };
    }

    fn tag(&mut self, name: &str, value: PgnText<'_>) -> Result<(), PgnProblem> {
        self.start.tag(name, value)?;
        if matches!(name, "White" | "Black") {
            self.line += &format!("{name}={value} ");
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Result<Then, PgnProblem> {
        self.position = self.start.position();
        Ok(Then::Read)
    }

    fn san(&mut self, san: San) -> Result<(), PgnProblem> {
        let mv = san.to_move(&self.position)?;
        self.line += &format!("{} ", San::of(&self.position, mv));
        self.position.play(mv);
        Ok(())
    }

    fn null_move(&mut self) -> Result<(), PgnProblem> {
        self.position = self.position.after_null_move().ok_or(PgnProblem::NullMove)?;
        self.line += "-- ";
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnProblem> {
        self.line += &format!("${nag} ");
        Ok(())
    }

    fn comment(&mut self, text: PgnText<'_>) -> Result<(), PgnProblem> {
        self.line += &format!("{:?} ", text.to_str());
        Ok(())
    }

    fn odd(&mut self, oddity: PgnOddity) -> Result<(), PgnProblem> {
        if self.strict { Err(oddity.into()) } else { Ok(()) }
    }

    fn result(&mut self, result: Option<PgnResult>) -> Result<(), PgnProblem> {
        let word = result.map_or("without result".to_owned(), |result| result.to_string());
        self.line += &word;
        Ok(())
    }

    fn end_game(&mut self) -> String {
        std::mem::take(&mut self.line)
    }
}

/// One line for each game or its fault, with the first deviation at the end.
pub(crate) fn told<S: PgnSource>(mut reader: PgnReader<S>, strict: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut scribe = if strict { Scribe::strict() } else { Scribe::default() };
    while let Some(game) = reader.read_game(&mut scribe) {
        let mut line = match game {
            Ok(line) => format!("game {}: {line}", reader.games()),
            Err(fault) => fault.to_string(),
        };
        if let Some(odd) = reader.first_oddity() {
            let more = match reader.oddities() {
                1 => String::new(),
                all => format!(" (and {} more)", all - 1),
            };
            line += &format!(" -- odd at {}:{}: {}{more}", odd.line, odd.column, odd.problem);
        }
        lines.push(line);
    }
    lines
}

/// Returns its bytes a few at a time.
pub(crate) struct Drip<'a>(pub(crate) &'a [u8], pub(crate) usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let len = self.1.min(self.0.len()).min(buffer.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.0 = &self.0[len..];
        Ok(len)
    }
}
