// SPDX-License-Identifier: AGPL-3.0-or-later
//! The journal as organisers read it: when, who, what and why, one line an entry.
//!
//! What only says more about the entries of its own write (whose code it was, why it was done) stands in their lines. What follows
//! from an entry by itself, such as the reasons of a pairing, has no line.

use std::collections::HashMap;

use tabiya_game::PlayerId;
use tabiya_protocol::events::{EventId, EventJournal, JournalBy, JournalLine, JournalWhat as What};
use tabiya_store::Account;

use crate::decide::{Refusal, Who};
use crate::event::{BY_HAND, ClocksAct, EntrantId, Entry, Event, Plays, Record};
use crate::events::{EventError, Events};
use crate::journal;

/// Lines of one answer.
const LINES: u64 = 100;
/// So many entries before them are read, too: what says more about a write stands at its beginning.
const BEFORE: u64 = 16;

/// What a journal's lines have in words of accounts.
type Names = HashMap<PlayerId, String>;

impl Events {
    /// The journal as organisers read it, the newest lines first: those before this entry, or the newest.
    ///
    /// # Errors
    /// If somebody asks who does not organise the event, or it can't be read.
    pub async fn read_journal(
        &self,
        id: EventId,
        before: Option<u64>,
        who: Who,
    ) -> Result<EventJournal, EventError> {
        let event = self.read(id).await?;
        if !event.may_organise(who) {
            return Err(Refusal::NotYours.into());
        }
        let end = before.unwrap_or(u64::MAX).min(event.head + 1);
        let first = end.saturating_sub(LINES).max(1);
        let after = first.saturating_sub(BEFORE + 1);
        let most = u32::try_from(LINES + BEFORE).unwrap_or(u32::MAX);
        let mut records = Vec::new();
        for stored in self.store().events.event_journal(id.as_str(), after, most).await? {
            records.push(journal::read(id, stored)?);
        }
        records.retain(|record| record.number < end);
        let named = named(&records);
        let accounts =
            if named.is_empty() { Vec::new() } else { self.store().accounts.accounts_of(&named).await? };
        let open = accounts.into_iter().filter(Account::is_open);
        let names = open.map(|account| (account.player, account.name.to_string())).collect();
        let mut lines = lines(&event, &records, &names);
        lines.retain(|line| line.number >= first);
        Ok(EventJournal { lines, before: (first > 1).then_some(first) })
    }
}

/// The accounts that the lines of these entries name.
fn named(records: &[Record]) -> Vec<PlayerId> {
    let mut all: Vec<PlayerId> = records
        .iter()
        .flat_map(|record| {
            let helper = if let Entry::HelperNamed { player }
            | Entry::HelperRemoved { player }
            | Entry::OwnerSet { player } = &record.entry
            {
                Some(*player)
            } else {
                None
            };
            record.by.into_iter().chain(helper)
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The lines of these entries, which follow each other, the newest first. `names` has the names of the accounts that are open.
fn lines(event: &Event, records: &[Record], names: &Names) -> Vec<JournalLine> {
    let mut lines: Vec<JournalLine> = Vec::new();
    let mut rest = records;
    while let Some(first) = rest.first() {
        let goes_on = |one: &Record| one.at == first.at && one.by == first.by && !says_more(&one.entry);
        let heads = rest.iter().take_while(|one| says_more(&one.entry)).count();
        let length = heads + rest[heads..].iter().take_while(|one| goes_on(one)).count();
        let (write, after) = rest.split_at(length.max(1));
        lines.extend(of_write(event, write, names));
        rest = after;
    }
    lines.reverse();
    lines
}

/// Whether an entry says something about the others of its write, before which it stands.
const fn says_more(entry: &Entry) -> bool {
    matches!(entry, Entry::CodeUsed { .. } | Entry::Reasoned { .. } | Entry::ResultBy { .. })
}

fn of_write(event: &Event, write: &[Record], names: &Names) -> Vec<JournalLine> {
    let by = by_whom(event, write, names);
    let reason = |record: &Record| {
        if let Entry::Reasoned { reason } = &record.entry { Some(reason.clone()) } else { None }
    };
    let reason = write.iter().find_map(reason).unwrap_or_default();
    let line = |record: &Record| {
        let Line { what, entrants, round, boards, text, why } = line(event, &record.entry, names)?;
        // A game that ended by itself is nobody's act. One that an arbiter decided has the arbiter's name.
        let is_by_itself = matches!(record.entry, Entry::Result { of: Some(_), .. }) && record.by.is_none();
        let by = if is_by_itself { JournalBy::Server {} } else { by.clone() };
        let why = if why.is_empty() { reason.clone() } else { why };
        Some(JournalLine {
            number: record.number,
            at: record.at,
            by,
            what,
            entrants,
            round,
            boards,
            text,
            why,
        })
    };
    write.iter().filter_map(line).collect()
}

/// Who has made a write. Whoever became an entrant by a code is called as the organiser has written: nothing leads from that name
/// to the account.
fn by_whom(event: &Event, write: &[Record], names: &Names) -> JournalBy {
    let Some(player) = write.iter().find_map(|record| record.by) else {
        return write
            .iter()
            .find_map(|record| of_phone(event, &record.entry))
            .unwrap_or(JournalBy::Server {});
    };
    let own = event.entrant_of(player).filter(|one| one.claimed);
    let is_own = |entrant: EntrantId| write.iter().any(|record| record.entry.entrant() == Some(entrant));
    match own.filter(|one| is_own(one.id)) {
        Some(own) => JournalBy::Entrant { entrant: own.id },
        None => JournalBy::Account { name: names.get(&player).cloned() },
    }
}

fn of_phone(event: &Event, entry: &Entry) -> Option<JournalBy> {
    if let Entry::CodeUsed { code } = entry {
        return Some(JournalBy::Code { label: label(event, *code) });
    }
    let is_at_table = matches!(
        entry,
        Entry::ResultBy { .. }
            | Entry::SeatTaken { .. }
            | Entry::ArbiterCalled { .. }
            | Entry::Disputed { side: Some(_), .. }
    );
    is_at_table.then_some(JournalBy::Table {})
}

fn label(event: &Event, code: u16) -> String {
    event.codes.iter().find(|one| one.number == code).map_or_else(String::new, |one| one.label.clone())
}

/// A line without who and when.
struct Line {
    what: What,
    entrants: Vec<EntrantId>,
    round: Option<u16>,
    boards: Vec<u16>,
    text: String,
    why: String,
}

impl Line {
    fn of(what: What) -> Self {
        let (entrants, boards) = (Vec::new(), Vec::new());
        Self { what, entrants, round: None, boards, text: String::new(), why: String::new() }
    }

    fn about(what: What, entrant: EntrantId) -> Self {
        Self { entrants: vec![entrant], ..Self::of(what) }
    }

    fn in_round(what: What, round: u16) -> Self {
        Self { round: Some(round), ..Self::of(what) }
    }

    /// With White and Black, as they sit in the board's first game.
    fn at_board(event: &Event, what: What, (round, board): (u16, u16)) -> Self {
        let found = event.round(round).and_then(|these| these.board(board));
        let entrants = found.map_or_else(Vec::new, |found| found.players().to_vec());
        Self { entrants, boards: vec![board], ..Self::in_round(what, round) }
    }

    fn saying(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }

    fn because(self, why: &str) -> Self {
        Self { why: why.to_owned(), ..self }
    }
}

/// What an entry tells; `None` for one that has no line.
fn line(event: &Event, entry: &Entry, names: &Names) -> Option<Line> {
    let name = |player: &PlayerId| names.get(player).cloned().unwrap_or_default();
    Some(match entry {
        Entry::CodeUsed { .. }
        | Entry::Reasoned { .. }
        | Entry::ResultBy { .. }
        | Entry::MemberBound { .. }
        | Entry::Seeded { .. }
        | Entry::MissedRounds { .. }
        | Entry::PointsBrought { .. }
        | Entry::CardsPrinted { .. }
        | Entry::CardsOutdated
        | Entry::BoardsNumbered { .. }
        | Entry::Explained { .. } => return None,
        Entry::Created { .. } => Line::of(What::Created),
        Entry::SettingsChanged { .. } => Line::of(What::SettingsChanged),
        Entry::PrizesSet { .. } => Line::of(What::PrizesSet),
        Entry::SectionAdded { .. } => Line::of(What::SectionAdded),
        Entry::OwnerSet { player } => Line::of(What::OwnerSet).saying(name(player)),
        Entry::AccountsMoved { gone, back } => {
            let what = if gone.is_empty() { What::AccountsBack } else { What::AccountsLeft };
            Line::of(what).saying(if gone.is_empty() { back.len() } else { gone.len() }.to_string())
        }
        Entry::HelperNamed { player } => Line::of(What::HelperNamed).saying(name(player)),
        Entry::HelperRemoved { player } => Line::of(What::HelperRemoved).saying(name(player)),
        Entry::Entered { entrant, .. } => Line::about(What::Entered, *entrant),
        Entry::TeamChosen { entrant, team } => {
            Line::about(What::TeamChosen, *entrant).saying(event.team_name(*team))
        }
        Entry::LinedUp { entrant, board } => {
            Line { boards: vec![*board], ..Line::about(What::LinedUp, *entrant) }
        }
        Entry::BoardFixed { entrant, board } => {
            let what = if board.is_some() { What::BoardFixed } else { What::BoardFreed };
            Line { boards: board.iter().copied().collect(), ..Line::about(what, *entrant) }
        }
        Entry::CardCorrected { entrant, .. } => Line::about(What::CardCorrected, *entrant),
        Entry::PlaysChanged { entrant, plays: Plays::Online } => Line::about(What::PlaysOnline, *entrant),
        Entry::PlaysChanged { entrant, plays: Plays::OverTheBoard } => {
            Line::about(What::PlaysAtVenue, *entrant)
        }
        Entry::Withdrew { entrant } => Line::about(What::Withdrew, *entrant),
        Entry::Paused { entrant, .. } => Line::about(What::Paused, *entrant),
        Entry::Rejoined { entrant } => Line::about(What::Rejoined, *entrant),
        Entry::ByeAsked { entrant, round, half } => {
            let what = if *half { What::HalfPointBye } else { What::Bye };
            Line { round: Some(*round), ..Line::about(what, *entrant) }
        }
        Entry::Away { entrant, round, .. } => {
            Line { round: Some(*round), ..Line::about(What::Away, *entrant) }
        }
        Entry::ComesAfterAll { entrant, round } => {
            Line { round: Some(*round), ..Line::about(What::ComesAfterAll, *entrant) }
        }
        Entry::CheckedIn { entrant, present } => {
            Line::about(if *present { What::Present } else { What::NotPresent }, *entrant)
        }
        Entry::FeesSet { .. } => Line::of(What::FeesSet),
        Entry::FeeChosen { entrant, .. } => Line::about(What::FeeChosen, *entrant),
        Entry::Paid { entrant, paid, .. } => {
            Line::about(if *paid { What::Paid } else { What::NotPaid }, *entrant)
        }
        Entry::CodeGiven { label, .. } => Line::of(What::CodeGiven).saying(label.as_str()),
        Entry::CodeRevoked { code } => Line::of(What::CodeRevoked).saying(label(event, *code)),
        Entry::ClaimGiven { entrant, .. } => Line::about(What::ClaimGiven, *entrant),
        Entry::ClaimRevoked { entrant } => Line::about(What::ClaimRevoked, *entrant),
        Entry::Claimed { entrant, .. } => Line::about(What::Claimed, *entrant),
        Entry::Erased { entrant } => Line::about(What::Erased, *entrant),
        Entry::CheckInClosed => Line::of(What::CheckInClosed),
        Entry::Paired { round, engine, .. } => {
            Line::in_round(if engine == BY_HAND { What::PairedByHand } else { What::Paired }, *round)
        }
        Entry::BoardAdded { round, white, black, number } => Line {
            entrants: std::iter::once(*white).chain(*black).collect(),
            boards: number.iter().copied().collect(),
            ..Line::in_round(if black.is_some() { What::BoardAdded } else { What::ByeGiven }, *round)
        },
        Entry::DraftUndone { round } => Line::in_round(What::DraftUndone, *round),
        Entry::Published { round } => Line::in_round(What::Published, *round),
        Entry::PublicationWithdrawn { round, reason } => {
            Line::in_round(What::Unpublished, *round).because(reason)
        }
        Entry::StartSet { round, at } => {
            Line::in_round(if at.is_some() { What::StartSet } else { What::StartByHand }, *round)
        }
        Entry::Started { round, .. } => Line::in_round(What::Started, *round),
        Entry::GameAdded { round, board, .. } => Line::at_board(event, What::GameAdded, (*round, *board)),
        Entry::GameMade { round, board, .. } => Line::at_board(event, What::GameMade, (*round, *board)),
        Entry::GamesLeft { games } => Line::of(What::GamesLeft).saying(games.len().to_string()),
        Entry::GamesBrought { games } => Line::of(What::GamesBrought).saying(games.len().to_string()),
        Entry::Result { round, board, outcome, .. } => {
            Line::at_board(event, What::Result, (*round, *board)).saying(outcome.to_string())
        }
        Entry::Corrected { round, board, outcome, .. } => {
            Line::at_board(event, What::Corrected, (*round, *board)).saying(outcome.to_string())
        }
        Entry::PlayerResults { on } => {
            Line::of(if *on { What::PlayerResultsOn } else { What::PlayerResultsOff })
        }
        Entry::TableCodesRenewed => Line::of(What::TableCodesRenewed),
        Entry::SeatTaken { round, board, .. } => Line::at_board(event, What::SeatTaken, (*round, *board)),
        Entry::SeatFreed { round, board, .. } => Line::at_board(event, What::SeatFreed, (*round, *board)),
        Entry::Disputed { round, board, .. } => Line::at_board(event, What::Disputed, (*round, *board)),
        Entry::DisputeSettled { round, board } => {
            Line::at_board(event, What::DisputeSettled, (*round, *board))
        }
        Entry::ArbiterCalled { round, board, .. } => {
            Line::at_board(event, What::ArbiterCalled, (*round, *board))
        }
        Entry::CallAnswered { round, board } => Line::at_board(event, What::CallAnswered, (*round, *board)),
        Entry::ClocksHandled { round, boards, act, reason } => {
            let what = match act {
                ClocksAct::Pause {} => What::ClocksPaused,
                ClocksAct::Resume {} => What::ClocksResumed,
                ClocksAct::Set { .. } => What::ClockSet,
                ClocksAct::Back { .. } => What::SetBack,
            };
            Line { boards: boards.clone(), ..Line::in_round(what, *round) }.because(reason)
        }
        Entry::GameTyped { round, board, reason, .. } => {
            Line::at_board(event, What::GameTyped, (*round, *board)).because(reason)
        }
        Entry::GameRemoved { round, board, reason, .. } => {
            Line::at_board(event, What::GameRemoved, (*round, *board)).because(reason)
        }
        Entry::Postponed { round, board } => Line::at_board(event, What::Postponed, (*round, *board)),
        Entry::ArenaOpened => Line::of(What::ArenaOpened),
        Entry::Wave { games } => Line::of(What::ArenaPaired).saying(games.len().to_string()),
        Entry::ArenaResult { game, outcome, .. } => {
            let place = usize::try_from(*game).ok().and_then(|game| game.checked_sub(1));
            let found = place.and_then(|place| event.arena.as_ref()?.games.get(place));
            let entrants = found.map_or_else(Vec::new, |found| vec![found.white, found.black]);
            Line { entrants, ..Line::of(What::ArenaResult) }.saying(outcome.to_string())
        }
        Entry::Reminded => Line::of(What::Reminded),
        Entry::Finished => Line::of(What::Finished),
        Entry::Cancelled { reason, .. } => Line::of(What::Cancelled).because(reason),
    })
}
