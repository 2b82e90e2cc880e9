// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events: the list, one event, what is done to it, and its files.

mod claims;
mod codes;
mod games;
mod member_lists;
mod sections;
mod series;
mod shown;
mod site;
mod tables;
mod venue;

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json};
use serde::Deserialize;
use tabiya_accounts::people::{PeopleError, SiteRules, key_of_typed};
use tabiya_events::clocks::Handling;
use tabiya_events::copies::Copied;
use tabiya_events::decide::{Command, Elsewhere, Refusal, WrongGame, WrongMember, WrongSection};
use tabiya_events::entrants::card_of;
use tabiya_events::event::{Card, Event, Format, MemberOf, Outcome, Plays, Section, Settings};
use tabiya_events::events::EventError;
use tabiya_events::festival::{InAll, NewSection};
use tabiya_events::files::Appointment;
use tabiya_events::journal::Summary;
use tabiya_events::members::{AtDesk, MemberCard, list_of};
use tabiya_events::topic::who;
use tabiya_events::{files, view};
use tabiya_game::{GameId, PlayerId, Time, TimeControl};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{
    CreatedEvent, EntrantId, EventAct, EventAnswer, EventCommand, EventCopy, EventList, EventListed,
    EventOfGame, EventPrizes, EventRefusal, EventStageView, EventView, EventWhy, NewEvent, TeamSide,
};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;
use tabiya_store::{Account, EventStage, StoredEvent};

use self::shown::{OrganisersOnly, seen};
use super::pages::{Opened, page};
use super::preview::origin;
use crate::answer::{Answered, ApiError, BodyLimit, Calls, JsonBody, MayWatch, Member, SameOrigin};
use crate::state::App;

/// Events that a list shows of each stage.
const LISTED: u32 = 50;

/// So many milliseconds ahead is the latest start.
const LATEST: u64 = 366 * 24 * 3600 * 1000;

/// The longest body of what is done to an event, in bytes: a list of a thousand players.
const MAX_ACT: usize = 256 * 1024;

/// The calls of events.
pub(super) fn calls() -> Calls {
    let up_to = |most| (DefaultBodyLimit::max(most), Extension(BodyLimit(most)));
    Calls::new([
        ("/api/page/events", get(list).post(create)),
        ("/api/page/events/calendar.ics", get(calendar)),
        ("/api/page/event-series", get(series::list).post(series::begin)),
        ("/api/page/event-series/{id}/stop", post(series::stop)),
        ("/api/page/events/{id}", get(read).post(act).layer(up_to(MAX_ACT))),
        ("/api/page/events/{id}/why/{round}/{entrant}", get(why)),
        ("/api/page/events/{id}/file/{kind}", get(file)),
        ("/api/page/games/{id}/event", get(of_game)),
        ("/api/page/events/{id}/games/{round}/{board}/{game}", get(games::typed)),
        ("/api/page/events/{id}/entrants/{entrant}", get(claims::kept)),
        ("/api/page/events/{id}/entrants/{entrant}/claim", post(claims::give)),
        ("/api/page/events/{id}/claim", post(claims::claim)),
        ("/api/page/events/{id}/members", get(member_lists::in_event)),
        ("/api/page/members", get(member_lists::list).post(member_lists::add).layer(up_to(MAX_ACT))),
        ("/api/page/members/from/{id}", post(member_lists::from)),
        ("/api/page/members/{number}", get(member_lists::kept).post(member_lists::change)),
        ("/api/page/members/{number}/erase", post(member_lists::erase)),
        ("/api/page/events/{id}/sections", get(sections::list)),
        ("/api/page/events/{id}/sections/all", get(sections::all)),
        ("/api/page/events/{id}/sections/find", get(sections::find)),
        ("/api/page/events/{id}/site/{language}", get(site::zip)),
        ("/api/page/events/{id}/prizes", get(prizes)),
        ("/api/page/events/{id}/codes", post(codes::give)),
        ("/api/page/events/{id}/copy", get(copy)),
        ("/api/page/events/{id}/tables", get(tables::cards)),
        ("/api/page/events/{id}/table", post(tables::at)),
        ("/api/page/games/{id}/call", post(tables::call)),
        ("/api/page/events/{id}/seats", get(venue::seats)),
        ("/api/page/events/{id}/seat", post(venue::take)),
        ("/api/page/events/{id}/results", post(codes::help).layer(up_to(codes::MAX_HELP))),
    ])
    .page("event", get(of_event))
}

/// `GET /event/ID`: the page. Where there is no such event the page says so, and the status is 404; whoever may not watch does
/// not learn which there are.
async fn of_event(opened: Opened, Path(id): Path<String>) -> Response {
    let (app, identity, ..) = &opened;
    let may_watch = SiteRules::check(app.people.site.rules().watch, identity.as_ref()).is_ok();
    let is_missing = may_watch && matches!(app.events.named(&id).await, Err(EventError::NoSuchEvent(_)));
    page(opened, is_missing)
}

/// `GET /api/page/events`
async fn list(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
) -> Result<Json<EventList>, ApiError> {
    let mut stored = Vec::new();
    for stage in [EventStage::Running, EventStage::Announced, EventStage::Finished] {
        stored.extend(app.store.events.events_in(stage, None, LISTED).await?);
    }
    let is_over = |one: &EventListed| one.stage == EventStageView::Finished;
    let (past, current) = view::listed_once(&stored).into_iter().partition(is_over);
    let may_create = visitor.is_some_and(|visitor| visitor.is_staff());
    Ok(Json(EventList { current, past, may_create }))
}

/// `GET /api/page/events/calendar.ics`: the events to come whose start somebody has set, for other calendars to subscribe to.
async fn calendar(State(app): State<App>, _: MayWatch, headers: HeaderMap) -> Result<Response, ApiError> {
    let stored = app.store.events.events_in(EventStage::Announced, None, LISTED).await?;
    let planned = stored.iter().filter(|event| event.starts != event.created);
    let mut festivals = HashSet::new();
    let mut appointment = |event: &StoredEvent| {
        let about = Summary::read(event).ok()?;
        let (starts, format) = (event.starts, about.format.to_string());
        match about.section {
            // A festival is one appointment, at the address of its first section.
            Some(section) => festivals.insert((section.festival, starts)).then_some(Appointment {
                id: section.festival,
                about: format,
                name: section.festival_name,
                starts,
            }),
            None => Some(Appointment { id: event.id.parse().ok()?, about: format, name: about.name, starts }),
        }
    };
    let appointments: Vec<_> = planned.filter_map(&mut appointment).collect();
    let text = files::calendar(&appointments, &origin(&app, &headers), app.people.now());
    Ok(([(CONTENT_TYPE, "text/calendar; charset=utf-8")], text).into_response())
}

/// `POST /api/page/events`: creates an event, which belongs to whoever asks.
async fn create(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    JsonBody(new): JsonBody<NewEvent>,
) -> Result<(StatusCode, Json<CreatedEvent>), ApiError> {
    if !identity.is_staff() {
        return Err(OrganisersOnly.into());
    }
    let time = TimeControl::try_from(new.time).map_err(|error| ApiError::BadRequest(error.to_string()))?;
    to_come(&app, new.starts)?;
    let seed = u64::from_le_bytes(chance::bytes());
    let settings = Settings {
        rated: new.rated,
        over_the_board: new.over_the_board,
        open: new.open,
        starts: new.starts,
        pause: new.pause,
        berserk: new.berserk != Some(false),
        teams: new.teams.map(|teams| teams.map(|name| name.trim().to_owned())),
        ..Settings::new(new.name.trim(), view::format_of(new.format), Some(time), seed)
    };
    let bits = u64::from_le_bytes(chance::bytes());
    let owner = Some(identity.player);
    if let Some(sections) = new.sections.filter(|sections| !sections.is_empty()) {
        let id = sections::create(&app, &settings, sections, owner).await?;
        return Ok((StatusCode::CREATED, Json(CreatedEvent { id })));
    }
    let (id, _) = app.events.create(settings, owner, &[], app.people.now(), bits).await?;
    Ok((StatusCode::CREATED, Json(CreatedEvent { id })))
}

#[derive(Deserialize)]
struct Since {
    /// The number of the last entry that the page knows.
    after: Option<u64>,
}

/// `GET /api/page/events/ID[?after=NUMBER]`: the event, where an entry came after the number. Also an address without an event
/// is answered, because the page then says so.
async fn read(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    Path(id): Path<String>,
    Query(since): Query<Since>,
) -> Result<Json<EventAnswer>, ApiError> {
    let (id, event) = match app.events.named(&id).await {
        Err(EventError::NoSuchEvent(_)) => return Ok(Json(EventAnswer { found: false, event: None })),
        found => found?,
    };
    if since.after == Some(event.head) {
        return Ok(Json(EventAnswer { found: true, event: None }));
    }
    let event = seen(&app, id, &event, visitor.as_ref()).await?;
    Ok(Json(EventAnswer { found: true, event: Some(event) }))
}

/// `POST /api/page/events/ID`: does something to an event, and answers with the event afterwards.
async fn act(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    caller: Caller,
    Path(id): Path<String>,
    JsonBody(EventCommand { seen: number, act }): JsonBody<EventCommand>,
) -> Result<Json<EventView>, ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    let (id, event) = app.events.named(&id).await?;
    if !event.may_organise(who) {
        let taken = app.events.comings_and_goings.take(&identity.player, 1);
        taken.map_err(|wait| PeopleError::TooOften { wait })?;
        // Nothing is read for somebody who may not have it done.
        if !is_for_players(&act) {
            return Err(Refusal::NotYours.into());
        }
    }
    let event = match order(&app, &identity, &caller, &event, act).await? {
        Order::Pair => {
            let people = Arc::clone(&app.people);
            app.events.pair(id, who, move || people.now()).await?
        }
        Order::Clocks(handling) => app.events.clocks.handle(id, handling, who, app.people.now()).await?.event,
        Order::Erase(entrant) => app.events.erase(id, entrant, who, app.people.now()).await?,
        Order::Member(list, member, desk) => {
            let member = MemberOf { list, number: member };
            let lists = member_lists::lists(&app);
            lists.enter(id, member, desk, Some(number), who, app.people.now()).await?.event
        }
        Order::Keep(card, desk) => {
            let lists = member_lists::lists(&app);
            let at = (who, app.people.now());
            lists.keep_and_enter(id, identity.player, *card, desk, at).await?.event
        }
        Order::Sections(act) => {
            sections::act(&app, (id, &event), act, who).await?;
            app.events.read(id).await?
        }
        Order::Decide(command) => match *command {
            Command::ChangeSettings(settings) if event.settings.section.is_some() => {
                app.events.change_timetable(id, settings, Some(number), (who, app.people.now())).await?.event
            }
            Command::SetStart(at) if event.settings.section.is_some() => {
                app.events.set_start_of_all(id, at, (who, app.people.now())).await?.event
            }
            command => app.events.act(id, &command, Some(number), who, app.people.now()).await?.event,
        },
    };
    Ok(Json(seen(&app, id, &event, Some(&identity)).await?))
}

/// Whether players do this for themselves; all else is the organisers'.
const fn is_for_players(act: &EventAct) -> bool {
    matches!(
        act,
        EventAct::Join { .. }
            | EventAct::ChooseTeam { .. }
            | EventAct::Withdraw { .. }
            | EventAct::Pause { .. }
            | EventAct::Rejoin { .. }
            | EventAct::Bye { .. }
    )
}

/// A time at which something begins lies ahead, and not in another age.
fn to_come(app: &App, at: Option<Time>) -> Result<(), ApiError> {
    let now = app.people.now();
    match at {
        Some(at) if at < now => Err(ApiError::BadRequest("that time has passed; choose a later one".into())),
        Some(at) if at.0 > now.0 + LATEST => {
            Err(ApiError::BadRequest("choose a time within the next year".into()))
        }
        Some(_) | None => Ok(()),
    }
}

/// What an act asks of events.
enum Order {
    /// Pairs the next round, which takes long.
    Pair,
    /// Does something to the clocks of running games.
    Clocks(Handling),
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

/// Whether an organiser enters a child, as the date of birth or the members of the event's owner say.
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

async fn order(
    app: &App,
    identity: &Identity,
    caller: &Caller,
    event: &Event,
    act: EventAct,
) -> Result<Order, ApiError> {
    Ok(Order::Decide(Box::new(match act {
        EventAct::Join { team } => {
            let account = identity.account().ok_or(PeopleError::NotLoggedIn)?;
            if account.kid {
                let words =
                    "in kid mode you can't enter an event by yourself; ask your teacher or the organiser";
                return Err(PeopleError::NotAllowed(words).into());
            }
            let card = card_of(&app.store, account, &event.settings, app.people.now()).await?;
            let card = Card { team: named(event, team), ..card };
            Command::Enter { player: Some(account.player), card, plays: None }
        }
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
        EventAct::IsThere { entrant } => Command::IsThere(entrant),
        EventAct::NotePaid { entrant, paid } => Command::NotePaid { entrant, paid },
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
        EventAct::Bye { entrant, round } => Command::AskBye { entrant, round },
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
        EventAct::Change { name, format, time, starts, teams } => {
            if starts != event.settings.starts {
                to_come(app, starts)?;
            }
            let time = time.map(TimeControl::try_from).transpose();
            let time = time.map_err(|error| ApiError::BadRequest(error.to_string()))?;
            // The page does not say whether the first rounds of a Swiss are accelerated: that stays.
            let format = match (view::format_of(format), event.settings.format) {
                (Format::Swiss { rounds, .. }, Format::Swiss { baku, .. }) => Format::Swiss { rounds, baku },
                (format, _) => format,
            };
            let teams = teams.map(|teams| teams.map(|name| name.trim().to_owned()));
            let teams = teams.or_else(|| event.settings.teams.clone());
            let settings = Settings { time, starts, teams, ..event.settings.in_format(format) };
            Command::ChangeSettings(settings.called(&name))
        }
        EventAct::Programme { text } => {
            let programme = text.replace("\r\n", "\n").trim().to_owned();
            Command::ChangeSettings(Settings { programme, ..event.settings.clone() })
        }
        EventAct::ShortNames { on } => {
            Command::ChangeSettings(Settings { short_names: on, ..event.settings.clone() })
        }
        EventAct::Result { round, board, game, outcome } => {
            let outcome = outcome.parse::<Outcome>();
            let outcome = outcome.map_err(|error| ApiError::BadRequest(error.to_string()))?;
            Command::EnterResult { round: Some(round), board, game, outcome }
        }
        EventAct::PlayerResults { on } => Command::LetPlayersEnter(on),
        EventAct::NewTableCodes {} => Command::RenewTableCodes,
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
            let (first_board, commands) = (None, Vec::new());
            let new = NewSection { settings, name, rating_from, rating_to, first_board, commands };
            return Ok(Order::Sections(sections::Act::Add { own_name, new: Box::new(new) }));
        }
        EventAct::MoveToSection { entrant, to } => {
            return Ok(Order::Sections(sections::Act::Move { entrant, to }));
        }
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

/// What a team of a team match is called; nothing where none is named, and in other formats.
fn named(event: &Event, team: Option<TeamSide>) -> String {
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

/// `GET /api/page/events/ID/why/ROUND/ENTRANT`
async fn why(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    Path((id, round, entrant)): Path<(String, u16, u16)>,
) -> Result<Json<EventWhy>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    let organises = who(visitor.as_ref()).is_some_and(|who| event.may_organise(who));
    let shown = organises || round <= event.last_published();
    let found = event.round(round).filter(|_| shown);
    let found = found.ok_or(ApiError::NoSuch("there is no such round here".into()))?;
    let why = found.whys.iter().find(|why| why.entrant == EntrantId(entrant)).cloned();
    Ok(Json(EventWhy { why }))
}

/// `GET /api/page/games/ID/event`: the event that a game belongs to, for everybody who may see the event.
async fn of_game(
    State(app): State<App>,
    _: MayWatch,
    Path(id): Path<String>,
) -> Result<Json<EventOfGame>, ApiError> {
    let game: GameId = id.parse().map_err(|_| ApiError::no_such_game(&id))?;
    let Some(id) = app.store.events.event_of_game(game).await? else {
        return Ok(Json(EventOfGame { event: None }));
    };
    let (id, event) = app.events.named(&id).await?;
    Ok(Json(EventOfGame { event: Some(view::place(id, &event, game)) }))
}

/// `GET /api/page/events/ID/copy`: how the copy of the event in the second place stands, for organisers.
async fn copy(
    State(app): State<App>,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<EventCopy>, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    if !who(visitor.as_ref()).is_some_and(|who| event.may_organise(who)) {
        return Err(Refusal::NotYours.into());
    }
    let Copied { at, number, problem } = app.events.copies.of(id);
    let folder = app.events.copies.folder().map(|folder| folder.display().to_string());
    Ok(Json(EventCopy { folder, at, behind: event.head.saturating_sub(number), problem }))
}

/// `GET /api/page/events/ID/prizes`: who gets what by the standings as they are.
async fn prizes(
    State(app): State<App>,
    _: MayWatch,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<EventPrizes>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    Ok(Json(app.calmly(&caller, move || view::prizes(&event)).await?))
}

/// `GET /api/page/events/ID/file/KIND`: `trf`, which is the full one for whoever owns the event, or `csv`.
async fn file(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    caller: Caller,
    Path((id, kind)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    let (mime, write): (_, fn(&Event, bool) -> String) = match kind.as_str() {
        "trf" => ("text/plain; charset=utf-8", files::trf),
        "csv" => ("text/csv; charset=utf-8", |event, _| files::csv(event)),
        _ => return Err(ApiError::NoSuch("an event has the files trf and csv".into())),
    };
    let is_ghost = |player| app.people.ghosts.has(player);
    let (known, full) = view::in_files_of(who(visitor.as_ref()), &event, &is_ghost);
    let text = app.calmly(&caller, move || write(&known, full)).await?;
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, mime.parse().map_err(|_| ApiError::Fault)?);
    let name = format!("attachment; filename=\"event-{id}.{kind}\"");
    headers.insert(CONTENT_DISPOSITION, name.parse().map_err(|_| ApiError::Fault)?);
    Ok((headers, text).into_response())
}

/// Somebody creates an event or a series who may not.
impl Answered for Refusal {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NotYours
            | Self::OwnerOnly
            | Self::WrongCode
            | Self::NotThisBoard { .. }
            | Self::NotInGame
            | Self::Member(WrongMember::Child)
            | Self::Game(WrongGame::OnlyMissing)
            | Self::OnlyMissing => (StatusCode::FORBIDDEN, "forbidden"),
            Self::Overtaken(_) => (StatusCode::CONFLICT, "event_overtaken"),
            Self::Prizes(_)
            | Self::Game(WrongGame::Text(_))
            | Self::ByHand(_)
            | Self::Code(_)
            | Self::Settings(_)
            | Self::Name
            | Self::Card(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::NoSuchEntrant(_)
            | Self::NoSuchBoard { .. }
            | Self::NoSuchRound(_)
            | Self::Game(WrongGame::NoGame(_))
            | Self::NoSuchGame { .. } => (StatusCode::NOT_FOUND, "not_found"),
            Self::FormatStays
            | Self::Pairing(_)
            | Self::EntryClosed
            | Self::TooLate(_)
            | Self::Full { .. }
            | Self::EnteredBefore(_)
            | Self::Presence(_)
            | Self::Bye(_)
            | Self::Team(_)
            | Self::Section(_)
            | Self::NoDraft
            | Self::DraftStands(_)
            | Self::NothingPublished
            | Self::HasBegun(_)
            | Self::NotBegun(_)
            | Self::NoRoundYet
            | Self::GameRuns { .. }
            | Self::WinnerStays
            | Self::NoPostponing
            | Self::NotThisRound(_)
            | Self::Table(_)
            | Self::Clocks(_)
            | Self::Member(
                WrongMember::HasAccount(_)
                | WrongMember::Erased(_)
                | WrongMember::TooManyCodes
                | WrongMember::StillPlays(_),
            )
            | Self::Game(
                WrongGame::Online(_)
                | WrongGame::NoResult(_)
                | WrongGame::NotPlayed(_)
                | WrongGame::Turned { .. }
                | WrongGame::OtherPlayers { .. }
                | WrongGame::OtherResult { .. },
            )
            | Self::NotBegunYet
            | Self::OnlineOnly
            | Self::Over => (StatusCode::CONFLICT, "event_refused"),
        }
    }

    fn refusal(&self) -> Option<EventRefusal> {
        self.told()
    }
}

impl From<EventError> for ApiError {
    fn from(error: EventError) -> Self {
        match error {
            EventError::NoSuchEvent(_) => Self::NoSuch("there is no such event here".into()),
            EventError::Refused(refusal) => refusal.into(),
            EventError::NotSaved(_) | EventError::IsHere(_) => Self::BadRequest(error.to_string()),
            EventError::Busy => Self::Busy { what: "the event changes too fast" },
            EventError::Storage(error) => error.into(),
            EventError::Damaged { .. } => {
                tracing::error!(%error, "an event can't be read");
                Self::Fault
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tabiya_events::decide::create;
    use tabiya_events::event::Record;
    use tabiya_game::PlayerName;
    use tabiya_runtime::identity::{LoggedIn, StaffRights};
    use tabiya_store::Role;

    use super::*;

    fn somebody(byte: u8, role: Role) -> Identity {
        let name = PlayerName::try_from("Name".to_owned()).expect("a name");
        let player = PlayerId::from_bytes([byte; 16]);
        let account = Account { role, ..Account::new(player, name, "name".into(), "name".into(), Time(1)) };
        let login = LoggedIn {
            session: [0; 32],
            account,
            guests: Vec::new(),
            blocked: Vec::new(),
            made_by: None,
            created: Time(1),
            used: 1.into(),
            noted: 1.into(),
        };
        Identity::logged_in(Arc::new(login), StaffRights::Held)
    }

    /// They stood in English on every page.
    #[tokio::test]
    async fn a_refusal_comes_with_its_kind_and_numbers_for_pages_and_an_english_sentence_for_programs() {
        let few = tabiya_events::pairing::NoPairing::TooManyRounds { players: 5, rounds: 7, most: 5 };
        let response = ApiError::from(EventError::from(few)).into_response();
        assert_eq!(response.status(), StatusCode::CONFLICT);
        let body = axum::body::to_bytes(response.into_body(), 4096).await.expect("a short body");
        let body: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        let refusal = serde_json::json!({"kind": "too_many_rounds", "players": 5, "rounds": 7, "most": 5});
        assert_eq!((&body["error"]["code"], &body["refusal"]), (&"event_refused".into(), &refusal));
        assert!(body["error"]["message"].as_str().expect("a sentence").contains("choose at most 5 rounds"));
    }

    #[test]
    fn an_organiser_runs_no_event_of_another_organiser() {
        let settings = Settings::new("Mine", Format::Swiss { rounds: 3, baku: false }, None, 1);
        let owner = somebody(1, Role::Organiser);
        let entry = create(settings, Some(owner.player)).expect("an event");
        let event = Event::begin(&Record { number: 1, at: Time(1), by: None, entry }).expect("an event");
        let may = |identity: &Identity| {
            let who = who(Some(identity)).expect("somebody who is logged in");
            (event.may_organise(who), event.may_own(who))
        };
        assert_eq!(may(&owner), (true, true));
        assert_eq!(may(&somebody(2, Role::Organiser)), (false, false));
        assert_eq!(may(&somebody(3, Role::Player)), (false, false));
        assert_eq!(may(&somebody(4, Role::Moderator)), (true, true));
        assert_eq!(may(&somebody(5, Role::Admin)), (true, true));
        assert_eq!(who(Some(&Identity::guest(owner.player))), None);
    }
}
