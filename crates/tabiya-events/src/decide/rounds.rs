// SPDX-License-Identifier: AGPL-3.0-or-later
//! A round from its draft to its first move.

use tabiya_game::{GameId, Time};

use super::board_numbers::numbering;
use super::{Act, Overtaken, Refusal, Who, WrongSeat, clipped};
use crate::event::{Begins, BoardGame, Entry, Round, RoundStage, Stage, Why, number};
use crate::pairing::Draft;

/// What the journal says of the program that paired.
const ENGINE: &str = concat!("Tabiya ", env!("CARGO_PKG_VERSION"));

impl Act<'_> {
    pub(super) fn take_draft(&self, draft: &Draft) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_disputed()?;
        if self.event.draft().is_some() {
            // Somebody else has paired the same round: that draft stands.
            return Ok(Vec::new());
        }
        if draft.seen < self.event.pairing_changed {
            return Err(Refusal::Overtaken(Overtaken::Pairing));
        }
        let mut entries = Vec::new();
        entries.extend(draft.seeds.clone().map(|order| Entry::Seeded { order }));
        entries.push(Entry::Paired {
            round: draft.round,
            boards: draft.boards.clone(),
            byes: draft.byes.clone(),
            half_byes: draft.half_byes.clone(),
            away: draft.away.clone(),
            engine: ENGINE.to_owned(),
            seats: true,
        });
        if self.event.settings.section.is_none() {
            entries.extend(numbering(self.event, (draft.round, &draft.boards), &[]));
        }
        if !draft.whys.is_empty() {
            entries.push(Entry::Explained { round: draft.round, whys: draft.whys.clone() });
        }
        Ok(entries)
    }

    pub(super) fn explain(&self, round: u16, paired: u64, whys: &[Why]) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let found = self.event.round(round).ok_or(Refusal::NoSuchRound(round))?;
        if found.paired != paired {
            // These are the reasons of a draft that was discarded.
            return Err(Refusal::Overtaken(Overtaken::Round { round }));
        }
        if !found.whys.is_empty() || whys.is_empty() {
            return Ok(Vec::new());
        }
        Ok(vec![Entry::Explained { round, whys: whys.to_vec() }])
    }

    pub(super) fn undo_draft(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let (round, draft) = self.event.draft().ok_or(Refusal::NoDraft)?;
        self.round_not_overtaken(round, draft)?;
        Ok(vec![Entry::DraftUndone { round }])
    }

    /// A disputed result holds what the server does by itself. An arbiter sees the dispute, and decides.
    fn not_disputed(&self) -> Result<(), Refusal> {
        if self.who == Who::Server && self.event.disputed_board().is_some() {
            return Err(WrongSeat::Disputed.into());
        }
        Ok(())
    }

    pub(super) fn publish(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_disputed()?;
        let Some((round, draft)) = self.event.draft() else {
            // Somebody else has published it.
            let waits = self.event.rounds.last().is_some_and(|last| last.stage == RoundStage::Published);
            return if waits { Ok(Vec::new()) } else { Err(Refusal::NoDraft) };
        };
        self.round_not_overtaken(round, draft)?;
        Ok(vec![Entry::Published { round }])
    }

    pub(super) fn withdraw_publication(&self, reason: &str) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        if let Some((round, _)) = self.event.draft() {
            return Err(Refusal::DraftStands(round));
        }
        let round = self.event.last_published();
        let last = self.event.round(round).ok_or(Refusal::NothingPublished)?;
        // A game on this server is begun and can't be unmade; a wooden board has no first move until its result.
        let made = last.boards.iter().any(|board| board.games.iter().any(|game| game.game.is_some()));
        if made || last.has_results() {
            return Err(Refusal::HasBegun(round));
        }
        self.round_not_overtaken(round, last)?;
        // Players have read whom they meet: they read why they don't.
        let reason = clipped(reason.trim());
        if reason.is_empty() {
            return Err(Refusal::NoReason);
        }
        Ok(vec![Entry::PublicationWithdrawn { round, reason }])
    }

    pub(super) fn set_start(&self, at: Option<Time>) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        if self.event.begins == at.map_or(Begins::ByHand, Begins::At) {
            return Ok(Vec::new());
        }
        let begun = self.event.rounds.iter().filter(|round| round.stage == RoundStage::Started).count();
        Ok(vec![Entry::StartSet { round: number(begun + 1), at }])
    }

    pub(super) fn start(&self, ids: &[GameId]) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_disputed()?;
        if self.event.rounds.last().is_none_or(|last| last.stage != RoundStage::Started) {
            self.not_over()?;
        }
        if let Some((round, _)) = self.event.draft() {
            return Err(Refusal::DraftStands(round));
        }
        let round = self.event.last_published();
        let last = self.event.round(round).ok_or(Refusal::NothingPublished)?;
        self.not_paired_anew(round, last)?;
        if last.stage == RoundStage::Started {
            return Ok(Vec::new());
        }
        Ok(self.with_end(vec![self.started(round, last, ids)]))
    }

    /// The entry that starts a round, with ids for its games on this server.
    pub(super) fn started(&self, round: u16, these: &Round, ids: &[GameId]) -> Entry {
        let online = these.numbered().filter(|(_, board)| self.event.is_online(board));
        let games = online.map(|(board, _)| board).zip(ids.iter().copied());
        Entry::Started { round, games: games.collect() }
    }

    /// A wooden board of a published round needs nobody to start it.
    pub(super) fn is_wooden(&self, round: &Round) -> bool {
        round.boards.iter().all(|board| !self.event.is_online(board))
    }

    pub(super) fn make_game(&self, round: u16, board: u16, id: GameId) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let found = self.board(round, board)?;
        let has_begun = self.event.round(round).is_some_and(|these| these.stage == RoundStage::Started);
        let waits = found.games.last().is_some_and(BoardGame::waits);
        if !waits || !has_begun || !self.event.is_online(found) || self.not_over().is_err() {
            return Ok(Vec::new());
        }
        Ok(vec![Entry::GameMade { round, board, game: id }])
    }

    /// A game that was left behind on another server begins anew.
    pub(super) fn play_again(&self, round: u16, board: u16, id: GameId) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.not_over()?;
        let found = self.board(round, board)?;
        let these = self.event.round(round).ok_or(Refusal::NoSuchRound(round))?;
        self.not_paired_anew(round, these)?;
        if these.stage != RoundStage::Started {
            return Err(Refusal::NotBegun(round));
        }
        let is_left = found.games.last().is_some_and(|game| game.left && game.outcome.is_none());
        if !is_left || !self.event.is_online(found) {
            // Somebody else has done it, or has entered the result.
            return Ok(Vec::new());
        }
        Ok(vec![Entry::GameMade { round, board, game: id }])
    }

    /// Nothing begins in an event that has ended.
    pub(super) fn not_over(&self) -> Result<(), Refusal> {
        match self.event.stage {
            Stage::Announced | Stage::Running => Ok(()),
            Stage::Finished | Stage::Cancelled => Err(Refusal::Over),
        }
    }

    /// The sender means the round as it is paired now, and not one that stood in its place before.
    pub(super) fn not_paired_anew(&self, round: u16, these: &Round) -> Result<(), Refusal> {
        if self.seen < these.paired {
            return Err(Refusal::Overtaken(Overtaken::Round { round }));
        }
        Ok(())
    }

    pub(super) fn round_not_overtaken(&self, round: u16, these: &Round) -> Result<(), Refusal> {
        if self.seen < these.changed {
            return Err(Refusal::Overtaken(Overtaken::Round { round }));
        }
        Ok(())
    }
}
