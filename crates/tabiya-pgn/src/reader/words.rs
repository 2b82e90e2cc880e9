// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads words that are not in the usual spelling of moves: unusual spellings, null moves, results,
//! evaluations.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::PGN_MAX_TOKEN;
use super::scan::{ends_word, is_tag_line, without_blanks};
use crate::{PgnOddity, PgnProblem, PgnResult, PgnText};
use tabiya_rules::{Color, Letters, Piece, Role, San, SanError};

/// The meaning of a word.
pub(super) enum Word {
    Move(San),
    Null,
    Nag(u8),
    Nothing,
    Draw,
}

/// A word, its end, and its deviation from the standard.
pub(super) struct Read {
    pub(super) word: Word,
    pub(super) end: usize,
    pub(super) oddity: Option<PgnOddity>,
}

impl Read {
    const fn plain(word: Word, end: usize) -> Read {
        Read { word, end, oddity: None }
    }

    const fn odd(word: Word, end: usize, oddity: PgnOddity) -> Read {
        Read { word, end, oddity: Some(oddity) }
    }
}

/// The end of the word that begins at `start`.
pub(super) fn word_end(bytes: &[u8], start: usize) -> Result<usize, PgnProblem> {
    let longest = &bytes[start..bytes.len().min(start + PGN_MAX_TOKEN + 1)];
    let len = longest.iter().position(|byte| ends_word(*byte)).unwrap_or(longest.len());
    if len > PGN_MAX_TOKEN {
        return Err(PgnProblem::TooLong { what: "a word", limit: PGN_MAX_TOKEN });
    }
    Ok(start + len.max(1))
}

/// Reads a word leniently.
pub(super) fn word(
    bytes: &[u8],
    start: usize,
    end: usize,
    telling: bool,
    letters: Option<&Letters<'_>>,
) -> Result<Read, PgnProblem> {
    let (text, rest) = (&bytes[start..end], &bytes[end..]);
    // ½-½ in UTF-8 and Latin-1.
    if matches!(text, b"\xC2\xBD-\xC2\xBD" | b"\xC2\xBD" | b"\xBD-\xBD" | b"\xBD") {
        return Ok(Read::plain(Word::Draw, end));
    }
    if !telling {
        return Ok(Read::plain(Word::Nothing, end));
    }
    match text {
        b"Z0" | b"@@@@" => return Ok(Read::plain(Word::Null, end)),
        b"ep" => return Ok(Read::odd(Word::Nothing, end, PgnOddity::Spelling)),
        b"e" if rest.starts_with(b".p.") => {
            return Ok(Read::odd(Word::Nothing, end + 3, PgnOddity::Spelling));
        }
        // A byte order mark, or an ellipsis as one character.
        [0xEF, 0xBB, 0xBF, ..] | [0xE2, 0x80, 0xA6, ..] => return Ok(Read::plain(Word::Nothing, start + 3)),
        // A no-break space, in UTF-8 and Latin-1.
        [0xC2, 0xA0, ..] => return Ok(Read::plain(Word::Nothing, start + 2)),
        [0xA0, ..] => return Ok(Read::plain(Word::Nothing, start + 1)),
        _ => {}
    }
    if let Some(nag) = evaluation(text) {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    if text.iter().all(|byte| *byte >= 0x80) && !is_figurine(text) {
        let oddity = PgnOddity::StrayCharacter(first_char(text).unwrap_or('?'));
        return Ok(Read::odd(Word::Nothing, end, oddity));
    }
    let more = match (text.last(), rest) {
        // e8(Q)+, and exd6e.p.
        (Some(b'1' | b'8'), [b'(', b'Q' | b'R' | b'B' | b'N', b')', rest @ ..]) => {
            3 + rest.iter().take(2).take_while(|byte| matches!(byte, b'+' | b'#')).count()
        }
        (Some(b'e'), [b'.', b'p', b'.', ..]) => 3,
        _ => 0,
    };
    let end = end + more;
    let read = |end: usize| read_move(&bytes[start..end], letters);
    let spelling = |san: San, end: usize| {
        let written = &bytes[start..end];
        let usual = match letters {
            None => san.to_string().as_bytes() == written,
            Some(letters) => in_language(&san.to_string(), letters) == PgnText::comment(written).to_str(),
        };
        (san.role().is_none() || !usual).then_some(PgnOddity::Spelling)
    };
    match read(end) {
        Ok(san) => Ok(Read { word: Word::Move(san), end, oddity: spelling(san, end) }),
        Err(problem) => {
            let text = &bytes[start..end];
            // A result or a character without meaning may follow without a space. It is read next.
            let result = [&b"1-0"[..], b"0-1", b"1/2-1/2"].into_iter().find(|result| text.ends_with(result));
            let glued = match result {
                Some(result) => result.len(),
                None => text.iter().rev().take_while(|byte| is_stray(**byte)).count(),
            };
            match read(end - glued) {
                Ok(san) if glued > 0 => {
                    let oddity = result.map(|_| PgnOddity::GluedResult);
                    Ok(Read { word: Word::Move(san), end: end - glued, oddity })
                }
                _ => Err(problem),
            }
        }
    }
}

/// Bytes that [`prose_end`] looks at.
pub(super) const PROSE_LOOK_AHEAD: usize = 3 * PGN_MAX_TOKEN;

/// Where prose ends that begins there: words that can't be moves, and behind them a move number, a result, the next game's
/// tags or the end of the file. What stands directly before a move may belong to it, as in `Knight f3`.
pub(super) fn prose_end(bytes: &[u8], start: usize) -> Option<usize> {
    let longest = bytes.len().min(start + PGN_MAX_TOKEN);
    let mut end = start;
    loop {
        let text = &bytes[end..longest];
        let len = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let word = &text[..len];
        // "on" and "by", once it is prose.
        let small = end > start && matches!(word, [b'i'..=b'z', b'i'..=b'z'] | [b'b', b'y'] | [b'a', b't']);
        if !(small || is_prose(word)) || text.get(len).is_some_and(|byte| !ends_word(*byte)) {
            return None;
        }
        end += len;
        let rest = without_blanks(&bytes[end..longest]);
        match rest {
            [b'0'..=b'9' | b'*', ..] => return Some(end),
            [b'[', ..] if is_tag_line(&bytes[longest - rest.len()..]) => return Some(end),
            [] if longest == bytes.len() => return Some(end),
            rest => end = longest - rest.len(),
        }
    }
}

/// Whether a word can't be a move in any notation, however it is misspelt: at least three letters, and behind the first
/// not only files. No short capture as in `PxP` or `KtxN`, and no castling in words.
fn is_prose(text: &[u8]) -> bool {
    let is_file = |byte: &u8| matches!(byte, b'a'..=b'h' | b'x' | b'o');
    text.len() >= 3
        && text.iter().skip(1).all(u8::is_ascii_lowercase)
        && !text.iter().skip(1).all(is_file)
        && !(text.len() <= 5 && text.contains(&b'x'))
        && !text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case(b"castle"))
}

fn read_move(text: &[u8], letters: Option<&Letters<'_>>) -> Result<San, PgnProblem> {
    let Some(letters) = letters else { return Ok(San::from_bytes(text)?) };
    let written = PgnText::comment(text).to_str();
    let english = in_english(&written, letters);
    let word: String = english.iter().map(|(c, _)| *c).collect();
    San::from_bytes(word.as_bytes()).map_err(|error| match error {
        SanError::Syntax { at, expected, .. } => {
            let (found, at) = match english.get(at) {
                Some((_, from)) => (written.chars().nth(*from), *from),
                None => (None, written.chars().count()),
            };
            let expected = match expected {
                PIECE => "a piece's letter in the chosen language, a file from a to h or castling (O-O)",
                PROMOTION => "the letter of a piece to promote to, in the chosen language",
                other => other,
            };
            SanError::Syntax { at, found, expected }.into()
        }
        other => other.into(),
    })
}

/// Two of the texts in [`SanError::Syntax`], which name English letters.
const PIECE: &str = "a piece (K, Q, R, B, N), a file from a to h or castling (O-O)";
const PROMOTION: &str = "a piece to promote to (Q, R, B or N)";

/// A move in which these letters are replaced by English ones. Each character comes with the number of the character that it
/// replaces.
///
/// A letter that names a piece only in English is invalid here. The letter of a pawn is dropped.
fn in_english(text: &str, letters: &Letters<'_>) -> Vec<(char, usize)> {
    if text.starts_with(['O', '0', 'o']) && text.contains('-') {
        return text.chars().zip(0..).collect();
    }
    let mut english = Vec::with_capacity(text.len());
    let mut rest = text;
    let mut read = 0;
    while let Some(c) = rest.chars().next() {
        let named = |role: &Role| letters.of(Piece::new(Color::White, *role));
        // "Кр" is the king and "К" the knight, so the longest match counts.
        let role = Role::ALL
            .into_iter()
            .filter(|role| rest.starts_with(named(role)))
            .max_by_key(|role| named(role).len());
        let len = match role {
            Some(Role::Pawn) => named(&Role::Pawn).len(),
            Some(role) => {
                english.push((role.upper_char(), read));
                named(&role).len()
            }
            None => {
                // A letter that is not in this language becomes one that is invalid in SAN, too.
                english.push((if c.is_ascii_uppercase() { '_' } else { c }, read));
                c.len_utf8()
            }
        };
        read += rest[..len].chars().count();
        rest = &rest[len..];
    }
    english
}

/// A move with English letters, in which these letters replace them.
fn in_language(english: &str, letters: &Letters<'_>) -> String {
    let mut text = String::with_capacity(english.len() + 4);
    for c in english.chars() {
        match Role::from_char(c).filter(|_| c.is_ascii_uppercase()) {
            Some(role) => text.push_str(letters.of(Piece::new(Color::White, role))),
            None => text.push(c),
        }
    }
    text
}

/// Whether this byte has no meaning where it directly follows a move.
const fn is_stray(byte: u8) -> bool {
    matches!(byte, b',' | b':' | b'\'' | b'`' | b'_' | b'|' | 0x80..)
}

/// Whether the text begins like one of ♔ to ♟.
const fn is_figurine(text: &[u8]) -> bool {
    matches!(text, [0xE2, 0x99, 0x94..=0x9F, ..])
}

/// The first character. An invalid byte of UTF-8 is read as Latin-1.
pub(super) fn first_char(bytes: &[u8]) -> Option<char> {
    let first = bytes.get(..bytes.len().min(4))?.utf8_chunks().next();
    first.and_then(|chunk| chunk.valid().chars().next()).or(bytes.first().copied().map(char::from))
}

/// What a digit with a dash begins.
pub(super) enum Dashed {
    Result(PgnResult, usize),
    Castling(San, usize),
}

pub(super) fn dashed(bytes: &[u8], start: usize) -> Option<Dashed> {
    let rest = &bytes[start..];
    let results: [(&[u8], PgnResult); 10] = [
        // Some write spaces around the dash.
        (b"1 - 0", PgnResult::WhiteWins),
        (b"0 - 1", PgnResult::BlackWins),
        (b"1/2 - 1/2", PgnResult::Draw),
        (b"1-0", PgnResult::WhiteWins),
        (b"0-1", PgnResult::BlackWins),
        // A result with an en dash, as in books.
        (b"1\xE2\x80\x930", PgnResult::WhiteWins),
        (b"0\xE2\x80\x931", PgnResult::BlackWins),
        (b"1/2\xE2\x80\x931/2", PgnResult::Draw),
        (b"1/2-1/2", PgnResult::Draw),
        (b"1/2", PgnResult::Draw),
    ];
    let ends = |len: usize| {
        rest.get(len).is_none_or(|byte| ends_word(*byte) || is_stray(*byte) || byte.is_ascii_control())
    };
    for (text, result) in results {
        if rest.starts_with(text) && ends(text.len()) {
            return Some(Dashed::Result(result, text.len()));
        }
    }
    // Check marks belong to a castling move.
    let len = rest.iter().take(8).position(|byte| ends_word(*byte)).unwrap_or(rest.len().min(8));
    San::from_bytes(&rest[..len]).ok().map(|san| Dashed::Castling(san, len))
}

/// `!` to `?!` as numbers (PGN standard, section 8.2.3.8), with their length in bytes.
pub(super) fn glyph(first: u8, second: Option<u8>) -> (u8, usize) {
    match (first, second) {
        (b'!', Some(b'!')) => (3, 2),
        (b'!', Some(b'?')) => (5, 2),
        (b'!', _) => (1, 1),
        (_, Some(b'!')) => (6, 2),
        (_, Some(b'?')) => (4, 2),
        (_, _) => (2, 1),
    }
}

/// The signs that books write after moves, as the numbers in section 10 of the standard.
pub(super) fn evaluation(text: &[u8]) -> Option<u8> {
    let nag = match text {
        b"=" => 10,
        b"\xE2\x88\x9E" => 13,
        b"+=" | b"+/=" | b"\xE2\xA9\xB2" => 14,
        b"=+" | b"=/+" | b"\xE2\xA9\xB1" => 15,
        b"+/-" | b"\xC2\xB1" => 16,
        b"-/+" | b"\xE2\x88\x93" => 17,
        b"+-" => 18,
        b"-+" => 19,
        _ => return None,
    };
    Some(nag)
}
