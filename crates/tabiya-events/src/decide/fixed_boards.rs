// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who sits at the same board in every round, for example because a wheelchair reaches no other.
//!
//! The pairing knows nothing of it: the board gets another number, and those behind it move by one.

use super::board_numbers::{fixing, goes_on};
use super::{Act, Refusal, WrongBoard};
use crate::event::{Entrant, EntrantId, Entry, Event, Format, HIGHEST_FIRST_BOARD, Presence};

impl Act<'_> {
    pub(super) fn fix_board(&self, id: EntrantId, board: Option<u16>) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        let entrant = self.entrant(id)?;
        if entrant.fixed_board == board {
            return Ok(Vec::new());
        }
        if !has_fixed_boards(self.event.settings.format) {
            return Err(WrongBoard::Format.into());
        }
        self.not_overtaken(entrant)?;
        if let Some(board) = board {
            if !(1..=HIGHEST_FIRST_BOARD).contains(&board) {
                return Err(WrongBoard::Number.into());
            }
            if let Some(name) = sits_at(self.event, board) {
                return Err(WrongBoard::Taken { board, name: name.to_owned() }.into());
            }
        }
        if self.event.settings.section.is_some() {
            // Which numbers of the draft are free, the other sections say.
            return Ok(vec![Entry::BoardFixed { entrant: id, board }]);
        }
        Ok(fixing(self.event, (id, board), &[]))
    }
}

/// In a team match the board follows from the line-up, and an arena has none.
pub(super) const fn has_fixed_boards(format: Format) -> bool {
    match format {
        Format::Swiss { .. }
        | Format::RoundRobin { .. }
        | Format::KnockOut { .. }
        | Format::Keizer { .. } => true,
        Format::TeamMatch { .. } | Format::Arena { .. } => false,
    }
}

/// Whether this board is fixed for somebody else who has not left.
pub(super) fn sits_elsewhere(event: &Event, board: u16, id: EntrantId) -> bool {
    event.entrants.iter().any(|other| other.id != id && is_at(other, board))
}

fn is_at(entrant: &Entrant, board: u16) -> bool {
    entrant.fixed_board == Some(board) && entrant.presence != Presence::Withdrawn
}

/// The section that goes on in which somebody sits at this board. One table serves one of them.
pub(super) fn section_that_fixes<'a>(board: u16, others: &[&'a Event]) -> Option<&'a Event> {
    others.iter().copied().find(|event| goes_on(event) && sits_at(event, board).is_some())
}

/// For whom of those who have not left a board is fixed.
pub(super) fn sits_at(event: &Event, board: u16) -> Option<&str> {
    event.entrants.iter().find(|entrant| is_at(entrant, board)).map(|entrant| entrant.card.name.as_str())
}
