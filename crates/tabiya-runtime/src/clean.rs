// SPDX-License-Identifier: AGPL-3.0-or-later
//! What may stand in a chat or in a name that somebody typed, and the words that staff does not want to see in chats.
//!
//! Text is shown as text, so HTML is harmless. What could disturb the lines around it is taken out: control characters,
//! marks that change the direction of writing, invisible ones, and more marks on a letter than any language needs.

use tabiya_protocol::{MAX_CHAT, Refusal};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Marks on one letter. Vietnamese needs two, Thai and Hebrew three.
const MOST_MARKS: usize = 3;
/// Joins emoji to one.
const JOINER: char = '\u{200d}';
/// What stands in place of a letter of a word that staff does not want.
const MASK: char = '•';

/// The text as it may be said.
///
/// # Errors
/// If nothing is left, or it is too long.
pub fn clean(text: &str) -> Result<String, Refusal> {
    let cleaned = visible(text);
    match cleaned.chars().count() {
        0 => Err(Refusal::NothingSaid),
        length if length > MAX_CHAT => {
            Err(Refusal::ChatTooLong { limit: u32::try_from(MAX_CHAT).unwrap_or(u32::MAX) })
        }
        _ => Ok(cleaned),
    }
}

/// The text without what can't be seen or could disturb what stands around it, and with single blanks.
pub fn visible(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len().min(MAX_CHAT * 4));
    let (mut marks, mut gap) = (0, false);
    for each in text.nfc() {
        // A braille cell without dots is blank, too.
        if each.is_whitespace() || each == '\u{2800}' {
            gap = !cleaned.is_empty();
            continue;
        }
        if each.is_control() || is_invisible(each) {
            continue;
        }
        let is_joiner = matches!(each, '\u{200c}' | JOINER);
        marks = if is_combining_mark(each) || is_joiner { marks + 1 } else { 0 };
        // A mark needs a letter before it.
        if marks > MOST_MARKS || (marks > 0 && (cleaned.is_empty() || gap)) {
            continue;
        }
        if std::mem::take(&mut gap) {
            cleaned.push(' ');
        }
        cleaned.push(each);
    }
    cleaned
}

/// The beginning of a text that is at most so long, without half of what is seen as one character: a letter stays with its
/// marks, and an emoji with its colour, its joined parts and the other half of a flag.
pub fn cut(text: &str, most_characters: usize, most_bytes: usize) -> &str {
    let (mut end, mut before, mut is_half_a_flag) = (0, None, false);
    for (count, (at, each)) in text.char_indices().enumerate() {
        is_half_a_flag = is_flag_letter(each) && !is_half_a_flag;
        let is_second_half = is_flag_letter(each) && !is_half_a_flag;
        let goes_on = is_combining_mark(each)
            || matches!(each, JOINER | '\u{200c}' | '\u{1f3fb}'..='\u{1f3ff}')
            || before == Some(JOINER)
            || is_second_half;
        if !goes_on {
            end = at;
        }
        if count == most_characters || at + each.len_utf8() > most_bytes {
            return &text[..end];
        }
        before = Some(each);
    }
    text
}

const fn is_flag_letter(each: char) -> bool {
    matches!(each, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Marks of direction, characters of no width but the joiners, which emoji and some scripts need, and what is no character.
const fn is_invisible(each: char) -> bool {
    each as u32 & 0xfffe == 0xfffe
        || matches!(each,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}' | '\u{13430}'..='\u{1345f}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        )
}

/// The words of a filter, one a line, as they are compared.
pub fn words_of(lines: &str) -> Vec<String> {
    lines.lines().map(|line| folded(line.trim())).filter(|word| !word.is_empty()).collect()
}

/// The text with every such word covered. A word is compared as a whole, without regard to case and marks.
pub fn masked(text: &str, words: &[String]) -> String {
    if words.is_empty() {
        return text.to_owned();
    }
    let mut masked = String::with_capacity(text.len());
    let mut word = String::new();
    for each in text.chars().map(Some).chain([None]) {
        match each {
            Some(letter) if letter.is_alphanumeric() || is_combining_mark(letter) => word.push(letter),
            other => {
                if words.contains(&folded(&word)) {
                    masked.extend(word.chars().map(|_| MASK));
                } else {
                    masked.push_str(&word);
                }
                word.clear();
                masked.extend(other);
            }
        }
    }
    masked
}

/// A word without accents and capitals: `muller` for `Müller`.
pub fn folded(word: &str) -> String {
    word.nfd().filter(|each| !is_combining_mark(*each)).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_disturbs_others_is_taken_out_and_the_rest_stays() {
        let marks = format!("e{}", "\u{301}".repeat(10_000));
        for (said, cleaned) in [
            ("  good \n\t luck  ", "good luck"),
            ("<b>hi</b> & <script>", "<b>hi</b> & <script>"),
            ("a\0b\u{7}c\u{1b}[31m", "abc[31m"),
            ("\u{202e}evil\u{2066}x\u{2069}", "evilx"),
            ("zero\u{200b}width\u{feff}", "zerowidth"),
            ("👩\u{200d}💻 żółw Việt עִבְרִית", "👩\u{200d}💻 żółw Việt עִבְרִית"),
            ("\u{301}\u{301}x", "x"),
            (
                "a\u{200d}\u{200d}\u{200d}\u{200d}\u{200d}b\u{ffff}\u{fdd1}\u{1fffe}\u{1d173}",
                "a\u{200d}\u{200d}\u{200d}b",
            ),
            (marks.as_str(), "é\u{301}\u{301}\u{301}"),
        ] {
            let expected: String = cleaned.nfc().collect();
            assert_eq!(clean(said), Ok(expected), "{said:?}");
        }
    }

    #[test]
    fn a_text_is_cut_where_a_reader_would_cut_it() {
        for (text, characters, bytes, shown) in [
            ("Anna", 4, 4, "Anna"),
            ("Anna", 3, 4, "Ann"),
            ("Anna", 4, 3, "Ann"),
            ("Ann\u{e4}", 9, 4, "Ann"),
            ("♞♞♞", 9, 8, "♞♞"),
            // A mark, a colour, joined parts, and the second half of a flag.
            ("xq\u{301}", 2, 9, "x"),
            ("x👍🏽", 9, 8, "x"),
            ("x👩\u{200d}💻", 3, 99, "x"),
            ("x👩\u{200d}💻", 9, 11, "x"),
            ("🇫🇷🇩🇪", 3, 99, "🇫🇷"),
            ("🇫🇷🇩🇪", 4, 99, "🇫🇷🇩🇪"),
            ("👩\u{200d}💻", 2, 99, ""),
            ("", 0, 0, ""),
        ] {
            assert_eq!(cut(text, characters, bytes), shown, "{text:?} {characters} {bytes}");
        }
    }

    #[test]
    fn nothing_and_too_much_are_refused() {
        for nothing in ["", " \n ", "\u{200b}\u{202e}", "\u{301}", "\u{2800}\u{2800}", "\u{200d}"] {
            assert_eq!(clean(nothing), Err(Refusal::NothingSaid), "{nothing:?}");
        }
        assert!(clean(&"x".repeat(MAX_CHAT)).is_ok());
        assert!(matches!(clean(&"x".repeat(MAX_CHAT + 1)), Err(Refusal::ChatTooLong { .. })));
    }

    #[test]
    fn a_word_is_covered_however_it_is_written_and_only_as_a_whole() {
        let words = words_of("patzer\n\n  Déjà \n");
        for (said, shown) in [
            ("You PATZER, you patzers!", "You ••••••, you patzers!"),
            ("deja vu, DÉJÀ", "•••• vu, ••••"),
            ("p.a.t.z.e.r", "p.a.t.z.e.r"),
            ("", ""),
        ] {
            assert_eq!(masked(said, &words), shown);
        }
        assert_eq!(masked("patzer", &[]), "patzer");
    }
}
