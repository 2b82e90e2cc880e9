// SPDX-License-Identifier: AGPL-3.0-or-later
//! Swiss tournaments: the events of this server that are paired by the Swiss system.
//!
//! This server has no teams, so the team in the address of a new tournament is not looked at.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::people::scopes::Scope;
use tabiya_events::decide::{Command, Who};
use tabiya_events::entrants::card_of;
use tabiya_events::event::{Event, Format, Presence, Settings, Stage};
use tabiya_events::topic::who;
use tabiya_events::{files, view};
use tabiya_game::{Millis, Time, TimeControl};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::EventId;
use tabiya_runtime::chance;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Fields, Form, HIGHEST, Path, Query};
use super::lines::NDJSON;
use super::users::date;
use super::wish::{MOST_INCREMENT, MOST_SECONDS};
use super::{done, export, game};
use crate::answer::ApiError;
use crate::state::App;

/// The pause between two rounds where a program leaves it to the server, in seconds.
const USUAL_PAUSE: u32 = 60;
/// The same in words of the API: the server decides.
const AS_USUAL: &str = "-1";
/// No round begins by itself.
const BY_HAND: u64 = 99_999_999;
/// The longest pause, in seconds.
const LONGEST_PAUSE: u64 = 604_800;
/// A tournament whose program names no time begins after so many milliseconds.
const BEGINS_AFTER: u64 = 10 * 60 * 1000;
/// The latest start, in milliseconds from now.
const LATEST: u64 = 366 * 24 * 3600 * 1000;

/// What would restrict who plays whom, or who may enter. Whoever asks for it would otherwise play without it.
const UNKNOWN: [&str; 9] = [
    "position.fen",
    "forbiddenPairings",
    "manualPairings",
    "password",
    "conditions.minRating.rating",
    "conditions.maxRating.rating",
    "conditions.nbRatedGame.nb",
    "conditions.allowList",
    "conditions.accountAge",
];

/// The Swiss with this id.
async fn found(app: &App, id: &str) -> Result<(EventId, Arc<Event>), Failure> {
    let (id, event) = app.events.named(id).await.map_err(ApiError::from)?;
    match event.settings.format {
        Format::Swiss { .. } => Ok((id, event)),
        Format::RoundRobin { .. }
        | Format::KnockOut { .. }
        | Format::Keizer { .. }
        | Format::TeamMatch { .. }
        | Format::Arena { .. } => Err(Failure::not_found("No such tournament")),
    }
}

pub(super) fn caller_of(access: &Access) -> Result<Who, Failure> {
    let who = who(Some(&access.identity()));
    who.ok_or_else(|| ApiError::from(PeopleError::NotLoggedIn).into())
}

/// A time in milliseconds since 1970.
pub(super) fn time(form: &Fields, name: &str, now: Time) -> Result<Option<Time>, Failure> {
    let at = form.within(name, 0, HIGHEST)?.map(Time);
    match at {
        Some(at) if at < now || at.0 > now.0 + LATEST => {
            Err(Failure::bad(format!("{name}: a time within the next year, in milliseconds since 1970")))
        }
        at => Ok(at),
    }
}

/// Seconds between two rounds; `None` where somebody begins each.
fn pause(form: &Fields) -> Result<Option<u32>, Failure> {
    if form.text("roundInterval").is_none_or(|text| text == AS_USUAL) {
        return Ok(Some(USUAL_PAUSE));
    }
    match form.within("roundInterval", 0, BY_HAND)? {
        Some(BY_HAND) => Ok(None),
        Some(seconds) if seconds <= LONGEST_PAUSE => Ok(u32::try_from(seconds).ok()),
        Some(_) | None => {
            Err(Failure::bad(format!("roundInterval: up to {LONGEST_PAUSE} seconds, or {BY_HAND} by hand")))
        }
    }
}

/// `POST /api/swiss/new/TEAM`
pub(super) async fn create(
    State(app): State<App>,
    access: Access,
    Path(_team): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    access.check_staff("Organisers and staff create tournaments here")?;
    for name in UNKNOWN {
        form.refuse(name, "tournaments here don't have it")?;
    }
    let missing = |name: &str| Failure::bad(format!("{name}: say how much"));
    let limit = form.within("clock.limit", 0, MOST_SECONDS)?.ok_or_else(|| missing("clock.limit"))?;
    let increment =
        form.within("clock.increment", 0, MOST_INCREMENT)?.ok_or_else(|| missing("clock.increment"))?;
    let rounds = form.within("nbRounds", 3, 99)?.ok_or_else(|| missing("nbRounds"))?;
    let ms = |seconds: u64| Millis::from_secs(u32::try_from(seconds).unwrap_or(u32::MAX));
    let clocks =
        TimeControl::new(ms(limit), ms(increment)).map_err(|error| Failure::bad(error.to_string()))?;
    let now = app.people.now();
    let starts = time(&form, "startsAt", now)?.unwrap_or(Time(now.0 + BEGINS_AFTER));
    let format = Format::Swiss { rounds: u16::try_from(rounds).unwrap_or(u16::MAX), baku: false };
    let seed = u64::from_le_bytes(chance::bytes());
    let name = form.text("name").unwrap_or("Swiss");
    let settings = Settings {
        rated: form.flag("rated")?.unwrap_or(true),
        programme: form.text("description").unwrap_or_default().to_owned(),
        starts: Some(starts),
        pause: pause(&form)?,
        ..Settings::new(name, format, Some(clocks), seed)
    };
    let bits = u64::from_le_bytes(chance::bytes());
    let made = app.events.create(settings, Some(access.player()), &[], now, bits).await;
    let (id, event) = made.map_err(ApiError::from)?;
    Ok(Json(shown(&app, id, &event).await?))
}

/// `GET /api/swiss/ID`
pub(super) async fn show(
    State(app): State<App>,
    _: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let (id, event) = found(&app, &id).await?;
    Ok(Json(shown(&app, id, &event).await?))
}

/// A moment as ISO 8601 has it.
pub(super) fn iso(at: Time) -> Option<String> {
    let at = date(at)?;
    let (day, clock) = (at.date(), at.time());
    Some(format!("{day}T{:02}:{:02}:{:02}Z", clock.hour(), clock.minute(), clock.second()))
}

async fn shown(app: &App, id: EventId, event: &Event) -> Result<Value, Failure> {
    let settings = &event.settings;
    let owner = match event.owner {
        Some(owner) => app.store.accounts.account(owner).await?.filter(|account| account.is_open()),
        None => None,
    };
    let (limit, increment) = match settings.time {
        Some(TimeControl::Clocks { white, .. }) => game::clock(white),
        Some(TimeControl::Correspondence { .. }) | None => (0, 0),
    };
    let open = event.rounds.last().map_or(0, |round| {
        round.boards.iter().filter(|board| !board.postponed && board.open_game().is_some()).count()
    });
    let mut shown = json!({
        "id": id,
        "createdBy": owner.map(|account| account.key),
        "startsAt": iso(settings.starts.unwrap_or(event.created)),
        "name": settings.name,
        "clock": { "limit": limit / 1000, "increment": increment / 1000 },
        "variant": "standard",
        "round": event.last_published(),
        "nbRounds": event.total_rounds(),
        "nbPlayers": event.present(),
        "nbOngoing": open,
        "status": match event.stage {
            Stage::Announced => "created",
            Stage::Running => "started",
            Stage::Finished | Stage::Cancelled => "finished",
        },
        "rated": settings.rated,
        "verdicts": { "accepted": true, "list": [] },
    });
    if let Some((_, at)) = event.next_start() {
        let left = at.0.saturating_sub(app.people.now().0) / 1000;
        shown["nextRound"] = json!({ "at": iso(at), "in": left });
    }
    Ok(shown)
}

async fn act(app: &App, access: &Access, id: &str, command: Command) -> Result<Json<Value>, Failure> {
    let (id, _) = found(app, id).await?;
    let who = caller_of(access)?;
    app.events.act(id, &command, None, who, app.people.now()).await.map_err(ApiError::from)?;
    Ok(done())
}

/// `POST /api/swiss/ID/join`
pub(super) async fn join(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    let (_, event) = found(&app, &id).await?;
    let account = access.account();
    if account.kid {
        let words = "in kid mode you can't enter an event by yourself; ask your teacher or the organiser";
        return Err(ApiError::from(PeopleError::NotAllowed(words)).into());
    }
    take_turn(&app, &access)?;
    let card = card_of(&app.store, account, &event.settings, app.people.now()).await?;
    act(&app, &access, &id, Command::Enter { player: Some(account.player), card, plays: None }).await
}

/// Each coming and going stays in a journal.
pub(super) fn take_turn(app: &App, access: &Access) -> Result<(), Failure> {
    let taken = app.comings_and_goings.take(&access.player(), 1);
    taken.map_err(|wait| ApiError::from(PeopleError::TooOften { wait }).into())
}

/// `POST /api/swiss/ID/withdraw`: leaves, and may come back.
pub(super) async fn withdraw(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    let (_, event) = found(&app, &id).await?;
    let entrant = event.entrant_of(access.player()).map(|entrant| entrant.id);
    let entrant = entrant.ok_or_else(|| Failure::bad("You are not in this tournament"))?;
    take_turn(&app, &access)?;
    act(&app, &access, &id, Command::Withdraw(entrant)).await
}

/// `POST /api/swiss/ID/schedule-next-round`
pub(super) async fn schedule(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    let at = time(&form, "date", app.people.now())?;
    let at = at.ok_or_else(|| Failure::bad("date: say when the next round begins"))?;
    act(&app, &access, &id, Command::SetStart(Some(at))).await
}

/// `POST /api/swiss/ID/terminate`
pub(super) async fn terminate(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    act(&app, &access, &id, Command::Finish).await
}

/// `GET /api/swiss/ID/results`: the standings, a line each.
pub(super) async fn results(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let (id, event) = found(&app, &id).await?;
    let most = query.within("nb", 1, HIGHEST)?.and_then(|most| usize::try_from(most).ok());
    let standings = app.events.standings(id, &event).await.map_err(ApiError::from)?;
    visitor.charge_for(&app, &caller, standings.lines.len())?;
    let known = view::for_everybody(&event, &|player| app.people.ghosts.has(player));
    let mut text = String::new();
    for line in standings.lines.iter().take(most.unwrap_or(usize::MAX)) {
        let Some(entrant) = known.entrant(line.entrant) else { continue };
        let mut shown = json!({
            "rank": line.rank,
            "points": f64::from(line.points) / 10.0,
            "tieBreak": line.values.first().and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0),
            "rating": entrant.card.rating.unwrap_or(0),
            "username": entrant.card.name,
        });
        if !entrant.card.title.is_empty() {
            shown["title"] = json!(entrant.card.title);
        }
        if entrant.presence != Presence::Present {
            shown["absent"] = json!(true);
        }
        // Writing into a text does not fail.
        let _ = writeln!(text, "{shown}");
    }
    Ok(([(CONTENT_TYPE, NDJSON)], text).into_response())
}

/// `GET /api/swiss/ID/games`: PGN or ndjson, as the export of games.
pub(super) async fn games(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let (_, event) = found(&app, &id).await?;
    let ids: Vec<_> = event.games().collect();
    visitor.charge_for(&app, &caller, ids.len())?;
    export::these(&app, visitor.identity(), &caller, &headers, &query, ids).await
}

/// `GET /swiss/ID.trf`: the tournament report, without what is the arbiter's alone.
pub(super) async fn trf(
    State(app): State<App>,
    _: Visitor,
    caller: Caller,
    Path(file): Path<String>,
) -> Result<Response, Failure> {
    let id = file.strip_suffix(".trf").ok_or_else(|| Failure::not_found("No such file"))?;
    let (_, event) = found(&app, id).await?;
    let known = view::for_everybody(&event, &|player| app.people.ghosts.has(player));
    let text = app.calmly(&caller, move || files::trf(&known, false)).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
