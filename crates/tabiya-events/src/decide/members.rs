// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players without an account: an account becomes one of them by a code, and their names can be erased.

use tabiya_game::{PlayerId, Time};

use super::{Act, Refusal, Who, WrongMember, WrongPresence};
use crate::claims::{LASTS, MOST};
use crate::event::{Entrant, EntrantId, Entry, Event, MemberOf, Record, RoundStage, Stage};
use crate::tournament::order;

impl Act<'_> {
    pub(super) fn give_claim(
        &self,
        id: EntrantId,
        now: Time,
        (salt, hash): (u64, [u8; 32]),
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.without_account(id)?;
        let works = |one: &Entrant| one.claim.is_some_and(|claim| now < claim.until);
        // A new code of the same player replaces the old one.
        if self.event.entrants.iter().filter(|one| one.id != id && works(one)).count() >= MOST {
            return Err(WrongMember::TooManyCodes.into());
        }
        Ok(vec![Entry::ClaimGiven { entrant: id, until: Time(now.0 + LASTS), salt, hash }])
    }

    pub(super) fn revoke_claim(&self, id: EntrantId) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let entrant = self.entrant(id)?;
        Ok(if entrant.claim.is_some() { vec![Entry::ClaimRevoked { entrant: id }] } else { Vec::new() })
    }

    /// The account of whoever asks becomes an entrant. A child's account does so by the code of whoever looks after it alone: a
    /// stranger's code would lead a child into the event of a stranger.
    pub(super) fn claim(
        &self,
        id: EntrantId,
        now: Time,
        child_of: Option<Option<PlayerId>>,
    ) -> Result<Vec<Entry>, Refusal> {
        let Who::Player { player, .. } = self.who else { return Err(Refusal::NotYours) };
        let entrant = self.entrant(id)?;
        if entrant.player == Some(player) {
            return Ok(Vec::new());
        }
        let claim = entrant.claim.filter(|claim| now < claim.until && entrant.player.is_none());
        let claim = claim.ok_or(Refusal::WrongCode)?;
        if let Some(owner) = child_of
            && (owner.is_none() || owner != claim.given_by)
        {
            return Err(WrongMember::Child.into());
        }
        if let Some(before) = self.event.entrant_of(player) {
            return Err(Refusal::EnteredBefore(before.card.name.clone()));
        }
        if self.plays_now(id) {
            return Err(WrongPresence::PlaysNow(entrant.card.name.clone()).into());
        }
        Ok(vec![Entry::Claimed { entrant: id, player }])
    }

    /// Erases a name as a member's: whoever owns the event may, and whoever owns the list, of those alone who were entered from it.
    /// Who is called so by chance is somebody else.
    pub(super) fn erase_member(&self, id: EntrantId, member: MemberOf) -> Result<Vec<Entry>, Refusal> {
        let is_from_list = self.entrant(id)?.member == Some(member);
        if is_from_list && self.who.player() == Some(member.list) {
            return self.erase_name(id);
        }
        self.erase(id)
    }

    pub(super) fn bind_members(&self, members: &[(EntrantId, MemberOf)]) -> Result<Vec<Entry>, Refusal> {
        self.by_owner()?;
        let mut entries = Vec::new();
        for (id, member) in members {
            let entrant = self.entrant(*id)?;
            if entrant.member.is_none() && entrant.player.is_none() && !entrant.erased
                // An account's name is no member's, although it is here no more.
                && entrant.account_left.is_none()
            {
                entries.push(Entry::MemberBound { entrant: *id, member: Some(*member) });
            }
        }
        Ok(entries)
    }

    pub(super) fn erase(&self, id: EntrantId) -> Result<Vec<Entry>, Refusal> {
        self.by_owner()?;
        self.erase_name(id)
    }

    fn erase_name(&self, id: EntrantId) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.entrant(id)?;
        if entrant.erased {
            return Ok(Vec::new());
        }
        if entrant.player.is_some() {
            return Err(WrongMember::HasAccount(entrant.card.name.clone()).into());
        }
        let is_over = matches!(self.event.stage, Stage::Finished | Stage::Cancelled);
        let takes_part = self.event.taking_part().any(|one| one.id == id);
        if takes_part && !is_over {
            return Err(WrongMember::StillPlays(entrant.card.name.clone()).into());
        }
        let mut entries = Vec::new();
        // Names decide between equal ratings, so the starting numbers are written down first.
        if takes_part && self.event.seeds.is_none() && !self.event.rounds.is_empty() {
            entries.push(Entry::Seeded { order: order(self.event) });
        }
        entries.push(Entry::Erased { entrant: id });
        Ok(entries)
    }

    /// An entrant without an account whose name is known.
    fn without_account(&self, id: EntrantId) -> Result<&Entrant, Refusal> {
        let entrant = self.entrant(id)?;
        let name = || entrant.card.name.clone();
        if entrant.player.is_some() {
            Err(WrongMember::HasAccount(name()).into())
        } else if entrant.erased {
            Err(WrongMember::Erased(name()).into())
        } else {
            Ok(entrant)
        }
    }

    /// Whether the entrant's game runs: a board that is being played stays where it is.
    pub(super) fn plays_now(&self, id: EntrantId) -> bool {
        self.event.rounds.last().is_some_and(|round| {
            let board = round.board_of(id).map(|place| &round.boards[place]);
            round.stage == RoundStage::Started && board.is_some_and(|board| board.open_game().is_some())
        })
    }
}

/// The journal's entries with cards of entrants whose names were erased, and with reasons of what was done about them, as they are
/// kept from then on: the number of each, and the entry without the name.
pub(crate) fn nameless<'a>(
    event: &'a Event,
    journal: &'a [Record],
) -> impl Iterator<Item = (u64, Entry)> + 'a {
    let is_erased = |id: EntrantId| event.entrant(id).is_some_and(|entrant| entrant.erased);
    (0..journal.len()).filter_map(move |place| {
        let record = &journal[place];
        let mut entry = record.entry.clone();
        if let Entry::Reasoned { reason } = &mut entry {
            // A reason stands before the entries of its write, and may name whoever they are about.
            let is_of_write = |one: &&Record| {
                one.at == record.at && one.by == record.by && !matches!(one.entry, Entry::Reasoned { .. })
            };
            let mut write = journal[place + 1..].iter().take_while(is_of_write);
            let is_theirs = write.any(|one| about(event, &one.entry).into_iter().any(is_erased));
            let has_words = is_theirs && !std::mem::take(reason).is_empty();
            return has_words.then_some((record.number, entry));
        }
        // The number of a member leads to the name as long as the list has it.
        if let Entry::MemberBound { entrant, member } = &mut entry {
            let leads_there = is_erased(*entrant) && member.take().is_some();
            return leads_there.then_some((record.number, entry));
        }
        let (entrant, card, member) = if let Entry::Entered { entrant, card, member, .. } = &mut entry {
            (entrant, card, Some(member))
        } else if let Entry::CardCorrected { entrant, card } = &mut entry {
            (entrant, card, None)
        } else {
            return None;
        };
        if !is_erased(*entrant) {
            return None;
        }
        let known = card.nameless(*entrant);
        let was_member = member.is_some_and(|member| member.take().is_some());
        let has_name = *card != known || was_member;
        *card = known;
        has_name.then_some((record.number, entry))
    })
}

/// Whom the reason of an entry may be about.
fn about(event: &Event, entry: &Entry) -> Vec<EntrantId> {
    if let Entry::Result { round, board, .. } | Entry::Corrected { round, board, .. } = entry {
        let found = event.round(*round).and_then(|these| these.board(*board));
        return found.map_or_else(Vec::new, |found| found.players().to_vec());
    }
    if let Entry::BoardAdded { white, black, .. } = entry {
        return std::iter::once(*white).chain(*black).collect();
    }
    if let Entry::Paired { boards, byes, .. } = entry {
        return boards.iter().flatten().chain(byes).copied().collect();
    }
    entry.entrant().into_iter().collect()
}
