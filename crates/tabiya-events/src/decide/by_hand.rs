// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the arbiter pairs by hand: a whole round before it is published, and those without an opponent afterwards
//! (C.04.2 article 4.4).

use std::collections::BTreeSet;

use super::board_numbers::{number_of_added, numbering};
use super::{Act, Refusal, WrongPairing};
use crate::event::{Absence, BY_HAND, Entrant, EntrantId, Entry, Format, Presence};

impl Act<'_> {
    pub(super) fn pair_by_hand(
        &self,
        boards: &[[EntrantId; 2]],
        byes: &[EntrantId],
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        self.is_paired_by_hand()?;
        let (round, draft) = self.event.draft().ok_or(Refusal::NoDraft)?;
        self.round_not_overtaken(round, draft)?;
        let mut seated = BTreeSet::new();
        for id in boards.iter().flatten().chain(byes) {
            let entrant = self.present(*id)?;
            if !seated.insert(*id) {
                return Err(WrongPairing::Twice(entrant.card.name.clone()).into());
            }
        }
        if boards.is_empty() {
            return Err(WrongPairing::NoBoards.into());
        }
        let is_out = |id: &EntrantId| !seated.contains(id);
        let mut away = draft.away.clone();
        away.retain(|(id, _)| is_out(id));
        if matches!(self.event.settings.format, Format::Keizer { .. }) {
            let was_paired = draft.boards.iter().flat_map(|board| board.players()).chain(draft.byes.clone());
            away.extend(was_paired.filter(is_out).map(|id| (id, Absence::Excused)));
        }
        let half_byes = draft.half_byes.iter().copied().filter(is_out).collect();
        let is_alone = self.event.settings.section.is_none();
        let numbering = is_alone.then(|| numbering(self.event, (round, boards), &[])).flatten();
        let (boards, byes, engine) = (boards.to_vec(), byes.to_vec(), BY_HAND.to_owned());
        let paired = Entry::Paired { round, boards, byes, half_byes, away, engine, seats: true };
        let mut entries = vec![Entry::DraftUndone { round }, paired];
        entries.extend(numbering);
        Ok(entries)
    }

    pub(super) fn add_board(
        &self,
        white: EntrantId,
        black: Option<EntrantId>,
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        self.is_paired_by_hand()?;
        let round = self.event.last_published();
        let these = self.event.round(round).ok_or(Refusal::NoRoundYet)?;
        self.not_paired_anew(round, these)?;
        for id in std::iter::once(white).chain(black) {
            let name = self.present(id)?.card.name.clone();
            if these.board_of(id).is_some() {
                return Err(WrongPairing::HasOpponent { name, round }.into());
            }
        }
        if black == Some(white) {
            return Err(WrongPairing::NeedsTwo.into());
        }
        if black.is_none() && these.byes.contains(&white) {
            return Ok(Vec::new());
        }
        let mut entries = self.without_draft();
        let is_alone = self.event.settings.section.is_none();
        let pair = black.filter(|_| is_alone).map(|black| [white, black]);
        let number = pair.and_then(|pair| number_of_added(self.event, these, pair, &[]));
        entries.push(Entry::BoardAdded { round, white, black, number });
        Ok(entries)
    }

    /// In a table and in a bracket the opponents follow from the numbers.
    fn is_paired_by_hand(&self) -> Result<(), Refusal> {
        match self.event.settings.format {
            Format::Swiss { .. } | Format::Keizer { .. } => Ok(()),
            Format::RoundRobin { .. }
            | Format::KnockOut { .. }
            | Format::TeamMatch { .. }
            | Format::Arena { .. } => Err(WrongPairing::Format.into()),
        }
    }

    fn present(&self, id: EntrantId) -> Result<&Entrant, Refusal> {
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        if entrant.presence != Presence::Present {
            return Err(WrongPairing::NotThere(entrant.card.name.clone()).into());
        }
        Ok(entrant)
    }
}
