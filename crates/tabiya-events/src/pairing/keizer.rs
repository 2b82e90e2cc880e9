// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round of a Keizer: neighbours of the list meet, of those who are there.

use tabiya_tournament::Colour;
use tabiya_tournament::keizer::{self, ColourRule, Passed};

use super::{Draft, NoPairing};
use crate::event::{
    Absence, EntrantId, Event, KeizerColour, NotPaired, PassedOver, Presence, Reason, Side, Why,
};
use crate::keizer::{entrant_of, members, number_of, settings};

pub(super) fn pair(event: &Event) -> Result<Draft, NoPairing> {
    let round = event.last_published() + 1;
    let (mut present, mut away) = (Vec::new(), Vec::new());
    for entrant in &event.entrants {
        let asked = entrant.absences.iter().find(|(one, _)| *one == round).map(|(_, absence)| *absence);
        match (entrant.presence, asked) {
            (Presence::Withdrawn, _) => {}
            (Presence::Present, None) => present.push(number_of(entrant.id)),
            // Whoever was missing when the check-in closed has said nothing; whoever pauses has.
            (Presence::Paused, None) if event.check_in_closed && !entrant.checked_in => {
                away.push((entrant.id, Absence::Unexcused));
            }
            (Presence::Paused, None) => away.push((entrant.id, Absence::Excused)),
            (Presence::Present | Presence::Paused, Some(absence)) => away.push((entrant.id, absence)),
        }
    }
    if present.len() < 2 {
        return Err(NoPairing::TooFew(present.len()));
    }
    let pairing = keizer::pair(&members(event, event.published()), &present, &settings(event));
    Ok(Draft {
        round,
        seen: event.head,
        seeds: None,
        boards: pairing.pairs.iter().map(|(white, black)| [entrant_of(*white), entrant_of(*black)]).collect(),
        byes: pairing.bye.map(entrant_of).into_iter().collect(),
        half_byes: Vec::new(),
        away,
        whys: pairing.reasons.iter().map(why).collect(),
    })
}

/// What the tournament crate says, with entrants for its numbers.
fn why(reason: &keizer::Reason) -> Why {
    let passed = |(number, passed): &(u16, Passed)| PassedOver {
        entrant: entrant_of(*number),
        because: match passed {
            Passed::Met { round } => NotPaired::Met { round: *round },
            Passed::NoCompletion => NotPaired::NoCompletion,
            Passed::HadBye => NotPaired::HadBye,
        },
    };
    let (side, colour) = reason.colour.map_or((None, None), |(colour, rule)| {
        let side = match colour {
            Colour::White => Side::White,
            Colour::Black => Side::Black,
        };
        let rule = match rule {
            ColourRule::FewerWhites => KeizerColour::FewerWhites,
            ColourRule::Alternate => KeizerColour::Alternate,
            ColourRule::Board => KeizerColour::Board,
        };
        (Some(side), Some(rule))
    });
    let entrant: EntrantId = entrant_of(reason.number);
    Why {
        entrant,
        reason: Reason::Keizer {
            place: reason.place,
            value: reason.value,
            opponent_place: reason.opponent.map(|theirs| theirs.place),
            opponent_value: reason.opponent.map(|theirs| theirs.value),
            side,
            colour,
            passed: reason.passed.iter().map(passed).collect(),
        },
    }
}
