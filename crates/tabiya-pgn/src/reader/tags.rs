// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading tag pairs (PGN standard, section 8.1): `[Name "value"]`.

use super::scan::{is_space, is_tag_name, value_end};
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource};
use crate::{PgnProblem, PgnText, PgnVisitor};

/// A tag pair in the window.
struct Tag<'a> {
    name: &'a str,
    value: PgnText<'a>,
    /// Behind the bracket.
    end: usize,
}

/// Why there is none.
enum NoTag {
    /// The window ends before it does.
    Cut,
    /// Wrong there.
    Wrong(usize, PgnProblem),
}

impl<S: PgnSource> PgnReader<S> {
    /// Tells all tags and stops before the movetext. False if there were none.
    pub(super) fn tags<V: PgnVisitor>(&mut self, visitor: &mut V) -> Result<bool, PgnProblem> {
        let mut any = false;
        loop {
            self.hold(PGN_MAX_TOKEN)?;
            match self.source.bytes().get(self.pos) {
                Some(byte) if is_space(*byte) => self.pos += 1,
                Some(b'%') if self.at_line_start() => self.skip_line()?,
                Some(b'[') => {
                    any = true;
                    self.tag(visitor)?;
                }
                Some(_) | None => return Ok(any),
            }
        }
    }

    fn tag<V: PgnVisitor>(&mut self, visitor: &mut V) -> Result<(), PgnProblem> {
        loop {
            match parse(self.source.bytes(), self.pos, self.source.is_complete()) {
                Ok(tag) => {
                    visitor.tag(tag.name, tag.value)?;
                    self.pos = tag.end;
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

/// Reads the tag that begins with the bracket at `start`.
fn parse(bytes: &[u8], start: usize, complete: bool) -> Result<Tag<'_>, NoTag> {
    // The byte at an index; at the end of an incomplete window more is needed.
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
                // Only a quote or another backslash is taken along; the end of the line is not.
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
    })
}
