// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tag pairs: `[Name "value"]`, one on each line (section 8.1).

use core::fmt::{self, Write};

use tabiya_rules::{Position, Variant};

/// Whether this is a valid tag name.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Writes a tag pair. Quotes and backslashes are escaped. A control character becomes a space, because string
/// tokens can't contain it.
pub(super) fn write(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() => f.write_char(' ')?,
            c => f.write_char(c)?,
        }
    }
    writeln!(f, "\"]")
}

/// Writes by which rules the game is played and where it begins. Standard chess needs no name, and a start needs no FEN
/// where every reader knows it from the variant.
pub(super) fn write_start(f: &mut fmt::Formatter<'_>, start: &Position) -> fmt::Result {
    let variant = start.variant();
    if variant != Variant::Standard {
        write(f, "Variant", variant.pgn_name())?;
    }
    if variant.fixed_start() != Some(*start) {
        write(f, "SetUp", "1")?;
        write(f, "FEN", &start.to_fen())?;
    }
    Ok(())
}
