// SPDX-License-Identifier: AGPL-3.0-or-later
//! One entry after the other makes the event.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tabiya_game::{PlayerId, Time};

use super::EntrantId;
use super::arena::Arena;
use super::at_table::PrintedCards;
use super::code::HelperCode;
use super::entrant::{ClaimCode, Entrant, Presence};
use super::entry::{Entry, Record};
use super::round::{BY_HAND, Board, BoardGame, Round, RoundStage, TypedGame};
use super::{Begins, ClocksAct, Event, Format, Stage};

/// A journal that no event of this program could have written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {number} of the journal does not fit: {detail}")]
pub struct Damaged {
    /// The entry.
    pub number: u64,
    /// What is wrong.
    pub detail: String,
}

impl Event {
    /// The event that a journal makes.
    ///
    /// # Errors
    /// The first entry that does not fit.
    pub fn replay<'a>(journal: impl IntoIterator<Item = &'a Record>) -> Result<Self, Damaged> {
        let mut journal = journal.into_iter();
        let first = journal.next().ok_or_else(|| damaged(1, "there is none"))?;
        let mut event = Self::begin(first)?;
        for record in journal {
            event.apply(record)?;
        }
        Ok(event)
    }

    /// The event that the first entry of a journal makes.
    ///
    /// # Errors
    /// If it creates no event.
    pub fn begin(first: &Record) -> Result<Self, Damaged> {
        let Entry::Created { settings, owner } = &first.entry else {
            return Err(damaged(first.number, "it creates no event"));
        };
        if first.number != 1 {
            return Err(damaged(first.number, "the first entry has the number 1"));
        }
        Ok(Self {
            head: 1,
            settings: settings.clone(),
            owner: *owner,
            helpers: Vec::new(),
            created: first.at,
            stage: Stage::Announced,
            entrants: Vec::new(),
            line_ups: [Vec::new(), Vec::new()],
            seeds: None,
            arena: None,
            rounds: Vec::new(),
            withdrawals: Vec::new(),
            pairing_changed: 1,
            settings_changed: 1,
            earlier_tie_breaks: Vec::new(),
            check_in_closed: false,
            codes: Vec::new(),
            player_results: false,
            table_codes: 0,
            cards: None,
            prizes: Vec::new(),
            prizes_changed: 1,
            fees: None,
            fees_changed: 1,
            round_done: None,
            begins: Begins::AsSettings,
            reminded: false,
            withdrawn: String::new(),
            cancelled: String::new(),
        })
    }

    /// Takes the next entry.
    ///
    /// # Errors
    /// If it does not fit. Then the event is not to be used any more.
    pub fn apply(&mut self, record: &Record) -> Result<(), Damaged> {
        let number = record.number;
        if number != self.head + 1 {
            return Err(damaged(number, format!("it follows {}", self.head)));
        }
        self.head = number;
        self.fold(&record.entry, record.at, record.by).map_err(|detail| damaged(number, detail))
    }

    fn fold(&mut self, entry: &Entry, at: Time, by: Option<PlayerId>) -> Result<(), String> {
        if !entry.is_beside() {
            self.pairing_changed = self.head;
        }
        match entry {
            Entry::Created { .. } => return Err("an event is created once".into()),
            Entry::SettingsChanged { settings } => {
                self.reminded &= self.settings.starts == settings.starts;
                let published = self.last_published();
                if published > 0 && self.settings.tie_breaks != settings.tie_breaks {
                    self.earlier_tie_breaks.push((published, self.settings.tie_breaks.clone()));
                }
                self.settings = settings.clone();
                self.settings_changed = self.head;
            }
            Entry::PrizesSet { categories } => {
                self.prizes = categories.clone();
                self.prizes_changed = self.head;
            }
            Entry::FeesSet { fees } => (self.fees, self.fees_changed) = (*fees, self.head),
            Entry::FeeChosen { entrant, fee } => {
                let head = self.head;
                let noted = self.noted_mut(*entrant)?;
                (noted.fee, noted.paid_changed) = (*fee, head);
            }
            Entry::HelperNamed { player } => {
                if !self.helpers.contains(player) {
                    self.helpers.push(*player);
                }
            }
            Entry::HelperRemoved { player } => self.helpers.retain(|helper| helper != player),
            Entry::OwnerSet { player } => self.owner = Some(*player),
            Entry::AccountsMoved { gone, back } => {
                for id in gone {
                    self.entrant_mut(*id)?.leave_account();
                }
                for id in back {
                    self.entrant_mut(*id)?.find_account();
                }
            }
            Entry::Entered { entrant, player, card, plays, team, member } => {
                if entrant.index() != self.entrants.len() {
                    return Err(format!("the entrant {entrant} is not the next one"));
                }
                let (player, card, plays) = (*player, card.clone(), *plays);
                let (byes, absences, changed) = (Vec::new(), Vec::new(), self.head);
                let presence = Presence::Present;
                let (id, taken_out) = (*entrant, false);
                self.entrants.push(Entrant {
                    id,
                    player,
                    member: *member,
                    card,
                    plays,
                    team: *team,
                    presence,
                    taken_out,
                    left_after: 0,
                    byes,
                    absences,
                    brought: 0,
                    fixed_board: None,
                    checked_in: false,
                    paid: false,
                    paid_amount: None,
                    fee: None,
                    claim: None,
                    claimed: false,
                    account_left: None,
                    erased: false,
                    changed,
                    checked_in_changed: changed,
                    paid_changed: changed,
                });
                if let Some(team) = team {
                    self.line_ups[team.index()].push(id);
                }
                if let Some(arena) = &mut self.arena {
                    arena.comes(id, at);
                }
            }
            Entry::MissedRounds { entrant, last } => {
                self.entrant_mut(*entrant)?;
                for round in self.rounds.iter_mut().take(usize::from(*last)) {
                    round.half_byes.push(*entrant);
                }
            }
            Entry::PointsBrought { entrant, points } => self.entrant_mut(*entrant)?.brought = *points,
            Entry::MemberBound { entrant, member } => self.noted_mut(*entrant)?.member = *member,
            Entry::TeamChosen { entrant, team } => {
                self.entrant_mut(*entrant)?.team = Some(*team);
                self.line_ups.iter_mut().for_each(|team| team.retain(|id| id != entrant));
                self.line_ups[team.index()].push(*entrant);
            }
            Entry::LinedUp { entrant, board } => {
                let team = self.entrant_mut(*entrant)?.team.ok_or("the entrant has no team")?;
                self.line_up(team, *entrant, *board);
            }
            Entry::CardCorrected { entrant, card } => self.entrant_mut(*entrant)?.card = card.clone(),
            Entry::BoardFixed { entrant, board } => self.entrant_mut(*entrant)?.fixed_board = *board,
            Entry::PlaysChanged { entrant, plays } => self.entrant_mut(*entrant)?.plays = *plays,
            Entry::Withdrew { entrant } => {
                let last = self.last_published();
                let leaver = self.entrant_mut(*entrant)?;
                (leaver.presence, leaver.left_after) = (Presence::Withdrawn, last);
                leaver.taken_out |= by.is_none() || by != leaver.player;
                self.withdrawals.push(*entrant);
            }
            Entry::Paused { entrant, taken_out } => {
                let paused = self.entrant_mut(*entrant)?;
                paused.presence = Presence::Paused;
                // Whom the server pauses has missed a game, and comes back by saying so. An organiser had a reason.
                let by_another = by.is_some() && by != paused.player;
                paused.taken_out = taken_out.unwrap_or(paused.taken_out || by_another);
            }
            Entry::Rejoined { entrant } => {
                let back = self.entrant_mut(*entrant)?;
                back.presence = Presence::Present;
                back.taken_out = false;
                self.withdrawals.retain(|one| one != entrant);
                if let Some(arena) = &mut self.arena {
                    arena.comes(*entrant, at);
                }
            }
            Entry::ByeAsked { entrant, round, half } => {
                let byes = &mut self.entrant_mut(*entrant)?.byes;
                byes.retain(|(one, _)| one != round);
                byes.push((*round, *half));
            }
            Entry::Away { entrant, round, absence } => {
                let absences = &mut self.entrant_mut(*entrant)?.absences;
                absences.retain(|(one, _)| one != round);
                absences.push((*round, *absence));
                // A round that was paired before keeps its pairing, and is scored anew.
                if let Some(these) = usize::from(*round).checked_sub(1).and_then(|at| self.rounds.get_mut(at))
                {
                    these
                        .away
                        .iter_mut()
                        .filter(|(id, _)| id == entrant)
                        .for_each(|(_, why)| *why = *absence);
                }
            }
            Entry::ComesAfterAll { entrant, round } => {
                let comes = self.entrant_mut(*entrant)?;
                comes.byes.retain(|(one, _)| one != round);
                comes.absences.retain(|(one, _)| one != round);
            }
            Entry::CheckedIn { entrant, present } => {
                let head = self.head;
                let seen = self.noted_mut(*entrant)?;
                (seen.checked_in, seen.checked_in_changed) = (*present, head);
            }
            Entry::Paid { entrant, paid, amount } => {
                let head = self.head;
                let noted = self.noted_mut(*entrant)?;
                (noted.paid, noted.paid_amount, noted.paid_changed) = (*paid, *amount, head);
            }
            Entry::CodeGiven { code, label, first, last, deputy, until, salt, hash } => {
                if usize::from(*code) != self.codes.len() + 1 {
                    return Err(format!("the code {code} is not the next one"));
                }
                self.codes.push(HelperCode {
                    number: *code,
                    label: label.clone(),
                    first: *first,
                    last: *last,
                    deputy: *deputy,
                    until: *until,
                    salt: *salt,
                    hash: *hash,
                    revoked: false,
                });
            }
            Entry::CodeRevoked { code } => {
                let place = usize::from(*code).wrapping_sub(1);
                self.codes.get_mut(place).ok_or("there is no such code")?.revoked = true;
            }
            Entry::CodeUsed { code: _ }
            | Entry::Reasoned { reason: _ }
            | Entry::SectionAdded { section: _ } => {}
            Entry::ClaimGiven { entrant, until, salt, hash } => {
                let given_by = by;
                let claim = ClaimCode { until: *until, salt: *salt, hash: *hash, given_by };
                self.noted_mut(*entrant)?.claim = Some(claim);
            }
            Entry::ClaimRevoked { entrant } => self.noted_mut(*entrant)?.claim = None,
            Entry::Claimed { entrant, player } => {
                self.entrant_mut(*entrant)?.become_account(*player);
            }
            Entry::Erased { entrant } => {
                let erased = self.entrant_mut(*entrant)?;
                erased.card = erased.card.nameless(erased.id);
                (erased.claim, erased.member, erased.erased) = (None, None, true);
                // A board is fixed for a reason that is nobody's business any more.
                erased.fixed_board = None;
            }
            Entry::CheckInClosed => self.check_in_closed = true,
            Entry::Seeded { order } => self.seeds = Some(order.clone()),
            Entry::Paired { round, boards, byes, half_byes, away, engine, seats } => {
                if usize::from(*round) != self.rounds.len() + 1 || self.draft().is_some() {
                    return Err(format!("round {round} is not the next one"));
                }
                let head = self.head;
                let board = |(number, pair): (u16, &[EntrantId; 2])| Board {
                    seats: *seats,
                    ..Board::new(number, *pair, head)
                };
                self.rounds.push(Round {
                    stage: RoundStage::Draft,
                    boards: (1..).zip(boards).map(board).collect(),
                    byes: byes.clone(),
                    half_byes: half_byes.clone(),
                    away: away.clone(),
                    by_hand: engine == BY_HAND,
                    seats: *seats,
                    whys: Vec::new(),
                    begun: None,
                    paired: head,
                    changed: head,
                });
            }
            Entry::BoardsNumbered { round, numbers } => {
                let fixed: BTreeMap<EntrantId, u16> = self.fixed_boards().collect();
                let these = self.round_mut(*round)?;
                if numbers.len() != these.boards.len()
                    || numbers.iter().collect::<BTreeSet<_>>().len() != numbers.len()
                {
                    return Err(format!(
                        "round {round} has {} boards, each with a number of its own",
                        these.boards.len()
                    ));
                }
                for (number, board) in numbers.iter().zip(&mut these.boards) {
                    board.number = *number;
                    board.fixed = board.players().iter().any(|id| fixed.get(id) == Some(number));
                }
            }
            Entry::BoardAdded { round, white, black, number } => {
                let head = self.head;
                let fixed: BTreeMap<EntrantId, u16> = self.fixed_boards().collect();
                let these = self.round_mut(*round)?;
                let is_other = |id: &EntrantId| id != white && Some(*id) != *black;
                these.byes.retain(is_other);
                these.half_byes.retain(is_other);
                these.away.retain(|(id, _)| is_other(id));
                match black {
                    Some(black) => {
                        let seats = these.seats;
                        let next = these.boards.last().map_or(0, |last| last.number) + 1;
                        let number = number.unwrap_or(next);
                        if these.board(number).is_some() {
                            return Err(format!("there is a board {number} in round {round} already"));
                        }
                        let fixed = [white, black].iter().any(|id| fixed.get(id) == Some(&number));
                        let added = Board { seats, fixed, ..Board::new(number, [*white, *black], head) };
                        these.boards.push(added);
                    }
                    None => these.byes.push(*white),
                }
                these.changed = head;
                self.note_done(at);
            }
            Entry::Explained { round, whys } => self.round_mut(*round)?.whys = whys.clone(),
            Entry::DraftUndone { round } => self.remove(*round, RoundStage::Draft)?,
            Entry::Published { round } => {
                self.advance(*round, RoundStage::Published)?;
                self.stage = Stage::Running;
                self.withdrawn.clear();
            }
            Entry::PublicationWithdrawn { round, reason } => {
                self.withdrawn.clone_from(reason);
                let stage = self.round_mut(*round)?.stage;
                self.remove(*round, stage)?;
                // Else it would be paired and published again at once.
                self.begins = Begins::ByHand;
                if self.rounds.is_empty() && self.stage == Stage::Running {
                    self.stage = Stage::Announced;
                }
            }
            Entry::StartSet { round: _, at } => self.begins = at.map_or(Begins::ByHand, Begins::At),
            Entry::Started { round, games } => {
                self.advance(*round, RoundStage::Started)?;
                self.round_mut(*round)?.begun = Some(at);
                self.begins = Begins::AsSettings;
                self.round_done = None;
                for (board, game) in games {
                    let first = self.board_mut(*round, *board)?.games.first_mut();
                    first.ok_or("a board without a game")?.game = Some(*game);
                }
                self.note_done(at);
            }
            Entry::GameAdded { round, board, turned, time, armageddon } => {
                let game =
                    BoardGame { turned: *turned, time: *time, armageddon: *armageddon, ..BoardGame::first() };
                self.board_mut(*round, *board)?.games.push(game);
            }
            Entry::GameMade { round, board, game } => {
                let last = self.board_mut(*round, *board)?.games.last_mut();
                let last = last.ok_or("a board without a game")?;
                (last.game, last.left) = (Some(*game), false);
                // The clocks of a new game run, whatever was done to those of the game before.
                self.said_mut(*round, *board)?.paused = None;
            }
            Entry::GamesLeft { games } => {
                let head = self.head;
                for board in self.rounds.iter_mut().flat_map(|round| &mut round.boards) {
                    let here = |game: &&mut BoardGame| game.game.is_some_and(|id| games.contains(&id));
                    for game in board.games.iter_mut().filter(here) {
                        game.left = true;
                        board.changed = head;
                    }
                }
            }
            Entry::GamesBrought { games } => {
                for game in games {
                    let place = self.place_of(*game).ok_or("there is no such game")?;
                    let board = &mut self.rounds[place.0].boards[place.1];
                    board.games[place.2].left = false;
                    board.at_table.paused.get_or_insert_default();
                    board.changed = self.head;
                }
            }
            Entry::Result { round, board, game, outcome, of: _ } => {
                let games = &mut self.board_mut(*round, *board)?.games;
                let place = usize::from(*game).checked_sub(1);
                let found = place.and_then(|place| games.get_mut(place)).ok_or("there is no such game")?;
                found.outcome = Some(*outcome);
                let said = self.said_mut(*round, *board)?;
                (said.decided, said.paused) = (false, None);
                self.note_done(at);
            }
            Entry::Corrected { round, board, game, outcome } => {
                // In a knockout the later games follow from this one.
                let is_match = matches!(self.settings.format, Format::KnockOut { .. });
                let games = &mut self.board_mut(*round, *board)?.games;
                if is_match {
                    games.truncate(usize::from(*game));
                }
                let place = usize::from(*game).checked_sub(1);
                let found = place.and_then(|place| games.get_mut(place)).ok_or("there is no such game")?;
                found.outcome = Some(*outcome);
                // Whoever corrects a result has decided about it.
                let said = self.said_mut(*round, *board)?;
                (said.entered_by, said.disputed, said.decided) = (None, false, true);
                said.paused = None;
                self.note_done(at);
            }
            Entry::ClocksHandled { round, boards, act, reason } => {
                for board in boards {
                    let said = self.said_mut(*round, *board)?;
                    match act {
                        ClocksAct::Pause {} => said.paused = Some(reason.clone()),
                        ClocksAct::Resume {} => said.paused = None,
                        // Both are possible only while the clocks are paused.
                        ClocksAct::Set { .. } | ClocksAct::Back { .. } => {}
                    }
                }
            }
            Entry::GameTyped { round, board, game, start, moves, reason } => {
                let (start, moves) = (start.as_deref().map(Arc::from), Arc::from(moves.as_str()));
                let typed = TypedGame { start, moves, at, by, reason: reason.clone() };
                self.set_typed((*round, *board, *game), Some(typed))?;
            }
            Entry::GameRemoved { round, board, game, reason: _ } => {
                self.set_typed((*round, *board, *game), None)?;
            }
            Entry::PlayerResults { on } => self.player_results = *on,
            Entry::TableCodesRenewed => self.table_codes += 1,
            Entry::CardsPrinted { origin } => {
                self.cards = Some(PrintedCards { origin: origin.clone(), elsewhere: false });
            }
            Entry::CardsOutdated => {
                if let Some(cards) = &mut self.cards {
                    cards.elsewhere = true;
                }
            }
            Entry::SeatTaken { round, board, side, device } => {
                self.said_mut(*round, *board)?.set_device(*side, Some(*device));
            }
            Entry::SeatFreed { round, board, side } => {
                self.said_mut(*round, *board)?.set_device(*side, None);
            }
            Entry::ResultBy { round, board, side } => {
                self.said_mut(*round, *board)?.entered_by = Some(*side);
            }
            Entry::Disputed { round, board, side: _ } => {
                self.said_mut(*round, *board)?.disputed = true;
                self.note_done(at);
            }
            Entry::DisputeSettled { round, board } => {
                let said = self.said_mut(*round, *board)?;
                (said.disputed, said.decided) = (false, true);
                self.note_done(at);
            }
            Entry::ArbiterCalled { round, board, side: _ } => self.said_mut(*round, *board)?.called = true,
            Entry::CallAnswered { round, board } => self.said_mut(*round, *board)?.called = false,
            Entry::Postponed { round, board } => {
                self.board_mut(*round, *board)?.postponed = true;
                self.note_done(at);
            }
            Entry::ArenaOpened => {
                if self.arena.is_some() {
                    return Err("an arena begins once".into());
                }
                self.arena = Some(Arena::open(at, self.entrants.len()));
                self.stage = Stage::Running;
            }
            Entry::Wave { games } => {
                let arena = self.arena.as_mut().ok_or("the arena has not begun")?;
                for (white, black, game) in games {
                    arena.pair(*white, *black, *game)?;
                }
            }
            Entry::ArenaResult { game, outcome, plies, berserk } => {
                let place = usize::try_from(*game).ok().and_then(|game| game.checked_sub(1));
                let place = place.ok_or("games are counted from 1")?;
                let arena = self.arena.as_mut().ok_or("the arena has not begun")?;
                let players = arena.games.get(place).map(|game| [game.white, game.black]);
                let players = players.ok_or_else(|| format!("there is no game {game}"))?;
                let ratings = players.map(|id| self.entrants.get(id.index()).and_then(|one| one.card.rating));
                arena.end(place, (*outcome, *plies, *berserk), ratings, at)?;
            }
            Entry::Reminded => self.reminded = true,
            Entry::Finished => self.stage = Stage::Finished,
            Entry::Cancelled { reason, unentered: _ } => {
                self.stage = Stage::Cancelled;
                self.cancelled.clone_from(reason);
            }
        }
        Ok(())
    }

    fn note_done(&mut self, at: Time) {
        let begun = self.rounds.iter().rev().find(|round| round.stage == RoundStage::Started);
        let done = begun.is_some_and(Round::is_done);
        match (done, self.round_done) {
            (true, None) => self.round_done = Some(at),
            (false, Some(_)) => self.round_done = None,
            (true, Some(_)) | (false, None) => {}
        }
    }

    fn set_typed(
        &mut self,
        (round, board, game): (u16, u16, u16),
        typed: Option<TypedGame>,
    ) -> Result<(), String> {
        let head = self.head;
        let games = &mut self.noted_board_mut(round, board)?.games;
        let place = usize::from(game).checked_sub(1);
        let found = place.and_then(|place| games.get_mut(place)).ok_or("there is no such game")?;
        (found.typed, found.typed_changed) = (typed, head);
        Ok(())
    }

    fn advance(&mut self, round: u16, stage: RoundStage) -> Result<(), String> {
        let head = self.head;
        let found = self.round_mut(round)?;
        if found.stage >= stage {
            return Err(format!("round {round} was {stage:?} before"));
        }
        found.stage = stage;
        found.changed = head;
        Ok(())
    }

    /// Takes the last round out, if it is this one and so far.
    fn remove(&mut self, round: u16, stage: RoundStage) -> Result<(), String> {
        if usize::from(round) != self.rounds.len() || self.round_mut(round)?.stage != stage {
            return Err(format!("round {round} is not the last one, or goes on"));
        }
        self.rounds.pop();
        if self.rounds.is_empty() {
            self.seeds = None;
        }
        Ok(())
    }
}

fn damaged(number: u64, detail: impl Into<String>) -> Damaged {
    Damaged { number, detail: detail.into() }
}
