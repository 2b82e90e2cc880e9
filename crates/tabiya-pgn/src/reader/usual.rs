// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads what programs write: moves in the usual spelling, move numbers, short comments. Most of the time is spent in
//! this loop.
//!
//! It is small, so that everything it needs stays in registers, and it leaves all else to [`super::movetext`], which
//! reads the same things too.

use super::scan::{first_bytes, short_comment_end, word_to_space};
use crate::effort::steps;
use crate::{PgnProblem, PgnText, PgnVisitor};
use tabiya_rules::San;

/// Bytes that this loop may look at from a position on.
const WINDOW: usize = 16;

/// Reports the text from `pos` on up to something unusual, and returns where that is. Stops at `limit`, and at move
/// number 1, which may begin a game.
#[inline(never)]
pub(super) fn usual<V: PgnVisitor>(
    bytes: &[u8],
    mut pos: usize,
    limit: usize,
    visitor: &mut V,
) -> (usize, Result<(), PgnProblem>) {
    while pos < limit {
        steps(1);
        let Some(window) = bytes[pos..].first_chunk::<WINDOW>() else { break };
        let byte = window[0];
        // The most frequent cases come first, each with its own branch, because the processor would mispredict one jump
        // for all cases. The length of spaces and numbers is a branch as well: the processor guesses where the next word
        // begins, and does not wait for the length of this one.
        if byte == b' ' || byte == b'\n' {
            pos += 1;
        } else if byte.is_ascii_alphabetic() {
            let Some((word, len)) = word_to_space(first_bytes(window)) else { break };
            let Some(san) = San::decode(word, len) else { break };
            if let Err(problem) = visitor.san(san) {
                return (pos, Err(problem));
            }
            // Skips the space as well.
            pos += len as usize + 1;
        } else if byte.is_ascii_digit() {
            let digits = match window {
                [_, b'.', ..] if byte > b'1' => 1,
                [_, b'0'..=b'9', b'.', ..] => 2,
                [_, b'0'..=b'9', b'0'..=b'9', b'.', ..] => 3,
                _ => break,
            };
            pos += digits + 1;
            if bytes[pos..].starts_with(b"..") {
                pos += 2;
            }
            while bytes.get(pos) == Some(&b' ') {
                pos += 1;
            }
        } else if byte == b'{' {
            let Some(len) = short_comment_end(&bytes[pos + 1..]) else { break };
            if let Err(problem) = visitor.comment(PgnText::comment(&bytes[pos + 1..][..len])) {
                return (pos, Err(problem));
            }
            pos += len + 2;
            while bytes.get(pos) == Some(&b' ') {
                pos += 1;
            }
        } else {
            break;
        }
    }
    (pos, Ok(()))
}
