// SPDX-License-Identifier: MIT OR Apache-2.0
//! Null moves in the spellings of [`null_move_len`].

use super::PGN_MAX_TOKEN;
use super::prose::is_prose;
use super::scan::{ends_word, without_blanks};
use crate::PgnOddity;
use crate::effort::run;
use tabiya_rules::null_move_len;

/// The end of the null move at `start`, and its deviation: what databases and protocols write in signs and capital letters
/// is none.
pub(super) fn null_move(bytes: &[u8], start: usize) -> Option<(usize, Option<PgnOddity>)> {
    let text = &bytes[start..];
    let len = null_move_len(text)?;
    let (null, rest) = text.split_at(len);
    if rest.first().is_some_and(|byte| !ends_word(*byte) && *byte < 0x80) {
        return None;
    }
    if null[1].is_ascii_alphabetic() && begins_with_prose(rest) {
        return None;
    }
    let usual = matches!(null[0], b'-' | b'Z' | b'0' | b'@');
    Some((start + len, (!usual).then_some(PgnOddity::Spelling)))
}

/// The end of the null move at a bracket.
pub(super) fn in_brackets(bytes: &[u8], start: usize) -> Option<usize> {
    null_move_len(&bytes[start..]).map(|len| start + len)
}

/// Whether a word may be the null move, if what follows is no prose. That takes
/// [`PROSE_LOOK_AHEAD`](super::prose::PROSE_LOOK_AHEAD) bytes.
pub(super) fn names_null(text: &[u8]) -> bool {
    null_move_len(text) == Some(text.len())
}

fn begins_with_prose(rest: &[u8]) -> bool {
    let rest = without_blanks(&rest[..rest.len().min(PGN_MAX_TOKEN)]);
    is_prose(&rest[..run(rest, |byte| byte.is_ascii_alphabetic())])
}
