// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whose clocks an arbiter may pause and set, and what the journal keeps of it. The games themselves decide whether it can be done
//! (`clocks.rs` asks them).

use tabiya_game::GameId;

use super::{Act, Refusal, WrongClocks, clipped};
use crate::event::{Board, ClocksAct, Entry, Event, Format, Round, RoundStage, number};

impl Act<'_> {
    /// What was done to clocks. A board whose game has ended since is left out.
    pub(super) fn note_clocks(
        &self,
        round: u16,
        boards: &[u16],
        act: ClocksAct,
        reason: &str,
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let mut open = Vec::new();
        for &board in boards {
            if self.board(round, board)?.open_game().is_some() {
                open.push(board);
            }
        }
        let reason = clipped(reason.trim());
        Ok(if open.is_empty() {
            Vec::new()
        } else {
            vec![Entry::ClocksHandled { round, boards: open, act, reason }]
        })
    }
}

impl Event {
    /// The game at a board whose clocks an arbiter can pause.
    ///
    /// # Errors
    /// Why there is none.
    pub fn clocks_at(&self, round: u16, board: u16) -> Result<GameId, Refusal> {
        let these = self.clocks_of(round)?;
        let boards = these.boards.len();
        let found = these.board(board).ok_or(Refusal::NoSuchBoard { round, board, boards })?;
        self.running_at(board, found).map_err(Refusal::from)
    }

    /// The games of a round whose clocks an arbiter can pause, each with its board.
    ///
    /// # Errors
    /// Why there are none.
    pub fn all_clocks(&self, round: u16) -> Result<Vec<(u16, GameId)>, Refusal> {
        let these = self.clocks_of(round)?;
        let running =
            these.numbered().filter_map(|(board, these)| Some((board, self.running_at(board, these).ok()?)));
        let running: Vec<_> = running.collect();
        if running.is_empty() { Err(WrongClocks::NothingRuns(round).into()) } else { Ok(running) }
    }

    fn clocks_of(&self, round: u16) -> Result<&Round, Refusal> {
        if matches!(self.settings.format, Format::Arena { .. }) {
            return Err(WrongClocks::Arena.into());
        }
        let these = self.round(round).ok_or(Refusal::NoSuchRound(round))?;
        if these.stage == RoundStage::Started { Ok(these) } else { Err(Refusal::NotBegun(round)) }
    }

    fn running_at(&self, board: u16, these: &Board) -> Result<GameId, WrongClocks> {
        if !self.is_online(these) || Self::is_left(these) {
            return Err(WrongClocks::Wooden(board));
        }
        let place = these.open_game().ok_or(WrongClocks::Over(board))?;
        these.games[place].game.ok_or(WrongClocks::NoGame(board))
    }

    /// The round in which clocks are handled where nobody says which: the last one that has begun.
    pub fn round_of_clocks(&self) -> u16 {
        let begun = self.rounds.iter().filter(|round| round.stage == RoundStage::Started).count();
        number(begun)
    }
}
