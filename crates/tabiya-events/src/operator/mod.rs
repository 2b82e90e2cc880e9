// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event`: orders at the command line, on the data of a stopped server or through a running one.

mod entrants;
mod fees;
mod formats;
mod found;
mod journal;
mod member;
mod member_lists;
mod new;
mod order;
mod report;
mod restored;
mod said;
mod sections;
mod series;
mod typed;

use futures_util::future::BoxFuture;
use tabiya_accounts::people::{OtherOrders, key_of_typed};
use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_runtime::chance;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_store::{Account, EventStage, StorageError};

use crate::clocks::{Clocks, Handling};
use crate::decide::{Command, Refusal, Who, WrongClocks};
use crate::event::{Entry, Event, Format, Settings};
use crate::events::{EventError, Events};
use crate::festival::InAll;
use crate::files;
use crate::games::{self, Readers};
use crate::journal::Summary;
use crate::members::{MemberError, Members};
use crate::options;
use crate::results::{Entered, Results};
use crate::series::SeriesError;
use crate::site;
use crate::view::without_ghosts;

use formats::{for_format, with_boards, with_rounds};
use found::{entrant, in_category, team_called};
pub use order::{EventOrder, Export, GameAct, MemberAct, MembersAct, Presence, ReportChange, SectionOrder};
pub use series::DAYS;

/// Events that a list shows of each stage.
const LISTED: u32 = 500;

/// Why an order was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum OrderError {
    /// The event refuses it, or it can't be read.
    #[error(transparent)]
    Event(#[from] EventError),
    /// No account has this name.
    #[error("there is no account {0:?}; with --otb, players need none")]
    NoSuchAccount(String),
    /// The account has no role with which it may create events.
    #[error(
        "{0} isn't an organiser, and a series is an organiser's; without --owner it belongs to the admins"
    )]
    NoOrganiser(String),
    /// A list of members refuses it, or can't be read.
    #[error(transparent)]
    Member(#[from] MemberError),
    /// An event of the admins has no list.
    #[error("this event belongs to the admins, and a list of members is an organiser's")]
    NoList,
    /// The account has no role with which it may keep a list.
    #[error("{0} isn't an organiser, and a list of members is an organiser's")]
    NoListOf(String),
    /// No member has this name.
    #[error("nobody called {0:?} is in the list")]
    NotInList(String),
    /// Several members have such a name.
    #[error("{0} members may be meant by {1:?}; write the whole name")]
    SeveralMembers(usize, String),
    /// No entrant has this name.
    #[error("nobody called {0:?} has entered")]
    NoSuchEntrant(String),
    /// Several entrants have this name.
    #[error(
        "{0} players may be meant by {1:?}; write the whole name, or #NUMBER with the number of the entry"
    )]
    Several(usize, String),
    /// There is nothing to say yet.
    #[error("{0}")]
    Nothing(String),
    /// A series can't be so, or there is none.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// Carries orders out.
pub struct EventOperator {
    events: Events,
    members: Members,
    /// `None` on the data of a stopped server.
    clocks: Option<Clocks>,
    results: Results,
}

impl OtherOrders for EventOperator {
    fn carry_out<'a>(&'a self, order: &'a str, now: Time) -> Option<BoxFuture<'a, Result<String, String>>> {
        let order = serde_json::from_str(order).ok()?;
        Some(Box::pin(async move { self.carry_out(order, now).await.map_err(|error| error.to_string()) }))
    }
}

impl EventOperator {
    /// Over these events.
    pub fn new(events: Events) -> Self {
        let members = Members::new(events.clone());
        let results = Results::new(events.clone(), None);
        Self { events, members, clocks: None, results }
    }

    /// The same in a running server, which has lists of members.
    #[must_use]
    pub fn with_members(self, members: Members) -> Self {
        Self { members, ..self }
    }

    /// The same in a running server, whose games have clocks, and end when they are decided.
    #[must_use]
    pub fn with_games(self, clocks: Clocks, results: Results) -> Self {
        Self { clocks: Some(clocks), results, ..self }
    }

    /// Carries an order out. `now` is the wall clock's time.
    ///
    /// # Errors
    /// Why not, in words.
    pub async fn carry_out(&self, order: EventOrder, now: Time) -> Result<String, OrderError> {
        match order {
            EventOrder::New { settings, players, owner, sections, groups, options } => {
                let settings = options::with(*settings, &options, random());
                if let Some(groups) = groups {
                    self.new_groups(settings, players, owner, &groups, now).await
                } else if sections.is_empty() {
                    self.new_event(settings, players, owner, now).await
                } else {
                    self.new_festival(settings, players, owner, sections, now).await
                }
            }
            EventOrder::DealGroups { id } => self.deal_groups(&id, now).await,
            EventOrder::AddSection { id, own_name, section, first_board } => {
                self.add_section(&id, &own_name, section, first_board, now).await
            }
            EventOrder::ChangeSection { id, name, ratings, first_board } => {
                self.change_section(&id, name, ratings, first_board, now).await
            }
            EventOrder::ListSections { id } => self.list_sections(&id).await,
            EventOrder::MoveToSection { id, name, section } => {
                self.move_to_section(&id, &name, &section, now).await
            }
            EventOrder::List {} => self.list().await,
            EventOrder::BeginSeries { template, owner } => self.begin_series(*template, owner, now).await,
            EventOrder::ListSeries {} => self.list_series(now).await,
            EventOrder::StopSeries { id } => {
                let series = self.events.stop_series(&id, Who::Operator, now).await?;
                Ok(format!(
                    "{} is stopped; events that somebody has entered take place",
                    series.template.name
                ))
            }
            EventOrder::Change {
                id,
                name,
                format,
                rounds,
                time,
                starts,
                teams,
                boards,
                scheveningen,
                options,
            } => {
                let (id, event) = self.events.named(&id).await?;
                let before = &event.settings;
                let format = match rounds {
                    None => format.unwrap_or(before.format),
                    Some(rounds) => with_rounds(format.unwrap_or(before.format), rounds)?,
                };
                let format = with_boards(format, boards, scheveningen)?;
                for_format(format, &options)?;
                let settings = Settings {
                    time: time.or(before.time),
                    starts: starts.or(before.starts),
                    teams: teams.or_else(|| before.teams.clone()),
                    ..before.in_format(format)
                };
                let settings = options::with(settings, &options, random());
                let settings = match name {
                    Some(name) => settings.called(&name),
                    None => settings,
                };
                let acted = if settings.section.is_some() {
                    self.events.change_timetable(id, settings, None, (Who::Operator, now)).await?
                } else {
                    self.events.act(id, &Command::ChangeSettings(settings), None, Who::Operator, now).await?
                };
                let Settings { name, format, .. } = &acted.event.settings;
                let discarded =
                    acted.records.iter().any(|one| matches!(one.entry, Entry::DraftUndone { .. }));
                let draft = if discarded { "; the draft is discarded" } else { "" };
                let mut text = format!("{name} ({format}){draft}");
                if acted.event.earlier_tie_breaks.len() > event.earlier_tie_breaks.len() {
                    let after = event.last_published();
                    text.push_str(&format!(
                        "\nwarning: the tie-breaks have changed after round {after}; the tournament file says so"
                    ));
                }
                text.push_str(&said::entry_code(&acted.event.settings));
                Ok(text)
            }
            EventOrder::Enter { id, card, over_the_board, section } => {
                let (id, event) = self.events.named(&id).await?;
                let (id, event) = match section {
                    Some(name) => self.section_called(&event, &name).await?,
                    None => (id, event),
                };
                let at_the_venue = over_the_board.unwrap_or(event.settings.over_the_board);
                let name = card.name.clone();
                let is_child = at_the_venue && self.members.has_child(event.owner, [&*card], now).await?;
                let enter = self.entering(*card, at_the_venue, &event.settings, now).await?;
                let enter = if is_child { Command::EnterChild(Box::new(enter)) } else { enter };
                let event = self.act(id, enter, now).await?;
                Ok(format!("{name} has entered {}: {} players", event.settings.name, event.present()))
            }
            EventOrder::EnterMember { id, name } => self.enter_member(&id, &name, now).await,
            EventOrder::Members { of, act } => self.members(&of, act, now).await,
            EventOrder::Team { id, name, team } => {
                let (id, event) = self.events.named(&id).await?;
                let entrant = entrant(&event, &name)?;
                let side = team_called(&event, &team)?;
                let event = self.act(id, Command::ChooseTeam { entrant, team: side }, now).await?;
                let board = event.line_up_of(side).len();
                Ok(format!("{name} plays for {}, on board {board}", event.team_name(side)))
            }
            EventOrder::LineUp { id, name, board } => {
                let (id, event) = self.events.named(&id).await?;
                let entrant = entrant(&event, &name)?;
                let event = self.act(id, Command::LineUp { entrant, board }, now).await?;
                let team = event.entrant(entrant).and_then(|entrant| entrant.team);
                Ok(team.map_or(String::new(), |team| said::line_up(&event, team)))
            }
            EventOrder::FixBoard { id, name, board } => {
                let (id, event) = self.events.named(&id).await?;
                let entrant = entrant(&event, &name)?;
                let event = self.act(id, Command::FixBoard { entrant, board }, now).await?;
                Ok(said::fixed_board(&event, entrant))
            }
            EventOrder::Correct { id, name, correction } => self.correct(&id, &name, correction, now).await,
            EventOrder::Presence { id, name, becomes, reason } => {
                let (id, event) = self.events.named(&id).await?;
                let entrant = entrant(&event, &name)?;
                let (command, said) = match becomes {
                    Presence::Withdraw => (Command::Withdraw(entrant), "has left"),
                    Presence::Pause => (Command::Pause(entrant), "pauses in"),
                    Presence::Rejoin => (Command::Rejoin(entrant), "is back in"),
                };
                let command = Command::Because { reason, command: Box::new(command) };
                let event = self.act(id, command, now).await?;
                Ok(format!("{name} {said} {}: {} players", event.settings.name, event.present()))
            }
            EventOrder::Bye { id, name, round, cancel: true, absence: _ } => {
                self.cancel_bye(&id, &name, round, now).await
            }
            EventOrder::Bye { id, name, round, absence, cancel: false } => {
                self.bye(&id, &name, (round, absence), now).await
            }
            EventOrder::CheckIn { id, name, present } => {
                let (id, event) = self.events.named(&id).await?;
                let entrant = entrant(&event, &name)?;
                let event = self.act(id, Command::CheckIn { entrant, present }, now).await?;
                let there = event.entrants.iter().filter(|one| one.checked_in).count();
                let said = if present { "is there" } else { "is not there" };
                Ok(format!("{name} {said}: {there} of {} are", event.present()))
            }
            EventOrder::Paid { id, name, paid } => {
                let (id, event) = self.events.named(&id).await?;
                let entrant = entrant(&event, &name)?;
                self.act(id, Command::NotePaid { entrant, paid }, now).await?;
                Ok(format!("{name} {}", if paid { "has paid" } else { "has not paid" }))
            }
            EventOrder::CloseCheckIn { id } => {
                let (id, _) = self.events.named(&id).await?;
                let acted = self.events.act(id, &Command::CloseCheckIn, None, Who::Operator, now).await?;
                let is_out = |entry: &Entry| matches!(entry, Entry::Paused { .. } | Entry::Withdrew { .. });
                let out = acted.records.iter().filter(|record| is_out(&record.entry)).count();
                Ok(format!("the check-in is closed: {out} are not there and are not paired"))
            }
            EventOrder::Entrants { id, json } => {
                let (_, event) = self.events.named(&id).await?;
                Ok(said::entrants(&event, json))
            }
            EventOrder::Pair { id, json, all: true } => self.pair_all(&id, json, now).await,
            EventOrder::Pair { id, json, all: false } => {
                let (id, _) = self.events.named(&id).await?;
                let event = self.events.pair(id, Who::Operator, || now).await?;
                let drafted =
                    event.draft().ok_or_else(|| OrderError::Nothing("no round is paired".into()))?;
                Ok(said::pairings(&event, drafted, json))
            }
            EventOrder::Why { id, name } => {
                let (id, _) = self.events.named(&id).await?;
                // Of a large pairing on a stopped server nobody has computed them yet.
                let event = self.events.with_reasons(id, || now).await?;
                said::why(&event, entrant(&event, &name)?).map_err(OrderError::Nothing)
            }
            EventOrder::Undo { id } => {
                let (id, event) = self.events.named(&id).await?;
                let round = event.draft().map_or(0, |(round, _)| round);
                self.act(id, Command::UndoDraft, now).await?;
                Ok(format!("the draft of round {round} is discarded"))
            }
            EventOrder::Publish { id, all: true } => self.in_all(&id, InAll::Publish, now).await,
            EventOrder::Publish { id, all: false } => {
                let (id, _) = self.events.named(&id).await?;
                let event = self.act(id, Command::Publish, now).await?;
                Ok(format!("round {} is published", event.last_published()))
            }
            EventOrder::Unpublish { id, reason } => {
                let (id, event) = self.events.named(&id).await?;
                let round = event.last_published();
                self.act(id, Command::WithdrawPublication { reason }, now).await?;
                Ok(format!("round {round} is not published any more"))
            }
            EventOrder::Start { id, all: true } => self.in_all(&id, InAll::Start, now).await,
            EventOrder::Start { id, all: false } => self.start(&id, now).await,
            EventOrder::Fees { id, set, none, json } => self.fees(&id, (set, none), json, now).await,
            EventOrder::Fee { id, name, fee } => self.fee(&id, &name, fee, now).await,
            EventOrder::Report { id, change } => self.report(&id, change.map(|change| *change), now).await,
            EventOrder::ReportGaps { id, with_online } => self.report_gaps(&id, with_online).await,
            EventOrder::Journal { id, json } => self.journal(&id, json).await,
            EventOrder::Result { id, board, outcome, round, game, reason, without_notice } => {
                let (id, event) = self.events.named(&id).await?;
                let discards = event.draft().is_some();
                let entered = Entered { round, board, game, outcome, reason, without_notice };
                let acted = self.results.enter(id, entered, None, (Who::Operator, now)).await?;
                let after = acted.event;
                let round = round.unwrap_or_else(|| after.last_published());
                let written = acted.records.iter().find_map(|record| {
                    let (Entry::Result { game, outcome, .. } | Entry::Corrected { game, outcome, .. }) =
                        &record.entry
                    else {
                        return None;
                    };
                    Some((*game, *outcome))
                });
                // A forfeit is a played result where both had moved.
                let outcome = written.map_or(outcome, |(_, outcome)| outcome);
                let game = written.map(|(game, _)| game).or(game);
                let mut text = said::result(&after, (round, board, game), outcome);
                for record in &acted.records {
                    if let Entry::Paused { entrant, .. } = record.entry
                        && let Some(paused) = after.entrant(entrant)
                    {
                        text.push_str(&format!(
                            "; {} is not paired until you bring them back",
                            paused.card.name
                        ));
                    }
                }
                if discards && after.draft().is_none() {
                    text.push_str("; the draft of the next round is discarded");
                }
                Ok(text)
            }
            EventOrder::Postpone { id, board, round } => {
                let (id, event) = self.events.named(&id).await?;
                let round = round.unwrap_or_else(|| event.last_published());
                self.act(id, Command::Postpone { round, board }, now).await?;
                Ok(format!("board {board} of round {round} is played later"))
            }
            EventOrder::Clocks { id, round, board, act, reason } => {
                let (id, _) = self.events.named(&id).await?;
                let no_server = || EventError::from(Refusal::from(WrongClocks::NoServer));
                let clocks = self.clocks.as_ref().ok_or_else(no_server)?;
                let handling = Handling { round, board, act, reason };
                let acted = clocks.handle(id, handling, Who::Operator, now).await?;
                Ok(said::clocks(&acted))
            }
            EventOrder::Game { id, board, round, game, act, reason } => {
                self.typed_game(&id, (round, board, game), act, reason, now).await
            }
            EventOrder::Member { id, name, act } => self.member(&id, &name, act, now).await,
            EventOrder::End { id, cancelled } => {
                let (id, _) = self.events.named(&id).await?;
                let said = if cancelled.is_some() { "does not take place" } else { "is over" };
                let command = cancelled.map_or(Command::Finish, |reason| Command::Cancel { reason });
                let event = self.act(id, command, now).await?;
                Ok(format!("{} {said}", event.settings.name))
            }
            EventOrder::Standings { id, category, json } => {
                let (_, event) = self.events.named(&id).await?;
                let ghosts = self.ghosts().await?;
                // Who is in a category follows from the whole cards.
                let of = category.map(|name| in_category(&event, &name)).transpose()?;
                Ok(said::standings(&without_ghosts(&event, &|player| ghosts.has(player)), of, json))
            }
            EventOrder::Save { id } => {
                let (id, _) = self.events.named(&id).await?;
                Ok(self.events.save(id).await?)
            }
            EventOrder::Restore { text, owner } => {
                let owner = match owner {
                    Some(name) => Some(self.account(&name).await?.player),
                    None => None,
                };
                let restored = self.members.bring_back(&text, owner).await?;
                let section = restored.event.settings.section.as_ref();
                let here = match section {
                    Some(section) => self.events.sections(section.festival).await?.len(),
                    None => 0,
                };
                Ok(restored::text(&restored, here))
            }
            EventOrder::Prizes { id, set, json } => {
                let (id, mut event) = self.events.named(&id).await?;
                if let Some(categories) = set {
                    if categories.is_empty() {
                        return Err(OrderError::Nothing(
                            "the list has no category; nothing was changed".into(),
                        ));
                    }
                    event = self.act(id, Command::SetPrizes(categories), now).await?;
                }
                if event.prizes.is_empty() {
                    return Err(OrderError::Nothing(
                        "this event has no prizes; give them with --set FILE".into(),
                    ));
                }
                Ok(if json { said::awards(&event) } else { crate::prizes::to_read_out(&event) })
            }
            EventOrder::Site { id, language } => {
                let (id, event) = self.events.named(&id).await?;
                let ghosts = self.ghosts().await?;
                let turn = site::turn().await;
                let files = site::files(&turn, &self.events, id, &event, &ghosts, (language, now)).await?;
                Ok(serde_json::to_string(&files).expect("files are written as text"))
            }
            EventOrder::Export { id, format, with_online } => {
                let (id, event) = self.events.named(&id).await?;
                // Whose account is closed has asked to be forgotten.
                let ghosts = self.ghosts().await?;
                let event = without_ghosts(&event, &|player| ghosts.has(player));
                match format {
                    Export::Trf if with_online => Ok(files::trf_with_online(&event, true)),
                    Export::Trf => Ok(files::trf(&event, true)),
                    Export::Csv => Ok(files::csv(&event)),
                    Export::Pgn => {
                        Ok(games::pgn(&self.events, id, &event, &ghosts, Readers::Organisers).await?)
                    }
                }
            }
        }
    }

    async fn act(
        &self,
        id: EventId,
        command: Command,
        now: Time,
    ) -> Result<std::sync::Arc<Event>, OrderError> {
        Ok(self.events.act(id, &command, None, Who::Operator, now).await?.event)
    }

    /// The players whose accounts are closed, as they are now.
    async fn ghosts(&self) -> Result<Ghosts, OrderError> {
        let ghosts = Ghosts::default();
        ghosts.reload(&*self.events.store().accounts).await?;
        Ok(ghosts)
    }

    async fn account(&self, name: &str) -> Result<Account, OrderError> {
        let found = self.events.store().accounts.account_called(&key_of_typed(name)).await?;
        found.filter(Account::is_open).ok_or_else(|| OrderError::NoSuchAccount(name.to_owned()))
    }

    async fn list(&self) -> Result<String, OrderError> {
        let mut lines = Vec::new();
        for stage in [EventStage::Running, EventStage::Announced, EventStage::Finished, EventStage::Cancelled]
        {
            for stored in self.events.store().events.events_in(stage, None, LISTED).await? {
                lines.push(said::listed(&stored, &Summary::read(&stored)?));
            }
        }
        Ok(if lines.is_empty() { "there are no events yet".to_owned() } else { lines.join("\n") })
    }

    async fn start(&self, id: &str, now: Time) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let boards = event.rounds.last().map_or(0, |round| round.boards.len());
        let ids = (0..boards).map(|_| chance::game_id()).collect();
        let event = self.act(id, Command::Start { ids }, now).await?;
        if let Format::Arena { minutes } = event.settings.format {
            return Ok(format!("the arena has begun and lasts {minutes} minutes"));
        }
        let round = event.last_published();
        let boards = event.rounds.last().map(|round| round.boards.as_slice()).unwrap_or_default();
        let online = boards.iter().filter(|board| event.is_online(board)).count();
        let wooden = boards.len() - online;
        Ok(match (online, wooden) {
            (0, _) => format!("round {round} has begun"),
            (_, 0) => format!("round {round} has begun: {online} games on this server"),
            (_, _) => {
                format!("round {round} has begun: {online} games on this server, {wooden} over the board")
            }
        })
    }
}

fn random() -> u64 {
    u64::from_le_bytes(chance::bytes())
}
