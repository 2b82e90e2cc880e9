// SPDX-License-Identifier: MIT OR Apache-2.0
//! Castling in other spellings than the standard's.

use super::scan::ends_here;
use super::unicode::{circle_len, dash_len, one_blank};
use tabiya_rules::San;

/// Reads castling at the start of a text, and says how long it is: in zeros or letters that look like O, with or without a
/// blank around the dashes.
pub(super) fn castling(text: &[u8]) -> Option<(San, usize)> {
    let (mut len, mut circles) = (circle_len(text), 1);
    if len == 0 {
        return None;
    }
    while circles < 3 {
        let mut more = len + one_blank(&text[len..]);
        match dash_len(&text[more..]) {
            0 => break,
            dash => more += dash,
        }
        more += one_blank(&text[more..]);
        match circle_len(&text[more..]) {
            0 => break,
            circle => len = more + circle,
        }
        circles += 1;
    }
    let checks = text[len..].iter().take(2).take_while(|byte| matches!(byte, b'+' | b'#')).count();
    let name = match circles {
        2 => "O-O",
        3 => "O-O-O",
        _ => return None,
    };
    let name = [name.as_bytes(), &text[len..len + checks]].concat();
    let san = San::from_bytes(&name).ok().filter(|_| ends_here(&text[len + checks..]));
    san.map(|san| (san, len + checks))
}
