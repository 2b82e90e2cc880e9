// SPDX-License-Identifier: AGPL-3.0-or-later
//! The part of an event that an entry changes. `entrant_mut` and `board_mut` note the entry there, so that
//! whoever saw the part before is told that it was overtaken; the others do not.

use super::at_table::AtTable;
use super::entrant::Entrant;
use super::round::{Board, Round};
use super::{EntrantId, Event};

impl Event {
    pub(super) fn entrant_mut(&mut self, id: EntrantId) -> Result<&mut Entrant, String> {
        let head = self.head;
        let found = self.noted_mut(id)?;
        found.changed = head;
        Ok(found)
    }

    /// An entrant about whom the desk notes something: what others change about the entrant is not overtaken by it.
    pub(super) fn noted_mut(&mut self, id: EntrantId) -> Result<&mut Entrant, String> {
        self.entrants.get_mut(id.index()).ok_or_else(|| format!("there is no entrant {id}"))
    }

    pub(super) fn round_mut(&mut self, round: u16) -> Result<&mut Round, String> {
        let place = usize::from(round).checked_sub(1);
        let found = place.and_then(|place| self.rounds.get_mut(place));
        found.ok_or_else(|| format!("there is no round {round}"))
    }

    pub(super) fn board_mut(&mut self, round: u16, board: u16) -> Result<&mut Board, String> {
        let head = self.head;
        let found = self.noted_board_mut(round, board)?;
        found.changed = head;
        Ok(found)
    }

    /// What is said at a table: nobody's result is overtaken by it.
    pub(super) fn said_mut(&mut self, round: u16, board: u16) -> Result<&mut AtTable, String> {
        Ok(&mut self.noted_board_mut(round, board)?.at_table)
    }

    pub(super) fn noted_board_mut(&mut self, round: u16, board: u16) -> Result<&mut Board, String> {
        let found = self.round_mut(round).ok();
        let found = found.and_then(|these| these.boards.iter_mut().find(|one| one.number == board));
        found.ok_or_else(|| format!("there is no board {board} in round {round}"))
    }
}
