// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tag pairs: `[Name "value"]`, one a line (section 8.1).

use core::fmt::{self, Write};

/// Whether a tag may be called that.
pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Writes a pair. Quotes and backslashes are escaped; a control character, which no string token may hold, becomes a
/// space.
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
