// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who plays for which team of a team match, and on which board.

use super::{Act, Refusal, WrongPresence, WrongTeam};
use crate::event::{Card, Entrant, EntrantId, Entry, Format, MOST_IN_TEAM, Presence, RoundStage, TeamSide};

impl Act<'_> {
    /// The team that a card names; `None` in other formats, which have none.
    pub(super) fn team_of(&self, card: &Card) -> Result<Option<TeamSide>, Refusal> {
        let Some(names) = self.event.team_names() else { return Ok(None) };
        if card.team.trim().is_empty() {
            return Err(WrongTeam::Choose(names.clone()).into());
        }
        let team = self
            .event
            .team_called(&card.team)
            .ok_or_else(|| WrongTeam::NoSuch { name: card.team.trim().to_owned(), teams: names.clone() })?;
        self.team_has_room(team)?;
        Ok(Some(team))
    }

    pub(super) fn team_has_room(&self, team: TeamSide) -> Result<(), Refusal> {
        if self.event.line_up_of(team).len() >= MOST_IN_TEAM {
            let team = self.event.team_name(team).to_owned();
            return Err(WrongTeam::Full { team, most: MOST_IN_TEAM }.into());
        }
        Ok(())
    }

    pub(super) fn choose_team(&self, id: EntrantId, team: TeamSide) -> Result<Vec<Entry>, Refusal> {
        let entrant = self.own_entrant(id)?;
        self.not_over()?;
        if self.event.team_names().is_none() {
            return Err(WrongTeam::None.into());
        }
        if entrant.team == Some(team) {
            return Ok(Vec::new());
        }
        if !self.event.published().is_empty() {
            return Err(WrongTeam::Stays.into());
        }
        self.not_overtaken(entrant)?;
        self.team_has_room(team)?;
        let mut entries = self.without_draft();
        entries.push(Entry::TeamChosen { entrant: id, team });
        Ok(entries)
    }

    pub(super) fn line_up(&self, id: EntrantId, board: u16) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        let Format::TeamMatch { everyone, .. } = self.event.settings.format else {
            return Err(WrongTeam::None.into());
        };
        let entrant = self.event.entrant(id).ok_or(Refusal::NoSuchEntrant(id))?;
        let name = |entrant: &Entrant| entrant.card.name.clone();
        if entrant.presence == Presence::Withdrawn {
            return Err(WrongPresence::HasLeft(name(entrant)).into());
        }
        let team = entrant.team.ok_or_else(|| WrongTeam::Without(name(entrant)))?;
        let order = self.event.line_up_of(team);
        if board == 0 || usize::from(board) > order.len() {
            let (team, players) = (self.event.team_name(team).to_owned(), order.len());
            return Err(WrongTeam::NoBoard { team, board, players }.into());
        }
        if order.get(usize::from(board) - 1) == Some(&id) {
            return Ok(Vec::new());
        }
        if everyone && !self.event.published().is_empty() {
            return Err(WrongTeam::LineUpStays.into());
        }
        // A round that waits to begin has its boards, and is taken back first.
        if let Some(last) = self.event.rounds.last().filter(|last| last.stage == RoundStage::Published) {
            self.round_not_overtaken(self.event.last_published(), last)?;
            return Err(crate::pairing::NoPairing::NotStarted(self.event.last_published()).into());
        }
        self.not_overtaken(entrant)?;
        let mut entries = self.without_draft();
        entries.push(Entry::LinedUp { entrant: id, board });
        Ok(entries)
    }
}
