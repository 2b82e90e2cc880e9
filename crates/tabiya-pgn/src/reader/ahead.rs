// SPDX-License-Identifier: MIT OR Apache-2.0
//! Remembers what was found ahead of the current position, so that no part of the text is searched again and again.
//!
//! What decides about a broken tag or an unclosed comment may be far ahead: the line's end, the next brace. A text of
//! thousands of them would be searched to the same place from each. That is quadratic, so each such search goes through
//! [`Next`].

use super::scan::{TAG_LINE_LOOK_AHEAD, deciding_brace, is_tag_line};
use super::{PGN_MAX_TEXT, PgnSource};
use crate::effort::{find, find2, find3, run, steps};

use super::scan::is_space;

/// The next place of one kind, as far as it was searched. The kind must not depend on where the search begins.
#[derive(Clone, Copy, Debug, Default)]
struct Next {
    /// There is none from here ...
    from: usize,
    /// ... up to here. If `found`, one is here.
    to: usize,
    found: bool,
}

/// How a search ended.
enum Search {
    Found(usize),
    /// There is none before this place.
    NoneBefore(usize),
}

impl Next {
    /// The first place in `at..end`. `search` gets the place from which on it must still search, up to `end`.
    #[inline]
    fn find(&mut self, at: usize, end: usize, search: impl FnOnce(usize) -> Search) -> Option<usize> {
        steps(1);
        if at < self.from || at > self.to {
            *self = Next { from: at, to: at, found: false };
        }
        if !self.found && self.to < end {
            (self.to, self.found) = match search(self.to) {
                Search::Found(place) => (place, true),
                Search::NoneBefore(place) => (place.max(self.to), false),
            };
        }
        (self.found && self.to < end).then_some(self.to)
    }

    /// The window lets go of its first bytes.
    fn let_go(&mut self, used: usize) {
        if self.to < used {
            *self = Next::default();
        } else {
            self.from = self.from.saturating_sub(used);
            self.to -= used;
        }
    }
}

/// What was found ahead of the current position.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    /// A closing brace or a line end.
    stop: Next,
    /// The same behind that line end.
    second_stop: Next,
    closing_brace: Next,
    /// A line end with a tag's line behind it.
    before_tag_line: Next,
    deciding_brace: Next,
    line_end: Next,
    /// A quote that a bracket closes in the same line.
    closing_quote: Next,
}

/// How a comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommentEnd {
    /// At the brace at this index.
    Brace(usize),
    /// Its closing brace is missing: the next game's tags begin before another comment does, or the file ends.
    Never,
    /// It is longer than [`PGN_MAX_TEXT`].
    TooLong,
    /// The window ends before the comment does.
    Cut,
}

impl Ahead {
    /// The window lets go of its first bytes.
    pub(super) fn let_go(&mut self, used: usize) {
        let Ahead {
            stop,
            second_stop,
            closing_brace,
            before_tag_line,
            deciding_brace,
            line_end,
            closing_quote,
        } = self;
        for next in
            [stop, second_stop, closing_brace, before_tag_line, deciding_brace, line_end, closing_quote]
        {
            next.let_go(used);
        }
    }

    /// How the comment ends whose text begins at `start`.
    #[inline(always)]
    pub(super) fn comment_end(&mut self, source: &impl PgnSource, start: usize) -> CommentEnd {
        let bytes = source.bytes();
        let end = bytes.len().min(start + PGN_MAX_TEXT);
        let stop =
            self.stop.find(start, end, |from| found(from, end, find3(b'}', b'\n', b'\r', &bytes[from..end])));
        match stop {
            Some(at) if bytes[at] == b'}' => CommentEnd::Brace(at),
            line_end => self.long_comment_end(bytes, source.is_complete(), start, line_end.unwrap_or(end)),
        }
    }

    /// The same for a comment with a line end at `line_end`, or without any end.
    ///
    /// If a line in it is a tag pair, it is either part of the comment or the next game's, and then the closing
    /// brace is missing. The next brace decides: if it opens another comment, this one was never closed. Braces
    /// in the tag's own line don't count.
    #[inline(never)]
    fn long_comment_end(
        &mut self,
        bytes: &[u8],
        complete: bool,
        start: usize,
        line_end: usize,
    ) -> CommentEnd {
        let limit = start + PGN_MAX_TEXT;
        let end = bytes.len().min(limit);
        // Most comments with a line end are closed in the next line.
        let line = (line_end + 1).min(end);
        let stop = self
            .second_stop
            .find(line, end, |from| found(from, end, find3(b'}', b'\n', b'\r', &bytes[from..end])));
        if let Some(at) = stop
            && bytes[at] == b'}'
            && !is_tag_line(&bytes[line..])
        {
            return CommentEnd::Brace(at);
        }
        let brace =
            self.closing_brace.find(line_end, end, |from| found(from, end, find(b'}', &bytes[from..end])));
        // The bytes at the window's end may be the beginning of a tag's line, unless a brace is among them.
        let decided = if complete || brace.is_some() {
            bytes.len()
        } else {
            bytes.len().saturating_sub(TAG_LINE_LOOK_AHEAD)
        };
        let stop = brace.unwrap_or(end);
        let tag_line = self.before_tag_line.find(line_end, stop, |mut from| {
            while let Some(at) = find2(b'\n', b'\r', &bytes[from..stop]) {
                let line = from + at + 1;
                if is_tag_line(&bytes[line..]) {
                    return Search::Found(line - 1);
                }
                if line > decided {
                    return Search::NoneBefore(line - 1);
                }
                from = line;
            }
            Search::NoneBefore(stop)
        });
        if let Some(before) = tag_line {
            let line = before + 1;
            let text = &bytes[..end];
            let brace =
                self.deciding_brace.find(line, end, |from| found(0, end, deciding_brace(text, line, from)));
            return match brace {
                Some(brace) if bytes[brace] == b'}' => CommentEnd::Brace(brace),
                None if bytes.len() < limit && !complete => CommentEnd::Cut,
                Some(_) | None => CommentEnd::Never,
            };
        }
        match brace {
            Some(brace) => CommentEnd::Brace(brace),
            None if complete && bytes.len() < limit => CommentEnd::Never,
            None if complete || bytes.len() >= limit + TAG_LINE_LOOK_AHEAD => CommentEnd::TooLong,
            None => CommentEnd::Cut,
        }
    }

    /// The end of the line that begins at `start` or earlier, if it is at most [`PGN_MAX_TEXT`] bytes away.
    pub(super) fn line_end(&mut self, bytes: &[u8], start: usize) -> Option<usize> {
        let end = bytes.len().min(start + PGN_MAX_TEXT + 1);
        self.line_end.find(start, end, |from| found(from, end, find2(b'\n', b'\r', &bytes[from..end])))
    }

    /// The first quote in `start..end` that a bracket follows, with nothing but spaces between them. A line ends at `end`.
    pub(super) fn closing_quote(&mut self, bytes: &[u8], start: usize, end: usize) -> Option<usize> {
        self.closing_quote.find(start, end, |mut from| {
            while let Some(quote) = find(b'"', &bytes[from..end]) {
                let quote = from + quote;
                let behind = quote + 1 + run(&bytes[quote + 1..end], is_space);
                if bytes[..end].get(behind) == Some(&b']') {
                    return Search::Found(quote);
                }
                from = quote + 1;
            }
            Search::NoneBefore(end)
        })
    }
}

/// What a search from `from` to `end` says.
#[inline(always)]
fn found(from: usize, end: usize, at: Option<usize>) -> Search {
    at.map_or(Search::NoneBefore(end), |at| Search::Found(from + at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_searched_once() {
        let text = b"..x....x";
        let searched = core::cell::Cell::new(0);
        let mut next = Next::default();
        let mut find = |at: usize, end: usize| {
            next.find(at, end, |from| {
                searched.set(searched.get() + end - from);
                found(from, end, find(b'x', &text[from..end]))
            })
        };
        for (at, end, place) in [
            (0, 2, None),
            (1, 2, None),
            (0, 8, Some(2)),
            (2, 8, Some(2)),
            (1, 2, None),
            (3, 5, None),
            (4, 7, None),
            (3, 8, Some(7)),
        ] {
            assert_eq!(find(at, end), place, "from {at} to {end}");
        }
        assert_eq!(searched.get(), 2 + 6 + 2 + 2 + 1);
    }

    #[test]
    fn places_move_with_the_window() {
        let mut next = Next { from: 5, to: 9, found: true };
        next.let_go(7);
        assert_eq!((next.from, next.to, next.found), (0, 2, true));
        next.let_go(3);
        assert_eq!((next.from, next.to, next.found), (0, 0, false));
    }
}
