// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads tag pairs (PGN standard, section 8.1): `[Name "value"]`.

use memchr::{memchr, memchr_iter};

use super::names::known_name;
use super::scan::{is_next_games_tag, is_space, is_tag_name, line_end, tag_line_name, value_end};
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource};
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
    /// Reports all tags. Stops before the movetext, or before the next game's tags.
    pub(super) fn tags<V: PgnVisitor>(&mut self, visitor: &mut V) -> Result<(), PgnProblem> {
        // The number of line ends since the last tag.
        let mut line_ends = None;
        loop {
            self.hold(2 * PGN_MAX_TOKEN)?;
            let bytes = self.source.bytes();
            match bytes.get(self.pos) {
                Some(byte) if is_space(*byte) => {
                    line_ends = line_ends.map(|ends| ends + i32::from(self.is_line_end()));
                    self.pos += 1;
                }
                Some(0xEF) if bytes[self.pos..].starts_with(b"\xEF\xBB\xBF") => self.skip_mark(),
                Some(b'%') if self.at_line_start() => {
                    line_ends = line_ends.map(|ends| ends - 1);
                    self.skip_line()?;
                }
                Some(b'[') if line_ends.is_some_and(|ends| self.begins_next_game(ends)) => return Ok(()),
                Some(b'[') => {
                    self.tag(visitor)?;
                    line_ends = Some(0);
                }
                Some(_) | None => return Ok(()),
            }
        }
    }

    /// Whether a tag here, this number of line ends after the last one, belongs to the next game.
    pub(super) fn begins_next_game(&self, line_ends: i32) -> bool {
        let blank_lines = usize::try_from(line_ends - 1).unwrap_or(0);
        blank_lines > 0
            && tag_line_name(&self.source.bytes()[self.pos..])
                .is_some_and(|name| is_next_games_tag(blank_lines, name))
    }

    fn tag<V: PgnVisitor>(&mut self, visitor: &mut V) -> Result<(), PgnProblem> {
        loop {
            let (bytes, complete) = (self.source.bytes(), self.source.is_complete());
            if let Some((name, value)) = plain(bytes, self.pos) {
                let end = self.pos + "[".len() + name.len() + " \"".len() + value.len() + "\"]".len();
                visitor.tag(name, PgnText::value(value, false))?;
                self.pos = end;
                return Ok(());
            }
            let parsed = match parse(bytes, self.pos, complete) {
                Err(NoTag::Wrong(_, PgnProblem::Expected { .. })) => repair(bytes, self.pos, complete),
                parsed => parsed,
            };
            match parsed {
                Ok(tag) => {
                    let (end, oddity) = (tag.end, tag.oddity);
                    if !tag.name.is_empty() {
                        visitor.tag(tag.name, tag.value)?;
                    }
                    if let Some(oddity) = oddity {
                        self.odd(visitor, oddity)?;
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
/// without escapes. `None` for any other text, which [`parse`] may still read.
#[inline(always)]
fn plain(bytes: &[u8], start: usize) -> Option<(&str, &[u8])> {
    let text = &bytes[start + 1..];
    let name = match known_name(text) {
        Some(name) => name,
        None => any_name(text)?,
    };
    let text = text[name.len()..].strip_prefix(b" \"")?;
    let (value, text) = text.split_at(value_end(text)?);
    (text.starts_with(b"\"]") && value.len() < PGN_MAX_TEXT).then_some((name, value))
}

/// The name with which a text begins, if a byte follows that can't be in a name.
fn any_name(text: &[u8]) -> Option<&str> {
    let len = text.iter().take(PGN_MAX_TOKEN).position(|byte| !is_tag_name(*byte))?;
    core::str::from_utf8(&text[..len]).ok().filter(|name| !name.is_empty())
}

/// Reads the tag whose bracket is at `start`.
fn parse(bytes: &[u8], start: usize, complete: bool) -> Result<Tag<'_>, NoTag> {
    // The byte at an index. At the end of an incomplete window more bytes are needed.
    let peek = |at: usize| match bytes.get(at) {
        None if !complete => Err(NoTag::Cut),
        byte => Ok(byte.copied()),
    };
    let past_spaces = |mut at: usize| {
        while peek(at)?.is_some_and(is_space) {
            at += 1;
        }
        Ok(at)
    };
    let expected =
        |at: usize, expected| Err(NoTag::Wrong(at, super::movetext::unexpected(bytes, at, expected)));

    let name_start = past_spaces(start + 1)?;
    let longest = &bytes[name_start..bytes.len().min(name_start + PGN_MAX_TOKEN + 1)];
    let name = longest.iter().position(|byte| !is_tag_name(*byte)).unwrap_or(longest.len());
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
fn repair(bytes: &[u8], start: usize, complete: bool) -> Result<Tag<'_>, NoTag> {
    let line = match line_end(&bytes[start..]) {
        Some(len) => &bytes[start..start + len],
        None if complete => &bytes[start..],
        None => return Err(NoTag::Cut),
    };
    if line.len() > PGN_MAX_TEXT {
        let problem = PgnProblem::TooLong { what: "a tag's value", limit: PGN_MAX_TEXT };
        return Err(NoTag::Wrong(start, problem));
    }
    let blanks = |at: usize| at + line[at..].iter().take_while(|byte| is_space(**byte)).count();
    let name_start = blanks(1);
    let name_len = line[name_start..].iter().take_while(|byte| is_tag_name(**byte)).count();
    let name = &line[name_start..name_start + name_len];
    let from = blanks(name_start + name_len);
    let cut = !matches!(line.get(name_start + name_len), None | Some(b' ' | b'\t' | b'"' | b']'));
    let name = if cut { &line[..0] } else { name };
    let (value, end, oddity) = if name.is_empty() {
        (&line[..0], memchr(b']', line).map_or(line.len(), |at| at + 1), PgnOddity::TagWithoutName)
    } else if line.get(from) != Some(&b'"') {
        match memchr(b']', &line[from..]) {
            Some(len) => (&line[from..from + len], from + len + 1, PgnOddity::TagWithoutQuotes),
            None => (&line[from..], line.len(), PgnOddity::UnclosedTag),
        }
    } else {
        let value = &line[from + 1..];
        let quotes = || memchr_iter(b'"', value);
        let bracket =
            |quote: usize| quote + 1 + value[quote + 1..].iter().take_while(|byte| is_space(**byte)).count();
        let closing = quotes().find(|quote| value.get(bracket(*quote)) == Some(&b']'));
        match (closing, quotes().next()) {
            (Some(quote), _) => (&value[..quote], from + 2 + bracket(quote), PgnOddity::UnescapedQuote),
            // The text after the second quote may be moves.
            (None, Some(quote)) => (&value[..quote], from + 2 + quote, PgnOddity::UnclosedTag),
            (None, None) => (value.strip_suffix(b"]").unwrap_or(value), line.len(), PgnOddity::UnclosedTag),
        }
    };
    let value = value.trim_ascii_end();
    Ok(Tag {
        name: core::str::from_utf8(name).unwrap_or_default(),
        value: PgnText::value(value, value.contains(&b'\\')),
        end: start + end,
        oddity: Some(oddity),
    })
}
