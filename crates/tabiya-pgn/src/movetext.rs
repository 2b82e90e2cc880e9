// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing moves and what stands between them (section 8.2), in lines that fit a letter of 1994.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::mem;

use super::{PgnCommand, PgnGame, PgnResult};
use tabiya_rules::Color;
use tabiya_rules::Move;
use tabiya_rules::Position;
use tabiya_rules::San;

/// Characters in a line, at most; lines break only where a space would be.
const LINE: usize = 79;

/// Writes all moves and the result.
pub(super) fn write(f: &mut fmt::Formatter<'_>, game: &PgnGame<'_>) -> fmt::Result {
    let mut movetext = Movetext::new(f);
    let mut position = *game.history.start();
    for (ply, mv) in game.history.moves().iter().enumerate() {
        movetext.mv(&position, *mv)?;
        if let Some(left) = game.clocks.get(ply).copied().flatten() {
            movetext.comment(&PgnCommand::Clock(left).to_string())?;
        }
        position = position.after(*mv);
    }
    movetext.result(game.result)
}

/// Puts moves, comments and variations into lines.
pub(super) struct Movetext<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// Characters in the last line so far.
    used: usize,
    /// The last word. It is held back, because a parenthesis may have to stick to it.
    word: String,
    /// Whether the word is an opening parenthesis that waits for a move.
    open: bool,
    /// Whether Black's next move needs its number: at the start and after whatever is no move.
    needs_number: bool,
}

impl<'a, 'f> Movetext<'a, 'f> {
    pub(super) fn new(f: &'a mut fmt::Formatter<'f>) -> Movetext<'a, 'f> {
        Movetext { f, used: 0, word: String::new(), open: false, needs_number: true }
    }

    /// A legal move, with its number where one belongs.
    pub(super) fn mv(&mut self, position: &Position, mv: Move) -> fmt::Result {
        self.number(position)?;
        self.word(&San::of(position, mv).to_string())
    }

    /// `--`, which most programs write and read for a null move.
    pub(super) fn null_move(&mut self, position: &Position) -> fmt::Result {
        self.number(position)?;
        self.word("--")
    }

    /// The number of the move that comes next.
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

    /// A comment without line ends. One that holds a closing brace goes to the end of its line, however long that is.
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
            // No line begins with what could be taken for a tag or an escape, and a command is not torn apart.
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

    /// The last word, and the end of the line.
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
