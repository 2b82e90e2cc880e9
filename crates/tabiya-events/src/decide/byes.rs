// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds in which somebody is not paired: byes of a Swiss, absences of a Keizer.

use super::{Act, Refusal, WrongBye};
use crate::event::{Absence, EntrantId, Entry, Format};

impl Act<'_> {
    pub(super) fn ask_bye(&self, id: EntrantId, round: u16) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.own_entrant(id)?;
        let event = self.event;
        if !matches!(event.settings.format, Format::Swiss { .. }) {
            return Err(WrongBye::SwissOnly.into());
        }
        if round <= event.last_published() || round > event.total_rounds() {
            return Err(WrongBye::NotToCome(round).into());
        }
        if entrant.byes.iter().any(|(one, _)| *one == round) {
            return Ok(Vec::new());
        }
        // What a player missed before is no bye that was asked for.
        let halves = entrant.byes.iter().filter(|(_, half)| *half).count();
        let rules = event.settings.byes;
        let half = round <= rules.last_round && halves < usize::from(rules.most);
        let mut entries = self.without_draft_of(round);
        entries.push(Entry::ByeAsked { entrant: id, round, half });
        Ok(entries)
    }

    pub(super) fn away(&self, id: EntrantId, round: u16, absence: Absence) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.own_entrant(id)?;
        let event = self.event;
        if !matches!(event.settings.format, Format::Keizer { .. }) {
            return Err(WrongBye::KeizerOnly.into());
        }
        if absence != Absence::Excused {
            // What is worth more than notice, and what is worth less, is the organiser's to say.
            self.by_organiser()?;
        }
        let known = entrant.absences.iter().find(|(one, _)| *one == round).map(|(_, known)| *known);
        if let Some(these) = event.round(round).filter(|_| round <= event.last_published()) {
            self.by_organiser()?;
            let written = these.away.iter().find(|(one, _)| *one == id).map(|(_, written)| *written);
            return match written {
                None => Err(WrongBye::WasNotAway { name: entrant.card.name.clone(), round }.into()),
                Some(written) if written == absence => Ok(Vec::new()),
                Some(_) => {
                    let mut entries = self.without_draft();
                    entries.push(Entry::Away { entrant: id, round, absence });
                    Ok(entries)
                }
            };
        }
        if round == 0 || round > event.total_rounds() {
            return Err(WrongBye::NotToCome(round).into());
        }
        if known == Some(absence) || known.is_some() && self.by_organiser().is_err() {
            return Ok(Vec::new());
        }
        self.not_overtaken(entrant)?;
        let mut entries = self.without_draft_of(round);
        entries.push(Entry::Away { entrant: id, round, absence });
        Ok(entries)
    }

    /// The entrant is paired after all in a round to come. What an organiser has said of an absence, the player does not take back.
    pub(super) fn cancel_bye(&self, id: EntrantId, round: u16) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.own_entrant(id)?;
        if round <= self.event.last_published() {
            return Err(WrongBye::NotToCome(round).into());
        }
        if !entrant.is_away_in(round) {
            return Ok(Vec::new());
        }
        let is_more = |(one, absence): &(u16, Absence)| *one == round && *absence != Absence::Excused;
        if entrant.absences.iter().any(is_more) {
            self.by_organiser()?;
        }
        let mut entries = self.without_draft_of(round);
        entries.push(Entry::ComesAfterAll { entrant: id, round });
        Ok(entries)
    }

    /// A round further ahead changes nothing about the one that is paired.
    fn without_draft_of(&self, round: u16) -> Vec<Entry> {
        let is_paired = self.event.draft().is_some_and(|(draft, _)| draft == round);
        if is_paired { self.without_draft() } else { Vec::new() }
    }
}
