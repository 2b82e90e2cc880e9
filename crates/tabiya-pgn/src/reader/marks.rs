// SPDX-License-Identifier: MIT OR Apache-2.0
//! Marks that old books and some programs write behind a move: a novelty, a diagram, an editor's remark.

use super::moves::read_move;
use super::scan::{is_space, without_blanks, word_len};
use super::unicode::{dots_len, ends_with, in_ascii, space_len};
use super::{KEPT_BEFORE, PGN_MAX_TOKEN};
use crate::effort::steps;
use tabiya_rules::Letters;

/// The number of a word that is a mark, and how many bytes behind the word belong to it: `T.N.` is a word and what follows
/// it. The numbers are those that programs have added to the standard's.
fn mark(text: &[u8], rest: &[u8]) -> Option<(u8, usize)> {
    match text {
        b"N" | b"n" | b"TN" | b"tn" | b"Tn" => Some((146, 0)),
        b"T" | b"t" => match rest {
            [b'.', b'N' | b'n', b'.', ..] => Some((146, 3)),
            [b'.', b'N' | b'n', ..] => Some((146, 2)),
            _ => None,
        },
        b"RR" => Some((145, 0)),
        b"D" => Some((201, 0)),
        _ => None,
    }
}

/// Whether a word is a mark and not the beginning of a move. [`super::prose::PROSE_LOOK_AHEAD`] bytes are enough to tell.
pub(super) fn names_mark(text: &[u8], rest: &[u8]) -> bool {
    mark(text, rest).or_else(|| mark(&in_ascii(text), rest)).is_some()
}

/// The number of the mark from `start` on, and its end, if the word up to `end`, which is `plain` in ASCII, is one. It
/// stands behind a move, and what follows does not make it the letter of a piece: in `N f3` a blank is too much, and nobody
/// means the pawn. A small letter is none.
pub(super) fn mark_of_move(
    bytes: &[u8],
    start: usize,
    end: usize,
    plain: &[u8],
    letters: Option<&Letters<'_>>,
) -> Option<(u8, usize)> {
    let (nag, more) = mark(plain, &bytes[end..])?;
    if !follows_move(bytes, start) {
        return None;
    }
    if more == 0 && plain[0].is_ascii_uppercase() && !bytes[start - 1].is_ascii_alphanumeric() {
        let rest = &bytes[end..bytes.len().min(end + 2 * PGN_MAX_TOKEN)];
        let next = without_blanks(rest);
        let next = &next[..word_len(next, PGN_MAX_TOKEN)];
        if read_move(&[plain, &in_ascii(next)].concat(), letters).is_ok() {
            return None;
        }
    }
    Some((nag, end + more))
}

/// The length of a mark that is glued to a move. `rest` follows the text.
pub(super) fn glued_mark(text: &[u8], rest: &[u8]) -> Option<usize> {
    (1..=2).rev().find(|len| {
        let at = text.len().checked_sub(*len).filter(|at| *at > 0);
        at.is_some_and(|at| mark(&text[at..], rest).is_some() && &text[at..] != b"RR")
    })
}

/// Whether the last word before `start` belongs to a move, as far as the window shows: it is neither a move number nor
/// dots nor a parenthesis. Comments between are passed.
fn follows_move(bytes: &[u8], start: usize) -> bool {
    let mut before = &bytes[start.saturating_sub(KEPT_BEFORE)..start];
    let len = before.len();
    let follows = loop {
        match before {
            [rest @ .., byte] if is_space(*byte) => before = rest,
            [rest @ .., b'}'] => match rest.iter().rposition(|byte| *byte == b'{') {
                Some(open) => before = &before[..open],
                None => break false,
            },
            [.., 0x80..=0xFF] => match ends_with(before, space_len) {
                0 => break ends_with(before, dots_len) == 0,
                len => before = &before[..before.len() - len],
            },
            [] | [.., b'.' | b'(' | b')' | b'[' | b']' | b'*'] => break false,
            [rest @ .., byte] if byte.is_ascii_digit() => {
                let digits = rest.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
                break match &rest[..rest.len() - digits] {
                    [] => false,
                    [.., byte] => !is_space(*byte) && !matches!(byte, b'.' | b'(' | b')' | b'}' | b'{'),
                };
            }
            _ => break true,
        }
    };
    steps(len - before.len() + 1);
    follows
}
