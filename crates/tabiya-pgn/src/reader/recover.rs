// SPDX-License-Identifier: MIT OR Apache-2.0
//! Skips the rest of a game with a fault, up to the next game.
//!
//! The rest is read by the same rules as any game, but nothing in it is reported: comments are skipped as a
//! whole, and the game ends at its result. After a result the next game begins with its tags or with move
//! number 1. Everything else still belongs to the game with the fault.

use super::ahead::CommentEnd;
use super::next_game::begins_tags;
use super::results::{Ended, in_parentheses, result};
use super::scan::{ends_word, is_space, loose_tag_name, white_len, without_blanks, word_len};
use super::unicode::{char_len, space_len};
use super::{KEPT_BEFORE, PGN_MAX_TOKEN, Part, PgnReader, PgnSource};
use crate::PgnProblem;
use crate::effort::{run, steps};

impl<S: PgnSource> PgnReader<S> {
    /// Skips to the next game, or to the end of the file.
    pub(super) fn recover(&mut self, part: Part) -> Result<(), PgnProblem> {
        if part == Part::Tags && !self.pass_tags()? {
            return Ok(());
        }
        // Whether the last text, except for comments, was a result.
        let mut after_result = false;
        loop {
            steps(1);
            self.hold(2 * PGN_MAX_TOKEN)?;
            let bytes = self.source.bytes();
            let Some(byte) = bytes.get(self.pos) else { return Ok(()) };
            match byte {
                byte if is_space(*byte) => self.pos += 1,
                0x80.. if white_len(&bytes[self.pos..]) > 0 => self.pos += white_len(&bytes[self.pos..]),
                b'{' => match self.ahead.comment_end(&self.source, self.pos + 1) {
                    CommentEnd::Brace(end) => self.pos = end + 1,
                    CommentEnd::Cut => {
                        let held = bytes.len() - self.pos;
                        self.hold(2 * held)?;
                    }
                    // The brace is missing, so it is unknown what the comment contains. Games in it may be
                    // found.
                    CommentEnd::Never | CommentEnd::TooLong => self.pos += 1,
                },
                b';' => self.skip_line()?,
                b'%' if self.at_line_start() => self.skip_line()?,
                b'[' if after_result || begins_tags(bytes, self.pos) => return Ok(()),
                b'1' if is_first_move(bytes, self.pos) => {
                    if after_result || self.begun && follows_blank_line(bytes, self.pos) {
                        return Ok(());
                    }
                    self.begun = true;
                    self.pos += 1;
                }
                // What may follow a result.
                b'(' if after_result => self.pass_variation()?,
                b'$' if after_result => {
                    self.pos += 1 + run(&bytes[self.pos + 1..], |byte| byte.is_ascii_digit())
                }
                b'!' | b'?' if after_result => {
                    self.pos += run(&bytes[self.pos..], |byte| matches!(byte, b'!' | b'?'));
                }
                b'(' if let Some((_, len)) = in_parentheses(&bytes[self.pos..]) => {
                    after_result = true;
                    self.pos += len;
                }
                _ => match result(bytes, self.pos) {
                    Some((ended, len)) if ended != Ended::Zeros => {
                        after_result = true;
                        self.pos += len;
                    }
                    // It may be castling.
                    Some(_) | None => {
                        after_result = false;
                        self.pass_word();
                    }
                },
            }
        }
    }

    /// Skips the tags of the game. Returns false if the next game begins directly after them.
    fn pass_tags(&mut self) -> Result<bool, PgnProblem> {
        loop {
            self.skip_line()?;
            let mut line_ends = 0;
            loop {
                steps(1);
                self.hold(2 * PGN_MAX_TOKEN)?;
                let bytes = self.source.bytes();
                match bytes.get(self.pos) {
                    None => return Ok(true),
                    Some(b'%') if self.at_line_start() => {
                        self.skip_line()?;
                        line_ends -= 1;
                    }
                    Some(byte) if is_space(*byte) => {
                        line_ends += i32::from(self.is_line_end());
                        self.pos += 1;
                    }
                    Some(0xEF) if bytes[self.pos..].starts_with(b"\xEF\xBB\xBF") => self.skip_mark(),
                    Some(0x80..) if white_len(&bytes[self.pos..]) > 0 => {
                        self.pos += white_len(&bytes[self.pos..]);
                    }
                    Some(_) => break,
                }
            }
            if self.begins_next_game(line_ends)? {
                return Ok(false);
            }
            let bytes = &self.source.bytes()[self.pos..];
            if bytes.first() != Some(&b'[') {
                return Ok(true);
            }
            if let Some(name) = loose_tag_name(bytes) {
                self.seen.add(name);
            }
        }
    }

    /// Skips a variation after a result.
    pub(super) fn pass_variation(&mut self) -> Result<(), PgnProblem> {
        let mut depth = 0_usize;
        loop {
            steps(1);
            self.hold(2 * PGN_MAX_TOKEN)?;
            let bytes = self.source.bytes();
            match bytes.get(self.pos) {
                None => return Ok(()),
                Some(b'[') if begins_tags(bytes, self.pos) => return Ok(()),
                Some(b';') => {
                    self.skip_line()?;
                    continue;
                }
                Some(b'{') => match self.ahead.comment_end(&self.source, self.pos + 1) {
                    CommentEnd::Brace(end) => self.pos = end,
                    CommentEnd::Cut => {
                        let held = bytes.len() - self.pos;
                        self.hold(2 * held)?;
                        continue;
                    }
                    CommentEnd::Never | CommentEnd::TooLong => {}
                },
                Some(b'(') => depth += 1,
                Some(b')') => depth = depth.saturating_sub(1),
                Some(_) => {}
            }
            self.pos = (self.pos + 1).min(self.source.bytes().len());
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn pass_word(&mut self) {
        let bytes = &self.source.bytes()[self.pos..];
        self.pos += word_len(bytes, PGN_MAX_TOKEN).max(char_len(bytes)).min(bytes.len());
    }

    /// Whether a line ends at the current byte.
    pub(super) fn is_line_end(&self) -> bool {
        let rest = &self.source.bytes()[self.pos..];
        match rest.first() {
            Some(b'\n') => true,
            Some(b'\r') => rest.get(1) != Some(&b'\n'),
            _ => false,
        }
    }
}

/// Whether White's move number 1 is at `pos`.
pub(super) fn is_first_move(bytes: &[u8], pos: usize) -> bool {
    let before = &bytes[..pos];
    // What `find_game` passes over between games does not belong to the number, either.
    let passed = |byte: u8| matches!(byte, b',' | b':' | 0x00 | 0x1A | 0xFF);
    let after_word = before.last().is_none_or(|byte| ends_word(*byte) || passed(*byte))
        || (2..=4).any(|len| before.len() >= len && space_len(&before[before.len() - len..]) == len);
    let Some(rest) = bytes[pos..].strip_prefix(b"1.") else { return false };
    let rest = &rest[..rest.len().min(PGN_MAX_TOKEN)];
    let blanks = rest.len() - without_blanks(rest).len();
    // A move begins with a letter, zeros, hyphens or a figurine. `1...` and `1. ...` are Black's.
    let begins_move = match &rest[blanks..] {
        [byte, ..] if byte.is_ascii_alphanumeric() || *byte == b'-' => true,
        [0xE2, 0x99, ..] => true,
        _ => false,
    };
    after_word && begins_move
}

/// Whether the line before this one is blank, as far as the window shows.
pub(super) fn follows_blank_line(bytes: &[u8], pos: usize) -> bool {
    let before = &bytes[pos.saturating_sub(KEPT_BEFORE)..pos];
    let blanks = before.iter().rev().take_while(|byte| is_space(**byte)).count();
    steps(blanks + 1);
    let blanks = &before[before.len() - blanks..];
    let ends =
        |at: &usize| blanks[*at] == b'\n' || blanks[*at] == b'\r' && blanks.get(at + 1) != Some(&b'\n');
    (0..blanks.len()).filter(ends).count() >= 2
}
