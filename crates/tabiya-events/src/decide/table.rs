// SPDX-License-Identifier: AGPL-3.0-or-later
//! Results by the players themselves, where the arbiter lets them: a phone at the table takes the seat of White or Black,
//! enters the result or disputes it, and calls the arbiter.

use tabiya_game::{GameId, Time};
use tabiya_protocol::events::Side;

use super::results::is_over;
use super::{Act, Refusal, Who, WrongSeat, clipped};
use crate::event::{Board, Entry, Event, Outcome, PrintedCards, Round, Stage, number};

impl Act<'_> {
    pub(super) fn let_players_enter(&self, on: bool) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if on {
            self.not_over()?;
        }
        Ok(if self.event.player_results == on { Vec::new() } else { vec![Entry::PlayerResults { on }] })
    }

    /// Other codes for the cards. Whoever had an old one may have taken a seat, so all seats are free again.
    pub(super) fn renew_table_codes(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let mut entries = self.event.seats_freed();
        entries.insert(0, Entry::TableCodesRenewed);
        Ok(entries)
    }

    /// Cards with codes were printed. Nothing is noted twice, nor once the event is over.
    pub(super) fn note_cards(&self, origin: &str) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let origin = clipped(origin);
        let printed = PrintedCards { origin: origin.clone(), elsewhere: false };
        if self.not_over().is_err() || self.event.cards.as_ref() == Some(&printed) {
            return Ok(Vec::new());
        }
        Ok(vec![Entry::CardsPrinted { origin }])
    }

    /// A device takes a seat of the round that is played. It has one seat in a round, so it never speaks for both.
    pub(super) fn take_seat(&self, round: u16, side: Side) -> Result<Vec<Entry>, Refusal> {
        let (table, device) = self.at_table()?;
        let board = self.table_board(round, table)?;
        match board.at_table.device(side) {
            Some(now) if now == device => return Ok(Vec::new()),
            Some(_) => return Err(WrongSeat::Taken.into()),
            None => {}
        }
        let boards = self.event.round(round).map_or(&[][..], |these| these.boards.as_slice());
        if boards.iter().any(|one| one.at_table.side_of(device).is_some()) {
            return Err(WrongSeat::HasAnother.into());
        }
        Ok(vec![Entry::SeatTaken { round, board: table, side, device }])
    }

    /// The first result counts at once; silence accepts it. Whoever disagrees disputes it.
    /// `game` is the one that the device shows: where the other one was faster, it is not the next one.
    pub(super) fn player_result(
        &self,
        round: u16,
        game: u16,
        outcome: Outcome,
    ) -> Result<Vec<Entry>, Refusal> {
        let (table, device) = self.at_table()?;
        let board = self.table_board(round, table)?;
        let side = board.at_table.side_of(device).ok_or(NO_SEAT)?;
        if !matches!(outcome, Outcome::WhiteWins | Outcome::Draw | Outcome::BlackWins) {
            return Err(WrongSeat::ArbiterDecides.into());
        }
        let shown = usize::from(game).checked_sub(1).and_then(|place| board.games.get(place));
        let shown = shown.ok_or(Refusal::NoSuchGame { round, board: table, game })?;
        if let Some(now) = shown.outcome {
            return if now == outcome { Ok(Vec::new()) } else { Err(HAS_RESULT) };
        }
        self.not_over()?;
        let mut entries = self.result_by_hand(Some(round), table, Some(game), outcome)?;
        if !entries.is_empty() {
            entries.insert(0, Entry::ResultBy { round, board: table, side });
        }
        Ok(entries)
    }

    /// A player disputes the result, also right after the last result has ended the event.
    pub(super) fn dispute(&self, round: u16) -> Result<Vec<Entry>, Refusal> {
        let (table, device) = self.at_table()?;
        let board = self.table_board(round, table)?;
        let side = board.at_table.side_of(device).ok_or(NO_SEAT)?;
        self.disputed(round, table, board, Some(side))
    }

    /// Somebody disputes a result at the results screen, which a helper's code has opened.
    pub(super) fn dispute_by_code(&self, now: Time, round: u16, board: u16) -> Result<Vec<Entry>, Refusal> {
        let code = self.working_code(now)?;
        self.in_range(code, board)?;
        let found = self.table_board(round, board)?;
        let mut entries = self.disputed(round, board, found, None)?;
        if !entries.is_empty() {
            entries.insert(0, Entry::CodeUsed { code: code.number });
        }
        Ok(entries)
    }

    fn disputed(
        &self,
        round: u16,
        number: u16,
        board: &Board,
        side: Option<Side>,
    ) -> Result<Vec<Entry>, Refusal> {
        if board.games.iter().all(|game| game.outcome.is_none()) {
            return Err(WrongSeat::NoResult.into());
        }
        if board.at_table.disputed {
            return Ok(Vec::new());
        }
        if board.at_table.decided {
            return Err(WrongSeat::Decided.into());
        }
        // A draft rests on the result that is disputed.
        let mut entries = self.without_draft();
        entries.push(Entry::Disputed { round, board: number, side });
        Ok(entries)
    }

    pub(super) fn call_at_table(&self, round: u16) -> Result<Vec<Entry>, Refusal> {
        let (table, device) = self.at_table()?;
        let board = self.table_board(round, table)?;
        let side = board.at_table.side_of(device).ok_or(NO_SEAT)?;
        Ok(called(round, table, board, side))
    }

    /// Somebody who plays a game on this server calls the arbiter.
    pub(super) fn call_in_game(&self, game: GameId) -> Result<Vec<Entry>, Refusal> {
        self.not_over()?;
        let (round, board, _) = self.event.place_of(game).ok_or(Refusal::NotInGame)?;
        let found = &self.event.rounds[round].boards[board];
        let entrant = match self.who {
            Who::Seat(entrant) => Some(entrant),
            Who::Operator | Who::Server | Who::Code(_) | Who::Table { .. } | Who::Player { .. } => None,
        };
        let entrant = entrant.filter(|entrant| found.has(*entrant)).ok_or(Refusal::NotInGame)?;
        let side = if found.white == entrant { Side::White } else { Side::Black };
        Ok(called(number(round + 1), found.number, found, side))
    }

    pub(super) fn answer_call(&self, round: u16, board: u16) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let found = self.board(round, board)?;
        Ok(if found.at_table.called { vec![Entry::CallAnswered { round, board }] } else { Vec::new() })
    }

    /// The arbiter lets a disputed result stand.
    pub(super) fn settle(&self, round: u16, board: u16) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let found = self.board(round, board)?;
        Ok(if found.at_table.disputed { vec![Entry::DisputeSettled { round, board }] } else { Vec::new() })
    }

    pub(super) fn free_seat(&self, round: u16, board: u16, side: Side) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        let found = self.board(round, board)?;
        let is_taken = found.at_table.device(side).is_some();
        Ok(if is_taken { vec![Entry::SeatFreed { round, board, side }] } else { Vec::new() })
    }

    fn at_table(&self) -> Result<(u16, u64), Refusal> {
        let Who::Table { table, device } = self.who else { return Err(Refusal::NotYours) };
        Ok((table, device))
    }

    /// The wooden board of a table in the round that is played, where players enter results.
    fn table_board(&self, round: u16, table: u16) -> Result<&Board, Refusal> {
        if !self.event.player_results {
            return Err(WrongSeat::ArbiterEnters.into());
        }
        // The last result may have ended the event, and be wrong. An arbiter who ends it, or lets players enter nothing any
        // more, has closed it.
        match self.event.stage {
            Stage::Announced | Stage::Running => {}
            Stage::Finished if is_over(self.event) => {}
            Stage::Finished | Stage::Cancelled => return Err(Refusal::Over),
        }
        if round == 0 || round != self.event.last_published() {
            return Err(Refusal::NotThisRound(self.event.last_published()));
        }
        let board = self.board(round, table)?;
        if self.event.is_online(board) && !Event::is_left(board) {
            return Err(Refusal::GameRuns { round, board: table });
        }
        Ok(board)
    }
}

impl Event {
    /// The entries that free all seats at the tables of the last published round.
    pub(crate) fn seats_freed(&self) -> Vec<Entry> {
        let round = self.last_published();
        let boards = self.round(round).into_iter().flat_map(Round::numbered);
        let taken = boards.flat_map(|(board, these)| {
            let sides = [Side::White, Side::Black].into_iter();
            let taken = sides.filter(|side| these.at_table.device(*side).is_some());
            taken.map(move |side| Entry::SeatFreed { round, board, side })
        });
        taken.collect()
    }
}

const NO_SEAT: Refusal = Refusal::Table(WrongSeat::NoSeat);
const HAS_RESULT: Refusal = Refusal::Table(WrongSeat::OtherResult);

fn called(round: u16, number: u16, board: &Board, side: Side) -> Vec<Entry> {
    if board.at_table.called { Vec::new() } else { vec![Entry::ArbiterCalled { round, board: number, side }] }
}
