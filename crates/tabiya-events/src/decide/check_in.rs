// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk before the first round: who is there, and who has paid.

use super::{Act, Refusal};
use crate::event::{EntrantId, Entry, Presence};

impl Act<'_> {
    pub(super) fn check_in(&self, id: EntrantId, present: bool) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        let is_back = present && self.event.check_in_closed && entrant.presence != Presence::Present;
        if entrant.checked_in == present && !is_back {
            return Ok(Vec::new());
        }
        let mut entries = Vec::new();
        if entrant.checked_in != present {
            entries.push(Entry::CheckedIn { entrant: id, present });
        }
        let comes_late = self.event.settings.format.takes_late_entries();
        if !present && self.event.check_in_closed && comes_late && entrant.presence == Presence::Present {
            entries.extend(self.without_draft());
            entries.push(Entry::Paused { entrant: id });
        }
        if is_back {
            // By the rules of coming back: a table that is paired takes nobody.
            entries.extend(self.rejoin(id)?);
        }
        Ok(entries)
    }

    pub(super) fn note_paid(&self, id: EntrantId, paid: bool) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        Ok(if entrant.paid == paid { Vec::new() } else { vec![Entry::Paid { entrant: id, paid }] })
    }

    /// Takes out who is not there: for a while where players come and go, else from the table before it is made.
    pub(super) fn close_check_in(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        if self.event.check_in_closed {
            return Ok(Vec::new());
        }
        // Later nobody takes it for granted that those who were not ticked are away.
        let comes_late = self.event.settings.format.takes_late_entries();
        if !self.event.published().is_empty() || self.event.arena.is_some() {
            return Err(Refusal::TooLate(self.event.settings.format.name()));
        }
        let mut entries = self.without_draft();
        entries.push(Entry::CheckInClosed);
        let missing = self.event.entrants.iter();
        let missing = missing.filter(|one| one.presence == Presence::Present && !one.checked_in);
        entries.extend(missing.map(|one| {
            if comes_late { Entry::Paused { entrant: one.id } } else { Entry::Withdrew { entrant: one.id } }
        }));
        Ok(entries)
    }
}
