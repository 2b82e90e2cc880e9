// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads words that are not in the usual spelling of moves: unusual spellings, null moves, results,
//! evaluations.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::next_game::begins_tags;
use super::scan::{ends_word, is_space, without_blanks};
use super::unicode::{blank_len, char_len, dash_len, dots_len, in_ascii, space_len, unseen_len};
use super::{KEPT_BEFORE, PGN_MAX_TOKEN};
use crate::effort::{run, steps};
use crate::{PgnOddity, PgnProblem, PgnResult, PgnText};
use tabiya_rules::{Color, Letters, Piece, Role, San, SanError};

/// The meaning of a word.
pub(super) enum Word {
    Move(San),
    Null,
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

/// The length of the word at the start of a text, or `most` or a little more if it is longer. Blanks and dots beyond ASCII
/// end it, too.
pub(super) fn word_len(text: &[u8], most: usize) -> usize {
    let mut len = 0;
    while len < most.min(text.len()) {
        if text[len] < 0x80 {
            if ends_word(text[len]) {
                break;
            }
            len += 1;
        } else if blank_len(&text[len..]) > 0 || dots_len(&text[len..]) > 0 {
            break;
        } else {
            len += char_len(&text[len..]);
        }
    }
    steps(len + 1);
    len
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
    /// Whether moves may have been read before. Marks of a move are none before the first one.
    pub(super) begun: bool,
    /// The letters of the pieces, if they are not the English ones.
    pub(super) letters: Option<&'a Letters<'a>>,
}

/// Reads a word leniently.
pub(super) fn word(bytes: &[u8], start: usize, end: usize, reading: Reading<'_>) -> Result<Read, PgnProblem> {
    let (text, rest) = (&bytes[start..end], &bytes[end..]);
    if let Some((ended, len)) = foreign_result(bytes, start) {
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
        b"Z0" | b"@@@@" => return Ok(Read::plain(Word::Null, end)),
        b"z0" => return Ok(Read::odd(Word::Null, end, PgnOddity::Spelling)),
        b"ep" => return Ok(Read::odd(Word::Nothing, end, PgnOddity::Spelling)),
        b"e" if rest.starts_with(b".p.") => {
            return Ok(Read::odd(Word::Nothing, end + 3, PgnOddity::Spelling));
        }
        _ if is_null_in_words(text, rest) => return Ok(Read::odd(Word::Null, end, PgnOddity::Spelling)),
        _ => {}
    }
    if reading.begun
        && let Some(nag) = mark(text)
        && marks_move(bytes, start, end, text, reading.letters)
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
    let read = |end: usize| read_move(&bytes[start..end], reading.letters);
    // e4N is no promotion.
    if let Some(mark) = glued_mark(&bytes[start..end])
        && matches!(bytes[end - mark - 1], b'2'..=b'7')
        && let Ok(san) = read(end - mark)
    {
        return Ok(Read::odd(Word::Move(san), end - mark, PgnOddity::Spelling));
    }
    match read(end) {
        Ok(san) => {
            Ok(Read { word: Word::Move(san), end, oddity: spelling(san, &bytes[start..end], reading) })
        }
        Err(problem) => {
            let text = &bytes[start..end];
            // A result, a mark, a sign or a character without meaning may follow without a space. It is read next.
            if let Some((san, end, oddity)) = glued(bytes, start, end, read) {
                return Ok(Read::odd(Word::Move(san), end, oddity));
            }
            match text.iter().rev().take_while(|byte| is_stray(**byte)).count() {
                0 => Err(problem),
                glued => match read(end - glued) {
                    Ok(san) => Ok(Read::plain(Word::Move(san), end - glued)),
                    Err(_) => Err(problem),
                },
            }
        }
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
        } else if share(&bytes[at..]).is_some()
            && result(bytes, at).is_some_and(|(ended, _)| ended != Ended::Zeros)
        {
            PgnOddity::GluedResult
        } else if end - at <= 5 && evaluation(&in_ascii(&bytes[at..end])).is_some()
            || glued_mark(&bytes[start..end]) == Some(end - at)
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
    if plain == b"--" || plain.eq_ignore_ascii_case(b"Z0") {
        return odd(Word::Null);
    }
    // A single dash says nothing.
    if plain == b"-"
        || text.iter().all(|byte| *byte >= 0x80)
            && plain.iter().all(|byte| *byte >= 0x80)
            && !is_figurine(plain)
    {
        let oddity = PgnOddity::StrayCharacter(first_char(text).unwrap_or('?'));
        return Ok(Read::odd(Word::Nothing, end, oddity));
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
        && let Some(nag) = mark(plain)
        && marks_move(bytes, start, end, plain, reading.letters)
    {
        return Ok(Read::plain(Word::Nag(nag), end));
    }
    match read_move(plain, reading.letters) {
        Ok(san) => Ok(Read { word: Word::Move(san), end, oddity: spelling(san, text, reading) }),
        Err(problem) => {
            let read = |end: usize| read_move(&in_ascii(&bytes[start..end]), reading.letters);
            let found = glued(bytes, start, end, read);
            found.map(|(san, end, oddity)| Read::odd(Word::Move(san), end, oddity)).ok_or(problem)
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

/// Whether a word is the null move in words: `null` or `pass`, unless prose goes on behind it.
fn is_null_in_words(text: &[u8], rest: &[u8]) -> bool {
    if !names_null(text) {
        return false;
    }
    let rest = without_blanks(&rest[..rest.len().min(PGN_MAX_TOKEN)]);
    !is_prose(&rest[..run(rest, |byte| byte.is_ascii_alphabetic())])
}

/// Whether a word may be the null move, if what follows is no prose. That takes [`PROSE_LOOK_AHEAD`] bytes.
pub(super) fn names_null(text: &[u8]) -> bool {
    [&b"null"[..], b"pass"].iter().any(|name| text.eq_ignore_ascii_case(name))
}

/// The length of the mark behind a move, if there is one without a space before it.
fn glued_mark(text: &[u8]) -> Option<usize> {
    let mark =
        [&b"TN"[..], b"N", b"D"].into_iter().find(|mark| text.ends_with(mark) && text.len() > mark.len());
    mark.map(<[u8]>::len)
}

/// What old books and some programs write behind a move: a novelty, a diagram, an editor's remark. The numbers are those
/// that programs have added to the standard's.
fn mark(text: &[u8]) -> Option<u8> {
    match text {
        b"N" | b"TN" => Some(146),
        b"RR" => Some(145),
        b"D" => Some(201),
        _ => None,
    }
}

/// Whether a word is the mark of a move or the beginning of one, which takes [`PROSE_LOOK_AHEAD`] bytes.
pub(super) fn names_mark(text: &[u8]) -> bool {
    mark(text).or_else(|| mark(&in_ascii(text))).is_some()
}

/// Whether the word from `start` to `end`, which in ASCII may be a mark, is one. It stands behind a move, and what follows
/// does not make it the letter of a piece: in `N f3` a blank is too much, and nobody means the pawn.
fn marks_move(bytes: &[u8], start: usize, end: usize, plain: &[u8], letters: Option<&Letters<'_>>) -> bool {
    if !follows_move(bytes, start) {
        return false;
    }
    if bytes[start - 1].is_ascii_alphanumeric() {
        return true;
    }
    let rest = &bytes[end..bytes.len().min(end + 2 * PGN_MAX_TOKEN)];
    let next = without_blanks(rest);
    let next = &next[..word_len(next, PGN_MAX_TOKEN)];
    read_move(&[plain, &in_ascii(next)].concat(), letters).is_err()
}

/// Whether the last word before `start` belongs to a move, as far as the window shows: it is neither a move number nor
/// dots nor a parenthesis. Comments between are passed.
fn follows_move(bytes: &[u8], start: usize) -> bool {
    let mut before = &bytes[start.saturating_sub(KEPT_BEFORE)..start];
    let len = before.len();
    let ends = |text: &[u8], of: fn(&[u8]) -> usize| {
        (1..=4.min(text.len())).rev().find(|len| of(&text[text.len() - len..]) == *len)
    };
    let follows = loop {
        match before {
            [rest @ .., byte] if is_space(*byte) => before = rest,
            [rest @ .., b'}'] => match rest.iter().rposition(|byte| *byte == b'{') {
                Some(open) => before = &before[..open],
                None => break false,
            },
            [.., 0x80..=0xFF] => match ends(before, space_len) {
                Some(len) => before = &before[..before.len() - len],
                None => break ends(before, dots_len).is_none(),
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

/// Bytes that [`prose_end`] looks at.
pub(super) const PROSE_LOOK_AHEAD: usize = 3 * PGN_MAX_TOKEN;

/// Where prose ends that begins there: words that can't be moves, and behind them a move number, a result, the next game's
/// tags or the end of the file. What stands directly before a move may belong to it, as in `Knight f3`.
pub(super) fn prose_end(bytes: &[u8], start: usize) -> Option<usize> {
    let longest = bytes.len().min(start + PGN_MAX_TOKEN);
    let mut end = start;
    loop {
        let text = &bytes[end..longest];
        let len = run(text, |byte| byte.is_ascii_alphabetic());
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
            [b'[', ..] if begins_tags(bytes, longest - rest.len()) => return Some(end),
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
    Result(Ended, usize),
    Castling(San, usize),
}

pub(super) fn dashed(bytes: &[u8], start: usize) -> Option<Dashed> {
    let result = result(bytes, start);
    if let Some((ended, len)) = result
        && ended != Ended::Zeros
    {
        return Some(Dashed::Result(ended, len));
    }
    // Check marks belong to a castling move.
    let len = word_len(&bytes[start..], 3 * 8);
    let plain = San::from_bytes(&in_ascii(&bytes[start..start + len])).ok().map(|san| (san, len));
    match (plain.or_else(|| castling(&bytes[start..])), result) {
        // An `F` behind the zeros marks a forfeit.
        (Some((_, len)), Some((_, whole))) if whole > len => Some(Dashed::Result(Ended::Otherwise, whole)),
        (Some((san, len)), _) => Some(Dashed::Castling(san, len)),
        (None, result) => result.map(|(_, len)| Dashed::Result(Ended::Otherwise, len)),
    }
}

/// Castling at the start of a text, in zeros or in letters that look like O, with a blank around the dashes or without; and its
/// length.
fn castling(text: &[u8]) -> Option<(San, usize)> {
    let circle = |text: &[u8]| match text {
        [b'0' | b'O' | b'o', ..] => 1,
        // The Cyrillic letters U+041E and U+043E, the Greek ones U+039F and U+03BF.
        [0xD0, 0x9E | 0xBE, ..] | [0xCE, 0x9F | 0xBF, ..] => 2,
        _ => 0,
    };
    let (mut len, mut circles) = (circle(text), 1);
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
        match circle(&text[more..]) {
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

/// The length of one blank at the start of a text; 0 if there is none.
fn one_blank(text: &[u8]) -> usize {
    if text.first() == Some(&b' ') { 1 } else { blank_len(text) }
}

/// Whether a result or castling may end before this text.
fn ends_here(text: &[u8]) -> bool {
    match text {
        [] => true,
        [byte, ..] => ends_word(*byte) || is_stray(*byte) && dash_len(text) == 0 || byte.is_ascii_control(),
    }
}

/// How a game ended, as its result says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// One of PGN's results.
    As(PgnResult),
    /// Neither side has won nor drawn: `1/2-0`, for example. PGN has no such result.
    Otherwise,
    /// `0-0`: so too, or castling.
    Zeros,
}

/// What PGN can't say is read as an unknown result.
impl From<Ended> for PgnResult {
    fn from(ended: Ended) -> PgnResult {
        match ended {
            Ended::As(result) => result,
            Ended::Otherwise | Ended::Zeros => PgnResult::Unfinished,
        }
    }
}

/// What one side got.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Share {
    Loss,
    Half,
    Win,
}

fn share(text: &[u8]) -> Option<(Share, usize)> {
    Some(match text {
        [b'1', b'/', b'2', ..] => (Share::Half, 3),
        [b'0', b'.' | b',', b'5', ..] => (Share::Half, 3),
        // The slash of fractions (U+2044) and the division slash (U+2215).
        [b'1', 0xE2, 0x81, 0x84, b'2', ..] | [b'1', 0xE2, 0x88, 0x95, b'2', ..] => (Share::Half, 5),
        // ½ in UTF-8 and Latin-1.
        [0xC2, 0xBD, ..] => (Share::Half, 2),
        [0xBD, ..] => (Share::Half, 1),
        [b'1', ..] => (Share::Win, 1),
        [b'0', ..] => (Share::Loss, 1),
        _ => return None,
    })
}

/// The result at `start`, and its length. The dash may be any, or a colon, with one blank on both sides of it. An `F` behind the
/// result marks a forfeit.
pub(super) fn result(bytes: &[u8], start: usize) -> Option<(Ended, usize)> {
    let text = &bytes[start..];
    let (white, first) = share(text)?;
    let whole = |len: usize| {
        let marks: [&[u8]; 5] = [b" FF", b" F", b"FF", b"F", b""];
        marks
            .iter()
            .find(|mark| text[len..].starts_with(mark) && ends_here(&text[len + mark.len()..]))
            .map(|mark| len + mark.len())
    };
    let blank = one_blank(&text[first..]);
    let dash = match &text[first + blank..] {
        [b':', ..] => 1,
        rest => dash_len(rest),
    };
    let mut second = first + blank + dash;
    if blank > 0 && dash > 0 {
        match one_blank(&text[second..]) {
            0 => return None,
            blank => second += blank,
        }
    }
    let Some((black, len)) = share(&text[second..]).filter(|_| dash > 0) else {
        return whole(first).filter(|_| white == Share::Half).map(|len| (Ended::As(PgnResult::Draw), len));
    };
    let ended = match (white, black) {
        (Share::Win, Share::Loss) => Ended::As(PgnResult::WhiteWins),
        (Share::Loss, Share::Win) => Ended::As(PgnResult::BlackWins),
        (Share::Half, Share::Half) => Ended::As(PgnResult::Draw),
        (Share::Loss, Share::Loss) => Ended::Zeros,
        (Share::Half, Share::Loss) | (Share::Loss, Share::Half) => Ended::Otherwise,
        (Share::Win, Share::Win | Share::Half) | (Share::Half, Share::Win) => return None,
    };
    whole(second + len).map(|len| (ended, len))
}

/// The result at `start`, where a character beyond ASCII begins it.
pub(super) fn foreign_result(bytes: &[u8], start: usize) -> Option<(Ended, usize)> {
    match bytes[start] {
        ..0x80 => None,
        // Letters and digits as wide as ideographs.
        0xEF => {
            let len = word_len(&bytes[start..], PGN_MAX_TOKEN);
            let plain = in_ascii(&bytes[start..start + len]);
            let (ended, plain_len) = result(&plain, 0)?;
            (plain_len == plain.len() && ended != Ended::Zeros).then_some((ended, len))
        }
        _ => result(bytes, start),
    }
}

/// The result of a game that nobody played, in signs as in tables of tournaments, at the start of a text.
pub(super) fn forfeit(text: &[u8]) -> Option<(Ended, usize)> {
    let ended = match text.get(..3)? {
        b"+/-" | b"+:-" => Ended::As(PgnResult::WhiteWins),
        b"-/+" | b"-:+" => Ended::As(PgnResult::BlackWins),
        b"-/-" | b"-:-" => Ended::Otherwise,
        _ => return None,
    };
    text.get(3).is_none_or(|byte| ends_word(*byte)).then_some((ended, 3))
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
