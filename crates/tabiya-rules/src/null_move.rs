// SPDX-License-Identifier: MIT OR Apache-2.0
//! Null moves: a side passes. Chess has no such move, but annotations and engines show with it what the other side
//! threatens. No standard says how it is written, so programs write it in many ways.

/// What programs write, in capital letters or small ones: databases, UCI, WinBoard, C programs that lack a move, books. Where one
/// begins like another, the longer one comes first.
const SPELLINGS: [&str; 11] =
    ["--", "Z0", "0000", "@@@@", "<>", "(null)", "null-move", "null move", "nullmove", "null", "pass"];

/// The length in bytes of the null move at the start of a text. What follows it may belong to another word.
///
/// ```
/// use tabiya_rules::null_move_len;
///
/// assert_eq!(null_move_len(b"-- 2. d4"), Some(2));
/// assert_eq!(null_move_len(b"Null move"), Some(9));
/// assert_eq!(null_move_len(b"Nf3"), None);
/// ```
#[must_use]
pub fn null_move_len(text: &[u8]) -> Option<usize> {
    let first = *text.first()?;
    let begins = |spelling: &&&str| {
        let spelling = spelling.as_bytes();
        spelling[0].eq_ignore_ascii_case(&first)
            && text.get(..spelling.len()).is_some_and(|start| start.eq_ignore_ascii_case(spelling))
    };
    SPELLINGS.iter().find(begins).map(|spelling| spelling.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_read_whole_and_in_any_case() {
        for spelling in SPELLINGS {
            for text in [spelling.to_owned(), spelling.to_uppercase(), format!("{spelling} 2. d4")] {
                assert_eq!(null_move_len(text.as_bytes()), Some(spelling.len()), "{text}");
            }
        }
        for other in ["", "-", "nul", "0-0", "e4", "000", "(none)", "(nul", "N", "é"] {
            assert_eq!(null_move_len(other.as_bytes()), None, "{other}");
        }
    }
}
