// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds where games begin, without reading what comes before.

use super::next_game::Seen;
use super::scan::{deciding_brace, is_tag_line, line_end, tag_line_name, without_blanks};
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN};
use crate::effort::{find_last2, steps};

/// The position of the next game in these bytes, at `from` or later: a line that is a tag pair, that follows
/// no other tag of the same game, and that can't be part of a comment.
///
/// With it a file can be cut into pieces that are read in parallel. [`PgnReader`] starts a game at each
/// position that this function finds, whatever it has read before; it may start games at other positions,
/// too. `bytes` must begin at the start of the file or at such a position. It must hold all bytes that
/// follow, or at least [`PGN_BOUNDARY_LOOK_AHEAD`] bytes after the position found.
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
    let mut from = from.min(bytes.len());
    loop {
        let mut line = line_start(bytes, from);
        if line < from {
            line = next_line(bytes, from)?;
        }
        while !begins_game(bytes, line) {
            line = next_line(bytes, line)?;
        }
        // A comment that is open here would end at the next closing brace, if no opening one comes before it.
        let ahead = &bytes[line..bytes.len().min(line + PGN_MAX_TEXT + 1)];
        match deciding_brace(ahead, 0, 0) {
            Some(brace) if ahead[brace] == b'}' => from = line + brace + 1,
            Some(_) | None => return Some(line),
        }
    }
}

/// How many bytes after a position [`find_pgn_game_start`] may examine.
pub const PGN_BOUNDARY_LOOK_AHEAD: usize = PGN_MAX_TEXT + 4 * PGN_MAX_TOKEN;

fn line_start(bytes: &[u8], at: usize) -> usize {
    find_last2(b'\n', b'\r', &bytes[..at]).map_or(0, |end| end + 1)
}

/// The start of the line after the one that contains `at`.
fn next_line(bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + line_end(&bytes[at..])?;
    let both = bytes[end..].starts_with(b"\r\n");
    Some(end + if both { 2 } else { 1 })
}

/// Whether the line is a tag pair, and the last line before it with content belongs to another game.
fn begins_game(bytes: &[u8], line: usize) -> bool {
    if !is_tag_line(&bytes[line..]) {
        return false;
    }
    let (mut end, mut blank_lines) = (line, 0);
    while let Some((start, text)) = line_before(bytes, end) {
        steps(end - start);
        match text.first() {
            None => blank_lines += 1,
            // An escaped line is ignored.
            Some(b'%') if bytes[start] == b'%' => {}
            Some(_) => {
                // An invalid tag may follow other text in a line. Only commands in comments are not tags.
                let opens = |at: usize| text[at] == b'[' && text.get(at + 1) != Some(&b'%');
                let tag = text.last() == Some(&b']') || (0..text.len()).any(opens);
                return !tag || blank_lines == 1 && begin_next_game(bytes, end, line);
            }
        }
        if blank_lines >= 2 {
            return true;
        }
        end = start;
    }
    true
}

/// The beginning of the line before this one, and its text without the blanks around it.
fn line_before(bytes: &[u8], line: usize) -> Option<(usize, &[u8])> {
    // `last` is before the line's end, which may be CR, LF or both.
    let last = line.checked_sub(1)?;
    let end = if bytes[..line].ends_with(b"\r\n") { last - 1 } else { last };
    let start = line_start(bytes, end);
    Some((start, without_blanks(&bytes[start..end]).trim_ascii_end()))
}

/// Whether the tags at `line` are the next game's, although the tags that end at `end` are only one blank line above them.
/// It looks only at lines that the reader always takes for tags: each alone in a line that follows LF, with a name that the
/// reader remembers.
fn begin_next_game(bytes: &[u8], mut end: usize, line: usize) -> bool {
    let mut seen = Seen::default();
    while let Some((start, text)) = line_before(bytes, end) {
        steps(end - start);
        let alone = text.last() == Some(&b']') && text.iter().filter(|byte| **byte == b'[').count() == 1;
        let follows_feed = start == 0 || bytes[start - 1] == b'\n';
        match tag_line_name(text).filter(|_| alone && follows_feed) {
            None => break,
            Some(above) => {
                seen.add_if_known(above);
                end = start;
            }
        }
    }
    seen.begin_next_game(&bytes[line..], tag_line_name)
}
