// SPDX-License-Identifier: MIT OR Apache-2.0
//! Looks behind what may be a game's last word, whether the game ends there.

use super::ahead::CommentEnd;
use super::next_game::begins_tags;
use super::recover::is_first_move;
use super::results::{Ended, forfeit, result};
use super::scan::{line_end, white_len, word_len};
use super::unicode::dash_len;
use super::words::evaluation;
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource};
use crate::effort::{run, steps};
use crate::{PgnOddity, PgnProblem, PgnVisitor};

impl<S: PgnSource> PgnReader<S> {
    /// Where the text goes on behind blanks, comments and escaped lines. Both places count from the current one. `None` if a
    /// comment has no end, or if it is too far.
    pub(super) fn past_comments(&mut self, from: usize) -> Result<Option<usize>, PgnProblem> {
        self.past_comments_up_to(from, usize::MAX)
    }

    /// The same, as far as there are at most so many line ends with nothing but blanks between them.
    fn past_comments_up_to(&mut self, from: usize, line_ends: usize) -> Result<Option<usize>, PgnProblem> {
        let (mut at, mut ends) = (from, 0);
        while at <= from + PGN_MAX_TEXT {
            steps(1);
            self.hold(at + 4 * PGN_MAX_TOKEN)?;
            let here = self.pos + at;
            let bytes = self.source.bytes();
            let held = bytes.len() - here;
            let line_start = here == 0 || matches!(bytes[here - 1], b'\n' | b'\r');
            match bytes.get(here) {
                Some(b'{') => match self.ahead.comment_end(&self.source, here + 1) {
                    CommentEnd::Brace(end) => (at, ends) = (end + 1 - self.pos, 0),
                    CommentEnd::Cut => self.hold(at + 2 * held)?,
                    CommentEnd::Never | CommentEnd::TooLong => return Ok(None),
                },
                Some(byte) if *byte == b';' || *byte == b'%' && line_start => {
                    match line_end(&bytes[here..]) {
                        Some(end) => (at, ends) = (at + end, 0),
                        None if self.source.is_complete() => at += held,
                        None if held > PGN_MAX_TEXT => return Ok(None),
                        None => self.hold(at + 2 * held)?,
                    }
                }
                Some(_) => match white_len(&bytes[here..]) {
                    0 => return Ok(Some(at)),
                    len => {
                        let both = bytes[here..].starts_with(b"\r\n");
                        ends += usize::from(matches!(bytes[here], b'\n' | b'\r') && !both);
                        if ends > line_ends {
                            return Ok(None);
                        }
                        at += len;
                    }
                },
                None => return Ok(Some(at)),
            }
        }
        Ok(None)
    }

    /// Whether nothing of the game follows behind `end`, which counts from the current place, except for comments and `*`.
    pub(super) fn ends_game(&mut self, end: usize) -> Result<bool, PgnProblem> {
        let Some(next) = self.past_comments(end)? else { return Ok(false) };
        Ok(self.source.bytes().get(self.pos + next) == Some(&b'*') || self.is_next_game(next))
    }

    /// Whether nothing of the game follows behind `end`, which counts from the current place, except for comments.
    pub(super) fn is_last(&mut self, end: usize) -> Result<bool, PgnProblem> {
        Ok(self.past_comments(end)?.is_some_and(|next| self.is_next_game(next)))
    }

    /// Whether the file ends or another game begins at a place that counts from the current one.
    fn is_next_game(&self, next: usize) -> bool {
        let bytes = self.source.bytes();
        let at = self.pos + next;
        match bytes.get(at) {
            None => true,
            Some(b'[') => begins_tags(bytes, at),
            Some(_) => is_first_move(bytes, at),
        }
    }

    /// Whether the game has another result behind the one that ends at `end`, which counts from the current place: merged
    /// files and some programs repeat it. Comments may stand between, but no blank line.
    pub(super) fn repeats_result(&mut self, end: usize) -> Result<bool, PgnProblem> {
        self.hold(end + b"\r\n\r\n".len())?;
        // Most games are followed by a blank line.
        let rest = &self.source.bytes()[self.pos + end..];
        if rest.is_empty() || rest.starts_with(b"\n\n") || rest.starts_with(b"\r\n\r\n") {
            return Ok(false);
        }
        let Some(next) = self.past_comments_up_to(end, 1)? else { return Ok(false) };
        self.hold(next + PGN_MAX_TOKEN)?;
        let found = result(self.source.bytes(), self.pos + next);
        Ok(found.is_some_and(|(ended, _)| ended != Ended::Zeros))
    }

    /// Passes variations and NAGs behind the result: they belong to the game that has ended. Returns whether another result of
    /// the game follows them, which is then at the current place.
    pub(super) fn pass_behind_result<V: PgnVisitor>(
        &mut self,
        visitor: &mut V,
        told: bool,
    ) -> Result<bool, PgnProblem> {
        let mut passed = false;
        loop {
            steps(1);
            // What nearly all files have.
            if matches!(
                self.source.bytes()[self.pos..],
                [b'\n', b'\n', b'[', ..] | [b'\r', b'\n', b'\r', b'\n', b'[', ..]
            ) {
                return Ok(false);
            }
            let Some(next) = self.past_comments(0)? else { return Ok(false) };
            self.hold(next + 2 * PGN_MAX_TOKEN)?;
            let text = &self.source.bytes()[self.pos + next..];
            let len = nag_len(text);
            if len == 0 && text.first() != Some(&b'(') {
                let again = passed && matches!(result(text, 0), Some((ended, _)) if ended != Ended::Zeros);
                self.pos += if again { next } else { 0 };
                return Ok(again);
            }
            self.pos += next;
            if told {
                self.odd(visitor, PgnOddity::BehindResult)?;
            }
            match len {
                0 => self.pass_variation()?,
                len => self.pos += len,
            }
            passed = true;
        }
    }

    /// The byte of the file at which a forfeit in signs is, if it and comments are the whole text of the moves. It is no
    /// evaluation then.
    pub(super) fn only_forfeit(&mut self) -> Result<Option<u64>, PgnProblem> {
        let text = &self.source.bytes()[self.pos..];
        if !matches!(text.first(), Some(b'+' | b'{' | b';' | b'%')) && dash_len(text) == 0 {
            return Ok(None);
        }
        let Some(at) = self.past_comments(0)? else { return Ok(None) };
        let Some((_, len)) = forfeit(&self.source.bytes()[self.pos + at..]) else { return Ok(None) };
        let ends = self.ends_game(at + len)?;
        Ok(ends.then_some(self.offset() + at as u64))
    }
}

/// The length of the NAG at the start of a text: a number or a sign, with which no game begins. 0 if there is none.
fn nag_len(text: &[u8]) -> usize {
    match text {
        [b'$', rest @ ..] => 1 + run(rest, |byte| byte.is_ascii_digit()),
        [b'!' | b'?', ..] => run(text, |byte| matches!(byte, b'!' | b'?')),
        [b'+' | b'-' | b'=' | 0x80.., ..] if forfeit(text).is_none() => {
            let len = word_len(text, PGN_MAX_TOKEN);
            if evaluation(&text[..len]).is_some() { len } else { 0 }
        }
        _ => 0,
    }
}
