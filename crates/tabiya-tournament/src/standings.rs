// SPDX-License-Identifier: MIT OR Apache-2.0
//! The standings: points, then a list of tie-breaks, each applied to those who are still tied (C.07 article 4.2).

use crate::tiebreak::{self, Acronym, Event, TieBreak, TieBreakError, Value};
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
/// Where a Buchholz is asked for in a round robin (C.07 article 8).
pub fn standings(
    tournament: &Tournament,
    list: &[TieBreak],
    unrated: Option<u16>,
) -> Result<Standings, TieBreakError> {
    let event = Event::new(tournament, unrated);
    if let Some(wrong) =
        list.iter().find(|one| one.acronym.is_buchholz() && tournament.system.is_predetermined())
    {
        return Err(TieBreakError::NotInRoundRobin(wrong.to_string()));
    }
    let count = tournament.players.len();
    let somebody_unrated = (0..count).any(|player| event.rating(player).is_none());
    let dropped: Vec<TieBreak> =
        list.iter().filter(|one| one.acronym.needs_ratings() && somebody_unrated).cloned().collect();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|player| (std::cmp::Reverse(event.score(*player)), tournament.players[*player].number));
    let mut groups: Vec<Vec<usize>> = order
        .chunk_by(|one, other| event.score(*one) == event.score(*other))
        .map(<[usize]>::to_vec)
        .collect();
    let mut values: Vec<Vec<Value>> = vec![Vec::new(); count];
    for tie_break in list {
        if dropped.contains(tie_break) {
            values.iter_mut().for_each(|values| values.push(Value::whole(0)));
        } else if tie_break.acronym == Acronym::De {
            groups = groups
                .into_iter()
                .flat_map(|group| {
                    let (split, points) = tiebreak::direct_encounter(&event, &group, tie_break);
                    group.iter().zip(points).for_each(|(player, points)| values[*player].push(points));
                    split
                })
                .collect();
        } else {
            let all = tiebreak::values(&event, tie_break);
            groups = groups.into_iter().flat_map(|group| split(group, &all)).collect();
            values.iter_mut().zip(&all).for_each(|(values, value)| values.push(*value));
        }
    }
    // The starting number sorts ascending; its value is shown as the number itself.
    for (index, tie_break) in list.iter().enumerate().filter(|(_, one)| one.acronym == Acronym::Tpn) {
        if !dropped.contains(tie_break) {
            for (player, values) in values.iter_mut().enumerate() {
                values[index] = Value::whole(i64::from(tournament.players[player].number));
            }
        }
    }
    for (index, tie_break) in
        list.iter().enumerate().filter(|(_, one)| one.reversed && one.acronym != Acronym::Tpn)
    {
        if !dropped.contains(tie_break) && tie_break.acronym != Acronym::De {
            values.iter_mut().for_each(|values| values[index] = values[index].reversed());
        }
    }
    let mut players = Vec::new();
    for mut group in groups {
        let rank = players.len() + 1;
        group.sort_by_key(|player| tournament.players[*player].number);
        players.extend(group.into_iter().map(|player| Standing {
            rank,
            number: tournament.players[player].number,
            points: event.score(player),
            values: std::mem::take(&mut values[player]),
        }));
    }
    Ok(Standings { rounds: event.rounds, players, dropped })
}

/// Splits tied players by a value, the largest first.
fn split(mut group: Vec<usize>, values: &[Value]) -> Vec<Vec<usize>> {
    group.sort_by(|one, other| values[*other].cmp(&values[*one]));
    group.chunk_by(|one, other| values[*one] == values[*other]).map(<[usize]>::to_vec).collect()
}
