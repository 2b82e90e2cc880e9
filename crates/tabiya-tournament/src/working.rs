// SPDX-License-Identifier: MIT OR Apache-2.0
//! How the value of a tie-break in the standings comes about: what each round adds to it, and what is cut.

use crate::Tournament;
use crate::standings::{Standing, standings};
use crate::tiebreak::{Acronym, Event, Part, TieBreak, TieBreakError, Value, parts};

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
    let tied = tied(&found.players, place, number);
    // Zero for all: it decides nothing.
    let decides = tied.iter().any(|line| line.values[place] != Value::whole(0));
    if tie_break.acronym == Acronym::De && !decides {
        return Ok(Vec::new());
    }
    let tied: Vec<usize> = tied.iter().filter_map(|line| index(line.number)).collect();
    Ok(parts(&event, player, &tied, tie_break))
}

/// Those with whom a player is still tied when the tie-break with this place is applied, the player among them.
fn tied(players: &[Standing], place: usize, number: u16) -> Vec<&Standing> {
    let Some(own) = players.iter().find(|line| line.number == number) else { return Vec::new() };
    let equal = |line: &&Standing| line.points == own.points && line.values[..place] == own.values[..place];
    players.iter().filter(equal).collect()
}
