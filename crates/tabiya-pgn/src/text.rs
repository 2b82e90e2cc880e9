// SPDX-License-Identifier: MIT OR Apache-2.0
//! Text as it is in a file: bytes in UTF-8 or, in old files, Latin-1.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use super::command::PgnCommands;

/// A tag's value or a comment in the reader's buffer. It is decoded only on request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PgnText<'a> {
    bytes: &'a [u8],
    /// Whether backslashes escape quotes and backslashes.
    escaped: bool,
}

impl<'a> PgnText<'a> {
    /// A comment's text, without its braces.
    #[inline]
    pub(super) const fn comment(bytes: &'a [u8]) -> PgnText<'a> {
        PgnText { bytes, escaped: false }
    }

    /// The text between a tag's quotes.
    pub(super) const fn value(bytes: &'a [u8], escaped: bool) -> PgnText<'a> {
        PgnText { bytes, escaped }
    }

    /// The bytes of the file, escapes included.
    #[must_use]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The text. If the bytes are not UTF-8, they are read as Latin-1, in which each byte is the character
    /// with that number.
    #[must_use]
    pub fn to_str(self) -> Cow<'a, str> {
        let text = match core::str::from_utf8(self.bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.bytes.iter().map(|byte| char::from(*byte)).collect()),
        };
        if self.escaped { Cow::Owned(unescaped(&text)) } else { text }
    }

    /// The commands in a comment, for example `[%clk 0:05:00]`.
    #[must_use]
    pub const fn commands(self) -> PgnCommands<'a> {
        PgnCommands::new(self.bytes)
    }
}

/// Removes the backslash from `\"` and `\\`. Before other characters a backslash is kept.
fn unescaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let escapes = c == '\\' && matches!(chars.peek(), Some('"' | '\\'));
        result.push(if escapes { chars.next().unwrap_or(c) } else { c });
    }
    result
}

impl fmt::Display for PgnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_str())
    }
}

impl fmt::Debug for PgnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PgnText({:?})", self.to_str())
    }
}
