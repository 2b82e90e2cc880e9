// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads moves and everything between them (PGN standard, section 8.2). [`usual`] reads most of
//! them.

use alloc::string::String;

use super::ahead::CommentEnd;
use super::marks::names_mark;
use super::next_game::begins_tags;
use super::nulls::{in_brackets, names_null, null_move};
use super::prose::{PROSE_LOOK_AHEAD, prose_end};
use super::recover::{follows_blank_line, is_first_move};
use super::results::{Dashed, Ended, dashed, forfeit, in_parentheses, result};
use super::scan::{CLASSES, Class, is_space, line_end, number_len, without_blanks, word_to_sign};
use super::unicode::{dash_len, dots_len, space_len};
use super::usual::usual;
use super::words::{Read, Reading, Word, first_char, glyph, signs, unexpected, word, word_end};
use super::{PGN_MAX_DEPTH, PGN_MAX_TEXT, PGN_MAX_TOKEN, Part, PgnReader, PgnSource, State};
use crate::effort::{run, steps};
use crate::{PgnOddity, PgnProblem, PgnResult, PgnText, PgnVisitor, Then};
use tabiya_rules::San;

/// The current depth of variations, and the depth from which on nothing is reported.
#[derive(Clone, Copy)]
struct Depth {
    now: usize,
    muted: Option<usize>,
}

impl Depth {
    /// The outermost level is depth 0, so that a whole game can be skipped from there.
    fn outermost(skip: bool) -> Depth {
        Depth { now: 0, muted: skip.then_some(0) }
    }
}

/// How one pass over the window ended.
enum Look {
    /// More input is needed.
    Refill,
    /// This many bytes are needed from here.
    Hold(usize),
    /// The rest of the line must be skipped.
    SkipLine,
    /// A deviation, and where to continue.
    Odd(PgnOddity, usize),
    /// A result, and where it ends.
    Result(PgnResult, usize),
    /// Zeros that are castling or, at a game's end, a result that PGN does not have; and where they end.
    Zeros(San, usize),
    /// A result in parentheses, which is no variation, and where they end.
    Parenthesised(PgnResult, usize),
    /// A dash alone, which may stand for a move, and where it ends.
    Dash(usize),
    /// The next game begins here.
    NoResult,
}

impl<S: PgnSource> PgnReader<S> {
    /// Reports the moves up to the result. With `skip` it only searches for the end.
    pub(super) fn movetext<V: PgnVisitor>(&mut self, visitor: &mut V, skip: bool) -> Result<(), PgnProblem> {
        let mut depth = Depth::outermost(skip);
        let forfeit_at = self.only_forfeit()?;
        let mut looked = None;
        // The first result, if the text repeats it.
        let mut first = None;
        loop {
            steps(1);
            self.hold(2 * PGN_MAX_TOKEN)?;
            let look = match looked.take() {
                Some(look) => look,
                None => match self.look(visitor, &mut depth, forfeit_at) {
                    Ok(look) => look,
                    Err(problem) => {
                        self.leave_variation(visitor, &mut depth, problem)?;
                        continue;
                    }
                },
            };
            match look {
                Look::Refill if self.source.is_complete() => {
                    self.pos = self.source.bytes().len();
                    return self.without_result(visitor, depth);
                }
                Look::Refill => {}
                Look::Hold(bytes) => self.hold(bytes)?,
                Look::SkipLine => self.skip_line()?,
                Look::Odd(oddity, next) => {
                    self.odd(visitor, oddity)?;
                    self.pos = next;
                }
                Look::Zeros(san, end) => {
                    let len = end - self.pos;
                    let ends = depth.now == 0 && self.ends_game(len)?;
                    match (visitor.san(san), ends) {
                        (Err(PgnProblem::San { .. }), true) => {
                            looked = Some(Look::Result(PgnResult::Unfinished, self.pos + len));
                        }
                        (Err(problem), _) => {
                            let problem = with_text(problem, self.source.bytes(), self.pos);
                            self.leave_variation(visitor, &mut depth, problem)?;
                        }
                        (Ok(()), _) => {
                            self.odd(visitor, PgnOddity::Spelling)?;
                            self.pos += len;
                        }
                    }
                }
                Look::Parenthesised(result, end) => {
                    let len = end - self.pos;
                    if self.is_last(len)? {
                        looked = Some(Look::Result(result, self.pos + len));
                    } else {
                        if depth.muted.is_none() {
                            self.odd(visitor, PgnOddity::ResultInVariation)?;
                        }
                        self.pos += len;
                    }
                }
                Look::Dash(end) => {
                    let len = end - self.pos;
                    if self.dash_is_null_move(len)? {
                        if let Err(problem) = visitor.null_move() {
                            self.leave_variation(visitor, &mut depth, problem)?;
                            continue;
                        }
                        self.odd(visitor, PgnOddity::Spelling)?;
                    } else {
                        let dash = first_char(&self.source.bytes()[self.pos..]).unwrap_or('-');
                        self.odd(visitor, PgnOddity::StrayCharacter(dash))?;
                    }
                    self.pos += len;
                }
                Look::Result(result, mut end) => {
                    let told = depth.muted.is_none() || depth.muted.is_some_and(|level| level > 0);
                    if depth.now > 0 {
                        let len = end - self.pos;
                        self.hold(4 * PGN_MAX_TOKEN)?;
                        end = self.pos + len;
                        if self.goes_on(end) {
                            self.odd(visitor, PgnOddity::ResultInVariation)?;
                            self.pos = end;
                            continue;
                        }
                        self.close_variations(visitor, &mut depth)?;
                    }
                    if told && first.is_some() {
                        self.odd(visitor, PgnOddity::RepeatedResult)?;
                    } else if told && &self.source.bytes()[self.pos..end] != result.text().as_bytes() {
                        let has_star = self.source.bytes()[self.pos..end].contains(&b'*');
                        let is_pgn = result != PgnResult::Unfinished || has_star;
                        let oddity = if is_pgn { PgnOddity::ResultSpelling } else { PgnOddity::NoSuchResult };
                        self.odd(visitor, oddity)?;
                    }
                    let result = *first.get_or_insert(result);
                    let len = end - self.pos;
                    let again = self.repeats_result(len)?;
                    self.pos += len;
                    if !again && !self.pass_behind_result(visitor, told)? {
                        return if told { visitor.result(Some(result)) } else { Ok(()) };
                    }
                }
                Look::NoResult => return self.without_result(visitor, depth),
            }
        }
    }

    /// Leaves out the rest of a variation from its fault on, if the visitor wishes so: nothing more of it is reported.
    #[cold]
    #[inline(never)]
    fn leave_variation<V: PgnVisitor>(
        &mut self,
        visitor: &mut V,
        depth: &mut Depth,
        problem: PgnProblem,
    ) -> Result<(), PgnProblem> {
        if depth.now == 0 || depth.muted.is_some() || !visitor.leaves_variation() {
            return Err(problem);
        }
        let fault = self.fault(problem, Part::Movetext);
        self.state = State::Between;
        self.first_skipped.get_or_insert(fault);
        visitor.end_variation()?;
        depth.muted = Some(depth.now);
        Ok(())
    }

    /// The next game's tags follow those of this game.
    pub(super) fn without_movetext<V: PgnVisitor>(
        &mut self,
        visitor: &mut V,
        skip: bool,
    ) -> Result<(), PgnProblem> {
        self.without_result(visitor, Depth::outermost(skip))
    }

    /// The next game or the end of the file came before the result.
    fn without_result<V: PgnVisitor>(&mut self, visitor: &mut V, mut depth: Depth) -> Result<(), PgnProblem> {
        let next = self.pos;
        let bytes = self.source.bytes();
        // A fault is reported after the last text that was read.
        while self.pos > self.counted.index && is_space(bytes[self.pos - 1]) {
            steps(1);
            self.pos -= 1;
        }
        self.close_variations(visitor, &mut depth)?;
        if self.source.bytes().get(next) == Some(&b'1') {
            self.odd(visitor, PgnOddity::NoResult)?;
        }
        if depth.muted.is_none() {
            visitor.result(None)?;
        }
        self.pos = next;
        Ok(())
    }

    /// Closes the variations that have no closing parenthesis.
    fn close_variations<V: PgnVisitor>(
        &mut self,
        visitor: &mut V,
        depth: &mut Depth,
    ) -> Result<(), PgnProblem> {
        if depth.now > 0 {
            self.odd(visitor, PgnOddity::UnclosedVariation)?;
        }
        while depth.now > 0 {
            match depth.muted {
                None => visitor.end_variation()?,
                Some(level) if level == depth.now => depth.muted = None,
                Some(_) => {}
            }
            depth.now -= 1;
        }
        Ok(())
    }

    /// Whether the game continues after a result in a variation.
    fn goes_on(&self, end: usize) -> bool {
        let rest = &self.source.bytes()[end..];
        let rest = rest.get(..2 * PGN_MAX_TOKEN).unwrap_or(rest);
        let blanks = rest.len() - without_blanks(rest).len();
        match rest.get(blanks) {
            None => false,
            Some(b'[') => !begins_tags(self.source.bytes(), end + blanks),
            Some(_) => !is_first_move(self.source.bytes(), end + blanks),
        }
    }

    /// Reports the contents of the window. A forfeit in signs is at `forfeit_at`, if the game is one.
    fn look<V: PgnVisitor>(
        &mut self,
        visitor: &mut V,
        depth: &mut Depth,
        forfeit_at: Option<u64>,
    ) -> Result<Look, PgnProblem> {
        let bytes = self.source.bytes();
        let complete = self.source.is_complete();
        let limit = if complete { bytes.len() } else { bytes.len().saturating_sub(PGN_MAX_TOKEN + 8) };
        let mut pos = self.pos;
        let letters = self.letters;
        // Returns with `pos` at the fault, or where to continue.
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
        // Reports a word and goes on behind it.
        macro_rules! tell {
            ($read:expr) => {{
                let Read { word, end, oddity } = $read;
                match word {
                    Word::Move(san) => check!(visitor.san(san)),
                    Word::Null => check!(visitor.null_move()),
                    Word::Nag(nag) => check!(visitor.nag(nag)),
                    Word::Dash => leave!(Ok(Look::Dash(end))),
                    Word::Nothing => {}
                    Word::Result(result) => leave!(Ok(Look::Result(result, end))),
                }
                if let Some(oddity) = oddity {
                    leave!(Ok(Look::Odd(oddity, end)));
                }
                pos = end;
            }};
        }
        while pos < limit {
            steps(1);
            let telling = depth.muted.is_none();
            if telling && letters.is_none() {
                let (end, told) = usual(bytes, pos, limit, visitor);
                pos = end;
                check!(told);
                if pos >= limit {
                    break;
                }
            }
            let byte = bytes[pos];
            if byte == b' ' {
                pos += 1;
                continue;
            }
            // Points as a decimal fraction are no move number.
            if matches!(&bytes[pos..], [b'0' | b'1', b'.' | b',', b'0' | b'5', ..])
                && let Some((ended, len)) = result(bytes, pos)
            {
                leave!(Ok(Look::Result(ended.into(), pos + len)));
            }
            let number = number_len(bytes, pos);
            if number > 0 {
                if byte == b'1' && number == 2 && is_first_move(bytes, pos) {
                    if self.begun && depth.now == 0 && follows_blank_line(bytes, pos) {
                        leave!(Ok(Look::NoResult));
                    }
                    self.begun = true;
                }
                pos += number;
                if bytes[pos..].starts_with(b"..") {
                    pos += 2;
                }
                continue;
            }
            match CLASSES[usize::from(byte)] {
                Class::Space | Class::Dot => pos += 1,
                Class::Letter => {
                    if telling
                        && letters.is_none()
                        && let Some((word, len)) = word_to_sign(bytes, pos)
                        && let Some(san) = San::decode(word, len)
                        && bytes.get(pos + len as usize) != Some(&b'(')
                    {
                        check!(visitor.san(san));
                        pos += len as usize;
                        continue;
                    }
                    if byte >= 0x80 {
                        let passed = space_len(&bytes[pos..]) + dots_len(&bytes[pos..]);
                        if passed > 0 {
                            pos += passed;
                            continue;
                        }
                        if forfeit_at == Some(self.let_go + pos as u64)
                            && let Some((ended, len)) = forfeit(&bytes[pos..])
                        {
                            leave!(Ok(Look::Result(ended.into(), pos + len)));
                        }
                    }
                    let end = check!(word_end(bytes, pos));
                    let cut = !complete && bytes.len() - pos < PROSE_LOOK_AHEAD;
                    let (text, rest) = (&bytes[pos..end], &bytes[end..]);
                    if cut && telling && (names_null(text) || names_mark(text, rest)) {
                        leave!(Ok(Look::Hold(PROSE_LOOK_AHEAD)));
                    }
                    let reading = Reading { telling, begun: self.begun, letters };
                    let read = match word(bytes, pos, end, reading) {
                        Ok(read) => read,
                        // Before the first move there are no stray words: it is a text, and no game.
                        Err(_) if self.begun && cut => leave!(Ok(Look::Hold(PROSE_LOOK_AHEAD))),
                        Err(problem) => match prose_end(bytes, pos).filter(|_| self.begun) {
                            Some(end) => leave!(Ok(Look::Odd(PgnOddity::StrayWord, end))),
                            None => leave!(Err(with_text(problem, bytes, pos))),
                        },
                    };
                    tell!(read);
                }
                Class::Digit => {
                    let end = pos + run(&bytes[pos..], |byte| byte.is_ascii_digit());
                    let rest = &bytes[end..];
                    // One digit and a dash are a result or castling, and before a blank or a move a number.
                    let is_one = end == pos + 1;
                    let behind = &rest[dash_len(rest)..];
                    let must = is_one
                        && match (rest, behind) {
                            ([b'/', ..] | [0xE2, 0x81, 0x84, ..], _) => true,
                            (_, [b' ' | b'A'..=b'N' | b'P'..=b'Z' | b'a'..=b'h', ..]) => false,
                            _ => behind.len() < rest.len(),
                        };
                    let read = if is_one && (must || byte <= b'1') { dashed(bytes, pos) } else { None };
                    match read {
                        Some(Dashed::Result(ended, len)) => leave!(Ok(Look::Result(ended.into(), pos + len))),
                        Some(Dashed::Castling(san, len)) => {
                            if telling
                                && matches!(result(bytes, pos), Some((Ended::Zeros, zeros)) if zeros == len)
                            {
                                leave!(Ok(Look::Zeros(san, pos + len)));
                            }
                            if telling {
                                check!(visitor.san(san));
                                leave!(Ok(Look::Odd(PgnOddity::Spelling, pos + len)));
                            }
                            pos += len;
                        }
                        None if must => leave!(Err(unexpected(bytes, end, "a move number or a result"))),
                        None => {
                            let ends = rest.first().is_none_or(|byte| *byte != b'.') && dots_len(rest) == 0;
                            if telling && ends && matches!(&bytes[pos..end], b"0" | b"00" | b"000") {
                                leave!(Err(unexpected(
                                    bytes,
                                    pos,
                                    "a move, for example castling as O-O or O-O-O"
                                )));
                            }
                            if telling && null_move(bytes, pos).is_some() {
                                check!(visitor.null_move());
                            }
                            pos = end;
                        }
                    }
                }
                Class::OpenBrace => {
                    let end = match self.ahead.comment_end(&self.source, pos + 1) {
                        CommentEnd::Brace(end) => end,
                        CommentEnd::Never => leave!(Err(PgnProblem::UnclosedComment)),
                        CommentEnd::TooLong => {
                            leave!(Err(PgnProblem::TooLong { what: "a comment", limit: PGN_MAX_TEXT }))
                        }
                        CommentEnd::Cut => leave!(Ok(Look::Hold(2 * (bytes.len() - pos)))),
                    };
                    if telling {
                        check!(visitor.comment(PgnText::comment(&bytes[pos + 1..end])));
                    }
                    pos = end + 1;
                }
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
                    let digits = run(&bytes[pos + 1..], |byte| byte.is_ascii_digit());
                    let number = &bytes[pos + 1..pos + 1 + digits];
                    match core::str::from_utf8(number).ok().and_then(|text| text.parse().ok()) {
                        Some(nag) if telling => check!(visitor.nag(nag)),
                        None if telling => leave!(Ok(Look::Odd(PgnOddity::Nag, pos + 1 + digits))),
                        Some(_) | None => {}
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
                Class::OpenParenthesis | Class::Wrong if in_brackets(bytes, pos).is_some() => {
                    let end = in_brackets(bytes, pos).unwrap_or(pos + 1);
                    if telling {
                        check!(visitor.null_move());
                        leave!(Ok(Look::Odd(PgnOddity::Spelling, end)));
                    }
                    pos = end;
                }
                Class::OpenParenthesis => {
                    if depth.now == 0
                        && let Some((ended, len)) = in_parentheses(&bytes[pos..])
                    {
                        leave!(Ok(Look::Parenthesised(ended.into(), pos + len)));
                    }
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
                        leave!(Ok(Look::Odd(PgnOddity::StrayParenthesis, pos + 1)));
                    }
                    if telling {
                        check!(visitor.end_variation());
                    } else if depth.muted == Some(depth.now) {
                        depth.muted = None;
                    }
                    depth.now -= 1;
                    pos += 1;
                }
                Class::Star => leave!(Ok(Look::Result(PgnResult::Unfinished, pos + 1))),
                Class::OpenBracket if begins_tags(bytes, pos) => leave!(Ok(Look::NoResult)),
                Class::Percent if pos == 0 || matches!(bytes[pos - 1], b'\n' | b'\r') => {
                    leave!(Ok(Look::SkipLine))
                }
                Class::Sign => {
                    if let Some((ended, len)) = forfeit(&bytes[pos..]) {
                        if forfeit_at == Some(self.let_go + pos as u64) {
                            leave!(Ok(Look::Result(ended.into(), pos + len)));
                        }
                        if bytes[pos + 1] == b':' {
                            leave!(Ok(Look::Result(ended.into(), pos + len)));
                        }
                    }
                    let end = check!(word_end(bytes, pos));
                    if telling {
                        tell!(check!(signs(bytes, pos, end)));
                    } else {
                        pos = end;
                    }
                }
                Class::OpenBracket | Class::Percent | Class::Wrong => {
                    if telling {
                        leave!(Ok(Look::Odd(PgnOddity::StrayCharacter(char::from(byte)), pos + 1)));
                    }
                    pos += 1;
                }
            }
        }
        leave!(Ok(Look::Refill))
    }
}

/// Adds the text of the move to a problem.
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
