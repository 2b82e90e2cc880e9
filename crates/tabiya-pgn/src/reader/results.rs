// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every spelling of a result: the standard's, those of other programs and of books, and results that PGN does not have.

use super::PGN_MAX_TOKEN;
use super::castling::castling;
use super::scan::{ends_here, ends_word, without_blanks, word_len};
use super::unicode::{blank_len, circle_len, first_in_ascii, in_ascii, one_blank, unseen_len};
use crate::PgnResult;
use crate::effort::steps;
use tabiya_rules::San;

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
enum Points {
    Zero,
    Half,
    One,
}

/// The points of one side, as they are written.
struct Share {
    points: Points,
    /// Whether they are a decimal fraction without need: `1.0`.
    decimal: bool,
    /// Whether they are a letter O.
    letter: bool,
    end: usize,
}

/// What stands for ½ in the results of [`next`].
const HALF: u8 = 0xBD;
/// What stands for a letter that looks like O.
const CIRCLE: u8 = b'O';
/// What stands for any other character that is not in ASCII.
const OTHER: u8 = 0xFF;

/// The character at a place, in ASCII if it stands for one there, and its end. 0 at the end of the text.
#[inline]
fn next(text: &[u8], at: usize) -> (u8, usize) {
    match text.get(at) {
        None => (0, at),
        Some(b'o') => (CIRCLE, at + 1),
        Some(byte @ ..0x80) => (*byte, at + 1),
        Some(_) => next_foreign(text, at),
    }
}

#[cold]
fn next_foreign(text: &[u8], mut at: usize) -> (u8, usize) {
    // More would be no typing error.
    for _ in 0..8 {
        match unseen_len(&text[at..]) {
            0 => break,
            len => at += len,
        }
    }
    steps(1);
    let rest = &text[at..];
    if rest.is_empty() {
        return (0, at);
    }
    if rest[0] < 0x80 {
        return next(text, at);
    }
    let circle = circle_len(rest);
    if circle > 0 {
        return (CIRCLE, at + circle);
    }
    let (ascii, len) = first_in_ascii(rest);
    let byte = ascii.unwrap_or(match rest {
        [0xC2, 0xBD, ..] | [0xBD, ..] => HALF,
        _ => OTHER,
    });
    (byte, at + len)
}

/// The end of a character, if it is this one.
fn past(text: &[u8], at: usize, is: impl Fn(u8) -> bool) -> Option<usize> {
    let (byte, end) = next(text, at);
    is(byte).then_some(end)
}

/// The end of blanks, of which there are few, and at most one line end.
fn past_blanks(text: &[u8], mut at: usize) -> usize {
    let mut lines = 0;
    for _ in 0..4 {
        at += match &text[at..] {
            [b'\r', b'\n', ..] if lines == 0 => 2,
            [b' ' | b'\t', ..] => 1,
            [b'\r' | b'\n', ..] if lines == 0 => 1,
            rest => blank_len(rest),
        };
        lines += usize::from(matches!(text[at - 1], b'\r' | b'\n'));
    }
    at
}

/// The points at a place. An `l` or `I` is a 1 and an `O` is a 0, as typewriters and scanners have it.
fn share(text: &[u8], at: usize) -> Option<Share> {
    let (first, end) = next(text, at);
    let fraction = |digit: u8| {
        let point = past(text, end, |byte| matches!(byte, b'.' | b','))?;
        past(text, point, |byte| byte == digit)
    };
    let halves = |end: usize| past(text, past(text, end, |byte| byte == b'/')?, |byte| byte == b'2');
    let (points, fractional) = match first {
        HALF => return Some(Share { points: Points::Half, decimal: false, letter: false, end }),
        b'1' | b'l' | b'I' => match halves(end) {
            Some(end) => (Points::Half, Some((end, false))),
            None => (Points::One, fraction(b'0').map(|end| (end, true))),
        },
        b'0' | CIRCLE => match fraction(b'5') {
            Some(end) => (Points::Half, Some((end, false))),
            None => (Points::Zero, fraction(b'0').map(|end| (end, true))),
        },
        _ => return None,
    };
    let (end, decimal) = fractional.unwrap_or((end, false));
    Some(Share { points, decimal, letter: first == CIRCLE, end })
}

/// The result at `start`, and its length.
///
/// The dash may be any, or a colon, with blanks around it. An `F` or two behind the points or behind all mark a
/// forfeit.
pub(super) fn result(bytes: &[u8], start: usize) -> Option<(Ended, usize)> {
    let text = &bytes[start..];
    // What nearly all files have.
    let usual = match text {
        [b'1', b'-', b'0', rest @ ..] => Some((PgnResult::WhiteWins, rest)),
        [b'0', b'-', b'1', rest @ ..] => Some((PgnResult::BlackWins, rest)),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', rest @ ..] => Some((PgnResult::Draw, rest)),
        _ => None,
    };
    match usual {
        Some((result, rest @ ([] | [b'\n' | b'\r', ..]))) => {
            Some((Ended::As(result), text.len() - rest.len()))
        }
        _ => any_result(text),
    }
}

/// A result in any spelling at the start of a text, and its length.
fn any_result(text: &[u8]) -> Option<(Ended, usize)> {
    match text.first()? {
        b'*' | 0xEF if matches!(next(text, 0), (b'*', _)) => {
            return Some((Ended::As(PgnResult::Unfinished), next(text, 0).1));
        }
        b'0' | b'1' | b'O' | b'o' | b'l' | b'I' | 0x80.. => {}
        _ => return None,
    }
    let white = share(text, 0)?;
    let after_white = past_forfeit(text, white.end);
    let dash = past(text, past_blanks(text, after_white), |byte| matches!(byte, b'-' | b':'));
    let second = match dash {
        Some(dash) => past_blanks(text, dash),
        // ½½.
        None => white.end,
    };
    let black = share(text, second)
        .filter(|black| dash.is_some() || white.points == Points::Half && black.points == Points::Half);
    let Some(black) = black else {
        return whole(text, white.end)
            .filter(|_| white.points == Points::Half)
            .map(|len| (Ended::As(PgnResult::Draw), len));
    };
    let ended = match (white.points, black.points) {
        (Points::One, Points::Zero) => Ended::As(PgnResult::WhiteWins),
        (Points::Zero, Points::One) => Ended::As(PgnResult::BlackWins),
        (Points::Half, Points::Half) => Ended::As(PgnResult::Draw),
        // `O-O` is castling, and never a result.
        (Points::Zero, Points::Zero) if white.letter || black.letter => return None,
        (Points::Zero, Points::Zero) => Ended::Zeros,
        (Points::Half, Points::Zero) | (Points::Zero, Points::Half) => Ended::Otherwise,
        (Points::One, Points::One | Points::Half) | (Points::Half, Points::One) => return None,
    };
    // `1.0-0` is castling in the first move.
    let same_form =
        white.decimal == black.decimal || white.points == Points::Half || black.points == Points::Half;
    whole(text, black.end).filter(|_| same_form).map(|len| (ended, len))
}

/// The end of the marks of a forfeit at a place, if there are any.
fn past_forfeit(text: &[u8], at: usize) -> usize {
    let mark = |at: usize| past(text, at, |byte| matches!(byte, b'F' | b'f'));
    mark(at).map_or(at, |one| mark(one).unwrap_or(one))
}

/// Where a result ends whose points end at a place. `None` if something else goes on there.
fn whole(text: &[u8], at: usize) -> Option<usize> {
    let forfeit = |from: usize| Some(past_forfeit(text, from)).filter(|end| *end > from);
    let ends = [forfeit(at + one_blank(&text[at..])), forfeit(at), Some(at)];
    ends.into_iter().flatten().find(|end| ends_here(&text[*end..]))
}

/// The result in parentheses at the start of a text, with nothing beside it, and its length: a result, and no variation.
pub(super) fn in_parentheses(text: &[u8]) -> Option<(Ended, usize)> {
    // As much as any window holds.
    let text = &text[..text.len().min(PGN_MAX_TOKEN)];
    let inner = without_blanks(text.strip_prefix(b"(")?);
    let (ended, len) = result(inner, 0).filter(|(ended, _)| *ended != Ended::Zeros)?;
    let rest = without_blanks(&inner[len..]);
    rest.starts_with(b")").then(|| (ended, text.len() - rest.len() + 1))
}

/// The result of a game that nobody played, in signs as in tables of tournaments, at the start of a text.
pub(super) fn forfeit(text: &[u8]) -> Option<(Ended, usize)> {
    // The second sign of nearly all evaluations.
    if matches!(text, [_, b'-' | b'+' | b'=', ..]) {
        return None;
    }
    let (white, end) = next(text, 0);
    let slash = past(text, end, |byte| matches!(byte, b'/' | b':'))?;
    let (black, end) = next(text, slash);
    let ended = match (white, black) {
        (b'+', b'-') => Ended::As(PgnResult::WhiteWins),
        (b'-', b'+') => Ended::As(PgnResult::BlackWins),
        (b'-', b'-') => Ended::Otherwise,
        _ => return None,
    };
    text.get(end).is_none_or(|byte| ends_word(*byte)).then_some((ended, end))
}

/// What a digit begins.
pub(super) enum Dashed {
    Result(Ended, usize),
    Castling(San, usize),
}

/// The result or the castling move in digits at `start`.
pub(super) fn dashed(bytes: &[u8], start: usize) -> Option<Dashed> {
    let result = result(bytes, start);
    if let Some((ended, len)) = result
        && ended != Ended::Zeros
    {
        return Some(Dashed::Result(ended, len));
    }
    // Check marks belong to a castling move.
    let len = word_len(&bytes[start..], 3 * 8);
    let plain = in_ascii(&bytes[start..start + len]);
    let plain = San::from_bytes(&plain).ok().filter(|_| plain.starts_with(b"0")).map(|san| (san, len));
    match (plain.or_else(|| castling(&bytes[start..])), result) {
        // An `F` behind the zeros marks a forfeit.
        (Some((_, len)), Some((_, whole))) if whole > len => Some(Dashed::Result(Ended::Otherwise, whole)),
        (Some((san, len)), _) => Some(Dashed::Castling(san, len)),
        (None, result) => result.map(|(_, len)| Dashed::Result(Ended::Otherwise, len)),
    }
}
