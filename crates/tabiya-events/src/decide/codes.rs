// SPDX-License-Identifier: AGPL-3.0-or-later
//! Helpers without an account: their codes, and the results that they enter.

use tabiya_game::Time;

use super::{Act, Refusal, Who, WrongCode, clipped};
use crate::codes::{LASTS, MOST};
use crate::event::{Entry, Event, HelperCode, Outcome, number};

/// The most characters of what a code is called.
const LONGEST_LABEL: usize = 40;

impl Act<'_> {
    pub(super) fn give_code(
        &self,
        label: &str,
        (first, last): (u16, u16),
        deputy: bool,
        now: Time,
        (salt, hash): (u64, [u8; 32]),
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        if first == 0 || last < first {
            return Err(WrongCode::Boards.into());
        }
        if self.event.codes.iter().filter(|code| code.works(now)).count() >= MOST {
            return Err(WrongCode::TooMany.into());
        }
        let label: String = clipped(label.trim()).chars().take(LONGEST_LABEL).collect();
        if label.is_empty() {
            return Err(WrongCode::Label.into());
        }
        let (code, until) = (number(self.event.codes.len() + 1), Time(now.0 + LASTS));
        Ok(vec![Entry::CodeGiven { code, label, first, last, deputy, until, salt, hash }])
    }

    pub(super) fn revoke_code(&self, code: u16) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let place = usize::from(code).wrapping_sub(1);
        let found = self.event.codes.get(place).ok_or(Refusal::from(WrongCode::NoSuch))?;
        Ok(if found.revoked { Vec::new() } else { vec![Entry::CodeRevoked { code }] })
    }

    /// The code of whoever asks, if it works.
    pub(super) fn working_code(&self, now: Time) -> Result<&HelperCode, Refusal> {
        let Who::Code(code) = self.who else { return Err(Refusal::NotYours) };
        let found = self.event.codes.get(usize::from(code).wrapping_sub(1)).filter(|code| code.works(now));
        found.ok_or(Refusal::WrongCode)
    }

    pub(super) fn in_range(&self, code: &HelperCode, board: u16) -> Result<(), Refusal> {
        let HelperCode { first, last, .. } = *code;
        if (first..=last).contains(&board) { Ok(()) } else { Err(Refusal::NotThisBoard { first, last }) }
    }

    /// A helper fills in what is missing in the last published round; a deputy also corrects it.
    pub(super) fn enter_by_code(
        &self,
        now: Time,
        (round, board, game): (u16, u16, u16),
        outcome: Outcome,
    ) -> Result<Vec<Entry>, Refusal> {
        let found = self.working_code(now)?;
        let code = found.number;
        self.not_over()?;
        self.in_range(found, board)?;
        if round != self.event.last_published() {
            return Err(Refusal::NotThisRound(self.event.last_published()));
        }
        let these = self.board(round, board)?;
        if self.event.is_online(these) && !Event::is_left(these) {
            return Err(Refusal::GameRuns { round, board });
        }
        let this = usize::from(game).checked_sub(1).and_then(|place| these.games.get(place));
        let this = this.ok_or(Refusal::NoSuchGame { round, board, game })?;
        if !found.deputy
            && let Some(now) = this.outcome
        {
            return if now == outcome { Ok(Vec::new()) } else { Err(Refusal::OnlyMissing) };
        }
        let mut entries = self.result_by_hand(Some(round), board, Some(game), outcome)?;
        if !entries.is_empty() {
            entries.insert(0, Entry::CodeUsed { code });
        }
        Ok(entries)
    }
}
