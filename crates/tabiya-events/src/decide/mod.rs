// SPDX-License-Identifier: AGPL-3.0-or-later
//! What may happen: from a command to the entries of the journal, or to a refusal that says why not.
//!
//! Several helpers act at once. Each command says the number of the last entry that its sender saw; where somebody else
//! changed the same thing since, the refusal says what. Rights are checked here, once, for page, API and command line.

mod arena;
mod board_numbers;
mod by_hand;
mod byes;
mod change;
mod check_in;
mod clocks;
mod codes;
mod command;
mod entering;
mod fixed_boards;
mod games;
mod members;
mod notice;
mod others;
mod refusal;
mod refused;
mod results;
mod rounds;
mod sections;
mod self_entry;
mod table;
mod teams;
mod told;
mod wrong_entry;

use tabiya_game::PlayerId;

use crate::event::{Entry, Event, Format, PrizeCategory, Settings, Stage};

pub use board_numbers::first_board;
pub use command::{Command, Elsewhere, Listed, Who};
pub(crate) use members::nameless;
pub(crate) use others::{Others, section_name};
pub use refusal::{Overtaken, Refusal};
pub use refused::{
    PlaysElsewhere, WrongBoard, WrongBye, WrongClocks, WrongCode, WrongGame, WrongMember, WrongPairing,
    WrongPresence, WrongSeat, WrongSection, WrongTeam,
};
pub(crate) use sections::{after, concern_others, goes_on, list_beside, move_entrant, with_others};
pub use wrong_entry::{Stays, WrongEntry};

/// The first entry of a new event.
///
/// # Errors
/// If the settings make no event.
pub fn create(settings: Settings, owner: Option<PlayerId>) -> Result<Entry, Refusal> {
    settings.check()?;
    Ok(Entry::Created { settings, owner })
}

/// The entries that a command makes; none where it has been done already. `seen` is the number of the last entry that the
/// sender saw; `None` where the sender sees every entry before it acts.
///
/// # Errors
/// Why nothing happens.
pub fn decide(event: &Event, command: &Command, seen: Option<u64>, who: Who) -> Result<Vec<Entry>, Refusal> {
    let act = Act { event, seen: seen.unwrap_or(event.head), who };
    // Also of an event that was cancelled nobody's name has to stay.
    if event.stage == Stage::Cancelled && !matches!(command, Command::Erase(_) | Command::EraseMember { .. })
    {
        return Err(Refusal::Over);
    }
    match command {
        Command::ChangeSettings(settings) => act.change_settings(settings),
        Command::SetPrizes(categories) => act.set_prizes(categories),
        Command::Helper { player, helps } => act.helper(*player, *helps),
        Command::Enter { player, card, plays } => act.enter(*player, card, *plays),
        Command::EnterWithCode { code, player, card } => act.enter_with_code(code, *player, card),
        Command::EnterAccount { player, card, child_of } => act.enter_account(*player, card, *child_of),
        Command::Correct { entrant, correction } => act.correct(*entrant, correction),
        Command::CorrectCard { entrant, card } => act.correct_card(*entrant, card),
        Command::FixBoard { entrant, board } => act.fix_board(*entrant, *board),
        Command::ChangePlays { entrant, plays } => act.change_plays(*entrant, *plays),
        Command::ChooseTeam { entrant, team } => act.choose_team(*entrant, *team),
        Command::LineUp { entrant, board } => act.line_up(*entrant, *board),
        Command::Withdraw(entrant) => act.withdraw(*entrant),
        Command::Pause(entrant) => act.pause(*entrant),
        Command::Rejoin(entrant) => act.rejoin(*entrant),
        Command::AskBye { entrant, round } => act.ask_bye(*entrant, *round),
        Command::CancelBye { entrant, round } => act.cancel_bye(*entrant, *round),
        Command::Away { entrant, round, absence } => act.away(*entrant, *round, *absence),
        Command::CheckIn { entrant, present } => act.check_in(*entrant, *present),
        Command::IsThere(entrant) => act.is_there(*entrant),
        Command::NotePaid { entrant, paid } => act.note_paid(*entrant, *paid),
        Command::SetFees(fees) => act.set_fees(*fees),
        Command::ChooseFee { entrant, fee } => act.choose_fee(*entrant, *fee),
        Command::AddAtDesk { cards, present, paid } => act.add_at_desk(cards, *present, *paid),
        Command::AddList { players, present, elsewhere } => act.add_list(players, *present, *elsewhere),
        Command::EnterChild(command) => {
            let entries = decide(event, command, seen, who)?;
            Ok(act.with_short_names(entries))
        }
        Command::Because { reason, command } => Ok(with_reason(reason, decide(event, command, seen, who)?)),
        Command::WithoutNotice(command) => {
            Ok(act.without_notice(command, decide(event, command, seen, who)?))
        }
        Command::EnterMember { member, card, child, present, paid } => {
            act.enter_member(*member, card, *child, (*present, *paid))
        }
        Command::BindMembers(members) => act.bind_members(members),
        Command::EraseMember { entrant, member } => act.erase_member(*entrant, *member),
        Command::GiveCode { label, first, last, deputy, now, salt, hash } => {
            act.give_code(label, (*first, *last), *deputy, *now, (*salt, *hash))
        }
        Command::RevokeCode(code) => act.revoke_code(*code),
        Command::EnterByCode { now, round, board, game, outcome } => {
            act.enter_by_code(*now, (*round, *board, *game), *outcome)
        }
        Command::GiveClaim { entrant, now, salt, hash } => act.give_claim(*entrant, *now, (*salt, *hash)),
        Command::RevokeClaim(entrant) => act.revoke_claim(*entrant),
        Command::Claim { entrant, now, child_of } => act.claim(*entrant, *now, *child_of),
        Command::Erase(entrant) => act.erase(*entrant),
        Command::CloseCheckIn => act.close_check_in(),
        Command::TakeDraft(draft) => act.take_draft(draft),
        Command::PairByHand { boards, byes } => act.pair_by_hand(boards, byes),
        Command::AddBoard { white, black } => act.add_board(*white, *black),
        Command::Explain { round, paired, whys } => act.explain(*round, *paired, whys),
        Command::UndoDraft => act.undo_draft(),
        Command::Publish => act.publish(),
        Command::WithdrawPublication { reason } => act.withdraw_publication(reason),
        Command::Start { .. } if matches!(event.settings.format, Format::Arena { .. }) => act.open_arena(),
        Command::SetStart(at) => act.set_start(*at),
        Command::Start { ids } => act.start(ids),
        Command::EnterResult { round, board, game, outcome } => {
            act.enter_result(*round, *board, *game, *outcome)
        }
        Command::GameEnded { game, outcome, absent, plies, berserk } => {
            act.game_ended(*game, *outcome, *absent, (*plies, *berserk))
        }
        Command::TakeWave { games, now } => act.take_wave(games, *now),
        Command::MakeGame { round, board, id } => act.make_game(*round, *board, *id),
        Command::PlayAgain { round, board, id } => act.play_again(*round, *board, *id),
        Command::Postpone { round, board } => act.postpone(*round, *board),
        Command::LetPlayersEnter(on) => act.let_players_enter(*on),
        Command::RenewTableCodes => act.renew_table_codes(),
        Command::NoteCards { origin } => act.note_cards(origin),
        Command::TakeSeat { round, side } => act.take_seat(*round, *side),
        Command::FreeSeat { round, board, side } => act.free_seat(*round, *board, *side),
        Command::PlayerResult { round, game, outcome } => act.player_result(*round, *game, *outcome),
        Command::Dispute { round } => act.dispute(*round),
        Command::DisputeByCode { now, round, board } => act.dispute_by_code(*now, *round, *board),
        Command::Settle { round, board } => act.settle(*round, *board),
        Command::CallAtTable { round } => act.call_at_table(*round),
        Command::CallInGame(game) => act.call_in_game(*game),
        Command::AnswerCall { round, board } => act.answer_call(*round, *board),
        Command::NoteClocks { round, boards, act: done, reason } => {
            act.note_clocks(*round, boards, *done, reason)
        }
        Command::TypeGame { round, board, game, sheet, reason } => {
            act.type_game((*round, *board, *game), sheet, reason)
        }
        Command::TypeGameByCode { now, round, board, game, sheet } => {
            act.type_game_by_code(*now, (*round, *board, *game), sheet)
        }
        Command::RemoveGame { round, board, game, reason } => {
            act.remove_game((*round, *board, *game), reason)
        }
        Command::Remind => act.remind(),
        Command::Finish => act.finish(),
        Command::Cancel { reason } => act.cancel(reason),
        Command::CancelUnentered => act.cancel_unentered(),
    }
}

/// One command, while it is decided.
struct Act<'a> {
    event: &'a Event,
    /// The number of the last entry that the sender saw.
    seen: u64,
    who: Who,
}

impl Event {
    /// Whether somebody may pair, publish and enter results.
    pub fn may_organise(&self, who: Who) -> bool {
        match who {
            Who::Operator | Who::Server => true,
            Who::Code(_) | Who::Table { .. } | Who::Seat(_) => false,
            Who::Player { player, staff } => {
                staff || self.owner == Some(player) || self.helpers.contains(&player)
            }
        }
    }

    /// Whether somebody may name helpers and change the settings.
    pub fn may_own(&self, who: Who) -> bool {
        match who {
            Who::Operator | Who::Server => true,
            Who::Code(_) | Who::Table { .. } | Who::Seat(_) => false,
            Who::Player { player, staff } => staff || self.owner == Some(player),
        }
    }
}

impl Act<'_> {
    fn by_organiser(&self) -> Result<(), Refusal> {
        if self.event.may_organise(self.who) { Ok(()) } else { Err(Refusal::NotYours) }
    }

    fn by_owner(&self) -> Result<(), Refusal> {
        if self.event.may_own(self.who) { Ok(()) } else { Err(Refusal::OwnerOnly) }
    }

    fn set_prizes(&self, categories: &[PrizeCategory]) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        if let Some(wrong) = crate::prizes::wrong(categories) {
            return Err(Refusal::Prizes(wrong));
        }
        if self.event.prizes == categories {
            return Ok(Vec::new());
        }
        if self.seen < self.event.prizes_changed {
            return Err(Refusal::Overtaken(Overtaken::Prizes));
        }
        Ok(vec![Entry::PrizesSet { categories: categories.to_vec() }])
    }

    fn helper(&self, player: PlayerId, helps: bool) -> Result<Vec<Entry>, Refusal> {
        self.by_owner()?;
        if self.event.helpers.contains(&player) == helps {
            return Ok(Vec::new());
        }
        Ok(vec![if helps { Entry::HelperNamed { player } } else { Entry::HelperRemoved { player } }])
    }

    fn remind(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        Ok(if self.event.reminded { Vec::new() } else { vec![Entry::Reminded] })
    }

    fn finish(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_organiser()?;
        match self.event.stage {
            Stage::Finished => Ok(Vec::new()),
            Stage::Announced | Stage::Running | Stage::Cancelled => {
                let mut entries = self.without_draft();
                entries.push(Entry::Finished);
                Ok(entries)
            }
        }
    }

    fn cancel(&self, reason: &str) -> Result<Vec<Entry>, Refusal> {
        self.by_owner()?;
        if self.event.stage == Stage::Finished {
            return Err(Refusal::Over);
        }
        Ok(vec![Entry::Cancelled { reason: clipped(reason), unentered: false }])
    }

    /// Somebody may have entered a moment ago: then nothing happens.
    fn cancel_unentered(&self) -> Result<Vec<Entry>, Refusal> {
        self.by_owner()?;
        let is_empty = self.event.stage == Stage::Announced && self.event.present() == 0;
        let cancelled = Entry::Cancelled { reason: String::new(), unentered: true };
        Ok(if is_empty { vec![cancelled] } else { Vec::new() })
    }

    /// The draft does not follow from the event any more: an entry discards it.
    fn without_draft(&self) -> Vec<Entry> {
        self.event.draft().map(|(round, _)| Entry::DraftUndone { round }).into_iter().collect()
    }
}

/// At most so many characters of why a result was corrected, or somebody left.
const LONGEST_WHY: usize = 200;

/// The entries of a write that was made for a reason; it stands before them.
fn with_reason(reason: &str, mut entries: Vec<Entry>) -> Vec<Entry> {
    let reason: String = clipped(reason).trim().chars().take(LONGEST_WHY).collect();
    if !entries.is_empty() && !reason.is_empty() {
        entries.insert(0, Entry::Reasoned { reason });
    }
    entries
}

/// At most so many characters of a reason.
const LONGEST_REASON: usize = 500;

fn clipped(text: &str) -> String {
    text.chars().filter(|character| !character.is_control()).take(LONGEST_REASON).collect()
}
