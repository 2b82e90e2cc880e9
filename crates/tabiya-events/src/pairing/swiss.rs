// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round of a Swiss by FIDE's Dutch rules.

use tabiya_tournament::dutch::{self, Options};

use super::{Draft, EXPLAINED_AT_ONCE, NoPairing};
use crate::event::{Event, Why, dutch_why};
use crate::tournament::{Numbered, bye_in};

pub(super) fn pair(event: &Event, progress: impl FnMut(usize, usize)) -> Result<Draft, NoPairing> {
    let round = event.last_published() + 1;
    let mut numbered = Numbered::of(event);
    numbered.mark_absent(event, round);
    let options = Options::default();
    let (pairing, whys) = if event.present() <= EXPLAINED_AT_ONCE {
        let (pairing, reasons) = dutch::explain(&numbered.tournament, &options, None)?;
        let whys = reasons.iter().map(|reason| dutch_why(reason, |number| numbered.entrant(number)));
        (pairing, whys.collect())
    } else {
        (dutch::pair(&numbered.tournament, &options, progress)?, Vec::new())
    };
    let half_byes = numbered
        .entrants
        .iter()
        .copied()
        .filter(|id| event.entrant(*id).and_then(|entrant| bye_in(entrant, round)) == Some(true));
    let boards = pairing.pairs.iter();
    Ok(Draft {
        round,
        seen: event.head,
        seeds: None,
        boards: boards.map(|pair| [numbered.entrant(pair.white), numbered.entrant(pair.black)]).collect(),
        byes: pairing.bye.map(|number| numbered.entrant(number)).into_iter().collect(),
        half_byes: half_byes.collect(),
        away: Vec::new(),
        whys,
    })
}

/// The reasons of the last paired round.
pub(super) fn explain(event: &Event) -> Result<Vec<Why>, NoPairing> {
    let numbered = Numbered::with_draft(event);
    let round = crate::event::number(event.rounds.len());
    let (_, reasons) = dutch::explain_round(&numbered.tournament, round, &Options::default(), None)?;
    Ok(reasons.iter().map(|reason| dutch_why(reason, |number| numbered.entrant(number))).collect())
}
