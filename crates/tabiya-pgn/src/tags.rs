// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tag pairs: `[Name "value"]`, one on each line (section 8.1).

use core::fmt::{self, Write};

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
