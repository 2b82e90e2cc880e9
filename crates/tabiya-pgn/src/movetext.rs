// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes moves, comments and variations (section 8.2) in short lines.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::mem;

use super::{PgnCommand, PgnGame, PgnResult};
use tabiya_rules::Color;
use tabiya_rules::Move;
use tabiya_rules::Position;
use tabiya_rules::San;

/// The maximum length of a line in characters. Lines are broken only at spaces.
const LINE: usize = 79;

/// Writes all moves and the result.
pub(super) fn write(f: &mut fmt::Formatter<'_>, game: &PgnGame<'_>) -> fmt::Result {
    let mut movetext = Movetext::new(f);
    let mut position = *game.history.start();
    let mut comments = game.comments;
    movetext.comments(&mut comments, 0)?;
    for (ply, mv) in game.history.moves().iter().enumerate() {
        movetext.mv(&position, *mv)?;
        if let Some(left) = game.clocks.get(ply).copied().flatten() {
            movetext.comment(&PgnCommand::Clock(left).to_string())?;
        }
        movetext.comments(&mut comments, ply + 1)?;
        position = position.after(*mv);
    }
    movetext.result(game.result)
}

/// Arranges moves, comments and variations in lines.
pub(super) struct Movetext<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// The length of the current line in characters.
    used: usize,
    /// The last word. It is held back, because a parenthesis may have to follow it without a space.
    word: String,
    /// Whether the word is an opening parenthesis that waits for a move.
    open: bool,
    /// Whether Black's next move needs its number: at the start, and after everything but a move.
    needs_number: bool,
}

impl<'a, 'f> Movetext<'a, 'f> {
    pub(super) fn new(f: &'a mut fmt::Formatter<'f>) -> Movetext<'a, 'f> {
        Movetext { f, used: 0, word: String::new(), open: false, needs_number: true }
    }

    /// Writes a legal move, with its number if it needs one.
    pub(super) fn mv(&mut self, position: &Position, mv: Move) -> fmt::Result {
        self.number(position)?;
        self.word(&San::of(position, mv).to_string())
    }

    /// Writes a null move as `--`, the form that most programs write and read.
    pub(super) fn null_move(&mut self, position: &Position) -> fmt::Result {
        self.number(position)?;
        self.word("--")
    }

    /// Writes the number of the next move if it needs one.
    fn number(&mut self, position: &Position) -> fmt::Result {
        let number = position.fullmove_number();
        match position.turn() {
            Color::White => self.word(&format!("{number}."))?,
            Color::Black if self.needs_number => self.word(&format!("{number}..."))?,
            Color::Black => {}
        }
        self.needs_number = false;
        Ok(())
    }

    pub(super) fn nag(&mut self, nag: u8) -> fmt::Result {
        self.word(&format!("${nag}"))
    }

    /// Writes a comment without line breaks in its text. If it contains a closing brace, it is written as a
    /// comment to the end of the line, however long it is.
    pub(super) fn comment(&mut self, text: &str) -> fmt::Result {
        self.needs_number = true;
        if text.contains('}') {
            self.flush()?;
            if self.used > 0 {
                writeln!(self.f)?;
            }
            self.used = 0;
            return writeln!(self.f, ";{text}");
        }
        let mut unit = String::from("{");
        let mut inside_command = false;
        for (i, word) in text.split(' ').enumerate() {
            // No line may begin with what could be read as a tag or an escape, and commands are not broken.
            let sticks = i == 0 || inside_command || word.is_empty() || word.starts_with(['[', '%', ';']);
            if !sticks {
                self.word(&mem::take(&mut unit))?;
            } else if i > 0 {
                unit.push(' ');
            }
            unit.push_str(word);
            inside_command = (inside_command || word.starts_with("[%")) && !word.ends_with(']');
        }
        unit.push('}');
        self.word(&unit)
    }

    /// Writes those comments that stand behind so many half-moves, and takes them from the list.
    fn comments(&mut self, left: &mut &[(usize, &str)], ply: usize) -> fmt::Result {
        while let Some(((place, text), rest)) = left.split_first()
            && *place == ply
        {
            self.comment(text)?;
            *left = rest;
        }
        Ok(())
    }

    pub(super) fn open(&mut self) -> fmt::Result {
        self.word("(")?;
        self.open = true;
        self.needs_number = true;
        Ok(())
    }

    pub(super) fn close(&mut self) {
        self.word.push(')');
        self.open = false;
        self.needs_number = true;
    }

    /// Writes the last word and the result.
    pub(super) fn result(mut self, result: PgnResult) -> fmt::Result {
        self.word(&result.to_string())?;
        self.flush()?;
        writeln!(self.f)
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        if !mem::take(&mut self.open) {
            self.flush()?;
        }
        self.word.push_str(word);
        Ok(())
    }

    fn flush(&mut self) -> fmt::Result {
        let len = self.word.chars().count();
        if len == 0 {
            return Ok(());
        }
        if self.used > 0 && self.used + 1 + len > LINE {
            writeln!(self.f)?;
            self.used = 0;
        } else if self.used > 0 {
            write!(self.f, " ")?;
            self.used += 1;
        }
        self.used += len;
        self.f.write_str(&mem::take(&mut self.word))
    }
}
