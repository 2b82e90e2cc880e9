// SPDX-License-Identifier: MIT OR Apache-2.0
//! Characters beyond ASCII that stand for a blank, a dot, a dash, a digit or a letter: pages and word processors put them
//! between and into moves.
//!
//! All functions look at the first character of a text, which is in UTF-8 or, in old files, Latin-1 with the signs that
//! Windows adds to it.

use alloc::vec::Vec;

/// The length of a character. What is no UTF-8 is a byte of Latin-1.
pub(super) fn char_len(text: &[u8]) -> usize {
    match text {
        [0xC2..=0xDF, 0x80..=0xBF, ..] => 2,
        [0xE0..=0xEF, 0x80..=0xBF, 0x80..=0xBF, ..] => 3,
        [0xF0..=0xF4, 0x80..=0xBF, 0x80..=0xBF, 0x80..=0xBF, ..] => 4,
        _ => 1,
    }
}

/// The length of a blank with a width, such as a no-break space (U+00A0); 0 for any other character.
pub(super) fn blank_len(text: &[u8]) -> usize {
    match text {
        [0..0x80, ..] => 0,
        // U+0085 and U+00A0.
        [0xC2, 0x85 | 0xA0, ..] => 2,
        // U+1680; U+2000 to U+200A, U+2028, U+2029 and U+202F; U+205F; U+2800; U+3000 and U+3164.
        [0xE1, 0x9A, 0x80, ..]
        | [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..]
        | [0xE2, 0x81, 0x9F, ..]
        | [0xE2, 0xA0, 0x80, ..]
        | [0xE3, 0x80, 0x80, ..]
        | [0xE3, 0x85, 0xA4, ..] => 3,
        [0xA0, ..] => 1,
        _ => 0,
    }
}

/// The length of one blank at the start of a text, of ASCII or not; 0 if there is none.
pub(super) fn one_blank(text: &[u8]) -> usize {
    if text.first() == Some(&b' ') { 1 } else { blank_len(text) }
}

/// The length of a character that nobody sees, such as a byte order mark or a zero width space; 0 for any other.
pub(super) fn unseen_len(text: &[u8]) -> usize {
    match text {
        [0..0x80, ..] => 0,
        // The soft hyphen (U+00AD), which shows only where a line is broken; U+034F and U+061C.
        [0xC2, 0xAD, ..] | [0xCD, 0x8F, ..] | [0xD8, 0x9C, ..] => 2,
        // U+115F and U+1160; U+180B to U+180E; U+200B to U+200F and U+202A to U+202E; U+2060 to U+206F; U+FE00 to U+FE0F, which follow
        // figurines; U+FEFF; U+FFA0; U+FFF9 to U+FFFC.
        [0xE1, 0x85, 0x9F | 0xA0, ..]
        | [0xE1, 0xA0, 0x8B..=0x8E, ..]
        | [0xE2, 0x80, 0x8B..=0x8F | 0xAA..=0xAE, ..]
        | [0xE2, 0x81, 0xA0..=0xAF, ..]
        | [0xEF, 0xB8, 0x80..=0x8F, ..]
        | [0xEF, 0xBB, 0xBF, ..]
        | [0xEF, 0xBE, 0xA0, ..]
        | [0xEF, 0xBF, 0xB9..=0xBC, ..] => 3,
        // The tags and further variation selectors: U+E0000 to U+E01FF.
        [0xF3, 0xA0, 0x80..=0x87, 0x80..=0xBF, ..] => 4,
        [0xAD, ..] => 1,
        _ => 0,
    }
}

/// The length of a blank or of a character that nobody sees.
#[inline]
pub(super) fn space_len(text: &[u8]) -> usize {
    match blank_len(text) {
        0 => unseen_len(text),
        len => len,
    }
}

/// The length of a dot or of several in one character, such as an ellipsis (U+2026); 0 for any other character.
pub(super) fn dots_len(text: &[u8]) -> usize {
    match text {
        [0..0x80, ..] => 0,
        // U+00B7.
        [0xC2, 0xB7, ..] => 2,
        // U+2022 to U+2027; U+2219; U+22C5 and U+22EF; U+3002; U+30FB; U+FE52; U+FF0E and U+FF61.
        [0xE2, 0x80, 0xA2..=0xA7, ..]
        | [0xE2, 0x88, 0x99, ..]
        | [0xE2, 0x8B, 0x85 | 0xAF, ..]
        | [0xE3, 0x80, 0x82, ..]
        | [0xE3, 0x83, 0xBB, ..]
        | [0xEF, 0xB9, 0x92, ..]
        | [0xEF, 0xBC, 0x8E, ..]
        | [0xEF, 0xBD, 0xA1, ..] => 3,
        // The ellipsis of Windows, and U+00B7.
        [0x85 | 0xB7, ..] => 1,
        _ => 0,
    }
}

/// Whether the first character is several dots.
pub(super) const fn is_ellipsis(text: &[u8]) -> bool {
    matches!(text, [0xE2, 0x80, 0xA5 | 0xA6, ..] | [0xE2, 0x8B, 0xAF, ..] | [0x85, ..])
}

/// The length of the character beyond ASCII at the end of a text, if `len_of` knows it; otherwise 0.
pub(super) fn ends_with(text: &[u8], len_of: fn(&[u8]) -> usize) -> usize {
    if text.last().is_none_or(|byte| *byte < 0x80) {
        return 0;
    }
    (1..=4.min(text.len())).rev().find(|len| len_of(&text[text.len() - len..]) == *len).unwrap_or(0)
}

/// The length of a dash; 0 for any other character. The hyphen of ASCII is one.
pub(super) fn dash_len(text: &[u8]) -> usize {
    match text {
        [b'-', ..] => 1,
        [0..0x80, ..] => 0,
        // U+058A and U+05BE.
        [0xD6, 0x8A | 0xBE, ..] => 2,
        // U+1400 and U+1806; U+2010 to U+2015; U+2043; U+207B and U+208B; U+2212; U+2500 and U+2501; U+2796; U+2E3A and
        // U+2E3B; U+301C; U+30FC; U+FE58 and U+FE63; U+FF0D and U+FF5E.
        [0xE1, 0x90, 0x80, ..]
        | [0xE1, 0xA0, 0x86, ..]
        | [0xE2, 0x80, 0x90..=0x95, ..]
        | [0xE2, 0x81, 0x83 | 0xBB, ..]
        | [0xE2, 0x82, 0x8B, ..]
        | [0xE2, 0x88, 0x92, ..]
        | [0xE2, 0x94, 0x80 | 0x81, ..]
        | [0xE2, 0x9E, 0x96, ..]
        | [0xE2, 0xB8, 0xBA | 0xBB, ..]
        | [0xE3, 0x80, 0x9C, ..]
        | [0xE3, 0x83, 0xBC, ..]
        | [0xEF, 0xB9, 0x98 | 0xA3, ..]
        | [0xEF, 0xBC, 0x8D, ..]
        | [0xEF, 0xBD, 0x9E, ..] => 3,
        // The dashes of Windows.
        [0x96 | 0x97, ..] => 1,
        _ => 0,
    }
}

/// Whether a word is a single dash.
pub(super) fn is_dash(word: &[u8]) -> bool {
    dash_len(word) == word.len() && !word.is_empty()
}

/// The length of a letter or digit that looks like O: a zero, O in both cases, in Latin, Cyrillic (U+041E and U+043E) and
/// Greek (U+039F and U+03BF); 0 for any other character.
pub(super) fn circle_len(text: &[u8]) -> usize {
    match text {
        [b'0' | b'O' | b'o', ..] => 1,
        [0xD0, 0x9E | 0xBE, ..] | [0xCE, 0x9F | 0xBF, ..] => 2,
        _ => 0,
    }
}

/// The character of ASCII that the first one is or stands for, and the length of the first one. `None` for any other
/// character.
pub(super) fn first_in_ascii(text: &[u8]) -> (Option<u8>, usize) {
    let len = char_len(text);
    let byte = match &text[..len] {
        [byte @ ..0x80] => *byte,
        _ if dash_len(text) > 0 => b'-',
        // Letters, digits and signs as wide as ideographs: U+FF01, which is EF BC 81, to U+FF5D. U+FF41 is EF BD 81.
        [0xEF, 0xBC, low @ 0x81..=0xBF] => low - 0x60,
        [0xEF, 0xBD, low @ 0x80..=0x9E] => low - 0x20,
        // Arabic digits, and those of Persian and Urdu: U+0660 and U+06F0.
        [0xD9, low @ 0xA0..=0xA9] => low - 0xA0 + b'0',
        [0xDB, low @ 0xB0..=0xB9] => low - 0xB0 + b'0',
        // The digits of Hindi and of Bengali: U+0966 and U+09E6.
        [0xE0, 0xA5 | 0xA7, low @ 0xA6..=0xAF] => low - 0xA6 + b'0',
        // Raised digits and lowered ones: U+00B2, U+00B3, U+00B9, U+2070, U+2074 and U+2080.
        [0xC2, low @ (0xB2 | 0xB3)] => low - 0xB0 + b'0',
        [0xC2, 0xB9] => b'1',
        [0xE2, 0x81, low @ (0xB0 | 0xB4..=0xB9)] => low - 0xB0 + b'0',
        [0xE2, 0x82, low @ 0x80..=0x89] => low - 0x80 + b'0',
        // Mathematical digits in five styles: U+1D7CE.
        [0xF0, 0x9D, 0x9F, low @ 0x8E..=0xBF] => (low - 0x8E) % 10 + b'0',
        // Letters of Cyrillic that look like a, c, e and x: U+0430, U+0441, U+0435 and U+0445.
        [0xD0, 0xB0] => b'a',
        [0xD1, 0x81] => b'c',
        [0xD0, 0xB5] => b'e',
        [0xD1, 0x85] => b'x',
        // The slash of fractions, the division slash and the ratio: U+2044, U+2215 and U+2236.
        [0xE2, 0x81, 0x84] | [0xE2, 0x88, 0x95] => b'/',
        [0xE2, 0x88, 0xB6] => b':',
        _ => return (None, len),
    };
    (Some(byte), len)
}

/// A word with characters of ASCII in place of those that stand for them, and without what nobody sees.
pub(crate) fn in_ascii(word: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(word.len());
    let mut rest = word;
    while !rest.is_empty() {
        let (ascii, len) = first_in_ascii(rest);
        match ascii {
            Some(byte) => plain.push(byte),
            None if unseen_len(rest) > 0 => {}
            None => plain.extend(&rest[..len]),
        }
        rest = &rest[len..];
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    /// The characters of which a function tells a length, each of which must be its length in UTF-8.
    fn all(len: impl Fn(&[u8]) -> usize) -> String {
        let of = |c: &char| {
            let mut text = [b'x'; 6];
            let whole = c.encode_utf8(&mut text).len();
            let told = len(&text);
            assert!(told == 0 || told == whole, "{c:?} has {whole} bytes, not {told}");
            told > 0
        };
        ('\u{80}'..=char::MAX).filter(of).collect()
    }

    #[test]
    fn each_blank_and_each_dash_of_unicode_is_known() {
        let blanks = all(blank_len);
        let white = ('\u{80}'..=char::MAX).filter(|c| c.is_whitespace());
        assert!(white.clone().all(|c| blanks.contains(c)), "{blanks:?}");
        assert_eq!(blanks.chars().count(), white.count() + 2, "{blanks:?}: two more look like one");
        for unseen in [
            '\u{200b}',
            '\u{200d}',
            '\u{200e}',
            '\u{202c}',
            '\u{2060}',
            '\u{fe0e}',
            '\u{feff}',
            '\u{ad}',
            '\u{115f}',
            '\u{ffa0}',
            '\u{fffc}',
            '\u{e0001}',
            '\u{e007f}',
        ] {
            assert!(all(unseen_len).contains(unseen), "{unseen:?}");
        }
        for dash in "‐‑‒–—―−⁃﹘﹣－～ー".chars() {
            assert!(all(dash_len).contains(dash), "{dash:?}");
        }
        for dots in "…‥․·．。⋯".chars() {
            assert!(all(dots_len).contains(dots), "{dots:?}");
        }
    }

    #[test]
    fn no_character_has_two_meanings() {
        let kinds = [all(blank_len), all(unseen_len), all(dots_len), all(dash_len)];
        for (i, one) in kinds.iter().enumerate() {
            for two in &kinds[i + 1..] {
                assert!(!one.chars().any(|c| two.contains(c)), "{one:?} and {two:?}");
            }
        }
    }

    #[test]
    fn a_word_becomes_ascii() {
        for (word, plain) in [
            ("Ｎｆ３＋", "Nf3+"),
            ("０－０－０", "0-0-0"),
            ("O\u{2011}O", "O-O"),
            ("♘\u{fe0e}f3", "♘f3"),
            ("N\u{ad}f3", "Nf3"),
            ("é", "é"),
            ("e٤", "e4"),
            ("۱-۰", "1-0"),
            ("Nf३", "Nf3"),
            ("e৪", "e4"),
            ("e𝟒d𝟻", "e4d5"),
            ("e⁴d₅a³b¹", "e4d5a3b1"),
            ("е4хс5", "e4xc5"),
            ("Кf3", "Кf3"),
            ("1∶0", "1:0"),
        ] {
            assert_eq!(String::from_utf8(in_ascii(word.as_bytes())).unwrap(), plain);
        }
        assert_eq!(in_ascii(b"O\x96O"), b"O-O");
    }
}
