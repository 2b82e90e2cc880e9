// SPDX-License-Identifier: MIT OR Apache-2.0
//! The standings: points, then a list of tie-breaks, each applied to those who are still tied (C.07 article 4.2).

use std::cmp::Reverse;

use crate::tiebreak::{self, Applied, Event, TieBreak, TieBreakError, Value};
use crate::{Points, Tournament};

/// One line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The rank, from 1; shared by players that nothing tells apart.
    pub rank: usize,
    /// The starting number.
    pub number: u16,
    /// The score.
    pub points: Points,
    /// The value of each tie-break in the list. For the direct encounter the points from the games among those who were
    /// tied until then, and zero where it decides nothing.
    pub values: Vec<Value>,
}

/// The standings with what they rest on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standings {
    /// The last round that counts.
    pub rounds: u16,
    /// The players, the best first; those of one rank by starting number.
    pub players: Vec<Standing>,
    /// Tie-breaks that fell away because a player has no rating (C.07 article 10). Their values are zero.
    pub dropped: Vec<TieBreak>,
}

/// The standings after the last round that was paired. `unrated` is the rating that the organiser gives to players
/// without one.
///
/// # Errors
/// Where a Buchholz is asked for in a round robin (C.07 article 8), or a tie-break of teams.
pub fn standings(
    tournament: &Tournament,
    list: &[TieBreak],
    unrated: Option<u16>,
) -> Result<Standings, TieBreakError> {
    if let Some(wrong) = list.iter().find(|one| one.acronym.is_for_teams() || one.score.is_some()) {
        return Err(TieBreakError::TeamsOnly(wrong.to_string()));
    }
    let event = Event::of_players(tournament, unrated);
    refuse_buchholz(&event, list)?;
    let somebody_unrated = event.entries.iter().any(|player| player.rating.is_none());
    let falls_away = |one: &TieBreak| one.acronym.needs_ratings() && somebody_unrated;
    let ranked = rank(&event, list, |tie_break, groups| {
        if falls_away(tie_break) {
            (groups, vec![Value::whole(0); event.len()])
        } else {
            tiebreak::apply(&event, tie_break, groups)
        }
    });
    let players = ranked.into_iter().map(|Ranked { rank, index, values }| Standing {
        rank,
        number: event.entries[index].number,
        points: event.score(index),
        values,
    });
    let dropped = list.iter().filter(|one| falls_away(one)).cloned().collect();
    Ok(Standings { rounds: event.rounds, players: players.collect(), dropped })
}

/// A Buchholz must not be used in a round robin (C.07 article 8).
pub(crate) fn refuse_buchholz(event: &Event, list: &[TieBreak]) -> Result<(), TieBreakError> {
    let wrong = list.iter().find(|one| one.acronym.is_buchholz() && event.predetermined);
    wrong.map_or(Ok(()), |wrong| Err(TieBreakError::NotInRoundRobin(wrong.to_string())))
}

/// A participant in the order of the standings.
pub(crate) struct Ranked {
    pub(crate) rank: usize,
    pub(crate) index: usize,
    pub(crate) values: Vec<Value>,
}

/// Groups the participants by their scores and applies the tie-breaks in their order.
pub(crate) fn rank(
    event: &Event,
    list: &[TieBreak],
    apply: impl Fn(&TieBreak, Vec<Vec<usize>>) -> Applied,
) -> Vec<Ranked> {
    let number = |index: usize| event.entries[index].number;
    let mut order: Vec<usize> = (0..event.len()).collect();
    order.sort_by_key(|index| (Reverse(event.score(*index)), number(*index)));
    let tied = |one: &usize, other: &usize| event.score(*one) == event.score(*other);
    let mut groups: Vec<Vec<usize>> = order.chunk_by(tied).map(<[usize]>::to_vec).collect();
    let mut columns = Vec::new();
    for tie_break in list {
        let (split, values) = apply(tie_break, groups);
        groups = split;
        columns.push(values);
    }
    let mut all = Vec::new();
    for mut group in groups {
        let rank = all.len() + 1;
        group.sort_by_key(|index| number(*index));
        let line = |index: usize| {
            let values = columns.iter().map(|column: &Vec<Value>| column[index]).collect();
            Ranked { rank, index, values }
        };
        all.extend(group.into_iter().map(line));
    }
    all
}
