// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reading moves and all that stands between them (PGN standard, section 8.2): the loop in which the time is spent.

use alloc::string::String;

use super::scan::{
    CLASSES, Class, CommentEnd, comment_end, ends_word, is_space, is_tag_line, line_end, number_len,
    word_to_sign, word_to_space,
};
use super::{PGN_MAX_DEPTH, PGN_MAX_TEXT, PGN_MAX_TOKEN, PgnReader, PgnSource};
use crate::{PgnProblem, PgnResult, PgnText, PgnVisitor, Then};
use tabiya_rules::San;

/// How deep in variations the reader is, and from which depth on it tells nothing.
#[derive(Clone, Copy)]
struct Depth {
    now: usize,
    muted: Option<usize>,
}

/// What one look into the window came to.
enum Look {
    /// The window is used up.
    Refill,
    /// So many bytes are needed from here.
    Hold(usize),
    /// The rest of the line says nothing.
    SkipLine,
    /// The game is over: its result, or none and where it was missed.
    Over,
    NoResult,
}

impl<S: PgnSource> PgnReader<S> {
    /// Tells the moves up to the result. With `skip` it only looks for the end.
    pub(super) fn movetext<V: PgnVisitor>(&mut self, visitor: &mut V, skip: bool) -> Result<(), PgnProblem> {
        // The outermost level is depth 0, so that a whole game can be muted from there.
        let mut depth = Depth { now: 0, muted: skip.then_some(0) };
        loop {
            self.hold(2 * PGN_MAX_TOKEN)?;
            match self.look(visitor, &mut depth)? {
                Look::Refill if self.source.is_complete() => {
                    self.pos = self.source.bytes().len();
                    return self.without_result(visitor, depth);
                }
                Look::Refill => {}
                Look::Hold(bytes) => self.hold(bytes)?,
                Look::SkipLine => self.skip_line()?,
                Look::Over => return Ok(()),
                Look::NoResult => return self.without_result(visitor, depth),
            }
        }
    }

    /// The next game's tags or the end of the file came before the result.
    fn without_result<V: PgnVisitor>(&mut self, visitor: &mut V, depth: Depth) -> Result<(), PgnProblem> {
        let next = self.pos;
        let bytes = self.source.bytes();
        let found = bytes.get(next).copied().map(char::from);
        // A fault is shown behind the last thing that was read.
        while self.pos > self.counted.index && is_space(bytes[self.pos - 1]) {
            self.pos -= 1;
        }
        if depth.now > 0 {
            return Err(PgnProblem::Expected { expected: ") at the end of the variation", found });
        }
        if depth.muted.is_none() {
            visitor.result(None)?;
        }
        self.pos = next;
        Ok(())
    }

    /// Tells what stands in the window.
    fn look<V: PgnVisitor>(&mut self, visitor: &mut V, depth: &mut Depth) -> Result<Look, PgnProblem> {
        let bytes = self.source.bytes();
        let complete = self.source.is_complete();
        let limit = if complete { bytes.len() } else { bytes.len().saturating_sub(PGN_MAX_TOKEN + 8) };
        let mut pos = self.pos;
        // Leaves with `pos` where the fault is, or where to go on.
        macro_rules! leave {
            ($what:expr) => {{
                self.pos = pos;
                return $what;
            }};
        }
        macro_rules! check {
            ($told:expr) => {
                match $told {
                    Ok(told) => told,
                    Err(problem) => leave!(Err(with_text(problem, bytes, pos))),
                }
            };
        }
        while pos < limit {
            let telling = depth.muted.is_none();
            // What comes most is asked for first, each with a branch of its own: one jump for all would be guessed wrongly.
            let byte = bytes[pos];
            if byte == b' ' {
                pos += 1;
                continue;
            }
            if telling
                && byte.is_ascii_alphabetic()
                && let Some((word, len)) = word_to_space(bytes, pos)
                && let Some(san) = San::decode(word, len)
            {
                check!(visitor.san(san));
                // The space too.
                pos += len as usize + 1;
                continue;
            }
            let number = number_len(bytes, pos);
            if number > 0 {
                pos += number;
                if bytes[pos..].starts_with(b"..") {
                    pos += 2;
                }
                continue;
            }
            if byte == b'{'
                && let CommentEnd::Brace(end) = comment_end(bytes, pos + 1)
                && end - pos <= PGN_MAX_TEXT
            {
                if telling {
                    check!(visitor.comment(PgnText::comment(&bytes[pos + 1..end])));
                }
                pos = end + 1;
                continue;
            }
            match CLASSES[usize::from(byte)] {
                Class::Space | Class::Dot => pos += 1,
                Class::Letter => {
                    if telling
                        && let Some((word, len)) = word_to_sign(bytes, pos)
                        && let Some(san) = San::decode(word, len)
                        && bytes.get(pos + len as usize) != Some(&b'(')
                    {
                        check!(visitor.san(san));
                        pos += len as usize;
                        continue;
                    }
                    let end = check!(word_end(bytes, pos));
                    match check!(word(bytes, pos, end, telling)) {
                        Word::Move(san, end) => {
                            check!(visitor.san(san));
                            pos = end;
                        }
                        Word::Null => {
                            check!(visitor.null_move());
                            pos = end;
                        }
                        Word::Nag(nag) => {
                            check!(visitor.nag(nag));
                            pos = end;
                        }
                        Word::Nothing(end) => pos = end,
                        Word::Draw(end) => {
                            self.pos = end;
                            return finish(visitor, depth, PgnResult::Draw, &mut self.pos, pos);
                        }
                    }
                }
                Class::Digit => {
                    let mut end = pos + 1;
                    while end < bytes.len() && bytes[end].is_ascii_digit() {
                        end += 1;
                    }
                    match bytes.get(end) {
                        Some(b'-' | b'/') if end == pos + 1 => match dashed(bytes, pos) {
                            Some(Dashed::Result(result, len)) => {
                                self.pos = pos + len;
                                return finish(visitor, depth, result, &mut self.pos, pos);
                            }
                            Some(Dashed::Castling(san, len)) => {
                                if telling {
                                    check!(visitor.san(san));
                                }
                                pos += len;
                            }
                            None => leave!(Err(unexpected(bytes, end, "a move number or a result"))),
                        },
                        _ => pos = end,
                    }
                }
                Class::OpenBrace => match comment_end(bytes, pos + 1) {
                    CommentEnd::Brace(_) => {
                        leave!(Err(PgnProblem::TooLong { what: "a comment", limit: PGN_MAX_TEXT }))
                    }
                    CommentEnd::TagLine => leave!(Err(PgnProblem::UnclosedComment)),
                    CommentEnd::None if complete => leave!(Err(PgnProblem::UnclosedComment)),
                    CommentEnd::None if bytes.len() - pos > PGN_MAX_TEXT => {
                        leave!(Err(PgnProblem::TooLong { what: "a comment", limit: PGN_MAX_TEXT }))
                    }
                    CommentEnd::None => leave!(Ok(Look::Hold(2 * (bytes.len() - pos)))),
                },
                Class::Semicolon => {
                    let end = match line_end(&bytes[pos..]) {
                        Some(end) => pos + end,
                        None if complete => bytes.len(),
                        None if bytes.len() - pos > PGN_MAX_TEXT => {
                            leave!(Err(PgnProblem::TooLong { what: "a comment", limit: PGN_MAX_TEXT }))
                        }
                        None => leave!(Ok(Look::Hold(2 * (bytes.len() - pos)))),
                    };
                    if telling {
                        check!(visitor.comment(PgnText::comment(&bytes[pos + 1..end])));
                    }
                    pos = end;
                }
                Class::Dollar => {
                    let digits =
                        bytes[pos + 1..].iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
                    let number = &bytes[pos + 1..pos + 1 + digits];
                    let nag = core::str::from_utf8(number).ok().and_then(|text| text.parse().ok());
                    match nag {
                        Some(nag) if telling => check!(visitor.nag(nag)),
                        Some(_) => {}
                        None => leave!(Err(PgnProblem::Nag)),
                    }
                    pos += 1 + digits;
                }
                Class::Glyph => {
                    let (nag, len) = glyph(bytes[pos], bytes.get(pos + 1).copied());
                    if telling {
                        check!(visitor.nag(nag));
                    }
                    pos += len;
                }
                Class::OpenParenthesis => {
                    if depth.now == PGN_MAX_DEPTH {
                        leave!(Err(PgnProblem::TooDeep { limit: PGN_MAX_DEPTH }));
                    }
                    if telling && check!(visitor.begin_variation()) == Then::Skip {
                        depth.muted = Some(depth.now + 1);
                    }
                    depth.now += 1;
                    pos += 1;
                }
                Class::CloseParenthesis => {
                    if depth.now == 0 {
                        leave!(Err(unexpected(bytes, pos, "a move or a result")));
                    }
                    if telling {
                        check!(visitor.end_variation());
                    } else if depth.muted == Some(depth.now) {
                        depth.muted = None;
                    }
                    depth.now -= 1;
                    pos += 1;
                }
                Class::Star => {
                    self.pos = pos + 1;
                    return finish(visitor, depth, PgnResult::Unfinished, &mut self.pos, pos);
                }
                Class::OpenBracket if is_tag_line(&bytes[pos..]) => leave!(Ok(Look::NoResult)),
                Class::Percent if pos == 0 || matches!(bytes[pos - 1], b'\n' | b'\r') => {
                    leave!(Ok(Look::SkipLine))
                }
                Class::Sign => {
                    let end = check!(word_end(bytes, pos));
                    match &bytes[pos..end] {
                        b"--" if telling => check!(visitor.null_move()),
                        text => match evaluation(text) {
                            Some(nag) if telling => check!(visitor.nag(nag)),
                            None if telling => leave!(Err(unexpected(bytes, pos, "a move or a result"))),
                            Some(_) | None => {}
                        },
                    }
                    pos = end;
                }
                Class::OpenBracket | Class::Percent | Class::Wrong => {
                    if telling {
                        leave!(Err(unexpected(bytes, pos, "a move or a result")));
                    }
                    pos += 1;
                }
            }
        }
        leave!(Ok(Look::Refill))
    }
}

/// Tells the result, which stood at `start`. A variation must not be open.
fn finish<V: PgnVisitor>(
    visitor: &mut V,
    depth: &Depth,
    result: PgnResult,
    pos: &mut usize,
    start: usize,
) -> Result<Look, PgnProblem> {
    let told = if depth.now > 0 {
        let found = result_char(result);
        Err(PgnProblem::Expected { expected: ") at the end of the variation", found: Some(found) })
    } else if depth.muted.is_none() {
        visitor.result(Some(result))
    } else {
        Ok(())
    };
    if told.is_err() {
        *pos = start;
    }
    told.map(|()| Look::Over)
}

fn result_char(result: PgnResult) -> char {
    match result {
        PgnResult::WhiteWins | PgnResult::Draw => '1',
        PgnResult::BlackWins => '0',
        PgnResult::Unfinished => '*',
    }
}

/// What a word that is not spelt like most moves turns out to be, with its end where that is not clear.
enum Word {
    Move(San, usize),
    Null,
    Nag(u8),
    Nothing(usize),
    Draw(usize),
}

/// Where the word ends that begins there.
fn word_end(bytes: &[u8], start: usize) -> Result<usize, PgnProblem> {
    let longest = &bytes[start..bytes.len().min(start + PGN_MAX_TOKEN + 1)];
    let len = longest.iter().position(|byte| ends_word(*byte)).unwrap_or(longest.len());
    if len > PGN_MAX_TOKEN {
        return Err(PgnProblem::TooLong { what: "a word", limit: PGN_MAX_TOKEN });
    }
    Ok(start + len.max(1))
}

/// Reads a word with patience.
fn word(bytes: &[u8], start: usize, end: usize, telling: bool) -> Result<Word, PgnProblem> {
    let (text, rest) = (&bytes[start..end], &bytes[end..]);
    // ½-½ in UTF-8 and Latin-1.
    if matches!(text, b"\xC2\xBD-\xC2\xBD" | b"\xC2\xBD" | b"\xBD-\xBD" | b"\xBD") {
        return Ok(Word::Draw(end));
    }
    if !telling {
        return Ok(Word::Nothing(end));
    }
    match text {
        b"Z0" | b"@@@@" => return Ok(Word::Null),
        b"ep" => return Ok(Word::Nothing(end)),
        b"e" if rest.starts_with(b".p.") => return Ok(Word::Nothing(end + 3)),
        // An ellipsis in one character.
        b"\xE2\x80\xA6" => return Ok(Word::Nothing(end)),
        _ => {}
    }
    if let Some(nag) = evaluation(text) {
        return Ok(Word::Nag(nag));
    }
    if let Some(dots) = text.strip_prefix(b"\xE2\x80\xA6") {
        return Ok(Word::Nothing(end - dots.len()));
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
    match San::from_bytes(&bytes[start..end]) {
        Ok(san) => Ok(Word::Move(san, end)),
        Err(error) => Err(error.into()),
    }
}

/// What a digit and a dash begin.
enum Dashed {
    Result(PgnResult, usize),
    Castling(San, usize),
}

fn dashed(bytes: &[u8], start: usize) -> Option<Dashed> {
    let rest = &bytes[start..];
    let results: [(&[u8], PgnResult); 4] = [
        (b"1-0", PgnResult::WhiteWins),
        (b"0-1", PgnResult::BlackWins),
        (b"1/2-1/2", PgnResult::Draw),
        (b"1/2", PgnResult::Draw),
    ];
    let ends = |len: usize| rest.get(len).is_none_or(|byte| ends_word(*byte));
    for (text, result) in results {
        if rest.starts_with(text) && ends(text.len()) {
            return Some(Dashed::Result(result, text.len()));
        }
    }
    // Check marks belong to a castling move.
    let len = rest.iter().take(8).position(|byte| ends_word(*byte)).unwrap_or(rest.len().min(8));
    San::from_bytes(&rest[..len]).ok().map(|san| Dashed::Castling(san, len))
}

/// `!` to `?!` as numbers (PGN standard, section 8.2.3.8), and how many bytes they have.
fn glyph(first: u8, second: Option<u8>) -> (u8, usize) {
    match (first, second) {
        (b'!', Some(b'!')) => (3, 2),
        (b'!', Some(b'?')) => (5, 2),
        (b'!', _) => (1, 1),
        (_, Some(b'!')) => (6, 2),
        (_, Some(b'?')) => (4, 2),
        (_, _) => (2, 1),
    }
}

/// The signs that books put behind moves, as the numbers of the standard's section 10.
fn evaluation(text: &[u8]) -> Option<u8> {
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

/// "expected ..., found 'x'".
#[cold]
pub(super) fn unexpected(bytes: &[u8], at: usize, expected: &'static str) -> PgnProblem {
    let first = bytes.get(at..bytes.len().min(at + 4)).and_then(|bytes| bytes.utf8_chunks().next());
    let found = first.and_then(|chunk| chunk.valid().chars().next());
    // What is no UTF-8 is Latin-1.
    PgnProblem::Expected { expected, found: found.or(bytes.get(at).copied().map(char::from)) }
}

/// Adds the text of the move that a problem is about.
#[cold]
fn with_text(problem: PgnProblem, bytes: &[u8], pos: usize) -> PgnProblem {
    match problem {
        PgnProblem::San { text, error } if text.is_empty() => {
            let end = word_end(bytes, pos).unwrap_or(pos);
            let text: String = PgnText::comment(&bytes[pos..end]).to_str().into_owned();
            PgnProblem::San { text: text.into_boxed_str(), error }
        }
        other => other,
    }
}
