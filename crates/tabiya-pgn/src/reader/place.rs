// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts lines and columns separately from reading: only when bytes leave the window or a fault needs its
//! position.

use crate::effort::steps;
use memchr::memmem;

/// A position in a file, and its index in the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) index: usize,
    /// The line's number, from 0.
    pub(super) line: u64,
    /// The number of characters before it in its line.
    pub(super) column: u64,
}

impl Place {
    pub(super) const START: Place = Place { index: 0, line: 0, column: 0 };

    /// The position of a later index.
    pub(super) fn advanced(mut self, bytes: &[u8], to: usize) -> Place {
        let to = to.clamp(self.index, bytes.len());
        let passed = &bytes[self.index..to];
        steps(passed.len());
        let next = bytes.get(to).copied();
        let line_ends = count_line_ends(passed, next);
        self.line += line_ends;
        let begun = if line_ends == 0 { 0 } else { line_start(passed, next) };
        self.column = if line_ends == 0 { self.column } else { 0 } + count_characters(&passed[begun..]);
        self.index = to;
        self
    }
}

/// The number of line ends: LF, or CR without LF after it.
fn count_line_ends(bytes: &[u8], next: Option<u8>) -> u64 {
    let (mut feeds, mut returns) = (0, 0);
    // The small sums let the compiler use SIMD instructions.
    for bytes in bytes.chunks(128) {
        let (feed, return_) = bytes.iter().fold((0u8, 0u8), |(feeds, returns), byte| {
            (feeds + u8::from(*byte == b'\n'), returns + u8::from(*byte == b'\r'))
        });
        feeds += u64::from(feed);
        returns += u64::from(return_);
    }
    if returns == 0 {
        return feeds;
    }
    let Some(&last) = bytes.last() else { return 0 };
    let both =
        memmem::find_iter(bytes, b"\r\n").count() as u64 + u64::from(last == b'\r' && next == Some(b'\n'));
    feeds + returns - both
}

fn is_line_end(byte: u8, next: Option<u8>) -> bool {
    byte == b'\n' || byte == b'\r' && next != Some(b'\n')
}

/// The start of the last line. There must be a line end.
fn line_start(bytes: &[u8], next: Option<u8>) -> usize {
    let end = |i: &usize| is_line_end(bytes[*i], bytes.get(i + 1).copied().or(next));
    (0..bytes.len()).rev().find(end).map_or(0, |i| i + 1)
}

/// The number of characters of UTF-8. An invalid byte counts as one character of Latin-1.
fn count_characters(bytes: &[u8]) -> u64 {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum::<usize>()
        as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &[u8], line: u64, column: u64) {
        // The text at once, and byte by byte.
        let place = Place::START.advanced(text, text.len());
        assert_eq!((place.line, place.column), (line, column), "{text:?}");
        let place = (0..=text.len()).fold(Place::START, |place, to| place.advanced(text, to));
        assert_eq!(place.line, line, "{text:?}");
    }

    #[test]
    fn lines_end_in_three_ways() {
        check(b"", 0, 0);
        check(b"one", 0, 3);
        check(b"one\ntwo\n", 2, 0);
        check(b"one\r\ntwo\r\n12", 2, 2);
        check(b"one\rtwo\r\r123", 3, 3);
        check("é\né♞".as_bytes(), 1, 2);
        check(b"caf\xE9\nM\xFCller ", 1, 7);
        check(&b"\n".repeat(1000), 1000, 0);
    }
}
