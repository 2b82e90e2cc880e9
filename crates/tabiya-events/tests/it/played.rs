// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event that is played in memory: decide, note, apply.

use tabiya_events::decide::{Command, Refusal, Who, create, decide};
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, Record, Settings};
use tabiya_events::pairing::{NoPairing, pair};
use tabiya_game::{GameId, PlayerId, Time};

pub(crate) struct Played {
    pub(crate) journal: Vec<Record>,
    pub(crate) event: Event,
}

pub(crate) fn player(number: u8) -> PlayerId {
    PlayerId::from_bytes([number; 16])
}

impl Played {
    pub(crate) fn new(settings: Settings) -> Self {
        let entry = create(settings, Some(player(250))).unwrap();
        let first = Record { number: 1, at: Time(0), by: None, entry };
        let event = Event::begin(&first).unwrap();
        Self { journal: vec![first], event }
    }

    /// An event over the board with players of falling ratings.
    pub(crate) fn of(format: Format, players: u16) -> Self {
        let mut played = Self::new(Settings::new("Test", format, None, 7));
        for number in 1..=players {
            played.enter(&format!("Player {number}"), Some(2500 - 10 * number));
        }
        played
    }

    pub(crate) fn enter(&mut self, name: &str, rating: Option<u16>) {
        // In a team match they go to the two teams by turns.
        let turn = self.event.entrants.len() % 2;
        let team = self.event.team_names().map_or(String::new(), |names| names[turn].clone());
        let card = Card { team, ..Card::new(name, rating) };
        let command = Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) };
        self.act(&command).unwrap();
    }

    /// Carries a command of the operator out. Returns how many entries it made.
    pub(crate) fn act(&mut self, command: &Command) -> Result<usize, Refusal> {
        self.act_as(command, None, Who::Operator)
    }

    pub(crate) fn act_as(
        &mut self,
        command: &Command,
        seen: Option<u64>,
        who: Who,
    ) -> Result<usize, Refusal> {
        let entries = decide(&self.event, command, seen, who)?;
        for entry in &entries {
            let (number, by) = (self.event.head + 1, who.player());
            let record = Record { number, at: Time(number), by, entry: entry.clone() };
            self.event.apply(&record).unwrap();
            self.journal.push(record);
        }
        Ok(entries.len())
    }

    /// Pairs the next round as a draft.
    pub(crate) fn pair(&mut self) -> Result<(), NoPairing> {
        let draft = pair(&self.event, |_, _| {})?;
        self.act(&Command::TakeDraft(draft)).unwrap();
        Ok(())
    }

    /// Pairs, publishes and starts the next round.
    pub(crate) fn begin_round(&mut self) -> Result<(), NoPairing> {
        self.pair()?;
        self.act(&Command::Publish).unwrap();
        let ids = (0..60).map(|number| GameId::from_bits(self.event.head * 100 + number)).collect();
        self.act(&Command::Start { ids }).unwrap();
        Ok(())
    }

    /// Enters results until no game of the last round is open.
    pub(crate) fn end_round(&mut self, mut outcome: impl FnMut(u16, u16) -> Outcome) {
        let round = self.event.last_published();
        for board in 1..=self.event.round(round).unwrap().boards.len() as u16 {
            let open = |event: &Event| {
                event.round(round).unwrap().boards[usize::from(board) - 1].open_game().is_some()
            };
            while open(&self.event) {
                self.result(None, board, outcome(round, board)).unwrap();
            }
        }
    }

    pub(crate) fn result(
        &mut self,
        round: Option<u16>,
        board: u16,
        outcome: Outcome,
    ) -> Result<usize, Refusal> {
        self.act(&Command::EnterResult { round, board, game: None, outcome })
    }

    pub(crate) fn name(&self, id: EntrantId) -> &str {
        &self.event.entrant(id).unwrap().card.name
    }
}
