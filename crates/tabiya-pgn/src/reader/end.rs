// SPDX-License-Identifier: MIT OR Apache-2.0
//! Looks behind what may be a game's last word, whether the game ends there.

use super::ahead::CommentEnd;
use super::next_game::begins_tags;
use super::recover::is_first_move;
use super::scan::{line_end, white_len};
use super::words::forfeit;
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource};
use crate::PgnProblem;
use crate::effort::steps;

impl<S: PgnSource> PgnReader<S> {
    /// Where the text goes on behind blanks, comments and escaped lines. Both places count from the current one. `None` if a
    /// comment has no end, or if it is too far.
    fn past_comments(&mut self, from: usize) -> Result<Option<usize>, PgnProblem> {
        let mut at = from;
        while at <= from + PGN_MAX_TEXT {
            steps(1);
            self.hold(at + 4 * PGN_MAX_TOKEN)?;
            let here = self.pos + at;
            let bytes = self.source.bytes();
            let held = bytes.len() - here;
            let line_start = here == 0 || matches!(bytes[here - 1], b'\n' | b'\r');
            match bytes.get(here) {
                Some(b'{') => match self.ahead.comment_end(&self.source, here + 1) {
                    CommentEnd::Brace(end) => at = end + 1 - self.pos,
                    CommentEnd::Cut => self.hold(at + 2 * held)?,
                    CommentEnd::Never | CommentEnd::TooLong => return Ok(None),
                },
                Some(byte) if *byte == b';' || *byte == b'%' && line_start => {
                    match line_end(&bytes[here..]) {
                        Some(end) => at += end,
                        None if self.source.is_complete() => at += held,
                        None if held > PGN_MAX_TEXT => return Ok(None),
                        None => self.hold(at + 2 * held)?,
                    }
                }
                Some(_) => match white_len(&bytes[here..]) {
                    0 => return Ok(Some(at)),
                    len => at += len,
                },
                None => return Ok(Some(at)),
            }
        }
        Ok(None)
    }

    /// Whether nothing of the game follows behind `end`, except for comments and `*`, and where the game ends then. Both places
    /// count from the current one.
    pub(super) fn ends_game(&mut self, end: usize) -> Result<Option<usize>, PgnProblem> {
        let Some(next) = self.past_comments(end)? else { return Ok(None) };
        let bytes = self.source.bytes();
        let at = self.pos + next;
        Ok(match bytes.get(at) {
            None => Some(end),
            Some(b'[') => begins_tags(bytes, at).then_some(end),
            Some(b'*') => Some(next + 1),
            Some(_) => is_first_move(bytes, at).then_some(end),
        })
    }

    /// The byte of the file at which a forfeit in signs is, if it and comments are the whole text of the moves. It is no
    /// evaluation then.
    pub(super) fn only_forfeit(&mut self) -> Result<Option<u64>, PgnProblem> {
        if !matches!(self.source.bytes().get(self.pos), Some(b'+' | b'-' | b'{' | b';' | b'%')) {
            return Ok(None);
        }
        let Some(at) = self.past_comments(0)? else { return Ok(None) };
        let Some((_, len)) = forfeit(&self.source.bytes()[self.pos + at..]) else { return Ok(None) };
        let ends = self.ends_game(at + len)?.is_some();
        Ok(ends.then_some(self.offset() + at as u64))
    }
}
