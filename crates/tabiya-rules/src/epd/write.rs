// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing EPD.

use alloc::string::String;
use core::fmt;

use super::{Epd, EpdOperand, Kind, kind};
use crate::san::san;

/// The line, without a line break.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.position.to_fen();
        for (i, field) in fen.split(' ').take(4).enumerate() {
            write!(f, "{}{field}", if i == 0 { "" } else { " " })?;
        }
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            let mut position = self.position;
            for operand in &operation.operands {
                match operand {
                    EpdOperand::Text(text) => write_text(f, text)?,
                    EpdOperand::Word(word) if is_word(word) => write!(f, " {word}")?,
                    EpdOperand::Word(word) => write_text(f, word)?,
                    EpdOperand::Integer(number) => write!(f, " {number}")?,
                    EpdOperand::Move(mv) => {
                        write!(f, " {}", san(&position, *mv))?;
                        if kind(&operation.opcode) == Kind::Line {
                            position.play(*mv);
                        }
                    }
                }
            }
            f.write_str(";")?;
        }
        Ok(())
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control() || matches!(c, ';' | '"'))
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let tame = |c| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    write!(f, " \"{}\"", text.chars().map(tame).collect::<String>())
}
