// SPDX-License-Identifier: MIT OR Apache-2.0
//! The streaming reader: passes the contents of a file to a visitor, game by game, in constant memory.

mod ahead;
mod boundary;
mod castling;
mod dash;
mod end;
mod marks;
mod moves;
mod movetext;
mod names;
mod next_game;
mod nulls;
mod place;
mod prose;
mod recover;
mod results;
mod scan;
mod source;
mod tags;
mod unicode;
mod usual;
mod words;

#[cfg(feature = "std")]
use std::io::Read;

use super::{PgnFault, PgnOddity, PgnProblem, PgnVisitor, Then};
use crate::effort::steps;
use ahead::{Ahead, CommentEnd};
use next_game::Seen;
use place::Place;
use prose::{PROSE_LOOK_AHEAD, prose_end};
use scan::{is_space, white_len};
use tabiya_rules::Letters;

pub use boundary::{PGN_BOUNDARY_LOOK_AHEAD, find_pgn_game_start};
#[cfg(feature = "std")]
pub use source::Buffered;
pub use source::PgnSource;
pub(crate) use unicode::in_ascii;

/// The maximum length of a comment or a tag's value: 1 MiB.
pub const PGN_MAX_TEXT: usize = 1 << 20;
/// The maximum length in bytes of a move, a tag's name or any other word.
pub const PGN_MAX_TOKEN: usize = 255;
/// The maximum depth of nested variations.
pub const PGN_MAX_DEPTH: usize = 1000;

/// How many bytes before the current position stay in the window.
const KEPT_BEFORE: usize = 64;

/// Reads one game after the other and passes its parts to a [`PgnVisitor`].
///
/// It reads the standard's import format and common deviations: `{}` and `;` comments, `$1` and `!?`, nested
/// variations, lines that begin with `%`, a byte order mark, any line ends, text in Latin-1, the blanks, dots, dashes and
/// digits of Unicode, castling with zeros, null moves and results in many spellings, moves as
/// [`parse_san`](tabiya_rules::parse_san) reads them, tags without a blank line after them, a missing result.
///
/// The time for a text grows in step with its length, whatever the text is.
///
/// It uses at most 4 MiB, however long the file, a comment or a word is. Texts longer than [`PGN_MAX_TEXT`],
/// words longer than [`PGN_MAX_TOKEN`] and variations deeper than [`PGN_MAX_DEPTH`] are faults. Another fault
/// is a comment in which a line begins with a whole tag pair and another comment begins after it: its closing
/// brace is missing, and the next game would be lost.
///
/// Where the standard is violated but the meaning is clear, the game is read. Each such place is a
/// [`PgnOddity`], which the reader counts and a visitor may refuse.
///
/// After a fault it continues with the next game. Tags after tags begin the next game after two blank lines, and after one
/// if the first of them is `Event`, or if any of them, up to the next blank line, is one that the game had already. A game
/// begins with its tags, or with move number 1 after a result or after a blank line. Another move that follows a result
/// begins a game too, from the start position. A result that follows a result belongs to the same game, with comments
/// between them or without, unless a blank line is between them; the first one counts. Variations and NAGs behind a result
/// belong to the game that has ended, and so does a result behind them. A result in a variation ends no game, but a result alone
/// in parentheses behind the last move is the game's.
///
/// ```
/// use tabiya_pgn::{PgnProblem, PgnReader, PgnVisitor};
/// use tabiya_rules::{Position, San};
///
/// /// Plays a game from the start position and returns the position at its end.
/// #[derive(Default)]
/// struct Last(Position);
///
/// impl PgnVisitor for Last {
///     type Game = Position;
///
///     fn begin_game(&mut self) {
///         self.0 = Position::start();
///     }
///
///     fn san(&mut self, san: San) -> Result<(), PgnProblem> {
///         self.0.play(san.to_move(&self.0)?);
///         Ok(())
///     }
///
///     fn end_game(&mut self) -> Position {
///         self.0
///     }
/// }
///
/// let pgn = b"[White \"Anna\"]\n\n1. e4 {best} e5 (1... c5) *\n\n[White \"Ben\"]\n\n1. e4 e6 2. Nf4 *\n";
/// let mut reader = PgnReader::from_bytes(pgn);
/// let mut visitor = Last::default();
/// let last = reader.read_game(&mut visitor).unwrap().unwrap();
/// assert_eq!(last.to_fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
/// let fault = reader.read_game(&mut visitor).unwrap().unwrap_err();
/// assert_eq!(fault.to_string(), "line 7, column 13: game 2: Nf4: No white knight can go to f4.");
/// assert!(reader.read_game(&mut visitor).is_none());
/// ```
#[derive(Debug)]
pub struct PgnReader<S> {
    source: S,
    /// The current position in the source's window.
    pos: usize,
    /// The last position that was counted, at or before `pos`.
    counted: Place,
    /// The number of bytes before the window.
    let_go: u64,
    games: u64,
    game_offset: u64,
    state: State,
    /// Whether move number 1 of this game has been read.
    begun: bool,
    /// The tags of this game, as far as they tell it from the next one.
    seen: Seen,
    ahead: Ahead,
    letters: Option<&'static Letters<'static>>,
    oddities: u64,
    first_oddity: Option<PgnFault>,
    first_skipped: Option<PgnFault>,
}

/// What the next call must do first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Find the next game.
    Between,
    /// Skip the rest of a game with a fault.
    Failed(Part),
    /// Nothing, because reading the file failed.
    Broken,
}

/// The part of the game in which a fault was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Tags,
    Movetext,
}

impl<'a> PgnReader<&'a [u8]> {
    /// Reads games from memory.
    #[must_use]
    pub fn from_bytes(bytes: &'a [u8]) -> PgnReader<&'a [u8]> {
        PgnReader::over(bytes)
    }
}

#[cfg(feature = "std")]
impl<R: Read> PgnReader<Buffered<R>> {
    /// Reads games from any reader. The PGN reader has its own buffer.
    pub fn new(read: R) -> PgnReader<Buffered<R>> {
        PgnReader::over(Buffered::new(read))
    }
}

impl<S: PgnSource> PgnReader<S> {
    fn over(source: S) -> PgnReader<S> {
        PgnReader {
            source,
            pos: 0,
            counted: Place::START,
            let_go: 0,
            games: 0,
            game_offset: 0,
            state: State::Between,
            begun: false,
            seen: Seen::default(),
            ahead: Ahead::default(),
            letters: None,
            oddities: 0,
            first_oddity: None,
            first_skipped: None,
        }
    }

    /// Reads moves with the piece letters of another language, for example `Sf3` for a knight. English
    /// letters are then not read.
    #[must_use]
    pub fn with_letters(mut self, letters: &'static Letters<'static>) -> PgnReader<S> {
        self.letters = (*letters != Letters::ENGLISH).then_some(letters);
        self
    }

    /// Reads the next game; `None` if there are no more.
    ///
    /// # Errors
    /// The first fault of the game. The next call continues with the next game.
    pub fn read_game<V: PgnVisitor>(&mut self, visitor: &mut V) -> Option<Result<V::Game, PgnFault>> {
        let mut part = Part::Movetext;
        let found = match self.state {
            State::Broken => return None,
            State::Failed(part) => self.recover(part).and_then(|()| self.find_game()),
            State::Between => self.find_game(),
        };
        let outcome = match found {
            Ok(false) => {
                self.state = State::Between;
                return None;
            }
            Ok(true) => {
                self.games += 1;
                self.game_offset = self.offset();
                self.begun = false;
                self.seen.clear();
                self.oddities = 0;
                self.first_oddity = None;
                self.first_skipped = None;
                self.state = State::Between;
                visitor.begin_game();
                self.game(visitor, &mut part)
            }
            Err(problem) => Err(problem),
        };
        match outcome {
            Ok(()) => Some(Ok(visitor.end_game())),
            Err(problem) => Some(Err(self.fault(problem, part))),
        }
    }

    /// The number of games that have begun, which is the number of the last one.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The byte at which the last game begins, from 0.
    #[must_use]
    pub const fn game_offset(&self) -> u64 {
        self.game_offset
    }

    /// The number of bytes read. After a game without a fault, this is the byte after its result, and after the variations
    /// and NAGs that follow it.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.let_go + self.pos as u64
    }

    /// The number of line ends read.
    pub fn line_ends(&mut self) -> u64 {
        self.counted = self.counted.advanced(self.source.bytes(), self.pos);
        self.counted.line
    }

    /// The number of deviations in the last game, up to its fault if it has one.
    #[must_use]
    pub const fn oddities(&self) -> u64 {
        self.oddities
    }

    /// The first deviation in the last game, with its position.
    #[must_use]
    pub const fn first_oddity(&self) -> Option<&PgnFault> {
        self.first_oddity.as_ref()
    }

    /// The first deviation in the last game by which something of its text was left out ([`PgnOddity::skips`]), with its
    /// position.
    #[must_use]
    pub const fn first_skipped(&self) -> Option<&PgnFault> {
        self.first_skipped.as_ref()
    }

    /// Reports a deviation at `pos`.
    #[cold]
    fn odd<V: PgnVisitor>(&mut self, visitor: &mut V, oddity: PgnOddity) -> Result<(), PgnProblem> {
        visitor.odd(oddity)?;
        self.oddities += 1;
        let is_first_skipped = oddity.skips() && self.first_skipped.is_none();
        if self.first_oddity.is_none() || is_first_skipped {
            self.counted = self.counted.advanced(self.source.bytes(), self.pos);
            let Place { line, column, .. } = self.counted;
            let problem = PgnProblem::Odd(oddity);
            let fault = PgnFault { game: self.games, line: line + 1, column: column + 1, problem };
            if is_first_skipped {
                self.first_skipped = Some(fault.clone());
            }
            self.first_oddity.get_or_insert(fault);
        }
        Ok(())
    }

    fn game<V: PgnVisitor>(&mut self, visitor: &mut V, part: &mut Part) -> Result<(), PgnProblem> {
        *part = Part::Tags;
        let has_movetext = self.tags(visitor)?;
        *part = Part::Movetext;
        let skip = visitor.end_tags()? == Then::Skip;
        if has_movetext { self.movetext(visitor, skip) } else { self.without_movetext(visitor, skip) }
    }

    #[cold]
    fn fault(&mut self, problem: PgnProblem, part: Part) -> PgnFault {
        let broken = matches!(problem, PgnProblem::Unreadable(_));
        self.state = if broken { State::Broken } else { State::Failed(part) };
        self.counted = self.counted.advanced(self.source.bytes(), self.pos);
        let Place { line, column, .. } = self.counted;
        PgnFault { game: self.games.max(1), line: line + 1, column: column + 1, problem }
    }

    /// Skips everything that may stand between games. Returns false at the end of the file.
    fn find_game(&mut self) -> Result<bool, PgnProblem> {
        loop {
            steps(1);
            self.hold(PGN_MAX_TOKEN)?;
            let bytes = self.source.bytes();
            match bytes.get(self.pos) {
                None => return Ok(false),
                // Files from DOS editors end with Ctrl-Z or ÿ.
                Some(byte) if is_space(*byte) || matches!(byte, 0x00 | 0x1A | 0xFF) => self.pos += 1,
                // No game begins with these; they belong to the game before.
                Some(b'.' | b',' | b':' | b'!' | b'?' | b')' | b'"' | b'>' | b']') if self.games > 0 => {
                    self.pos += 1;
                }
                Some(b'(') if self.games > 0 => self.pass_variation()?,
                Some(0xEF) if bytes[self.pos..].starts_with(b"\xEF\xBB\xBF") => self.skip_mark(),
                Some(0x80..) if white_len(&bytes[self.pos..]) > 0 => {
                    self.pos += white_len(&bytes[self.pos..])
                }
                Some(b'%') if self.at_line_start() => self.skip_line()?,
                Some(b';') => self.skip_line()?,
                Some(b'{') => match self.loose_comment()? {
                    Some(end) => self.pos = end,
                    None => return Ok(true),
                },
                // What is said of the game before, such as "Black resigns".
                Some(b'A'..=b'Z' | b'a'..=b'z') if self.games > 0 => {
                    self.hold(PROSE_LOOK_AHEAD)?;
                    match prose_end(self.source.bytes(), self.pos) {
                        Some(end) => self.pos = end,
                        None => return Ok(true),
                    }
                }
                Some(_) => return Ok(true),
            }
        }
    }

    /// Skips a byte order mark, which does not count as a character.
    fn skip_mark(&mut self) {
        self.counted = self.counted.advanced(self.source.bytes(), self.pos);
        self.pos += 3;
        self.counted.index = self.pos;
    }

    /// The end of a comment that belongs to no game, because tags, another comment or nothing follows it.
    fn loose_comment(&mut self) -> Result<Option<usize>, PgnProblem> {
        let mut held = PGN_MAX_TOKEN;
        loop {
            let bytes = self.source.bytes();
            let complete = self.source.is_complete();
            if let CommentEnd::Brace(end) = self.ahead.comment_end(&self.source, self.pos + 1) {
                match scan::without_blanks(&bytes[end + 1..]).first() {
                    Some(b'[' | b'{' | b';' | b'%') => return Ok(Some(end + 1)),
                    None if complete => return Ok(Some(end + 1)),
                    Some(_) => return Ok(None),
                    None => {}
                }
            }
            // The reader of the movetext reports what is wrong with it.
            if complete || held > PGN_MAX_TEXT {
                return Ok(None);
            }
            held = 2 * (bytes.len() - self.pos).max(held);
            self.hold(held)?;
        }
    }

    /// Whether the last byte ended a line. The window always keeps some bytes before `pos`.
    fn at_line_start(&self) -> bool {
        match self.pos.checked_sub(1) {
            Some(before) => matches!(self.source.bytes()[before], b'\n' | b'\r'),
            None => true,
        }
    }

    /// Skips to the end of the line.
    fn skip_line(&mut self) -> Result<(), PgnProblem> {
        loop {
            match scan::line_end(&self.source.bytes()[self.pos..]) {
                Some(end) => {
                    self.pos += end;
                    return Ok(());
                }
                None => self.pos = self.source.bytes().len(),
            }
            if self.source.is_complete() {
                return Ok(());
            }
            self.hold(1)?;
        }
    }

    /// Fills the window until it has this many bytes from `pos` on, or all bytes of the file.
    #[inline]
    fn hold(&mut self, bytes: usize) -> Result<(), PgnProblem> {
        while self.source.bytes().len() - self.pos < bytes && !self.source.is_complete() {
            self.refill()?;
        }
        Ok(())
    }

    #[cold]
    fn refill(&mut self) -> Result<(), PgnProblem> {
        let bytes = self.source.bytes();
        // Some bytes before `pos` are kept, and no character is cut in two.
        let mut used = self.pos.saturating_sub(KEPT_BEFORE);
        let floor = used.saturating_sub(3);
        while used > floor && bytes[used] & 0xC0 == 0x80 {
            used -= 1;
        }
        self.counted = self.counted.advanced(bytes, used);
        let kept_before = self.pos - used;
        let refilled = self.source.refill(used);
        self.let_go += used as u64;
        self.pos = kept_before;
        // `advanced` never goes back, so the counted position may be slightly after the window's start.
        self.counted.index -= used;
        self.ahead.let_go(used);
        refilled.map_err(|message| PgnProblem::Unreadable(message.into_boxed_str()))
    }
}
