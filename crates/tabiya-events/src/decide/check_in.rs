// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk before the first round: who is there, and who has paid.

use std::collections::HashSet;

use super::{Act, Elsewhere, Listed, Overtaken, Refusal};
use crate::event::{
    Card, EntrantId, Entry, FeeClass, Fees, MemberOf, Plays, Presence, Record, Settings, number, spoken,
};

impl Act<'_> {
    pub(super) fn check_in(&self, id: EntrantId, present: bool) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        // Whoever is there plays: also who had left or paused, before the check-in closes and after it.
        let is_back = present && entrant.presence != Presence::Present;
        if entrant.checked_in == present && !is_back {
            return Ok(Vec::new());
        }
        if is_back {
            self.not_overtaken(entrant)?;
        }
        if self.seen < entrant.checked_in_changed {
            return Err(Refusal::Overtaken(Overtaken::Entrant { name: entrant.card.name.clone() }));
        }
        let mut entries = Vec::new();
        if entrant.checked_in != present {
            entries.push(Entry::CheckedIn { entrant: id, present });
        }
        let comes_late = self.event.settings.format.takes_late_entries();
        if !present && self.event.check_in_closed && comes_late && entrant.presence == Presence::Present {
            entries.extend(self.without_draft());
            entries.push(Entry::Paused { entrant: id, taken_out: None });
        }
        if is_back {
            // By the rules of coming back: a table that is paired takes nobody.
            entries.extend(self.rejoin(id)?);
        }
        Ok(entries)
    }

    /// Brings somebody back who was marked absent, has paused, or has a bye in the next round: in one act, so that the next
    /// pairing has them. A draft without them is discarded.
    pub(super) fn is_there(&self, id: EntrantId) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        let round = self.event.last_published() + 1;
        let (is_back, is_away) = (entrant.presence != Presence::Present, entrant.is_away_in(round));
        if !is_back && !is_away {
            return Ok(Vec::new());
        }
        let mut entries = self.without_draft();
        if !entrant.checked_in {
            entries.push(Entry::CheckedIn { entrant: id, present: true });
        }
        if is_away {
            entries.push(Entry::ComesAfterAll { entrant: id, round });
        }
        if is_back {
            entries.extend(self.rejoin(id)?);
        }
        Ok(entries)
    }

    /// Enters players at the venue. Of a list, those whose name has entered already are left out: the same list can be
    /// pasted again when it has grown.
    pub(super) fn add_at_desk(
        &self,
        cards: &[Card],
        present: bool,
        paid: bool,
    ) -> Result<Vec<Entry>, Refusal> {
        self.add_all(cards.iter(), cards.len() > 1, (present, paid))
    }

    /// Enters a list. Those who play in another section were looked for before, and are not in it.
    pub(super) fn add_list(
        &self,
        players: &[Listed],
        present: bool,
        elsewhere: Elsewhere,
    ) -> Result<Vec<Entry>, Refusal> {
        let is_list = players.len() > 1 || elsewhere == Elsewhere::LeftOut;
        self.add_all(players.iter().map(|one| &one.card), is_list, (present, false))
    }

    fn add_all<'a>(
        &self,
        cards: impl Iterator<Item = &'a Card>,
        is_list: bool,
        (present, paid): (bool, bool),
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        if paid {
            self.fees_as_seen()?;
        }
        let mut after = self.event.clone();
        let mut all = Vec::new();
        let mut names: HashSet<String> = after.entrants.iter().map(|one| spoken(&one.card.name)).collect();
        for card in cards {
            // A single name is entered, or refused with the name that is there.
            if is_list && !names.insert(spoken(&card.name)) {
                continue;
            }
            let act = Act { event: &after, seen: after.head, who: self.who };
            for entry in act.enter_at_desk(card, present, paid)? {
                let record = Record { number: after.head + 1, at: after.created, by: None, entry };
                // What was decided for this very event fits it.
                if after.apply(&record).is_ok() {
                    all.push(record.entry);
                }
            }
        }
        Ok(all)
    }

    /// The entries by which a child enters, or somebody turns out to be one: strangers see no full name at any moment. No pairing follows from it, so a draft stays.
    pub(super) fn with_short_names(&self, mut entries: Vec<Entry>) -> Vec<Entry> {
        let is_named = |entry: &Entry| matches!(entry, Entry::Entered { .. } | Entry::CardCorrected { .. });
        if entries.iter().any(is_named) && !self.event.settings.short_names {
            let settings = Settings { short_names: true, ..self.event.settings.clone() };
            entries.insert(0, Entry::SettingsChanged { settings });
        }
        entries
    }

    /// Enters a member of a list. Who is in already, from the list or under the same name, gets the ticks alone.
    pub(super) fn enter_member(
        &self,
        member: MemberOf,
        card: &Card,
        child: bool,
        (present, paid): (bool, bool),
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        let event = self.event;
        let mut entries = Vec::new();
        if child && !event.settings.short_names {
            // No pairing follows from it, so a draft stays.
            let settings = Settings { short_names: true, ..event.settings.clone() };
            entries.push(Entry::SettingsChanged { settings });
        }
        let same = event.entrants.iter().find(|one| one.member == Some(member));
        if let Some(before) = same.or_else(|| event.called(&card.name).next()) {
            // So that erasing the member finds whoever was on a pasted list, also after either of them is renamed.
            if before.member.is_none() && before.player.is_none() && !before.erased {
                entries.push(Entry::MemberBound { entrant: before.id, member: Some(member) });
            }
            if present {
                entries.extend(self.check_in(before.id, true)?);
            }
            if paid {
                entries.extend(self.note_paid(before.id, true)?);
            }
            return Ok(entries);
        }
        let mut entering = self.enter_at_desk(card, present, paid)?;
        for entry in &mut entering {
            if let Entry::Entered { member: of, .. } = entry {
                *of = Some(member);
            }
        }
        entries.extend(entering);
        Ok(entries)
    }

    /// Enters one player at the venue, with the ticks of the desk.
    fn enter_at_desk(&self, card: &Card, present: bool, paid: bool) -> Result<Vec<Entry>, Refusal> {
        let mut entries = self.enter(None, card, Some(Plays::OverTheBoard))?;
        let entrant = EntrantId(number(self.event.entrants.len() + 1));
        if present {
            entries.push(Entry::CheckedIn { entrant, present });
        } else if self.event.check_in_closed && self.event.settings.format.takes_late_entries() {
            entries.push(Entry::Paused { entrant, taken_out: None });
        }
        if paid {
            let newcomer = |fees: Fees| fees.due(card);
            entries.push(Entry::Paid { entrant, paid, amount: self.event.fees.map(newcomer) });
        }
        Ok(entries)
    }

    pub(super) fn note_paid(&self, id: EntrantId, paid: bool) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        if entrant.paid == paid {
            return Ok(Vec::new());
        }
        if self.seen < entrant.paid_changed {
            return Err(Refusal::Overtaken(Overtaken::Entrant { name: entrant.card.name.clone() }));
        }
        if paid {
            self.fees_as_seen()?;
        }
        let amount = self.event.fees.filter(|_| paid).map(|_| self.event.fee_of(entrant));
        Ok(vec![Entry::Paid { entrant: id, paid, amount }])
    }

    /// A tick is worth the fee that the arbiter saw: another one was not paid.
    fn fees_as_seen(&self) -> Result<(), Refusal> {
        if self.seen < self.event.fees_changed {
            return Err(Refusal::Overtaken(Overtaken::Settings));
        }
        Ok(())
    }

    pub(super) fn set_fees(&self, fees: Option<Fees>) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if self.event.fees == fees {
            return Ok(Vec::new());
        }
        if self.seen < self.event.fees_changed {
            return Err(Refusal::Overtaken(Overtaken::Settings));
        }
        Ok(vec![Entry::FeesSet { fees }])
    }

    /// Says which fee an entrant pays. What was paid stays as it was paid.
    pub(super) fn choose_fee(&self, id: EntrantId, fee: Option<FeeClass>) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        if entrant.fee == fee {
            return Ok(Vec::new());
        }
        if self.seen < entrant.paid_changed {
            return Err(Refusal::Overtaken(Overtaken::Entrant { name: entrant.card.name.clone() }));
        }
        Ok(vec![Entry::FeeChosen { entrant: id, fee }])
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
            return Err(Refusal::TooLate(self.event.settings.format));
        }
        let mut entries = self.without_draft();
        entries.push(Entry::CheckInClosed);
        let missing = self.event.entrants.iter();
        let missing = missing.filter(|one| one.presence == Presence::Present && !one.checked_in);
        // Whoever came in or back a moment ago is not taken out by somebody who has not seen it.
        if let Some(new) =
            missing.clone().find(|one| self.seen < one.changed || self.seen < one.checked_in_changed)
        {
            return Err(Refusal::Overtaken(Overtaken::Entrant { name: new.card.name.clone() }));
        }
        entries.extend(missing.map(|one| {
            if comes_late {
                Entry::Paused { entrant: one.id, taken_out: None }
            } else {
                Entry::Withdrew { entrant: one.id }
            }
        }));
        Ok(entries)
    }
}
