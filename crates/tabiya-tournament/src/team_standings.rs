// SPDX-License-Identifier: MIT OR Apache-2.0
//! The standings of teams: match points or game points, then a list of tie-breaks (C.07 articles 11 to 13).

use crate::standings::{Ranked, rank, refuse_buchholz};
use crate::teams::TeamScore;
use crate::tiebreak::{TeamEvent, TieBreak, TieBreakError, Value};
use crate::{Points, Tournament};

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamStanding {
    /// The rank, from 1; shared by teams that nothing tells apart.
    pub rank: usize,
    /// The team's number.
    pub number: u16,
    /// The match points.
    pub match_points: Points,
    /// The game points.
    pub game_points: Points,
    /// The value of each tie-break in the list. For EDE and its kin, TBR and BBE it is the place among the teams that
    /// were tied until then, and zero where nothing is decided.
    pub values: Vec<Value>,
}

impl TeamStanding {
    /// The match points or the game points.
    pub const fn points(&self, score: TeamScore) -> Points {
        match score {
            TeamScore::MatchPoints => self.match_points,
            TeamScore::GamePoints => self.game_points,
        }
    }
}

/// The standings of teams after the last round that was paired. `primary` is the score that is compared first.
///
/// # Errors
/// Where a Buchholz is asked for in a round robin (C.07 article 8), or a tie-break from players' ratings.
pub fn team_standings(
    tournament: &Tournament,
    list: &[TieBreak],
    primary: TeamScore,
) -> Result<Vec<TeamStanding>, TieBreakError> {
    if let Some(wrong) = list.iter().find(|one| one.acronym.needs_ratings()) {
        return Err(TieBreakError::PlayersOnly(wrong.to_string()));
    }
    let teams = TeamEvent::new(tournament, primary);
    refuse_buchholz(&teams.match_points, list)?;
    let ranked = rank(teams.of(primary), list, |tie_break, groups| teams.apply(tie_break, groups));
    let line = |Ranked { rank, index, values }| TeamStanding {
        rank,
        number: teams.match_points.entries[index].number,
        match_points: teams.match_points.score(index),
        game_points: teams.game_points.score(index),
        values,
    };
    Ok(ranked.into_iter().map(line).collect())
}
