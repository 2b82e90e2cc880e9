// SPDX-License-Identifier: MIT OR Apache-2.0
//! Classifies bytes, and finds where words and lines begin and end.

use super::PGN_MAX_TOKEN;
use super::unicode::{blank_len, char_len, dash_len, dots_len, space_len};
use crate::effort::{find, find_last2, find2, find3, run, steps};

/// What a byte begins in the movetext.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    Digit,
    /// A move or another word.
    Letter,
    /// Evaluations like `+-`, and `--`.
    Sign,
    Dot,
    OpenBrace,
    Semicolon,
    OpenParenthesis,
    CloseParenthesis,
    Dollar,
    Glyph,
    Star,
    OpenBracket,
    Percent,
    Wrong,
}

pub(super) static CLASSES: [Class; 256] = {
    let mut table = [Class::Wrong; 256];
    let mut i = 0;
    while i < 256 {
        table[i] = match i as u8 {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => Class::Space,
            b'0'..=b'9' => Class::Digit,
            // Figurines and ½ begin with a byte above ASCII.
            b'A'..=b'Z' | b'a'..=b'z' | b'@' | 0x80.. => Class::Letter,
            b'+' | b'-' | b'=' | b'/' => Class::Sign,
            b'.' => Class::Dot,
            b'{' => Class::OpenBrace,
            b';' => Class::Semicolon,
            b'(' => Class::OpenParenthesis,
            b')' => Class::CloseParenthesis,
            b'$' => Class::Dollar,
            b'!' | b'?' => Class::Glyph,
            b'*' => Class::Star,
            b'[' => Class::OpenBracket,
            b'%' => Class::Percent,
            _ => Class::Wrong,
        };
        i += 1;
    }
    table
};

/// Whether a word ends before this byte.
pub(super) const fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\r'
            | b'\n'
            | 0x0B
            | 0x0C
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'['
            | b']'
            | b';'
            | b'$'
            | b'!'
            | b'?'
            | b'.'
            | b'*'
            | b'<'
            | b'>'
            | b'"'
    )
}

pub(super) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C)
}

/// The length of the word at the start of a text, or `most` or a little more if it is longer. Blanks and dots beyond ASCII
/// end it, too.
pub(super) fn word_len(text: &[u8], most: usize) -> usize {
    let mut len = 0;
    while len < most.min(text.len()) {
        if text[len] < 0x80 {
            if ends_word(text[len]) {
                break;
            }
            len += 1;
        } else if blank_len(&text[len..]) > 0 || dots_len(&text[len..]) > 0 {
            break;
        } else {
            len += char_len(&text[len..]);
        }
    }
    steps(len + 1);
    len
}

/// Whether this byte has no meaning where it directly follows a move.
pub(super) const fn is_stray(byte: u8) -> bool {
    matches!(byte, b',' | b':' | b'\'' | b'`' | b'_' | b'|' | 0x80..)
}

/// Whether a result or castling may end before this text.
pub(super) fn ends_here(text: &[u8]) -> bool {
    match text {
        [] => true,
        [byte, ..] => ends_word(*byte) || is_stray(*byte) && dash_len(text) == 0 || byte.is_ascii_control(),
    }
}

/// The first eight bytes as a word, the first byte lowest.
#[inline(always)]
pub(super) fn first_bytes(bytes: &[u8; 16]) -> u64 {
    u128::from_le_bytes(*bytes) as u64
}

/// A word up to its first space, and its length. `None` if it is empty or does not fit.
#[inline(always)]
pub(super) fn word_to_space(word: u64) -> Option<(u64, u32)> {
    cut(word, below(word, 0x21))
}

/// The word from `pos` to a space, `!`, `?` or a parenthesis, the first byte lowest, and its length.
#[inline]
pub(super) fn word_to_sign(bytes: &[u8], pos: usize) -> Option<(u64, u32)> {
    let word = u64::from_le_bytes(*bytes.get(pos..)?.first_chunk()?);
    let question_mark = below(word ^ (0x3F * ONES), 1);
    let parenthesis = below((word ^ (0x28 * ONES)) & (0xFE * ONES), 1);
    cut(word, below(word, 0x22) | question_mark | parenthesis)
}

/// The length of a move number with its dot: `7.`, `12.`, `123.`. 0 for anything else and for longer numbers.
#[inline(always)]
pub(super) fn number_len(bytes: &[u8], pos: usize) -> usize {
    match &bytes[pos..] {
        [b'0'..=b'9', b'.', ..] => 2,
        [b'0'..=b'9', b'0'..=b'9', b'.', ..] => 3,
        [b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'.', ..] => 4,
        _ => 0,
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// Marks the bytes below a bound of at most 0x80. Such a byte borrows from its top bit, and perhaps from the
/// next byte, so marks above the first one may be wrong.
fn below(word: u64, bound: u64) -> u64 {
    word.wrapping_sub(bound * ONES) & !word & (0x80 * ONES)
}

/// The word up to the first marked byte.
fn cut(word: u64, marks: u64) -> Option<(u64, u32)> {
    let bits = marks.trailing_zeros() & !7;
    if marks == 0 || bits == 0 { None } else { Some((word & ((1 << bits) - 1), bits / 8)) }
}

/// The length of a comment's text, if it ends in the first 24 bytes without a line end or other control character. It begins
/// after its brace.
#[inline(always)]
pub(super) fn short_comment_end(text: &[u8]) -> Option<usize> {
    const CLOSING_BRACE: u64 = b'}' as u64 * ONES;
    let text: &[u8; 24] = text.first_chunk()?;
    let mut at = 0;
    while at < 24 {
        let word = u64::from_le_bytes(*text[at..].first_chunk()?);
        let marks = below(word ^ CLOSING_BRACE, 1) | below(word, 0x20);
        if marks != 0 {
            let len = at + (marks.trailing_zeros() / 8) as usize;
            return (text[len] == b'}').then_some(len);
        }
        at += 8;
    }
    None
}

/// The first brace of `text[from..]` that says whether a comment is open in the tag's line at `line`, which is not behind
/// `from`. A brace that opens in a tag's line is passed: it is part of the value, or of what is quoted.
pub(super) fn deciding_brace(text: &[u8], line: usize, mut from: usize) -> Option<usize> {
    loop {
        let brace = from + find2(b'{', b'}', &text[from..])?;
        if text[brace] == b'}' {
            return Some(brace);
        }
        let line = find_last2(b'\n', b'\r', &text[line..brace]).map_or(line, |end| line + end + 1);
        if !is_tag_line(&text[line..brace]) {
            return Some(brace);
        }
        let end = line_end(&text[brace..]).map_or(text.len(), |end| brace + end);
        if let Some(close) = find(b'}', &text[brace..end]) {
            return Some(brace + close);
        }
        from = end;
    }
}

/// The first line end, if there is one.
pub(super) fn line_end(bytes: &[u8]) -> Option<usize> {
    find2(b'\n', b'\r', bytes)
}

/// The first quote, backslash or line feed.
pub(super) fn value_end(bytes: &[u8]) -> Option<usize> {
    find3(b'"', b'\\', b'\n', bytes)
}

pub(super) const fn is_tag_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'#' | b'=' | b':')
}

/// Bytes from a line's beginning on that say whether it is a tag's line.
pub(super) const TAG_LINE_LOOK_AHEAD: usize = 3 * PGN_MAX_TOKEN;

/// The length of the space or blank at the start of a text; 0 if there is none. Byte order marks and what else nobody
/// sees are blanks, too.
#[inline]
pub(super) fn white_len(text: &[u8]) -> usize {
    match text {
        [byte, ..] if is_space(*byte) => 1,
        text => space_len(text),
    }
}

/// A line without the blanks at its start, of which a tag's line has at most [`PGN_MAX_TOKEN`] bytes.
fn without_indent(line: &[u8]) -> &[u8] {
    let mut indent = 0;
    while indent < PGN_MAX_TOKEN && !matches!(line.get(indent), Some(b'\n' | b'\r' | 0x0B | 0x0C)) {
        match white_len(&line[indent..]) {
            0 => break,
            len => indent += len,
        }
    }
    steps(indent);
    &line[indent..]
}

/// A text without blank lines and blanks at its start.
#[inline]
pub(super) fn without_blanks(text: &[u8]) -> &[u8] {
    let text = &text[run(text, is_space)..];
    if text.first().is_some_and(|byte| *byte >= 0x80) { without_foreign_blanks(text) } else { text }
}

#[cold]
fn without_foreign_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        match white_len(text) {
            0 => return text,
            len => text = &text[len..],
        }
        steps(1);
    }
}

/// The tag's name, if a line begins like a tag pair: a bracket, a name, a quote.
pub(super) fn tag_line_name(line: &[u8]) -> Option<&[u8]> {
    let (name, rest) = name_in_bracket(line)?;
    (rest.get(blanks(rest)) == Some(&b'"')).then_some(name)
}

/// The same for a tag among other tags, which need not have quotes.
pub(super) fn loose_tag_name(line: &[u8]) -> Option<&[u8]> {
    let (name, rest) = name_in_bracket(line)?;
    rest.first()
        .is_none_or(|byte| matches!(byte, b'"' | b']') || is_space(*byte) || is_sign(*byte))
        .then_some(name)
}

pub(super) fn is_tag_line(line: &[u8]) -> bool {
    tag_line_name(line).is_some()
}

/// The name behind a line's bracket, and what follows it.
fn name_in_bracket(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let (b'[', rest) = without_indent(line).split_first()? else { return None };
    let rest = &rest[blanks(rest)..];
    let len = run(&rest[..rest.len().min(PGN_MAX_TOKEN + 1)], is_tag_name);
    (0 < len && len <= PGN_MAX_TOKEN).then(|| rest.split_at(len))
}

fn blanks(text: &[u8]) -> usize {
    run(&text[..text.len().min(64)], |byte| matches!(byte, b' ' | b'\t'))
}

/// Whether other formats write this sign between a name and its value.
pub(super) const fn is_sign(byte: u8) -> bool {
    matches!(byte, b':' | b'=' | b',' | b';' | b'.')
}
