// SPDX-License-Identifier: MIT OR Apache-2.0
//! How a game ended and how it was timed, as PGN spells it.

use core::fmt;

use tabiya_rules::Color;
use tabiya_rules::Outcome;

/// The four results that PGN knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game goes on, or was given up without a result.
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

impl fmt::Display for PgnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnResult::WhiteWins => "1-0",
            PgnResult::BlackWins => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Unfinished => "*",
        })
    }
}

/// Why a game ended, as section 9.8.1 of the standard spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnTermination {
    /// Mate, resignation, a draw by any rule or by agreement.
    Normal,
    /// A flag fell.
    TimeForfeit,
    /// A player broke the rules.
    RulesInfraction,
    /// Left without a result.
    Abandoned,
    /// Still going on.
    Unterminated,
}

impl fmt::Display for PgnTermination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PgnTermination::Normal => "normal",
            PgnTermination::TimeForfeit => "time forfeit",
            PgnTermination::RulesInfraction => "rules infraction",
            PgnTermination::Abandoned => "abandoned",
            PgnTermination::Unterminated => "unterminated",
        })
    }
}

/// A time control, as section 9.6.1 of the standard can say it. It knows no delay and no time odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PgnTimeControl {
    /// There is one, but the standard has no word for it: `?`.
    Unknown,
    /// Time for the whole game: `300`.
    SuddenDeath {
        /// On the clock at the start, in milliseconds.
        initial_ms: u32,
    },
    /// Time for the whole game and an increment: `300+3`.
    Clock {
        /// On the clock at the start, in milliseconds.
        initial_ms: u32,
        /// Added after each move, in milliseconds.
        increment_ms: u32,
    },
    /// So many moves in so many seconds, over and over: `1/259200`.
    Period {
        /// How many moves.
        moves: u32,
        /// In how many seconds.
        seconds: u32,
    },
}

/// Seconds have fractions only where there are any.
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
