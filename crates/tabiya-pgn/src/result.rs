// SPDX-License-Identifier: MIT OR Apache-2.0
//! Results, terminations and time controls in PGN's spelling.

use core::fmt;

use tabiya_rules::Color;
use tabiya_rules::Outcome;

/// The four results of PGN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is still running, or was abandoned without a result.
    Unfinished,
}

impl From<Outcome> for PgnResult {
    fn from(outcome: Outcome) -> PgnResult {
        match outcome.winner() {
            Some(Color::White) => PgnResult::WhiteWins,
            Some(Color::Black) => PgnResult::BlackWins,
            None => PgnResult::Draw,
        }
    }
}

impl PgnResult {
    /// The standard's spelling.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            PgnResult::WhiteWins => "1-0",
            PgnResult::BlackWins => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Unfinished => "*",
        }
    }
}

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// How a game ended, in the spelling of section 9.8.1 of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnTermination {
    /// Mate, resignation, a draw by any rule or by agreement.
    Normal,
    /// A player ran out of time.
    TimeForfeit,
    /// A player broke the rules.
    RulesInfraction,
    /// A third person decided the game, such as an arbiter.
    Adjudication,
    /// The game was abandoned without a result.
    Abandoned,
    /// The game is still running.
    Unterminated,
}

impl fmt::Display for PgnTermination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnTermination::Normal => "normal",
            PgnTermination::TimeForfeit => "time forfeit",
            PgnTermination::RulesInfraction => "rules infraction",
            PgnTermination::Adjudication => "adjudication",
            PgnTermination::Abandoned => "abandoned",
            PgnTermination::Unterminated => "unterminated",
        })
    }
}

/// A time control, as far as section 9.6.1 of the standard can express it. It has no delay and no time odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnTimeControl {
    /// There is one, but the standard can't express it: `?`.
    Unknown,
    /// Time for the whole game: `300`.
    SuddenDeath {
        /// The initial time in milliseconds.
        initial_ms: u32,
    },
    /// Time for the whole game and an increment: `300+3`.
    Clock {
        /// The initial time in milliseconds.
        initial_ms: u32,
        /// The increment in milliseconds.
        increment_ms: u32,
    },
    /// A number of moves in a number of seconds, repeatedly: `1/259200`.
    Period {
        /// The number of moves.
        moves: u32,
        /// The number of seconds.
        seconds: u32,
    },
}

/// Seconds have a fraction only if it is not zero.
impl fmt::Display for PgnTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |ms: u32| f64::from(ms) / 1000.0;
        match *self {
            Self::Unknown => f.write_str("?"),
            Self::SuddenDeath { initial_ms } => write!(f, "{}", seconds(initial_ms)),
            Self::Clock { initial_ms, increment_ms } => {
                write!(f, "{}+{}", seconds(initial_ms), seconds(increment_ms))
            }
            Self::Period { moves, seconds } => write!(f, "{moves}/{seconds}"),
        }
    }
}
