// SPDX-License-Identifier: AGPL-3.0-or-later
//! Results: from games on this server, and from hands.

use tabiya_game::{GameId, Millis, PlayerId, TimeControl};

use super::{Act, Overtaken, Refusal};
use crate::event::{
    Board, BoardGame, Entry, Event, Format, NextGame, Outcome, Presence, Record, RoundStage, Stage,
    match_state, number,
};
use crate::pairing::survivors;
use crate::tournament::annulled;

impl Act<'_> {
    pub(super) fn board(&self, round: u16, board: u16) -> Result<&Board, Refusal> {
        let published = self.event.round(round).filter(|_| round <= self.event.last_published());
        let these = published.ok_or(Refusal::NoSuchRound(round))?;
        let found = these.board(board);
        found.ok_or(Refusal::NoSuchBoard { round, board, boards: these.boards.len() })
    }

    pub(super) fn enter_result(
        &self,
        round: Option<u16>,
        board: u16,
        game: Option<u16>,
        outcome: Outcome,
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        self.result_by_hand(round, board, game, outcome)
    }

    /// The same without asking who it is.
    pub(super) fn result_by_hand(
        &self,
        round: Option<u16>,
        board: u16,
        game: Option<u16>,
        outcome: Outcome,
    ) -> Result<Vec<Entry>, Refusal> {
        if self.event.published().is_empty() {
            return Err(Refusal::NoRoundYet);
        }
        let round = round.unwrap_or_else(|| self.event.last_published());
        let found = self.board(round, board)?;
        let mut entries = Vec::new();
        let these = self.event.round(round).ok_or(Refusal::NoSuchRound(round))?;
        self.not_paired_anew(round, these)?;
        if these.stage == RoundStage::Published {
            // A result of a wooden board says that the round has begun.
            if !self.is_wooden(these) {
                return Err(Refusal::NotBegun(round));
            }
            self.not_over()?;
            entries.push(self.started(round, these, &[]));
        }
        let no_game_named = game.is_none();
        let place = match game {
            Some(game) => usize::from(game).wrapping_sub(1),
            None => found.open_game().unwrap_or(found.games.len() - 1),
        };
        let game = number(place.wrapping_add(1));
        let this = found.games.get(place).ok_or(Refusal::NoSuchGame { round, board, game })?;
        let now = this.outcome;
        match now {
            // Whether somebody came to it is the arbiter's to say; how it ended is the game's.
            None if this.game.is_some() && !this.left && outcome.is_played() => {
                return Err(Refusal::GameRuns { round, board });
            }
            // The game that the sender means by "the next one" may have its result already.
            None if no_game_named && self.seen < found.changed => {
                return Err(Refusal::Overtaken(
                    match found.games[..place].last().and_then(|game| game.outcome) {
                        Some(now) => Overtaken::Result { round, board, now },
                        None => Overtaken::Round { round },
                    },
                ));
            }
            None => entries.push(Entry::Result { round, board, game, outcome, of: None }),
            Some(now) if now == outcome => return Ok(Vec::new()),
            Some(now) if self.seen < found.changed => {
                return Err(Refusal::Overtaken(Overtaken::Result { round, board, now }));
            }
            Some(_) => {
                self.winner_stays(round, board, place, outcome)?;
                entries.push(Entry::Corrected { round, board, game, outcome });
            }
        }
        // A draft that was made with another result does not follow from this one.
        let mut all = if now != Some(outcome) { self.without_draft() } else { Vec::new() };
        all.extend(entries);
        Ok(self.with_consequences(all, round, board))
    }

    pub(super) fn game_ended(
        &self,
        game: GameId,
        outcome: Outcome,
        absent: Option<PlayerId>,
        (plies, berserk): (u16, [bool; 2]),
    ) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if let Some(place) = self.event.arena_place(game) {
            return Ok(self.arena_game_ended(place, outcome, absent, (plies, berserk)));
        }
        let Some((round, board, place)) = self.event.place_of(game) else { return Ok(Vec::new()) };
        let number_there = self.event.rounds[round].boards[board].number;
        let these = &self.event.rounds[round].boards[board].games[place];
        if these.outcome.is_some() {
            // The arbiter was faster, and decides.
            return Ok(Vec::new());
        }
        let (round, board) = (number(round + 1), number_there);
        let mut entries = self.without_draft();
        let place = number(place + 1);
        entries.push(Entry::Result { round, board, game: place, outcome, of: Some(game) });
        // In the same step, so that nobody is paired with somebody who is not there.
        let absent = absent.and_then(|player| self.event.entrant_of(player));
        if let Some(entrant) = absent.filter(|entrant| entrant.presence == Presence::Present)
            && self.event.settings.format.takes_late_entries()
        {
            entries.push(Entry::Paused { entrant: entrant.id, taken_out: None });
        }
        Ok(self.with_consequences(entries, round, board))
    }

    pub(super) fn postpone(&self, round: u16, board: u16) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if matches!(self.event.settings.format, Format::KnockOut { .. }) {
            return Err(Refusal::NoPostponing);
        }
        self.not_over()?;
        let found = self.board(round, board)?;
        if let Some(these) = self.event.round(round) {
            self.not_paired_anew(round, these)?;
        }
        if found.postponed || found.open_game().is_none() {
            return Ok(Vec::new());
        }
        Ok(vec![Entry::Postponed { round, board }])
    }

    /// In a knockout the players of the next round follow from each winner.
    fn winner_stays(&self, round: u16, board: u16, place: usize, outcome: Outcome) -> Result<(), Refusal> {
        let Format::KnockOut { games } = self.event.settings.format else { return Ok(()) };
        if round == self.event.last_published() {
            return Ok(());
        }
        let mut changed = self.board(round, board)?.clone();
        changed.games.truncate(place + 1);
        if let Some(game) = changed.games.last_mut() {
            game.outcome = Some(outcome);
        }
        let boards = self.event.round(round).map_or(&[][..], |these| these.boards.as_slice());
        let nth = boards.iter().position(|one| one.number == board).map_or(0, |place| number(place + 1));
        let then = match_state(&changed, games, self.event.lot(round, nth));
        if Some(then) == self.event.match_on(round, board) { Ok(()) } else { Err(Refusal::WinnerStays) }
    }

    /// What follows from a result: one more game of a match, or the end of the event.
    fn with_consequences(&self, mut entries: Vec<Entry>, round: u16, board: u16) -> Vec<Entry> {
        let Some(mut after) = self.after(&entries) else { return entries };
        if let Some(next) = after.next_game(round, board) {
            let added = self.added(round, board, next);
            entries.push(added);
            if let Some(with_game) = self.after(&entries) {
                after = with_game;
            }
        }
        if after.stage == Stage::Running && is_over(&after) {
            entries.push(Entry::Finished);
        }
        entries
    }

    /// These entries, and the end of the event where it follows from them.
    pub(super) fn with_end(&self, mut entries: Vec<Entry>) -> Vec<Entry> {
        if self.after(&entries).is_some_and(|after| after.stage == Stage::Running && is_over(&after)) {
            entries.push(Entry::Finished);
        }
        entries
    }

    fn added(&self, round: u16, board: u16, NextGame { turned, time, armageddon }: NextGame) -> Entry {
        let time = time.and_then(|control| {
            let initial = Millis::from_secs(u32::from(control.minutes) * 60);
            TimeControl::new(initial, Millis::from_secs(control.increment.into())).ok()
        });
        Entry::GameAdded { round, board, turned, time, armageddon }
    }

    /// The event after these entries.
    fn after(&self, entries: &[Entry]) -> Option<Event> {
        let mut event = self.event.clone();
        for entry in entries {
            let at = event.created;
            let record = Record { number: event.head + 1, at, by: None, entry: entry.clone() };
            event.apply(&record).ok()?;
        }
        Some(event)
    }
}

/// Whether all rounds are published and every game has its result, or a knockout has nobody who could meet the last one.
pub(super) fn is_over(event: &Event) -> bool {
    // An arena ends by the clock.
    if event.draft().is_some() || matches!(event.settings.format, Format::Arena { .. }) {
        return false;
    }
    if matches!(event.settings.format, Format::KnockOut { .. })
        && survivors(event).is_some_and(|left| left.len() < 2)
    {
        return true;
    }
    let annulled = annulled(event);
    let is_done = |board: &Board| board.open_game().is_none() || annulled.iter().any(|id| board.has(*id));
    let done =
        |round: &crate::event::Round| round.stage == RoundStage::Started && round.boards.iter().all(is_done);
    event.last_published() >= event.total_rounds() && event.rounds.iter().all(done)
}

impl BoardGame {
    /// Whether it waits to be made on this server.
    pub fn waits(&self) -> bool {
        self.game.is_none() && self.outcome.is_none()
    }
}
