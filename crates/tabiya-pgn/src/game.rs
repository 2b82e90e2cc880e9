// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes a game in PGN's export format (standard of 1994, sections 8 and 9).
//!
//! The seven-tag roster comes first. Then come `TimeControl` and, where it is known, `Termination`, `Variant` for any
//! but standard chess (without it other programs misread castling), and `SetUp` and `FEN` for any start but the standard one.
//! The moves follow in lines of at most 79 characters. Clocks are written as `%clk` comments, as on chess
//! sites.

use alloc::string::ToString;

use core::fmt;

use super::{PgnResult, PgnTermination, PgnTimeControl, movetext, tags};
use tabiya_rules::History;

/// A game with everything that its PGN says. [`Display`](fmt::Display) writes it, with a line break after the
/// result.
///
/// ```
/// use tabiya_pgn::{PgnGame, PgnResult, PgnTermination, PgnTimeControl};
/// use tabiya_rules::{History, Position, parse_san};
///
/// let mut history = History::new(Position::start());
/// for text in ["f3", "e5", "g4", "Qh4#"] {
///     history.play(parse_san(history.position(), text).unwrap());
/// }
/// let game = PgnGame {
///     date: "2026.11.21",
///     white: "Anna",
///     black: "Ben",
///     result: PgnResult::BlackWins,
///     time_control: Some(PgnTimeControl::Clock { initial_ms: 300_000, increment_ms: 3_000 }),
///     termination: Some(PgnTermination::Normal),
///     clocks: &[Some(300_000), Some(300_000), Some(296_400), Some(301_000)],
///     ..PgnGame::new(&history)
/// };
/// assert!(game.to_string().ends_with(
///     "1. f3 {[%clk 0:05:00]} 1... e5 {[%clk 0:05:00]} 2. g4 {[%clk 0:04:56.4]} 2...\n\
///      Qh4# {[%clk 0:05:01]} 0-1\n"
/// ));
/// ```
#[derive(Clone, Debug)]
pub struct PgnGame<'a> {
    /// The event's name; `?` if unknown.
    pub event: &'a str,
    /// The place: a location, or the game's web address.
    pub site: &'a str,
    /// `YYYY.MM.DD`, with question marks for unknown parts.
    pub date: &'a str,
    /// The round; `-` if there is none.
    pub round: &'a str,
    /// White's name.
    pub white: &'a str,
    /// Black's name.
    pub black: &'a str,
    /// The result.
    pub result: PgnResult,
    /// The time control; `None` for a game without clocks.
    pub time_control: Option<PgnTimeControl>,
    /// Why it ended; `None` if that is not known. The tag is then left out.
    pub termination: Option<PgnTermination>,
    /// More tags, written after the others in this order. A name must consist of letters, digits and
    /// underscores; tags with other names are left out. A name that was written before, such as `White`, comes a second
    /// time.
    pub more_tags: &'a [(&'a str, &'a str)],
    /// The starting position and the moves.
    pub history: &'a History,
    /// The mover's time after each move, in milliseconds. It may have fewer entries than the game has moves.
    pub clocks: &'a [Option<u32>],
    /// Comments, each with the number of half-moves behind which it stands; 0 is before the first move. They are
    /// sorted by that number, and one that is larger than the number of moves is left out. A comment stands behind the
    /// clock of its move.
    pub comments: &'a [(usize, &'a str)],
}

impl<'a> PgnGame<'a> {
    /// A game of which only the moves are known. If they end the game, the result follows from them.
    #[must_use]
    pub fn new(history: &'a History) -> PgnGame<'a> {
        let outcome = history.outcome();
        PgnGame {
            event: "?",
            site: "?",
            date: "????.??.??",
            round: "?",
            white: "?",
            black: "?",
            result: outcome.map_or(PgnResult::Unfinished, PgnResult::from),
            time_control: None,
            termination: Some(match outcome {
                Some(_) => PgnTermination::Normal,
                None => PgnTermination::Unterminated,
            }),
            more_tags: &[],
            history,
            clocks: &[],
            comments: &[],
        }
    }
}

impl fmt::Display for PgnGame<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = self.history.start();
        tags::write(f, "Event", self.event)?;
        tags::write(f, "Site", self.site)?;
        tags::write(f, "Date", self.date)?;
        tags::write(f, "Round", self.round)?;
        tags::write(f, "White", self.white)?;
        tags::write(f, "Black", self.black)?;
        tags::write(f, "Result", &self.result.to_string())?;
        match self.time_control {
            Some(control) => tags::write(f, "TimeControl", &control.to_string())?,
            None => tags::write(f, "TimeControl", "-")?,
        }
        if let Some(termination) = self.termination {
            tags::write(f, "Termination", &termination.to_string())?;
        }
        tags::write_start(f, start)?;
        for (name, value) in self.more_tags.iter().filter(|(name, _)| tags::is_name(name)) {
            tags::write(f, name, value)?;
        }
        writeln!(f)?;
        movetext::write(f, self)
    }
}
