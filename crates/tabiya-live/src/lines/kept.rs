// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lines as they are stored: a text with a line for each behind the version of this form.
//!
//! `if 4 e7e5 g1f3 | FEN` is a conditional line since event 4, `own e2e4 | FEN` a private one.

use std::fmt::Write;

use tabiya_rules::{Attempt, CastlingMode, Position};

use super::{Conditional, Line, Prepared};

const VERSION: &str = "1";

/// A stored text can't be read. Says where, and not what stands there: the operator's log gets it, and lines are their
/// owner's alone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of stored lines should be {expected}")]
pub struct KeptError {
    line: usize,
    expected: &'static str,
}

impl Prepared {
    /// As it is stored.
    pub fn write(&self) -> String {
        let mut text = format!("{VERSION}\n");
        let mut line = |first: String, line: &Line| {
            text.push_str(&first);
            for mv in &line.moves {
                // Writing to a String does not fail.
                let _ = write!(text, " {mv}");
            }
            let _ = writeln!(text, " | {}", line.start.to_fen());
        };
        for each in &self.conditional {
            line(format!("if {}", each.since), &each.line);
        }
        for each in &self.private {
            line("own".to_owned(), each);
        }
        text
    }

    /// What [`write`](Self::write) has written, in a game in which castling is written so.
    ///
    /// # Errors
    /// If the text is none of this form.
    pub fn read(text: &str, mode: CastlingMode) -> Result<Self, KeptError> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, first)| first != VERSION) {
            return Err(KeptError { line: 1, expected: "the version 1" });
        }
        let mut prepared = Self::default();
        for (number, text) in lines {
            let expected = "\"if\" with a number, or \"own\", moves, a bar and a FEN";
            match line(text, mode).ok_or(KeptError { line: number, expected })? {
                (Some(since), line) => prepared.conditional.push(Conditional { since, line }),
                (None, line) => prepared.private.push(line),
            }
        }
        Ok(prepared)
    }
}

fn line(text: &str, mode: CastlingMode) -> Option<(Option<u32>, Line)> {
    let (moves, fen) = text.split_once(" | ")?;
    let start = Position::from_fen(fen).ok()?.with_castling_mode(mode);
    let mut words = moves.split(' ');
    let since = match words.next()? {
        "if" => Some(words.next()?.parse().ok()?),
        "own" => None,
        _ => return None,
    };
    let moves: Option<Vec<Attempt>> = words.map(|word| word.parse().ok()).collect();
    Some((since, Line { start, moves: moves? }))
}
