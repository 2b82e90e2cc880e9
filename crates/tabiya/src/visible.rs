// SPDX-License-Identifier: AGPL-3.0-or-later
//! Text of others, such as names in games, made safe to print.
//!
//! A terminal takes some characters for commands: it can be made to change its title, to hide lines or to show others than
//! were printed. What comes from a file is therefore printed with such characters spelt out.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with every character spelt out that is not shown but does something, like `\u{1b}`: control characters and those
/// that change the direction of text.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut spelt = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if acts(character) {
            write!(spelt, "\\u{{{:x}}}", u32::from(character)).expect("writing to a string succeeds");
        } else {
            spelt.push(character);
        }
    }
    Cow::Owned(spelt)
}

fn acts(character: char) -> bool {
    let directs = matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = matches!(character, '\u{2028}' | '\u{2029}');
    character.is_control() || directs || breaks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_spelt_out() {
        assert_eq!(visible("\u{1b}[2JAnna\u{7}"), "\\u{1b}[2JAnna\\u{7}");
        assert_eq!(visible("a\nb\r\t\u{9b}1m\u{7f}"), "a\\u{a}b\\u{d}\\u{9}\\u{9b}1m\\u{7f}");
        assert_eq!(visible("\u{202e}annA"), "\\u{202e}annA");
    }

    #[test]
    fn everything_else_stays() {
        for text in ["", "Anna", "Žižka, Jan", "羽生 善治", "♔ 1. e4", "back\\slash"] {
            assert!(matches!(visible(text), Cow::Borrowed(same) if same == text), "{text}");
        }
    }
}
