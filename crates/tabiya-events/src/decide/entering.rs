// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who enters, leaves, pauses and comes back.

use tabiya_game::PlayerId;
use tabiya_protocol::events::CardCorrection;

use super::fixed_boards::sits_elsewhere;
use super::{Act, Overtaken, Refusal, Who, WrongMember, WrongPresence};
use crate::event::{
    Card, Entrant, EntrantId, Entry, Format, MOST_ENTRANTS, Plays, Presence, Stage, WrongCard, number, spoken,
};

impl Act<'_> {
    pub(super) fn enter(
        &self,
        player: Option<PlayerId>,
        card: &Card,
        plays: Option<Plays>,
    ) -> Result<Vec<Entry>, Refusal> {
        // Organisers need no code, and whoever has entered already has shown it.
        let is_new = player.is_none_or(|player| self.event.entrant_of(player).is_none());
        if is_new && player.is_some() && player == self.who.player() && self.by_organiser().is_err() {
            self.without_code()?;
        }
        self.enter_known(player, card, plays)
    }

    /// The same for whoever has shown the entry code, or needs none.
    pub(super) fn enter_known(
        &self,
        player: Option<PlayerId>,
        card: &Card,
        plays: Option<Plays>,
    ) -> Result<Vec<Entry>, Refusal> {
        let event = self.event;
        let by_itself = player.is_some() && player == self.who.player();
        if !by_itself || !event.settings.open {
            self.by_organiser().map_err(|refusal| if by_itself { Refusal::EntryClosed } else { refusal })?;
        }
        check_card(card)?;
        if by_itself && self.by_organiser().is_err() {
            self.fits_rating(card)?;
        }
        let online_only = matches!(event.settings.format, Format::Arena { .. });
        if online_only && (player.is_none() || plays == Some(Plays::OverTheBoard)) {
            return Err(Refusal::OnlineOnly);
        }
        if event.stage == Stage::Finished {
            return Err(Refusal::Over);
        }
        let format = event.settings.format;
        if !format.takes_late_entries() && !event.published().is_empty() {
            return Err(Refusal::TooLate(format));
        }
        let team = self.team_of(card);
        if let Some(before) = player.and_then(|player| event.entrant_of(player)) {
            return match before.presence {
                Presence::Withdrawn | Presence::Paused => self.rejoin(before.id),
                Presence::Present if by_itself => Ok(Vec::new()),
                Presence::Present => Err(Refusal::EnteredBefore(before.card.name.clone())),
            };
        }
        if player.is_none() {
            self.is_new(&card.name)?;
        }
        self.has_room()?;
        let team = team?;
        if event.entrants.len() >= MOST_ENTRANTS {
            return Err(Refusal::Full { format, most: format.most_players() });
        }
        // Whoever joins by the page is at home, as far as the desk knows, until it ticks "At the venue".
        let is_at_venue = event.settings.over_the_board && !by_itself;
        let usual = if is_at_venue { Plays::OverTheBoard } else { Plays::Online };
        let entered = Entry::Entered {
            entrant: EntrantId(number(event.entrants.len() + 1)),
            player,
            // Which team that is says the entry.
            card: Card { team: String::new(), ..card.clone() },
            plays: plays.unwrap_or(usual),
            team,
            member: None,
        };
        // In a Swiss who comes while a draft stands is paired in the round after it. A table and a bracket are made anew.
        let mut entries = if format.takes_late_entries() { Vec::new() } else { self.without_draft() };
        entries.push(entered);
        entries.extend(self.missed_rounds());
        Ok(entries)
    }

    /// The rounds of a Swiss that are worth half a point to whoever enters now.
    fn missed_rounds(&self) -> Option<Entry> {
        let Format::Swiss { .. } = self.event.settings.format else { return None };
        let entrant = EntrantId(number(self.event.entrants.len() + 1));
        let last = self.event.settings.late_half.min(number(self.event.rounds.len()));
        (last > 0).then_some(Entry::MissedRounds { entrant, last })
    }

    /// Corrects a part of a card. What helpers don't see, they don't set: else they could find out what it was.
    pub(super) fn correct(&self, id: EntrantId, by: &CardCorrection) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if by.is_of_the_rest() {
            self.by_owner()?;
        }
        let entrant = self.entrant(id)?;
        let card = entrant.card.corrected(by).map_err(Refusal::Card)?;
        // The name leads to the account's profile.
        if card.name != entrant.card.name && !entrant.is_named_by_organiser() {
            return Err(WrongMember::HasAccount(entrant.card.name.clone()).into());
        }
        self.correct_card(id, &card)
    }

    pub(super) fn correct_card(&self, id: EntrantId, card: &Card) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        check_card(card)?;
        let entrant = self.entrant(id)?;
        let card = &Card { team: String::new(), ..card.clone() };
        if entrant.card == *card {
            return Ok(Vec::new());
        }
        // Whoever was forgotten stays so: no entry says the name again.
        if entrant.erased {
            return Err(WrongMember::Erased(entrant.card.name.clone()).into());
        }
        self.not_overtaken(entrant)?;
        // Two who entered under one name in an older version may still get another rating.
        if spoken(&card.name) != spoken(&entrant.card.name) {
            self.is_new(&card.name)?;
        }
        // The order of the players follows from these alone.
        let is_same_order = entrant.card.strength() == card.strength();
        let mut entries = if is_same_order { Vec::new() } else { self.without_draft() };
        entries.push(Entry::CardCorrected { entrant: id, card: card.clone() });
        Ok(entries)
    }

    pub(super) fn change_plays(&self, id: EntrantId, plays: Plays) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let entrant = self.entrant(id)?;
        if entrant.plays == plays {
            return Ok(Vec::new());
        }
        if matches!(self.event.settings.format, Format::Arena { .. }) {
            return Err(Refusal::OnlineOnly);
        }
        self.not_overtaken(entrant)?;
        if self.plays_now(id) {
            return Err(WrongPresence::PlaysNow(entrant.card.name.clone()).into());
        }
        Ok(vec![Entry::PlaysChanged { entrant: id, plays }])
    }

    pub(super) fn withdraw(&self, id: EntrantId) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.own_entrant(id)?;
        if entrant.presence == Presence::Withdrawn {
            return Ok(Vec::new());
        }
        let mut entries = self.without_draft();
        entries.push(Entry::Withdrew { entrant: id });
        Ok(self.with_end(entries))
    }

    pub(super) fn pause(&self, id: EntrantId) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.own_entrant(id)?;
        match entrant.presence {
            Presence::Paused => return Ok(Vec::new()),
            Presence::Withdrawn => {
                return Err(WrongPresence::HasLeft(entrant.card.name.clone()).into());
            }
            Presence::Present => {}
        }
        if !self.event.settings.format.takes_late_entries() {
            return Err(WrongPresence::NoPausing(self.event.settings.format).into());
        }
        let mut entries = self.without_draft();
        entries.push(Entry::Paused { entrant: id, taken_out: None });
        Ok(entries)
    }

    pub(super) fn rejoin(&self, id: EntrantId) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.own_entrant(id)?;
        if entrant.presence == Presence::Present {
            return Ok(Vec::new());
        }
        if entrant.taken_out && self.by_organiser().is_err() {
            return Err(WrongPresence::TakenOut(entrant.card.name.clone()).into());
        }
        let format = self.event.settings.format;
        if entrant.presence == Presence::Withdrawn && !format.takes_late_entries() {
            self.is_in_the_table(entrant)?;
        }
        if entrant.presence == Presence::Withdrawn {
            self.has_room()?;
            if let Some(team) = entrant.team {
                self.team_has_room(team)?;
            }
        }
        // A table and a bracket are made anew. Elsewhere whoever comes while a draft stands is paired in the round after it.
        let mut entries = if format.takes_late_entries() { Vec::new() } else { self.without_draft() };
        entries.push(Entry::Rejoined { entrant: id });
        // Their board may have been given to somebody else meanwhile.
        if entrant.fixed_board.is_some_and(|board| sits_elsewhere(self.event, board, id)) {
            entries.push(Entry::BoardFixed { entrant: id, board: None });
        }
        Ok(entries)
    }

    /// That a table or a bracket has a place for somebody who left: none is made yet, or the place is theirs and no round was
    /// published without them.
    fn is_in_the_table(&self, entrant: &Entrant) -> Result<(), Refusal> {
        let (event, format) = (self.event, self.event.settings.format);
        if event.last_published() <= entrant.left_after {
            return Ok(());
        }
        if event.seeds.as_ref().is_some_and(|seeds| seeds.contains(&entrant.id)) {
            return Err(WrongPresence::WentOn { name: entrant.card.name.clone(), format }.into());
        }
        Err(Refusal::TooLate(format))
    }

    /// That nobody has this name: lists, slips and the projector tell players apart by nothing else.
    fn is_new(&self, name: &str) -> Result<(), Refusal> {
        match self.event.called(name).next() {
            Some(before) => Err(Refusal::EnteredBefore(before.card.name.clone())),
            None => Ok(()),
        }
    }

    fn has_room(&self) -> Result<(), Refusal> {
        let format = self.event.settings.format;
        if self.event.present() >= format.most_players() {
            return Err(Refusal::Full { format, most: format.most_players() });
        }
        Ok(())
    }

    pub(super) fn entrant(&self, id: EntrantId) -> Result<&Entrant, Refusal> {
        self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))
    }

    /// An entrant about whom the sender may decide: themselves, or anybody where the sender organises.
    pub(super) fn own_entrant(&self, id: EntrantId) -> Result<&Entrant, Refusal> {
        let entrant = self.entrant(id)?;
        let is_self = match self.who {
            Who::Player { player, .. } => entrant.player == Some(player),
            Who::Operator | Who::Server | Who::Code(_) | Who::Table { .. } | Who::Seat(_) => false,
        };
        if !is_self {
            self.by_organiser()?;
        }
        if self.event.stage == Stage::Finished {
            return Err(Refusal::Over);
        }
        Ok(entrant)
    }

    pub(super) fn not_overtaken(&self, entrant: &Entrant) -> Result<(), Refusal> {
        if self.seen < entrant.changed {
            let name = entrant.card.name.clone();
            return Err(Refusal::Overtaken(Overtaken::Entrant { name }));
        }
        Ok(())
    }
}

fn check_card(card: &Card) -> Result<(), Refusal> {
    card.check().map_err(|wrong| match wrong {
        WrongCard::Name => Refusal::Name,
        WrongCard::Part(_) => Refusal::Card(wrong),
    })
}
