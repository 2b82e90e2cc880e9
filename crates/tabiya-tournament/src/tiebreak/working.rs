// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the value of a tie-break comes about: what each round adds to it, and what is cut.

use super::unplayed::Event;
use super::{Acronym, TieBreak, TieBreakError, Value};
use super::{direct, opponents, own, ratings};
use crate::Tournament;
use crate::standings::standings;

/// What one round of a player has to do with the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The round, from 1.
    pub round: u16,
    /// The starting number of the scheduled opponent.
    pub opponent: Option<u16>,
    /// What is looked at of the opponent: the score, or in an unplayed round that of the dummy.
    pub theirs: Option<Value>,
    /// The own points in the round, where they count.
    pub own: Option<Value>,
    /// What the round adds; of ratings, what goes into the average.
    pub value: Value,
    /// Whether it counts: cut values don't.
    pub counts: bool,
    /// Whether nothing was played, so that a dummy stands for the opponent where scores of opponents count.
    pub is_unplayed: bool,
}

impl Part {
    /// A round that counts.
    pub(super) fn of(event: &Event, index: usize, opponent: Option<usize>, value: Value) -> Self {
        Self {
            round: u16::try_from(index + 1).unwrap_or(u16::MAX),
            opponent: opponent.map(|opponent| event.entries[opponent].number),
            theirs: None,
            own: None,
            value,
            counts: true,
            is_unplayed: false,
        }
    }
}

/// What makes up the value of the tie-break with this place in the list, from 0, for the player with this starting number. Empty where
/// there is nothing to add up: of a rating or a number, where the direct encounter decides nothing, and where the tie-break fell away.
///
/// # Errors
/// As [`standings`].
pub fn working(
    tournament: &Tournament,
    list: &[TieBreak],
    unrated: Option<u16>,
    place: usize,
    number: u16,
) -> Result<Vec<Part>, TieBreakError> {
    let found = standings(tournament, list, unrated)?;
    let event = Event::of_players(tournament, unrated);
    let index = |number: u16| event.entries.iter().position(|entry| entry.number == number);
    let (Some(tie_break), Some(player)) = (list.get(place), index(number)) else { return Ok(Vec::new()) };
    if found.dropped.contains(tie_break) {
        return Ok(Vec::new());
    }
    Ok(match tie_break.acronym {
        Acronym::Bh | Acronym::Sb => opponents::parts(&event, player, tie_break),
        Acronym::Fb => opponents::parts(&event, player, &TieBreak { fore: true, ..tie_break.clone() }),
        Acronym::Aob => opponents::parts_of_average(&event, player, tie_break),
        Acronym::Ks => opponents::parts_of_koya(&event, player, tie_break),
        Acronym::Aro | Acronym::Tpr | Acronym::Ptp | Acronym::Apro | Acronym::Appo => {
            ratings::parts(&event, player, tie_break)
        }
        Acronym::Ps => own::parts_of_progress(&event, player, tie_break),
        Acronym::Std => own::parts_of_standard(&event, player, tie_break),
        Acronym::De => {
            let own = found.players.iter().find(|line| line.number == number);
            let tied = found.players.iter().filter(|line| {
                own.is_some_and(|own| {
                    line.points == own.points && line.values[..place] == own.values[..place]
                })
            });
            let tied: Vec<_> = tied.collect();
            // Zero for all: it decides nothing.
            if tied.iter().all(|line| line.values[place] == Value::whole(0)) {
                return Ok(Vec::new());
            }
            let tied: Vec<usize> = tied.iter().filter_map(|line| index(line.number)).collect();
            direct::parts(&event, player, &tied, tie_break)
        }
        _ => own::parts_of_count(&event, player, tie_break),
    })
}
