// SPDX-License-Identifier: MIT OR Apache-2.0
//! The moves with their numbers and clocks (section 8.2), in lines that fit a letter of 1994.

use alloc::format;
use alloc::string::ToString;
use core::fmt;

use super::{PgnCommand, PgnGame};
use crate::color::Color;
use crate::san::san;

/// Characters in a line, at most; lines break only where a space would be.
const LINE: usize = 79;

/// Writes all moves and the result.
pub(super) fn write(f: &mut fmt::Formatter<'_>, game: &PgnGame<'_>) -> fmt::Result {
    let history = game.history;
    let mut lines = Lines { f, used: 0 };
    let mut position = *history.start();
    let mut after_comment = false;
    for (ply, mv) in history.moves().iter().enumerate() {
        let number = history.fullmove_number_at(ply);
        match position.turn() {
            Color::White => lines.token(&format!("{number}."))?,
            Color::Black if ply == 0 || after_comment => lines.token(&format!("{number}..."))?,
            Color::Black => {}
        }
        lines.token(&san(&position, *mv))?;
        let clock = game.clocks.get(ply).copied().flatten();
        if let Some(left) = clock {
            lines.token(&format!("{{{}}}", PgnCommand::Clock(left)))?;
        }
        after_comment = clock.is_some();
        position = position.after(*mv);
    }
    lines.token(&game.result.to_string())?;
    writeln!(f)
}

/// Puts tokens into lines.
struct Lines<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    /// Characters in the last line so far.
    used: usize,
}

impl Lines<'_, '_> {
    fn token(&mut self, token: &str) -> fmt::Result {
        if self.used > 0 && self.used + 1 + token.len() > LINE {
            writeln!(self.f)?;
            self.used = 0;
        } else if self.used > 0 {
            write!(self.f, " ")?;
            self.used += 1;
        }
        // Numbers, SAN and clocks are ASCII.
        self.used += token.len();
        write!(self.f, "{token}")
    }
}
