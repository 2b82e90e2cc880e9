// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finds where games begin, without reading what comes before.

use memchr::memrchr2;

use super::scan::{deciding_brace, is_next_games_tag, is_space, line_end, tag_line_name, without_indent};
use super::{PGN_MAX_TEXT, PGN_MAX_TOKEN};

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
        match deciding_brace(ahead) {
            Some(brace) if ahead[brace] == b'}' => from = line + brace + 1,
            Some(_) | None => return Some(line),
        }
    }
}

/// How many bytes after a position [`find_pgn_game_start`] may examine.
pub const PGN_BOUNDARY_LOOK_AHEAD: usize = PGN_MAX_TEXT + 4 * PGN_MAX_TOKEN;

fn line_start(bytes: &[u8], at: usize) -> usize {
    memrchr2(b'\n', b'\r', &bytes[..at]).map_or(0, |end| end + 1)
}

/// The start of the line after the one that contains `at`.
fn next_line(bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + line_end(&bytes[at..])?;
    let both = bytes[end..].starts_with(b"\r\n");
    Some(end + if both { 2 } else { 1 })
}

/// Whether the line is a tag pair, and the last line before it with content belongs to another game.
fn begins_game(bytes: &[u8], line: usize) -> bool {
    let Some(name) = tag_line_name(&bytes[line..]) else { return false };
    let (mut end, mut blank_lines) = (line, 0);
    loop {
        // `last` is before the line's end, which may be CR, LF or both.
        let Some(last) = end.checked_sub(1) else { return true };
        end = if bytes[..end].ends_with(b"\r\n") { last - 1 } else { last };
        let start = line_start(bytes, end);
        let text = without_indent(&bytes[start..end]).trim_ascii();
        match text.first() {
            None => blank_lines += 1,
            _ if text.iter().all(|byte| is_space(*byte)) => blank_lines += 1,
            // An escaped line is ignored.
            Some(b'%') if bytes[start] == b'%' => {}
            Some(_) => {
                // An invalid tag may follow other text in a line. Only commands in comments are not tags.
                let opens = |at: usize| text[at] == b'[' && text.get(at + 1) != Some(&b'%');
                let tag = text.last() == Some(&b']') || (0..text.len()).any(opens);
                return !tag || is_next_games_tag(blank_lines, name);
            }
        }
        if blank_lines >= 2 {
            return true;
        }
        end = start;
    }
}
