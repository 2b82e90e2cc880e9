// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads tag pairs (PGN standard, section 8.1): `[Name "value"]`.

use super::ahead::Ahead;
use super::names::{known_in_any_case, known_name, without_sign};
use super::next_game::{BLOCK, Seen};
use super::scan::{is_sign, is_space, is_tag_line, is_tag_name, loose_tag_name, value_end, white_len};
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource};
use crate::effort::{find, run, steps};
use crate::{PgnOddity, PgnProblem, PgnText, PgnVisitor};

/// A tag pair in the window.
struct Tag<'a> {
    name: &'a str,
    value: PgnText<'a>,
    /// The index after the closing bracket.
    end: usize,
    /// The deviation from the standard, if there is one.
    oddity: Option<PgnOddity>,
}

/// Why no tag was read.
enum NoTag {
    /// The window ends before the tag does.
    Cut,
    /// The tag is invalid at this index.
    Wrong(usize, PgnProblem),
}

impl<S: PgnSource> PgnReader<S> {
    /// Reports all tags, up to the movetext. Returns false if the next game's tags come instead.
    pub(super) fn tags<V: PgnVisitor>(&mut self, visitor: &mut V) -> Result<bool, PgnProblem> {
        // The number of line ends since the last tag.
        let mut line_ends = None;
        loop {
            steps(1);
            self.hold(2 * PGN_MAX_TOKEN)?;
            let bytes = self.source.bytes();
            match bytes.get(self.pos) {
                Some(byte) if is_space(*byte) => {
                    line_ends = line_ends.map(|ends| ends + i32::from(self.is_line_end()));
                    self.pos += 1;
                }
                Some(0xEF) if bytes[self.pos..].starts_with(b"\xEF\xBB\xBF") => self.skip_mark(),
                Some(0x80..) if white_len(&bytes[self.pos..]) > 0 => {
                    self.pos += white_len(&bytes[self.pos..])
                }
                Some(b'%') if self.at_line_start() => {
                    line_ends = line_ends.map(|ends| ends - 1);
                    self.skip_line()?;
                }
                Some(b'[') => {
                    if let Some(ends) = line_ends
                        && self.begins_next_game(ends)?
                    {
                        return Ok(false);
                    }
                    self.tag(visitor)?;
                    line_ends = Some(0);
                }
                Some(_) | None => return Ok(true),
            }
        }
    }

    /// Whether a tag here, this number of line ends after the last one, belongs to the next game.
    pub(super) fn begins_next_game(&mut self, line_ends: i32) -> Result<bool, PgnProblem> {
        if line_ends <= 1 {
            return Ok(false);
        }
        self.begins_after_blank_lines(line_ends)
    }

    #[cold]
    fn begins_after_blank_lines(&mut self, line_ends: i32) -> Result<bool, PgnProblem> {
        self.hold(BLOCK)?;
        let text = &self.source.bytes()[self.pos..];
        // Without quotes, a name that nobody uses may be none.
        let is_certain =
            is_tag_line(text) || loose_tag_name(text).is_some_and(|name| known_in_any_case(name).is_some());
        Ok(line_ends > 2 && is_certain || self.seen.begin_next_game(text, loose_tag_name))
    }

    fn tag<V: PgnVisitor>(&mut self, visitor: &mut V) -> Result<(), PgnProblem> {
        loop {
            let (bytes, complete) = (self.source.bytes(), self.source.is_complete());
            if let Some((name, value)) = plain(bytes, self.pos, &mut self.seen) {
                let end = self.pos + "[".len() + name.len() + " \"".len() + value.len() + "\"]".len();
                visitor.tag(name, PgnText::value(value, false))?;
                self.pos = end;
                return Ok(());
            }
            let parsed = match parse(bytes, self.pos, complete) {
                Err(NoTag::Wrong(_, PgnProblem::Expected { .. })) => {
                    repair(bytes, self.pos, complete, &mut self.ahead)
                }
                parsed => parsed,
            };
            match parsed {
                Ok(tag) => {
                    let (end, oddity) = (tag.end, tag.oddity);
                    let (mut other_case, mut has_sign) = (false, false);
                    if !tag.name.is_empty() {
                        self.seen.add(tag.name.as_bytes());
                        let bare = &tag.name[..without_sign(tag.name.as_bytes()).len()];
                        has_sign = bare != tag.name;
                        // A name that programs look for is told as they write it.
                        let known = known_in_any_case(bare.as_bytes()).map_or(bare, |(known, _)| known);
                        other_case = known != bare;
                        visitor.tag(known, tag.value)?;
                    }
                    if let Some(oddity) = oddity {
                        self.odd(visitor, oddity)?;
                    }
                    if has_sign {
                        self.odd(visitor, PgnOddity::TagNameSign)?;
                    }
                    if other_case {
                        self.odd(visitor, PgnOddity::TagNameCase)?;
                    }
                    self.pos = end;
                    return Ok(());
                }
                Err(NoTag::Wrong(at, problem)) => {
                    self.pos = at;
                    return Err(problem);
                }
                Err(NoTag::Cut) => {
                    let held = self.source.bytes().len() - self.pos;
                    if held > PGN_MAX_TEXT {
                        return Err(PgnProblem::TooLong { what: "a tag's value", limit: PGN_MAX_TEXT });
                    }
                    self.hold(2 * held)?;
                }
            }
        }
    }
}

/// The name and the value of the tag whose bracket is at `start`, if it is written as programs write it: `[Name "value"]`,
/// without escapes. The name is remembered. `None` for any other text, which [`parse`] may
/// still read, and for names in another case than the usual one or with a sign behind them.
#[inline(always)]
fn plain<'a>(bytes: &'a [u8], start: usize, seen: &mut Seen) -> Option<(&'a str, &'a [u8])> {
    let text = &bytes[start + 1..];
    let name = match known_name(text) {
        Some((name, place)) => {
            seen.add_at(place);
            name
        }
        None => {
            let is_plain = |name: &&str| {
                known_in_any_case(name.as_bytes()).is_none()
                    && !name.as_bytes().last().is_some_and(|byte| is_sign(*byte))
            };
            let name = any_name(text).filter(is_plain)?;
            seen.add_unknown(name.as_bytes());
            name
        }
    };
    let text = text[name.len()..].strip_prefix(b" \"")?;
    let (value, text) = text.split_at(value_end(text)?);
    (text.starts_with(b"\"]") && value.len() < PGN_MAX_TEXT).then_some((name, value))
}

/// The name with which a text begins, if a byte follows that can't be in a name.
fn any_name(text: &[u8]) -> Option<&str> {
    let longest = &text[..text.len().min(PGN_MAX_TOKEN)];
    let len = run(longest, is_tag_name);
    (0 < len && len < longest.len()).then(|| core::str::from_utf8(&longest[..len]).ok())?
}

/// Reads the tag whose bracket is at `start`.
fn parse(bytes: &[u8], start: usize, complete: bool) -> Result<Tag<'_>, NoTag> {
    // The byte at an index. At the end of an incomplete window more bytes are needed.
    let peek = |at: usize| match bytes.get(at) {
        None if !complete => Err(NoTag::Cut),
        byte => Ok(byte.copied()),
    };
    let past_spaces = |mut at: usize| {
        loop {
            steps(1);
            if peek(at)?.is_some_and(|byte| byte >= 0x80) {
                peek(at + 2)?;
            }
            match bytes.get(at..).map_or(0, white_len) {
                0 => return Ok(at),
                len => at += len,
            }
        }
    };
    let expected = |at: usize, expected| Err(NoTag::Wrong(at, super::words::unexpected(bytes, at, expected)));

    let name_start = past_spaces(start + 1)?;
    let longest = &bytes[name_start..bytes.len().min(name_start + PGN_MAX_TOKEN + 1)];
    let name = run(longest, is_tag_name);
    let name_end = name_start + name;
    peek(name_end)?;
    if name > PGN_MAX_TOKEN {
        let problem = PgnProblem::TooLong { what: "a tag's name", limit: PGN_MAX_TOKEN };
        return Err(NoTag::Wrong(name_start, problem));
    }
    if name_end == name_start {
        return expected(name_start, "a tag's name");
    }
    let quote = past_spaces(name_end)?;
    if peek(quote)? != Some(b'"') {
        return expected(quote, "a quote before the tag's value");
    }
    let mut escaped = false;
    let mut end = quote + 1;
    loop {
        match value_end(&bytes[end..]) {
            None if complete => return expected(bytes.len(), "a quote after the tag's value"),
            None => return Err(NoTag::Cut),
            Some(more) => end += more,
        }
        match bytes[end] {
            b'"' => break,
            b'\\' => {
                escaped = true;
                // A backslash escapes only a quote or another backslash, not the line end.
                let next = peek(end + 1)?;
                end += if matches!(next, Some(b'"' | b'\\')) { 2 } else { 1 };
            }
            _ => return expected(end, "a quote after the tag's value"),
        }
    }
    if end - quote > PGN_MAX_TEXT {
        let problem = PgnProblem::TooLong { what: "a tag's value", limit: PGN_MAX_TEXT };
        return Err(NoTag::Wrong(quote, problem));
    }
    let bracket = past_spaces(end + 1)?;
    if peek(bracket)? != Some(b']') {
        return expected(bracket, "] after the tag's value, in which quotes are written \\\"");
    }
    Ok(Tag {
        name: core::str::from_utf8(&bytes[name_start..name_end]).unwrap_or_default(),
        value: PgnText::value(&bytes[quote + 1..end], escaped),
        end: bracket + 1,
        oddity: None,
    })
}

/// Reads an invalid tag as far as its line shows what is meant. A tag without a name gets an empty one.
#[cold]
fn repair<'a>(bytes: &'a [u8], start: usize, complete: bool, ahead: &mut Ahead) -> Result<Tag<'a>, NoTag> {
    let line_end = match ahead.line_end(bytes, start) {
        Some(end) => end,
        None if bytes.len() - start > PGN_MAX_TEXT => {
            let problem = PgnProblem::TooLong { what: "a tag's value", limit: PGN_MAX_TEXT };
            return Err(NoTag::Wrong(start, problem));
        }
        None if complete => bytes.len(),
        None => return Err(NoTag::Cut),
    };
    let line = &bytes[start..line_end];
    let blanks = |at: usize| at + run(&line[at..], is_space);
    let name_start = blanks(1);
    let mut name_end = name_start + run(&line[name_start..], is_tag_name);
    // "White=Anna".
    let sign = line[name_start..name_end].iter().position(|byte| is_sign(*byte));
    if let Some(sign) = sign
        && known_in_any_case(&line[name_start..name_start + sign]).is_some()
    {
        name_end = name_start + sign;
    }
    let name = &line[name_start..name_end];
    let cut =
        !line.get(name_end).is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'"' | b']') || is_sign(*byte));
    let name = if cut { &line[..0] } else { name };
    // A sign that other formats write before a value.
    let value_start = blanks(name_end);
    let from = blanks(value_start + run(&line[value_start..], is_sign));
    let has_sign = from > value_start;
    let (value, end, oddity) = if name.is_empty() {
        (&line[..0], find(b']', line).map_or(line.len(), |at| at + 1), PgnOddity::TagWithoutName)
    } else if line.get(from) != Some(&b'"') {
        match find(b']', &line[from..]) {
            Some(len) => (&line[from..from + len], from + len + 1, PgnOddity::TagWithoutQuotes),
            None => (&line[from..], line.len(), PgnOddity::UnclosedTag),
        }
    } else {
        let value = &line[from + 1..];
        let value_start = start + from + 1;
        let closing = ahead.closing_quote(bytes, value_start, line_end).map(|quote| quote - value_start);
        match (closing, find(b'"', value)) {
            (Some(quote), _) => {
                let bracket = quote + 1 + run(&value[quote + 1..], is_space);
                let alone = has_sign && !value[..quote].contains(&b'"');
                let oddity = if alone { PgnOddity::TagNameSign } else { PgnOddity::UnescapedQuote };
                (&value[..quote], from + 2 + bracket, oddity)
            }
            // The text after the second quote may be moves.
            (None, Some(quote)) => (&value[..quote], from + 2 + quote, PgnOddity::UnclosedTag),
            (None, None) => (value.strip_suffix(b"]").unwrap_or(value), line.len(), PgnOddity::UnclosedTag),
        }
    };
    steps(value.len());
    let value = value.trim_ascii_end();
    let value = match oddity {
        PgnOddity::TagWithoutQuotes => without_quotes(value),
        PgnOddity::UnclosedTag => without_closing_quote(value),
        _ => value,
    };
    Ok(Tag {
        name: core::str::from_utf8(name).unwrap_or_default(),
        value: PgnText::value(value, value.contains(&b'\\')),
        end: start + end,
        oddity: Some(oddity),
    })
}

/// The quotes of typography, in UTF-8 or as Windows has them: “ and ”, « and » and others.
const QUOTES: [&[u8]; 18] = [
    b"\xE2\x80\x9C",
    b"\xE2\x80\x9D",
    b"\xE2\x80\x9E",
    b"\xE2\x80\x9F",
    b"\xE2\x80\x98",
    b"\xE2\x80\x99",
    b"\xE2\x80\x9A",
    b"\xE2\x80\xB3",
    b"\xEF\xBC\x82",
    b"\xC2\xAB",
    b"\xC2\xBB",
    b"\xAB",
    b"\xBB",
    b"\x84",
    b"\x93",
    b"\x94",
    b"\"",
    b"'",
];

/// A value without the quotes of typography around it.
fn without_quotes(value: &[u8]) -> &[u8] {
    let open = QUOTES.iter().find(|quote| value.starts_with(quote));
    let Some(inner) = open.and_then(|quote| value.strip_prefix(*quote)) else { return value };
    without_closing_quote(inner)
}

fn without_closing_quote(value: &[u8]) -> &[u8] {
    let close = QUOTES.iter().find(|quote| value.ends_with(quote));
    close.and_then(|quote| value.strip_suffix(*quote)).unwrap_or(value)
}
