// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events: the list, one event, and what is done to it.

mod claims;
mod codes;
mod download;
mod entering;
mod entrants;
mod games;
mod member_lists;
mod orders;
mod refused;
mod report;
mod sections;
mod series;
mod shown;
mod site;
mod tables;
mod venue;

use std::collections::HashSet;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use tabiya_accounts::people::{PeopleError, SiteRules};
use tabiya_events::copies::Copied;
use tabiya_events::decide::{Command, Refusal};
use tabiya_events::event::{MemberOf, Settings};
use tabiya_events::events::EventError;
use tabiya_events::files::Appointment;
use tabiya_events::journal::Summary;
use tabiya_events::results::Entered;
use tabiya_events::topic::who;
use tabiya_events::{files, options, view};
use tabiya_game::{GameId, TimeControl};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{
    CreatedEvent, EntrantId, EventAct, EventAnswer, EventCommand, EventCopy, EventId, EventJournal,
    EventList, EventListed, EventOfGame, EventPairing, EventPrizes, EventStageView, EventView, EventWhy,
    EventWorking, NewEvent,
};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;
use tabiya_store::{EventStage, StoredEvent};

use self::orders::{Order, order, to_come};
use self::shown::{OrganisersOnly, seen};
use super::pages::{Opened, page};
use super::preview::origin;
use crate::answer::methods::{get, post};
use crate::answer::{ApiError, BodyLimit, Calls, JsonBody, MayWatch, Member, NoOtherSite, SameOrigin};
use crate::state::App;

/// Events that a list shows of each stage.
const LISTED: u32 = 50;
/// So many events that the visitor has entered last are marked in lists.
const ENTERED: u32 = 200;

/// The longest body of what is done to an event, in bytes: a list of a thousand players.
const MAX_ACT: usize = 256 * 1024;

/// The calls of events.
pub(super) fn calls() -> Calls {
    let up_to = |most| (DefaultBodyLimit::max(most), Extension(BodyLimit(most)));
    Calls::new([
        ("/api/page/events", get(list).merge(post(create))),
        ("/api/page/events/calendar.ics", get(calendar)),
        ("/api/page/event-series", get(series::list).merge(post(series::begin))),
        ("/api/page/event-series/{id}/stop", post(series::stop)),
        ("/api/page/events/{id}", get(read).merge(post(act)).layer(up_to(MAX_ACT))),
        ("/api/page/events/{id}/why/{round}/{entrant}", get(why)),
        ("/api/page/events/{id}/working/{entrant}/{place}", get(working)),
        ("/api/page/events/{id}/journal", get(journal)),
        ("/api/page/events/{id}/file/{kind}", get(download::file)),
        ("/api/page/games/{id}/event", get(of_game)),
        ("/api/page/events/{id}/games/{round}/{board}/{game}", get(games::typed)),
        ("/api/page/events/{id}/entrants/{entrant}", get(claims::kept)),
        ("/api/page/events/{id}/entrants/{entrant}/card", get(entrants::card)),
        ("/api/page/events/{id}/entrants/{entrant}/games", get(entrants::games)),
        ("/api/page/events/{id}/entrants/{entrant}/claim", post(claims::give)),
        ("/api/page/events/{id}/claim", post(claims::claim)),
        ("/api/page/events/{id}/members", get(member_lists::in_event)),
        ("/api/page/members", get(member_lists::list).merge(post(member_lists::add)).layer(up_to(MAX_ACT))),
        ("/api/page/members/from/{id}", post(member_lists::from)),
        ("/api/page/members/{number}", get(member_lists::kept).merge(post(member_lists::change))),
        ("/api/page/members/{number}/erase", post(member_lists::erase)),
        ("/api/page/events/{id}/sections", get(sections::list)),
        ("/api/page/events/{id}/sections/all", get(sections::all)),
        ("/api/page/events/{id}/sections/find", get(sections::find)),
        ("/api/page/events/{id}/site/{language}", get(site::zip)),
        ("/api/page/events/{id}/prizes", get(prizes)),
        ("/api/page/events/{id}/report", get(report::read)),
        ("/api/page/events/{id}/codes", post(codes::give)),
        ("/api/page/events/{id}/copy", get(copy)),
        ("/api/page/events/{id}/pairing", get(pairing)),
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
    // A guest enters no events.
    let account = visitor.as_ref().and_then(Identity::account);
    let entered = match account {
        Some(account) => app.store.events.events_entered(account.player, ENTERED).await?,
        None => Vec::new(),
    };
    let entered: HashSet<EventId> = entered.iter().filter_map(|one| one.id.parse().ok()).collect();
    let mut all = view::listed_once(&stored);
    for one in &mut all {
        let mut ids = one.sections.iter().map(|section| section.id).chain([one.id]);
        one.entered = ids.any(|id| entered.contains(&id));
    }
    let is_over = |one: &EventListed| one.stage == EventStageView::Finished;
    let (past, current) = all.into_iter().partition(is_over);
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
    let settings =
        options::with(settings, &new.options.unwrap_or_default(), u64::from_le_bytes(chance::bytes()));
    let bits = u64::from_le_bytes(chance::bytes());
    let owner = Some(identity.player);
    if let Some(groups) = new.groups {
        let id = sections::create_groups(&app, &settings, groups, owner).await?;
        return Ok((StatusCode::CREATED, Json(CreatedEvent { id })));
    }
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
    JsonBody(EventCommand { seen: number, act, reason }): JsonBody<EventCommand>,
) -> Result<Json<EventView>, ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    let (id, event) = app.events.named(&id).await?;
    if !event.may_organise(who) {
        // Nothing is read for somebody who may not have it done.
        if !is_for_players(&act) {
            return Err(Refusal::NotYours.into());
        }
        let taken = app.events.comings_and_goings.take(&identity.player, 1);
        taken.map_err(|wait| PeopleError::TooOften { wait })?;
    }
    let reason = reason.unwrap_or_default();
    if !reason.is_empty() && !takes_reason(&act) {
        let words =
            "a reason goes with a result, an added board, a pairing by hand, and whoever leaves or pauses";
        return Err(ApiError::BadRequest(words.into()));
    }
    let left_out = if let EventAct::AddList { text, .. } = &act {
        let text = text.clone();
        app.calmly(&caller, move || files::left_out(text.as_bytes(), false)).await?
    } else {
        Vec::new()
    };
    let event = match order(&app, &identity, &caller, (id, &event), act).await? {
        Order::Pair => {
            let people = Arc::clone(&app.people);
            app.events.pair(id, who, move || people.now()).await?
        }
        Order::Clocks(handling) => app.events.clocks.handle(id, handling, who, app.people.now()).await?.event,
        Order::Result(entered) => {
            let at = (who, app.people.now());
            app.events.results.enter(id, Entered { reason, ..entered }, Some(number), at).await?.event
        }
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
            command => {
                let command = Command::Because { reason, command: Box::new(command) };
                app.events.act(id, &command, Some(number), who, app.people.now()).await?.event
            }
        },
    };
    let shown = seen(&app, id, &event, Some(&identity)).await?;
    Ok(Json(EventView { left_out, ..shown }))
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
            | EventAct::CancelBye { .. }
    )
}

/// Whether somebody may say why they do this.
const fn takes_reason(act: &EventAct) -> bool {
    matches!(
        act,
        EventAct::Result { .. }
            | EventAct::AddBoard { .. }
            | EventAct::PairByHand { .. }
            | EventAct::Withdraw { .. }
            | EventAct::Pause { .. }
    )
}

/// `GET /api/page/events/ID/journal?before=NUMBER`: what was done, by whom and why, for organisers.
async fn journal(
    State(app): State<App>,
    _: NoOtherSite,
    visitor: Option<Identity>,
    Path(id): Path<String>,
    Query(Before { before }): Query<Before>,
) -> Result<Json<EventJournal>, ApiError> {
    let (id, _) = app.events.named(&id).await?;
    let who = who(visitor.as_ref()).ok_or(Refusal::NotYours)?;
    Ok(Json(app.events.read_journal(id, before, who).await?))
}

#[derive(Deserialize)]
struct Before {
    /// The lines before this entry; without it the newest.
    before: Option<u64>,
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

/// `GET /api/page/events/ID/working/ENTRANT/PLACE`: how the value of a tie-break comes about.
async fn working(
    State(app): State<App>,
    _: MayWatch,
    Path((id, entrant, place)): Path<(String, u16, usize)>,
) -> Result<Json<EventWorking>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    let parts = tabiya_events::working::working(event, EntrantId(entrant), place).await?;
    Ok(Json(EventWorking { parts }))
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
    let now = app.people.now();
    Ok(Json(EventCopy { folder, at, now, behind: event.head.saturating_sub(number), problem }))
}

/// `GET /api/page/events/ID/pairing`: how far the pairing of the next round is, for organisers.
async fn pairing(
    State(app): State<App>,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<EventPairing>, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    if !who(visitor.as_ref()).is_some_and(|who| event.may_organise(who)) {
        return Err(Refusal::NotYours.into());
    }
    let progress = app.events.pairing_progress(id);
    let (paired, players) = progress.map_or((0, 0), |progress| (progress.paired, progress.players));
    let count = |players| u32::try_from(players).unwrap_or(u32::MAX);
    Ok(Json(EventPairing { is_pairing: progress.is_some(), paired: count(paired), players: count(players) }))
}

/// `GET /api/page/events/ID/prizes`: who gets what by the standings as they are.
async fn prizes(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Json<EventPrizes>, ApiError> {
    let (_, event) = app.events.named(&id).await?;
    let may_organise = who(visitor.as_ref()).is_some_and(|who| event.may_organise(who));
    let list = may_organise.then(|| files::prize_list(&event.prizes));
    let prizes = app.calmly(&caller, move || view::prizes(&event)).await?;
    Ok(Json(EventPrizes { list, ..prizes }))
}

#[cfg(test)]
mod tests {
    use tabiya_events::decide::create;
    use tabiya_events::event::{Event, Format, Record};
    use tabiya_game::{PlayerId, PlayerName, Time};
    use tabiya_runtime::identity::{LoggedIn, StaffRights};
    use tabiya_store::{Account, Role};

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
