// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an act that arrives from a page asks of events.

use tabiya_accounts::people::{PeopleError, key_of_typed};
use tabiya_events::byes::absence_of;
use tabiya_events::clocks::Handling;
use tabiya_events::decide::{Command, Elsewhere, Refusal, WrongSection};
use tabiya_events::event::{
    BirthBound, Card, Event, FeeClass, Fees, Format, NoDay, Outcome, Plays, Reduced, Section, Settings,
};
use tabiya_events::festival::{InAll, NewSection};
use tabiya_events::members::{AtDesk, MemberCard, list_of};
use tabiya_events::results::Entered;
use tabiya_events::topic::who;
use tabiya_events::{files, options, report, view};
use tabiya_game::{PlayerId, Time, TimeControl};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{AbsenceView, EntrantFee, EntrantId, EventAct, EventId, TeamSide};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;
use tabiya_store::Account;

use super::shown::OrganisersOnly;
use super::{entering, games, member_lists, sections};
use crate::answer::ApiError;
use crate::joining::join;
use crate::state::App;

/// So many milliseconds ahead is the latest start.
const LATEST: u64 = 366 * 24 * 3600 * 1000;

/// A time at which something begins lies ahead, and not in another age.
pub(super) fn to_come(app: &App, at: Option<Time>) -> Result<(), ApiError> {
    let now = app.people.now();
    match at {
        Some(at) if at < now => Err(ApiError::BadRequest("that time has passed; choose a later one".into())),
        Some(at) if at.0 > now.0 + LATEST => {
            Err(ApiError::BadRequest("choose a time within the next year".into()))
        }
        Some(_) | None => Ok(()),
    }
}

/// What is asked of events.
pub(super) enum Order {
    /// Pairs the next round, which takes long.
    Pair,
    /// Does something to the clocks of running games.
    Clocks(Handling),
    /// Enters a result, which may end a running game.
    Result(Entered),
    /// Takes a name out of the event and its copies.
    Erase(EntrantId),
    /// Enters a member of an organiser's list, by whose list it is and the number there.
    Member(PlayerId, u32, AtDesk),
    /// Takes somebody into the visitor's list, and enters the member.
    Keep(Box<MemberCard>, AtDesk),
    /// Does something to several sections of a festival.
    Sections(sections::Act),
    /// All else: an event decides it alone.
    Decide(Box<Command>),
}

/// Whether an organiser enters a child, or corrects the card of one, as the date of birth or the members of the event's owner say.
async fn has_child<'a>(
    app: &App,
    identity: &Identity,
    event: &Event,
    cards: impl IntoIterator<Item = &'a Card>,
) -> Result<bool, ApiError> {
    let who = who(Some(identity)).ok_or(PeopleError::NotLoggedIn)?;
    // The others are refused, and learn nothing about the list.
    if !event.may_organise(who) {
        return Ok(false);
    }
    let lists = member_lists::lists(app);
    Ok(lists.has_child(list_of(event, who), cards, app.people.now()).await?)
}

fn of_child(is_child: bool, command: Command) -> Command {
    if is_child { Command::EnterChild(Box::new(command)) } else { command }
}

/// What an act of this visitor asks of events.
pub(super) async fn order(
    app: &App,
    identity: &Identity,
    caller: &Caller,
    (id, event): (EventId, &Event),
    act: EventAct,
) -> Result<Order, ApiError> {
    Ok(Order::Decide(Box::new(match act {
        EventAct::Join { team, code } => {
            let account = identity.account().ok_or(PeopleError::NotLoggedIn)?;
            join(app, (account, caller), (id, event), (named(event, team), code)).await?
        }
        EventAct::EnterAccount { name, team } => entering::account(app, event, &name, team).await?,
        EventAct::ChooseTeam { entrant, team } => Command::ChooseTeam { entrant, team },
        EventAct::LineUp { entrant, board } => Command::LineUp { entrant, board },
        EventAct::Enter { name, rating, team } => {
            let card = Card {
                team: named(event, team),
                ..Card::new(name.trim(), rating.filter(|rating| *rating > 0))
            };
            let is_child = has_child(app, identity, event, [&card]).await?;
            of_child(is_child, Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) })
        }
        EventAct::AddLateEntry { name, rating, club, present, paid, team, keep } => {
            let rating = rating.filter(|rating| *rating > 0);
            let (club, team) = (club.trim().to_owned(), named(event, team));
            let card = Card { club, team: team.clone(), ..Card::new(name.trim(), rating) };
            if keep {
                // The list is the visitor's own, and only whose event it is keeps the players.
                if !identity.is_staff() || event.owner.is_some_and(|owner| owner != identity.player) {
                    return Err(Refusal::OwnerOnly.into());
                }
                let card = Box::new(MemberCard { card, ..MemberCard::default() });
                return Ok(Order::Keep(card, AtDesk { present, paid, team }));
            }
            let is_child = has_child(app, identity, event, [&card]).await?;
            of_child(is_child, Command::AddAtDesk { cards: vec![card], present, paid })
        }
        EventAct::AddMember { member, present, paid, team } => {
            let who = who(Some(identity)).ok_or(PeopleError::NotLoggedIn)?;
            let list = list_of(event, who).ok_or(PeopleError::NotLoggedIn)?;
            member_lists::charge_act(app, identity)?;
            return Ok(Order::Member(list, member, AtDesk { present, paid, team: named(event, team) }));
        }
        EventAct::AddList { text, present, leave_out } => {
            member_lists::charge_act(app, identity)?;
            let players = app.calmly(caller, move || files::listed(text.as_bytes())).await?;
            let players = players.map_err(|error| ApiError::BadRequest(error.to_string()))?;
            let is_child = has_child(app, identity, event, players.iter().map(|one| &one.card)).await?;
            let elsewhere = if leave_out { Elsewhere::LeftOut } else { Elsewhere::Refused };
            of_child(is_child, Command::AddList { players, present, elsewhere })
        }
        EventAct::CheckIn { entrant, present } => Command::CheckIn { entrant, present },
        EventAct::Correct { entrant, card: correction } => {
            let named = event.entrant(entrant).filter(|one| one.is_named_by_organiser());
            // What is wrong with it is said when it is decided.
            let card = named.and_then(|one| one.card.corrected(&correction).ok());
            let is_child = has_child(app, identity, event, &card).await?;
            of_child(is_child, Command::Correct { entrant, correction })
        }
        EventAct::IsThere { entrant } => Command::IsThere(entrant),
        EventAct::NotePaid { entrant, paid } => Command::NotePaid { entrant, paid },
        EventAct::SetFees { full, reduced, born_from, born_until } => {
            Command::SetFees(full.map(|full| fees(full, reduced, &born_from, &born_until)).transpose()?)
        }
        EventAct::ChooseFee { entrant, fee } => Command::ChooseFee { entrant, fee: fee.map(fee_class) },
        EventAct::FixBoard { entrant, board } => Command::FixBoard { entrant, board },
        EventAct::RevokeCode { code } => Command::RevokeCode(code),
        EventAct::CloseCheckIn {} => Command::CloseCheckIn,
        EventAct::CheckInCloses { at } => {
            to_come(app, at)?;
            Command::ChangeSettings(Settings { check_in_closes: at, ..event.settings.clone() })
        }
        EventAct::Plays { entrant, over_the_board } => Command::ChangePlays {
            entrant,
            plays: if over_the_board { Plays::OverTheBoard } else { Plays::Online },
        },
        EventAct::Bye { entrant, round, absence } => {
            let is_keizer = matches!(event.settings.format, Format::Keizer { .. });
            match absence.or_else(|| is_keizer.then_some(AbsenceView::Excused)) {
                Some(absence) => Command::Away { entrant, round, absence: absence_of(absence) },
                None => Command::AskBye { entrant, round },
            }
        }
        EventAct::CancelBye { entrant, round } => Command::CancelBye { entrant, round },
        EventAct::Withdraw { entrant } => Command::Withdraw(entrant),
        EventAct::Pause { entrant } => Command::Pause(entrant),
        EventAct::Rejoin { entrant } => Command::Rejoin(entrant),
        EventAct::Pair {} => return Ok(Order::Pair),
        EventAct::Clocks { round, board, act, reason } => {
            return Ok(Order::Clocks(Handling { round: Some(round), board, act, reason }));
        }
        EventAct::Undo {} => Command::UndoDraft,
        EventAct::PairByHand { boards, byes } => paired(&boards, &byes)?,
        EventAct::AddBoard { white, black } => Command::AddBoard { white, black },
        EventAct::PlayAgain { round, board } => Command::PlayAgain { round, board, id: chance::game_id() },
        EventAct::Publish {} => Command::Publish,
        EventAct::Unpublish { reason } => Command::WithdrawPublication { reason },
        EventAct::Start {} => {
            let boards = event.rounds.last().map_or(0, |round| round.boards.len());
            Command::Start { ids: (0..boards).map(|_| chance::game_id()).collect() }
        }
        EventAct::SetStart { at } => {
            to_come(app, at)?;
            Command::SetStart(at)
        }
        EventAct::Timetable { starts, pause } => {
            if starts != event.settings.starts {
                to_come(app, starts)?;
            }
            Command::ChangeSettings(Settings { starts, pause, ..event.settings.clone() })
        }
        EventAct::Change { name, format, time, starts, teams, options } => {
            if starts != event.settings.starts {
                to_come(app, starts)?;
            }
            let time = time.map(TimeControl::try_from).transpose();
            let time = time.map_err(|error| ApiError::BadRequest(error.to_string()))?;
            let format = view::format_of(format);
            let teams = teams.map(|teams| teams.map(|name| name.trim().to_owned()));
            let teams = teams.or_else(|| event.settings.teams.clone());
            let settings = Settings { time, starts, teams, ..event.settings.in_format(format) };
            let random = u64::from_le_bytes(chance::bytes());
            let settings = options::with(settings, &options.unwrap_or_default(), random);
            Command::ChangeSettings(settings.called(&name))
        }
        EventAct::Programme { text } => {
            let programme = text.replace("\r\n", "\n").trim().to_owned();
            Command::ChangeSettings(Settings { programme, ..event.settings.clone() })
        }
        EventAct::Report { report: written } => {
            let report = report::read(*written).map_err(Refusal::from)?;
            Command::ChangeSettings(Settings { report, ..event.settings.clone() })
        }
        EventAct::ShortNames { on } => {
            Command::ChangeSettings(Settings { short_names: on, ..event.settings.clone() })
        }
        EventAct::Result { round, board, game, outcome, without_notice } => {
            let outcome = outcome.parse::<Outcome>();
            let outcome = outcome.map_err(|error| ApiError::BadRequest(error.to_string()))?;
            if without_notice && outcome.is_played() {
                return Err(ApiError::BadRequest("only a forfeit can be without notice".into()));
            }
            let (round, reason) = (Some(round), String::new());
            return Ok(Order::Result(Entered { round, board, game, outcome, reason, without_notice }));
        }
        EventAct::PlayerResults { on } => Command::LetPlayersEnter(on),
        EventAct::NewTableCodes {} => Command::RenewTableCodes,
        EventAct::NoteCards { origin } => Command::NoteCards { origin },
        EventAct::FreeSeat { round, board, side } => Command::FreeSeat { round, board, side },
        EventAct::ResultStands { round, board } => Command::Settle { round, board },
        EventAct::AnswerCall { round, board } => Command::AnswerCall { round, board },
        EventAct::SetPrizes { text } => {
            let categories = app.calmly(caller, move || files::prizes(text.as_bytes())).await?;
            Command::SetPrizes(categories.map_err(ApiError::BadRequest)?)
        }
        EventAct::Postpone { round, board } => Command::Postpone { round, board },
        EventAct::Helper { name, helps } => {
            let found = app.store.accounts.account_called(&key_of_typed(&name)).await?;
            let account = found.filter(Account::is_open);
            let account =
                account.ok_or_else(|| ApiError::NoSuch("there is no account of that name".into()))?;
            Command::Helper { player: account.player, helps }
        }
        EventAct::TypeGame { round, board, game, text, reason } => {
            let sheet = Box::new(games::sheet(app, caller, text).await?);
            Command::TypeGame { round: Some(round), board, game: Some(game), sheet, reason }
        }
        EventAct::RemoveGame { round, board, game, reason } => {
            Command::RemoveGame { round: Some(round), board, game: Some(game), reason }
        }
        EventAct::RevokeClaim { entrant } => Command::RevokeClaim(entrant),
        EventAct::Erase { entrant } => return Ok(Order::Erase(entrant)),
        EventAct::AddSection { own_name, name, rating_from, rating_to, format } => {
            if !identity.is_staff() {
                return Err(OrganisersOnly.into());
            }
            let format = view::format_of(format);
            let settings = sections::settings_beside(&event.settings, Some(format));
            let (first_board, part, commands) = (None, None, Vec::new());
            let new = NewSection { settings, name, rating_from, rating_to, first_board, part, commands };
            return Ok(Order::Sections(sections::Act::Add { own_name, new: Box::new(new) }));
        }
        EventAct::MoveToSection { entrant, to } => {
            return Ok(Order::Sections(sections::Act::Move { entrant, to }));
        }
        EventAct::DealGroups {} => return Ok(Order::Sections(sections::Act::Deal)),
        EventAct::PairAll {} => return Ok(Order::Sections(sections::Act::Pair)),
        EventAct::PublishAll { sections } => {
            return Ok(Order::Sections(sections::Act::InAll(InAll::Publish, sections)));
        }
        EventAct::StartAll { sections } => {
            return Ok(Order::Sections(sections::Act::InAll(InAll::Start, sections)));
        }
        EventAct::ChangeSection { name, rating_from, rating_to, first_board } => {
            let before = &event.settings;
            let section = before
                .section
                .clone()
                .ok_or_else(|| ApiError::from(Refusal::from(WrongSection::None(before.name.clone()))))?;
            let name = name.trim().to_owned();
            let section = Section { name, rating_from, rating_to, first_board, ..section };
            let name = section.full_name();
            Command::ChangeSettings(Settings { name, section: Some(section), ..before.clone() })
        }
        EventAct::Finish {} => Command::Finish,
        EventAct::Cancel { reason } => Command::Cancel { reason },
    })))
}

/// The fees that the desk has written.
fn fees(full: u32, reduced: Option<u32>, from: &str, until: &str) -> Result<Fees, ApiError> {
    let wrong = |error: NoDay| ApiError::BadRequest(error.to_string());
    let bound =
        |text: &str| (!text.is_empty()).then(|| text.parse::<BirthBound>().map_err(wrong)).transpose();
    let (born_from, born_until) = (bound(from)?, bound(until)?);
    let fees = Fees { full, reduced: reduced.map(|amount| Reduced { amount, born_from, born_until }) };
    if fees.are_possible() { Ok(fees) } else { Err(ApiError::BadRequest("a fee is at most 100000".into())) }
}

const fn fee_class(fee: EntrantFee) -> FeeClass {
    match fee {
        EntrantFee::Full => FeeClass::Full,
        EntrantFee::Reduced => FeeClass::Reduced,
        EntrantFee::Free => FeeClass::Free,
    }
}

/// What a team of a team match is called; nothing where none is named, and in other formats.
pub(super) fn named(event: &Event, team: Option<TeamSide>) -> String {
    team.map_or(String::new(), |team| event.team_name(team).to_owned())
}

/// The arbiter's own pairing, from the texts in which the page says it.
fn paired(boards: &str, byes: &str) -> Result<Command, ApiError> {
    let id = |text: &str| text.parse().ok().map(EntrantId);
    let pair = |text: &str| {
        let (white, black) = text.split_once('-')?;
        Some([id(white)?, id(black)?])
    };
    let boards: Option<Vec<[EntrantId; 2]>> = boards.split_whitespace().map(pair).collect();
    let byes: Option<Vec<EntrantId>> = byes.split_whitespace().map(id).collect();
    let wrong = || ApiError::BadRequest("a pair is two numbers, such as 3-7".into());
    Ok(Command::PairByHand { boards: boards.ok_or_else(wrong)?, byes: byes.ok_or_else(wrong)? })
}
