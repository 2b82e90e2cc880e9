// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether somebody may enter by themselves, and whether an organiser may enter somebody's account.

use tabiya_game::PlayerId;

use super::wrong_entry::WrongEntry;
use super::{Act, Refusal};
use crate::claims::Code;
use crate::codes::are_equal;
use crate::event::{Card, Entry, EntryRules, Plays};

impl EntryRules {
    /// Whether this is the entry code, however it is typed. Right where the event has none.
    pub fn is_code(&self, typed: &str) -> bool {
        let Some(code) = self.code.as_deref().and_then(Code::typed) else { return true };
        Code::typed(typed).is_some_and(|typed| are_equal(&typed.hash(0), &code.hash(0)))
    }
}

impl Act<'_> {
    /// Enters whoever asks, with the code that they have typed.
    pub(super) fn enter_with_code(
        &self,
        code: &str,
        player: PlayerId,
        card: &Card,
    ) -> Result<Vec<Entry>, Refusal> {
        if self.who.player() == Some(player) && !self.event.settings.entry.is_code(code) {
            return Err(WrongEntry::WrongCode.into());
        }
        self.enter_known(Some(player), card, None)
    }

    /// Enters an account. Of an account in kid mode `child_of` is whose list it is on; `Some(None)` for one on no list.
    pub(super) fn enter_account(
        &self,
        player: PlayerId,
        card: &Card,
        child_of: Option<Option<PlayerId>>,
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if let Some(list) = child_of
            && (list.is_none() || list != self.who.player())
        {
            return Err(WrongEntry::Child(card.name.clone()).into());
        }
        self.enter_known(Some(player), card, None::<Plays>)
    }

    /// That whoever enters by themselves needs no code.
    pub(super) fn without_code(&self) -> Result<(), Refusal> {
        match self.event.settings.entry.code {
            Some(_) => Err(WrongEntry::CodeNeeded.into()),
            None => Ok(()),
        }
    }

    /// That the rating of whoever enters by themselves is within the limits. Those of a section are looked at with the others.
    pub(super) fn fits_rating(&self, card: &Card) -> Result<(), Refusal> {
        let settings = &self.event.settings;
        if settings.section.is_some() || settings.entry.takes(card.rating) {
            return Ok(());
        }
        let EntryRules { rating_from: from, rating_to: to, .. } = settings.entry;
        Err(WrongEntry::Rating { from, to }.into())
    }
}
