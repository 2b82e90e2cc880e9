// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads tag pairs (PGN standard, section 8.1): `[Name "value"]`.

use alloc::vec::Vec;

use super::ahead::Ahead;
use super::names::{FIRST_TAG, PLACES, known_in_any_case, known_name};
use super::scan::{is_space, is_tag_name, line_end, tag_line_name, value_end, white_len};
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource};
use crate::effort::{find, run, steps};
use crate::{PgnOddity, PgnProblem, PgnText, PgnVisitor};

/// The tags behind a blank line are looked at in so many bytes, whether a game had one of them already.
const BLOCK: usize = 64 * PGN_MAX_TOKEN;

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
    /// Reports all tags. Stops before the movetext, or before the next game's tags.
    pub(super) fn tags<V: PgnVisitor>(&mut self, visitor: &mut V) -> Result<(), PgnProblem> {
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
                        return Ok(());
                    }
                    self.tag(visitor)?;
                    line_ends = Some(0);
                }
                Some(_) | None => return Ok(()),
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
        let Some(name) = tag_line_name(&self.source.bytes()[self.pos..]) else { return Ok(false) };
        if line_ends > 2 || self.seen.is_next_games(name) {
            return Ok(true);
        }
        self.hold(BLOCK)?;
        let rest = &self.source.bytes()[self.pos..];
        let mut block = &rest[..rest.len().min(BLOCK)];
        // The tags without a blank line between them are one game's.
        while let Some(end) = line_end(block) {
            steps(1);
            let end = if block[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 };
            block = &block[end..];
            match tag_line_name(block) {
                Some(name) if self.seen.has(name) => return Ok(true),
                Some(_) => {}
                None => break,
            }
        }
        Ok(false)
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
                    let mut other_case = false;
                    if !tag.name.is_empty() {
                        self.seen.add(tag.name.as_bytes());
                        // A name that programs look for is told as they write it.
                        let known =
                            known_in_any_case(tag.name.as_bytes()).map_or(tag.name, |(known, _)| known);
                        other_case = known != tag.name;
                        visitor.tag(known, tag.value)?;
                    }
                    if let Some(oddity) = oddity {
                        self.odd(visitor, oddity)?;
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

/// The tags that a game has had, as far as they are remembered: those of names that most files use, and
/// the first one of the others.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// The places of the known names.
    known: [bool; PLACES],
    /// The first name that is no known one.
    first: Vec<u8>,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { known: [false; PLACES], first: Vec::new() }
    }
}

impl Seen {
    pub(super) fn clear(&mut self) {
        self.known = [false; PLACES];
        self.first.clear();
    }

    pub(super) fn add(&mut self, name: &[u8]) {
        match known_in_any_case(name) {
            Some((_, place)) => self.known[place] = true,
            None => self.add_unknown(name),
        }
    }

    #[inline]
    fn add_unknown(&mut self, name: &[u8]) {
        if self.first.is_empty() {
            self.first.extend(name);
        }
    }

    /// Whether a tag that follows one blank line begins the next game: it is the Event, or this game had it already. A game
    /// may have only tags.
    fn is_next_games(&self, name: &[u8]) -> bool {
        self.has(name) || known_in_any_case(name).is_some_and(|(known, _)| known == FIRST_TAG)
    }

    /// Whether this game had the tag, as far as it is remembered.
    fn has(&self, name: &[u8]) -> bool {
        match known_in_any_case(name) {
            Some((_, place)) => self.known[place],
            None => self.first == name,
        }
    }
}

/// The name and the value of the tag whose bracket is at `start`, if it is written as programs write it: `[Name "value"]`,
/// without escapes. The name is remembered. `None` for any other text, which [`parse`] may
/// still read, and for names in another case than the usual one.
#[inline(always)]
fn plain<'a>(bytes: &'a [u8], start: usize, seen: &mut Seen) -> Option<(&'a str, &'a [u8])> {
    let text = &bytes[start + 1..];
    let name = match known_name(text) {
        Some((name, place)) => {
            seen.known[place] = true;
            name
        }
        None => {
            let name = any_name(text).filter(|name| known_in_any_case(name.as_bytes()).is_none())?;
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
    let expected =
        |at: usize, expected| Err(NoTag::Wrong(at, super::movetext::unexpected(bytes, at, expected)));

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
    let name_len = run(&line[name_start..], is_tag_name);
    let name = &line[name_start..name_start + name_len];
    let from = blanks(name_start + name_len);
    let cut = !matches!(line.get(name_start + name_len), None | Some(b' ' | b'\t' | b'"' | b']'));
    let name = if cut { &line[..0] } else { name };
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
                (&value[..quote], from + 2 + bracket, PgnOddity::UnescapedQuote)
            }
            // The text after the second quote may be moves.
            (None, Some(quote)) => (&value[..quote], from + 2 + quote, PgnOddity::UnclosedTag),
            (None, None) => (value.strip_suffix(b"]").unwrap_or(value), line.len(), PgnOddity::UnclosedTag),
        }
    };
    steps(value.len());
    let value = value.trim_ascii_end();
    let value = if oddity == PgnOddity::TagWithoutQuotes { without_quotes(value) } else { value };
    Ok(Tag {
        name: core::str::from_utf8(name).unwrap_or_default(),
        value: PgnText::value(value, value.contains(&b'\\')),
        end: start + end,
        oddity: Some(oddity),
    })
}

/// A value without the quotes of typography around it: “ and ”, « and » and others, in UTF-8 or as Windows has them.
fn without_quotes(value: &[u8]) -> &[u8] {
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
    let open = QUOTES.iter().find(|quote| value.starts_with(quote));
    let Some(inner) = open.and_then(|quote| value.strip_prefix(*quote)) else { return value };
    let close = QUOTES.iter().find(|quote| inner.ends_with(quote));
    close.and_then(|quote| inner.strip_suffix(*quote)).unwrap_or(inner)
}
