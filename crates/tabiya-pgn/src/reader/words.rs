// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads words that are not in the usual spelling of moves: unusual spellings, evaluations, and what is glued to a move. Marks,
//! null moves, castling, results and prose have files of their own.

use alloc::string::ToString;

use super::PGN_MAX_TOKEN;
use super::castling::castling;
use super::marks::{glued_mark, mark_of_move};
use super::moves::{in_language, read_move};
use super::nulls::{names_null, null_move};
use super::results::{Ended, result};
use super::scan::{is_stray, word_len};
use super::unicode::{dash_len, in_ascii, is_dash, unseen_len};
use crate::effort::steps;
use crate::{PgnOddity, PgnProblem, PgnResult, PgnText};
use tabiya_rules::{Letters, San};

/// The meaning of a word.
pub(super) enum Word {
    Move(San),
    Null,
    /// A dash alone, which may stand for a move.
    Dash,
    Nag(u8),
    Nothing,
    Result(PgnResult),
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
    let len = word_len(&bytes[start..], PGN_MAX_TOKEN + 1);
    if len > PGN_MAX_TOKEN {
        return Err(PgnProblem::TooLong { what: "a word", limit: PGN_MAX_TOKEN });
    }
    Ok(start + len.max(1))
}

/// How words are read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// Whether the words are reported.
    pub(super) telling: bool,
    /// Whether moves may have been read before. Before the first move, `N` is no mark.
    pub(super) begun: bool,
    /// The letters of the pieces, if they are not the English ones.
    pub(super) letters: Option<&'a Letters<'a>>,
}

/// Reads a word leniently.
pub(super) fn word(bytes: &[u8], start: usize, end: usize, reading: Reading<'_>) -> Result<Read, PgnProblem> {
    let (text, rest) = (&bytes[start..end], &bytes[end..]);
    if let Some((ended, len)) = result(bytes, start)
        && ended != Ended::Zeros
    {
        return Ok(Read::plain(Word::Result(ended.into()), start + len));
    }
    if !reading.telling {
        return Ok(Read::plain(Word::Nothing, end));
    }
    if let Some(nag) = evaluation(text) {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    if let Some((san, len)) = castling(&bytes[start..]) {
        let oddity = spelling(san, &bytes[start..start + len], reading);
        return Ok(Read { word: Word::Move(san), end: start + len, oddity });
    }
    match text {
        b"ep" => return Ok(Read::odd(Word::Nothing, end, PgnOddity::Spelling)),
        b"e" if rest.starts_with(b".p.") => {
            return Ok(Read::odd(Word::Nothing, end + 3, PgnOddity::Spelling));
        }
        _ => {}
    }
    if let Some((end, oddity)) = null_move(bytes, start) {
        return Ok(Read { word: Word::Null, end, oddity });
    }
    if reading.begun
        && let Some((nag, end)) = mark_of_move(bytes, start, end, text, reading.letters)
    {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    if !text.is_ascii() {
        let plain = in_ascii(text);
        if plain != text {
            return foreign(bytes, start, end, &plain, reading);
        }
    }
    if text.iter().all(|byte| *byte >= 0x80) && !is_figurine(text) {
        return Ok(stray(text, end));
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
    let read = |end: usize| read_move(&bytes[start..end], reading.letters);
    // e4N is no promotion.
    if let Some(mark) = glued_mark(&bytes[start..end], &bytes[end..])
        && matches!(bytes[end - mark - 1], b'2'..=b'7')
        && let Ok(san) = read(end - mark)
    {
        return Ok(Read::odd(Word::Move(san), end - mark, PgnOddity::Spelling));
    }
    match read(end) {
        Ok(san) => {
            Ok(Read { word: Word::Move(san), end, oddity: spelling(san, &bytes[start..end], reading) })
        }
        Err(problem) => before_glued(bytes, start, end, read).ok_or(problem),
    }
}

/// The move at the start of a word behind which a result, a mark, a sign or a character without meaning follows without a
/// space. That is read next. `read` reads the word up to a place.
#[cold]
fn before_glued(
    bytes: &[u8],
    start: usize,
    end: usize,
    read: impl Fn(usize) -> Result<San, PgnProblem>,
) -> Option<Read> {
    if let Some((san, end, oddity)) = glued(bytes, start, end, &read) {
        return Some(Read::odd(Word::Move(san), end, oddity));
    }
    let strays = bytes[start..end].iter().rev().take_while(|byte| is_stray(**byte)).count();
    let end = end - strays;
    let san = if strays > 0 { read(end).ok()? } else { return None };
    Some(Read::plain(Word::Move(san), end))
}

/// A text that says nothing, up to a place.
fn stray(text: &[u8], end: usize) -> Read {
    Read::odd(Word::Nothing, end, PgnOddity::StrayCharacter(first_char(text).unwrap_or('?')))
}

/// Reads a word that begins with a sign.
pub(super) fn signs(bytes: &[u8], start: usize, end: usize) -> Result<Read, PgnProblem> {
    let text = &bytes[start..end];
    if let Some(nag) = evaluation(text) {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    if let Some((end, oddity)) = null_move(bytes, start) {
        return Ok(Read { word: Word::Null, end, oddity });
    }
    let plain = in_ascii(text);
    if let Some(nag) = evaluation(&plain) {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    match &plain[..] {
        plain if names_null(plain) => Ok(Read::odd(Word::Null, end, PgnOddity::Spelling)),
        b"-" => Ok(Read::plain(Word::Dash, end)),
        // "1.-e4".
        [b'-', next, ..] if next.is_ascii_alphanumeric() => Ok(stray(text, start + 1)),
        // A check mark after a blank.
        [b'+', b'+'] | [_] => Ok(stray(text, end)),
        _ => Err(unexpected(bytes, start, "a move or a result")),
    }
}

/// The move at the start of a word in which something else follows without a space, and its end. `read` reads the
/// word up to a place.
#[cold]
fn glued(
    bytes: &[u8],
    start: usize,
    end: usize,
    read: impl Fn(usize) -> Result<San, PgnProblem>,
) -> Option<(San, usize, PgnOddity)> {
    // No move is longer than 24 bytes. The shortest move is tried first, so that all of what is glued to it is found.
    for at in start + 2..end.min(start + 24) {
        steps(1);
        let oddity = if bytes[at] & 0xC0 == 0x80 && !matches!(bytes[at], 0xBD) {
            continue;
        } else if !bytes[at].is_ascii_alphabetic()
            && result(bytes, at).is_some_and(|(ended, _)| ended != Ended::Zeros)
        {
            PgnOddity::GluedResult
        } else if end - at <= 5 && evaluation(&in_ascii(&bytes[at..end])).is_some()
            || glued_mark(&bytes[start..end], &bytes[end..]) == Some(end - at)
            // "e4,e5".
            || bytes[at] == b',' && bytes[at + 1..end].iter().any(u8::is_ascii_alphanumeric)
        {
            PgnOddity::Spelling
        } else {
            continue;
        };
        if let Ok(san) = read(at) {
            return Some((san, at, oddity));
        }
    }
    None
}

/// Reads a word with characters that stand for others: dashes, wide letters, what nobody sees. `plain` is the word in ASCII.
#[cold]
fn foreign(
    bytes: &[u8],
    start: usize,
    end: usize,
    plain: &[u8],
    reading: Reading<'_>,
) -> Result<Read, PgnProblem> {
    let odd = |word: Word| Ok(Read::odd(word, end, PgnOddity::Spelling));
    let text = &bytes[start..end];
    if plain.is_empty() {
        return Ok(Read::plain(Word::Nothing, end));
    }
    if let Some(nag) = evaluation(plain) {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    if names_null(plain) {
        return odd(Word::Null);
    }
    if is_dash(text) {
        return Ok(Read::plain(Word::Dash, end));
    }
    // "1.–e4".
    if plain[0] == b'-' && dash_len(text) > 0 {
        return Ok(stray(text, start + dash_len(text)));
    }
    if plain.iter().all(u8::is_ascii_digit) {
        return Ok(Read::plain(Word::Nothing, end));
    }
    // What nobody sees may be between two moves, too, except for the soft hyphen, which is within words.
    let separates = |text: &[u8]| unseen_len(text) > 0 && !matches!(text, [0xC2, 0xAD, ..] | [0xAD, ..]);
    let unseen = (0..text.len()).find(|at| separates(&text[*at..]));
    if let Some(before) = unseen.filter(|at| *at > 0)
        && let Ok(read) = word(bytes, start, start + before, reading)
        && matches!(read.word, Word::Move(_))
    {
        return Ok(read);
    }
    if reading.begun
        && let Some((nag, end)) = mark_of_move(bytes, start, end, plain, reading.letters)
    {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    // A word of another script, in which some letters look like those of moves.
    let is_moves = plain.is_ascii() && !plain.iter().all(u8::is_ascii_lowercase);
    if !is_moves
        && text.iter().all(|byte| *byte >= 0x80)
        && !plain.iter().any(u8::is_ascii_digit)
        && !is_figurine(plain)
    {
        return Ok(stray(text, end));
    }
    match read_move(plain, reading.letters) {
        Ok(san) => Ok(Read { word: Word::Move(san), end, oddity: spelling(san, text, reading) }),
        Err(problem) => {
            let read = |end: usize| read_move(&in_ascii(&bytes[start..end]), reading.letters);
            before_glued(bytes, start, end, read).ok_or(problem)
        }
    }
}

/// The deviation of a move that is not written as in the standard.
fn spelling(san: San, written: &[u8], reading: Reading<'_>) -> Option<PgnOddity> {
    let usual = match reading.letters {
        None => san.to_string().as_bytes() == written,
        Some(letters) => in_language(&san.to_string(), letters) == PgnText::comment(written).to_str(),
    };
    (san.role().is_none() || !usual).then_some(PgnOddity::Spelling)
}

/// Whether the text begins like one of ♔ to ♟.
const fn is_figurine(text: &[u8]) -> bool {
    matches!(text, [0xE2, 0x99, 0x94..=0x9F, ..])
}

/// Formats "expected ..., found 'x'".
#[cold]
pub(super) fn unexpected(bytes: &[u8], at: usize, expected: &'static str) -> PgnProblem {
    PgnProblem::Expected { expected, found: bytes.get(at..).and_then(first_char) }
}

/// The first character. An invalid byte of UTF-8 is read as Latin-1.
pub(super) fn first_char(bytes: &[u8]) -> Option<char> {
    let first = bytes.get(..bytes.len().min(4))?.utf8_chunks().next();
    first.and_then(|chunk| chunk.valid().chars().next()).or(bytes.first().copied().map(char::from))
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
        b"+--" => 20,
        b"--+" => 21,
        _ => return None,
    };
    Some(nag)
}
