// SPDX-License-Identifier: MIT OR Apache-2.0
//! What single bytes and whole lines look like.

use memchr::{memchr2, memchr3, memrchr2};

/// What a byte in the movetext begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Space,
    Digit,
    /// A move, or a word that is none.
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

/// Whether a word ends before that byte.
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

/// The bytes from there on as a word, the first one lowest, and how many of them come before the first space; at least one,
/// or `None`.
#[inline(always)]
pub(super) fn word_to_space(bytes: &[u8], pos: usize) -> Option<(u64, u32)> {
    let word = load(bytes, pos)?;
    cut(word, below(word, 0x21))
}

/// The same up to a space, `!`, `?` or a parenthesis, which costs more.
#[inline]
pub(super) fn word_to_sign(bytes: &[u8], pos: usize) -> Option<(u64, u32)> {
    let word = load(bytes, pos)?;
    let question_mark = below(word ^ (0x3F * ONES), 1);
    let parenthesis = below((word ^ (0x28 * ONES)) & (0xFE * ONES), 1);
    cut(word, below(word, 0x22) | question_mark | parenthesis)
}

/// How long a move number and its dot are: `7.`, `12.`, `123.`; 0 if it is something else or longer.
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

fn load(bytes: &[u8], pos: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(pos..pos + 8)?.try_into().ok()?))
}

/// Marks the bytes below a bound, which is at most 0x80. Such a byte borrows from its top bit, and perhaps from the next: what is
/// marked above the first one may be wrong.
fn below(word: u64, bound: u64) -> u64 {
    word.wrapping_sub(bound * ONES) & !word & (0x80 * ONES)
}

/// A word up to the first marked byte.
fn cut(word: u64, marks: u64) -> Option<(u64, u32)> {
    let bits = marks.trailing_zeros() & !7;
    if marks == 0 || bits == 0 { None } else { Some((word & ((1 << bits) - 1), bits / 8)) }
}

/// How a comment ends that begins before `from`.
pub(super) enum CommentEnd {
    /// With the brace there.
    Brace(usize),
    /// Not before a line there that is a tag pair: nobody closed it.
    TagLine,
    /// Not in these bytes.
    None,
}

#[inline]
pub(super) fn comment_end(bytes: &[u8], from: usize) -> CommentEnd {
    match memchr2(b'}', b'\n', &bytes[from..]) {
        Some(at) if bytes[from + at] == b'}' => CommentEnd::Brace(from + at),
        Some(_) | None => long_comment_end(bytes, from),
    }
}

/// The same for a comment of several lines.
#[inline(never)]
fn long_comment_end(bytes: &[u8], mut from: usize) -> CommentEnd {
    while let Some(at) = memchr3(b'}', b'\n', b'\r', &bytes[from..]) {
        let at = from + at;
        if bytes[at] == b'}' {
            return CommentEnd::Brace(at);
        }
        from = at + 1;
        if is_tag_line(&bytes[from..]) {
            return CommentEnd::TagLine;
        }
    }
    CommentEnd::None
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

/// Whether this begins like a tag pair: a bracket, a name, a quote.
pub(super) fn is_tag_line(line: &[u8]) -> bool {
    let Some((b'[', rest)) = line.split_first() else { return false };
    let name = rest.iter().take_while(|byte| is_tag_name(**byte)).count();
    let spaces = rest[name..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    name > 0 && name <= super::PGN_MAX_TOKEN && rest.get(name + spaces) == Some(&b'"')
}

/// Whether a line goes on with a game's tags, be they as broken as they may.
pub(super) fn looks_like_tag(line: &[u8]) -> bool {
    line.first() == Some(&b'[') && line.get(1).is_some_and(u8::is_ascii_alphabetic)
}

/// Where the next game begins in these bytes, at `from` or later: at a tag pair that begins a line and follows no other tag.
///
/// It is for cutting a file into pieces that are read side by side. What it finds is a boundary for [`PgnReader`] too,
/// which takes no comment for closed that holds such a line.
///
/// ```
/// let text = b"[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n[Site \"?\"]\n\n*\n";
/// assert_eq!(tabiya_pgn::find_pgn_game_start(text, 0), Some(0));
/// assert_eq!(tabiya_pgn::find_pgn_game_start(text, 1), Some(22));
/// assert_eq!(tabiya_pgn::find_pgn_game_start(text, 23), None);
/// ```
///
/// [`PgnReader`]: crate::PgnReader
#[must_use]
pub fn find_pgn_game_start(bytes: &[u8], from: usize) -> Option<usize> {
    let from = from.min(bytes.len());
    let mut line = memrchr2(b'\n', b'\r', &bytes[..from]).map_or(0, |at| at + 1);
    let mut follows_tag = line > 0 && follows_a_tag(&bytes[..line]);
    loop {
        let rest = &bytes[line..];
        if line >= from && !follows_tag && is_tag_line(rest) {
            return Some(line);
        }
        let end = line_end(rest)?;
        if rest[..end].iter().any(|byte| !is_space(*byte)) {
            follows_tag = looks_like_tag(rest);
        }
        line += end + 1;
    }
}

/// Whether the last line that is not blank is a tag.
fn follows_a_tag(before: &[u8]) -> bool {
    let Some(end) = before.iter().rposition(|byte| !is_space(*byte)) else { return false };
    let start = memrchr2(b'\n', b'\r', &before[..end]).map_or(0, |at| at + 1);
    looks_like_tag(&before[start..])
}
