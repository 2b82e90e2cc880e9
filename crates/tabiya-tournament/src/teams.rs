// SPDX-License-Identifier: MIT OR Apache-2.0
//! Teams: TRF26's lines 300 to 362, and the matches that follow from the players' games.
//!
//! A file has no line for a match. Who meets whom follows from the players' games; what has no games stands in lines of its
//! own: a team's bye (320, 240) and a forfeited match (330).

use crate::{Colour, Points};

/// The highest team number: TRF26 writes it with three digits.
pub const MOST_TEAMS: u16 = 999;

/// Which score of a team a tie-break looks at (C.07 article 11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TeamScore {
    /// `:MP`, points of won and drawn matches.
    MatchPoints,
    /// `:GP`, points of the games on the boards.
    GamePoints,
}

impl TeamScore {
    /// The other score.
    pub const fn other(self) -> Self {
        match self {
            Self::MatchPoints => Self::GamePoints,
            Self::GamePoints => Self::MatchPoints,
        }
    }
}

/// One team: line `310`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Team {
    /// The team's pairing number, 1 to 999.
    pub number: u16,
    /// The name, up to 32 characters.
    pub name: String,
    /// The short name, up to 5 characters, or nothing.
    pub nickname: String,
    /// What teams are ordered by at the start, up to six digits: most often an average rating.
    pub strength: Option<u32>,
    /// The match points that the file states.
    pub match_points: Option<Points>,
    /// The game points that the file states.
    pub game_points: Option<Points>,
    /// The rank that the file states.
    pub rank: Option<u16>,
    /// The players' starting numbers in the order of the boards.
    pub players: Vec<u16>,
}

/// What matches are worth: line `362`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchScoring {
    /// A won match.
    pub win: Points,
    /// A drawn match.
    pub draw: Points,
    /// A lost match.
    pub loss: Points,
}

impl Default for MatchScoring {
    fn default() -> Self {
        Self { win: Points::tenths(20), draw: Points::tenths(10), loss: Points::ZERO }
    }
}

/// The pairing-allocated byes of teams: line `320`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamByes {
    /// The match points of a bye.
    pub match_points: Points,
    /// The game points of a bye.
    pub game_points: Points,
    /// The team with the bye of each round, from the first on.
    pub teams: Vec<Option<u16>>,
}

/// A match that was not played: line `330`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForfeitedMatch {
    /// Which team has won; `None` where both have lost.
    pub winner: Option<Colour>,
    /// The round, from 1.
    pub round: u16,
    /// The team that had White on the first board.
    pub white: u16,
    /// The other team.
    pub black: u16,
}

/// The players of a team in a round where they sat in another order than that of line `310`, or where a board stayed
/// empty: line `300`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    /// The round, from 1.
    pub round: u16,
    /// The team.
    pub team: u16,
    /// The opponents.
    pub opponent: u16,
    /// The starting number on each board; `None` where the board stayed empty.
    pub players: Vec<Option<u16>>,
}

/// All that a file says of teams. Without teams everything else is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Teams {
    /// The teams, by number.
    pub list: Vec<Team>,
    /// The colours of the boards of the team that has White on the first, line `352`; `WBWB` where nothing is stated.
    pub colours: Vec<Colour>,
    /// What matches are worth.
    pub scoring: MatchScoring,
    /// The pairing-allocated byes.
    pub byes: Option<TeamByes>,
    /// The matches that were not played.
    pub forfeits: Vec<ForfeitedMatch>,
    /// The line-ups that differ from the order of line `310`.
    pub lineups: Vec<Lineup>,
}

impl Teams {
    /// Whether this is no team tournament.
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The team with a number.
    pub fn team(&self, number: u16) -> Option<&Team> {
        self.index_of(number).map(|index| &self.list[index])
    }

    /// Where the team with a number stands in `list`.
    pub fn index_of(&self, number: u16) -> Option<usize> {
        self.list.binary_search_by_key(&number, |team| team.number).ok()
    }

    /// The colour of a board, counted from 0, in the team that has White on the first.
    pub(crate) fn colour(&self, board: usize) -> Colour {
        let alternating = if board.is_multiple_of(2) { Colour::White } else { Colour::Black };
        self.colours.get(board).copied().unwrap_or(alternating)
    }
}
