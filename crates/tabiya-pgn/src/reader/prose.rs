// SPDX-License-Identifier: MIT OR Apache-2.0
//! Words between moves that can be none: what old books and some programs write without braces.

use super::PGN_MAX_TOKEN;
use super::next_game::begins_tags;
use super::scan::{ends_word, without_blanks};
use crate::effort::run;

/// Bytes that [`prose_end`] looks at.
pub(super) const PROSE_LOOK_AHEAD: usize = 3 * PGN_MAX_TOKEN;

/// Where prose ends that begins there: words that can't be moves, with full stops, and behind them a move number, a result,
/// the next game's tags or the end of the file. What stands directly before a move may belong to it, as in `Knight f3`.
pub(super) fn prose_end(bytes: &[u8], start: usize) -> Option<usize> {
    let longest = bytes.len().min(start + PGN_MAX_TOKEN);
    let mut end = start;
    loop {
        let text = &bytes[end..longest];
        let len = run(text, |byte| byte.is_ascii_alphabetic());
        let word = &text[..len];
        // "on" and "by", once it is prose.
        let small = end > start && matches!(word, [b'i'..=b'z', b'i'..=b'z'] | [b'b', b'y'] | [b'a', b't']);
        if !(small || is_prose(word)) || text.get(len).is_some_and(|byte| !ends_word(*byte)) {
            return None;
        }
        end += len;
        let rest = &bytes[end..longest];
        let rest = without_blanks(&rest[run(rest, |byte| byte == b'.')..]);
        match rest {
            [b'0'..=b'9' | b'*', ..] => return Some(end),
            [b'[', ..] if begins_tags(bytes, longest - rest.len()) => return Some(end),
            [] if longest == bytes.len() => return Some(end),
            rest => end = longest - rest.len(),
        }
    }
}

/// Whether a word can't be a move in any notation, however it is misspelt: at least three letters, and behind the first
/// not only files. No short capture as in `PxP` or `KtxN`, and no castling in words.
pub(super) fn is_prose(text: &[u8]) -> bool {
    let is_file = |byte: &u8| matches!(byte, b'a'..=b'h' | b'x' | b'o');
    text.len() >= 3
        && text.iter().skip(1).all(u8::is_ascii_lowercase)
        && !text.iter().skip(1).all(is_file)
        && !(text.len() <= 5 && text.contains(&b'x'))
        && !text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"castle"))
}
