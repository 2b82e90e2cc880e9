// SPDX-License-Identifier: MIT OR Apache-2.0
//! Classifies bytes and lines.

use memchr::{memchr, memchr2, memchr3, memrchr2};

use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN};

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
    match bytes.get(pos..pos + 4) {
        Some([b'0'..=b'9', b'.', ..]) => 2,
        Some([b'0'..=b'9', b'0'..=b'9', b'.', _]) => 3,
        Some([b'0'..=b'9', b'0'..=b'9', b'0'..=b'9', b'.']) => 4,
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

/// How a comment that began before `from` ends.
pub(super) enum CommentEnd {
    /// At the brace at this index.
    Brace(usize),
    /// Its closing brace is missing: the next game's tags begin before another comment does.
    Never,
    /// Not within these bytes.
    None,
}

#[inline]
pub(super) fn comment_end(bytes: &[u8], from: usize) -> CommentEnd {
    match memchr3(b'}', b'\n', b'\r', &bytes[from..]) {
        Some(at) if bytes[from + at] == b'}' => CommentEnd::Brace(from + at),
        Some(_) | None => long_comment_end(bytes, from),
    }
}

/// The same for a comment of several lines.
///
/// If a line in it is a tag pair, it is either part of the comment or the next game's, and then the closing
/// brace is missing. The next brace decides: if it opens another comment, this one was never closed. Braces
/// in the tag's own line don't count.
#[inline(never)]
fn long_comment_end(bytes: &[u8], start: usize) -> CommentEnd {
    let mut from = start;
    while let Some(at) = memchr3(b'}', b'\n', b'\r', &bytes[from..]) {
        let at = from + at;
        if bytes[at] == b'}' {
            return CommentEnd::Brace(at);
        }
        from = at + 1;
        if is_tag_line(&bytes[from..]) {
            let longest = &bytes[from..bytes.len().min(start + PGN_MAX_TEXT)];
            return match deciding_brace(longest) {
                Some(brace) if longest[brace] == b'}' => CommentEnd::Brace(from + brace),
                None if bytes.len() < start + PGN_MAX_TEXT => CommentEnd::None,
                Some(_) | None => CommentEnd::Never,
            };
        }
    }
    CommentEnd::None
}

/// The first brace of a text that begins with a tag's line. A brace that opens in such a line is passed: it is part of the
/// value, or of what is quoted.
pub(super) fn deciding_brace(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let brace = from + memchr2(b'{', b'}', &text[from..])?;
        let line = memrchr2(b'\n', b'\r', &text[..brace]).map_or(0, |end| end + 1);
        if text[brace] == b'}' || !is_tag_line(&text[line..brace]) {
            return Some(brace);
        }
        let end = line_end(&text[brace..]).map_or(text.len(), |end| brace + end);
        if let Some(close) = memchr(b'}', &text[brace..end]) {
            return Some(brace + close);
        }
        from = end;
    }
}

/// The first line end, if there is one.
pub(super) fn line_end(bytes: &[u8]) -> Option<usize> {
    memchr2(b'\n', b'\r', bytes)
}

/// The first quote, backslash or line feed.
pub(super) fn value_end(bytes: &[u8]) -> Option<usize> {
    memchr3(b'"', b'\\', b'\n', bytes)
}

pub(super) const fn is_tag_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b'#' | b'=' | b':')
}

/// A line without spaces and byte order marks at its start.
pub(super) fn without_indent(mut line: &[u8]) -> &[u8] {
    loop {
        line = match line {
            [b' ' | b'\t', rest @ ..] | [0xEF, 0xBB, 0xBF, rest @ ..] => rest,
            _ => return line,
        }
    }
}

/// A text without blank lines, spaces and byte order marks at its start.
pub(super) fn without_blanks(mut text: &[u8]) -> &[u8] {
    loop {
        text = match text {
            [byte, rest @ ..] if is_space(*byte) => rest,
            [0xEF, 0xBB, 0xBF, rest @ ..] => rest,
            _ => return text,
        }
    }
}

/// The tag's name, if a line begins like a tag pair: a bracket, a name, a quote.
pub(super) fn tag_line_name(line: &[u8]) -> Option<&[u8]> {
    let blanks = |text: &[u8]| text.iter().take(64).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let (b'[', rest) = without_indent(line).split_first()? else { return None };
    let rest = &rest[blanks(rest)..];
    let len = rest.iter().take(PGN_MAX_TOKEN + 1).take_while(|byte| is_tag_name(**byte)).count();
    let (name, rest) = rest.split_at(len);
    let quoted = rest.get(blanks(rest)) == Some(&b'"');
    (quoted && len > 0 && len <= PGN_MAX_TOKEN).then_some(name)
}

pub(super) fn is_tag_line(line: &[u8]) -> bool {
    tag_line_name(line).is_some()
}

/// Whether a tag line begins a game although tags came directly before it, this number of blank lines ago. A
/// game may have only tags.
pub(super) fn is_next_games_tag(blank_lines: usize, name: &[u8]) -> bool {
    blank_lines >= 2 || blank_lines == 1 && name == b"Event"
}
