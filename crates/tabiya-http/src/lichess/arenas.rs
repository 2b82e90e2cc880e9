// SPDX-License-Identifier: AGPL-3.0-or-later
//! Arenas: the events of this server in which whoever is free is paired again until the time is over.
//!
//! This server has no teams, and nobody is paired by having a page open: whoever has joined is there until they withdraw.

use std::collections::HashMap;
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
use tabiya_events::decide::Command;
use tabiya_events::entrants::card_of;
use tabiya_events::event::{Event, Format, Settings, Stage};
use tabiya_events::journal::Summary;
use tabiya_game::{Millis, PlayerId, Time, TimeControl};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::EventId;
use tabiya_protocol::http::StartPosition;
use tabiya_runtime::chance;
use tabiya_store::{EventStage, StoredEvent};

use super::access::{Access, Visitor};
use super::arena_shown::{self, Standing, status_of};
use super::failure::Failure;
use super::fields::{Fields, Form, HIGHEST, Path, Query};
use super::lines::NDJSON;
use super::swiss::{caller_of, take_turn, time};
use super::wish::{self, MOST_INCREMENT};
use super::{done, export, person};
use crate::answer::ApiError;
use crate::state::App;

/// The longest clock of an arena, in minutes.
pub(super) const MOST_CLOCK: f64 = 180.0;
/// The longest arena, in minutes.
pub(super) const LONGEST: u64 = 720;
/// An arena whose program names no time begins after so many minutes.
const BEGINS_AFTER: u64 = 5;
/// The latest start, in minutes from now.
pub(super) const LATEST: u64 = 366 * 24 * 60;
/// Arenas that a list shows of each stage.
const LISTED: u32 = 50;
/// Events of a player that are looked at.
const LOOKED_AT: u32 = 500;

/// What would restrict who plays whom, or who may enter. Whoever asks for it would otherwise play without it.
const UNKNOWN: [&str; 10] = [
    "position",
    "password",
    "teamBattleByTeam",
    "conditions.teamMember.teamId",
    "conditions.minRating.rating",
    "conditions.maxRating.rating",
    "conditions.nbRatedGame.nb",
    "conditions.allowList",
    "conditions.accountAge",
    "conditions.bots",
];

/// The arena with this id.
async fn found(app: &App, id: &str) -> Result<(EventId, Arc<Event>), Failure> {
    let (id, event) = app.events.named(id).await.map_err(ApiError::from)?;
    match event.settings.format {
        Format::Arena { .. } => Ok((id, event)),
        Format::Swiss { .. }
        | Format::RoundRobin { .. }
        | Format::KnockOut { .. }
        | Format::Keizer { .. }
        | Format::TeamMatch { .. } => Err(Failure::not_found("No such tournament")),
    }
}

/// What a form says about an arena. What it leaves out stays as `before` has it.
fn settings(form: &Fields, before: Option<&Settings>, now: Time) -> Result<Settings, Failure> {
    for name in UNKNOWN {
        form.refuse(name, "tournaments here don't have it")?;
    }
    if form.flag("streakable")? == Some(false) {
        return Err(Failure::bad("streakable: wins that follow each other always count more here"));
    }
    let missing = |name: &str| Failure::bad(format!("{name}: say how much"));
    let minutes = form.fraction("clockTime")?.ok_or_else(|| missing("clockTime"))?;
    if !(0.0..=MOST_CLOCK).contains(&minutes) {
        return Err(Failure::bad(format!("clockTime: from 0 to {MOST_CLOCK} minutes")));
    }
    let increment =
        form.within("clockIncrement", 0, MOST_INCREMENT)?.ok_or_else(|| missing("clockIncrement"))?;
    let increment = Millis::from_secs(u32::try_from(increment).unwrap_or(u32::MAX));
    // The range was checked.
    let initial = Millis((minutes * 60_000.0).round() as u32);
    let clocks = TimeControl::new(initial, increment).map_err(|error| Failure::bad(error.to_string()))?;
    let lasts = form.within("minutes", 1, LONGEST)?.ok_or_else(|| missing("minutes"))?;
    let format = Format::Arena { minutes: u16::try_from(lasts).unwrap_or(u16::MAX) };
    let variant = match wish::start(form)? {
        StartPosition::Usual(variant) => variant,
        StartPosition::Fen { .. } => return Err(Failure::bad("variant: tournaments here begin as usual")),
    };
    let waits = form.within("waitMinutes", 0, LATEST)?;
    let starts = match (time(form, "startDate", now)?, waits) {
        (Some(at), _) => Some(at),
        (None, Some(minutes)) => Some(Time(now.0 + minutes * 60_000)),
        (None, None) => before.map_or(Some(Time(now.0 + BEGINS_AFTER * 60_000)), |before| before.starts),
    };
    let seed = before.map_or_else(|| u64::from_le_bytes(chance::bytes()), |before| before.seed);
    let usual = Settings::new("Arena", format, Some(clocks), seed);
    let base = before.map_or(usual, |before| Settings { format, time: Some(clocks), ..before.clone() });
    Ok(Settings {
        name: form.text("name").map_or_else(|| base.name.clone(), str::to_owned),
        rated: form.flag("rated")?.unwrap_or_else(|| before.is_none_or(|before| before.rated)),
        berserk: form.flag("berserkable")?.unwrap_or(base.berserk),
        programme: form.text("description").map_or_else(|| base.programme.clone(), str::to_owned),
        variant,
        starts,
        ..base
    })
}

/// `POST /api/tournament`
pub(super) async fn create(
    State(app): State<App>,
    access: Access,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    access.check_staff("Organisers and staff create tournaments here")?;
    let now = app.people.now();
    let settings = settings(&form, None, now)?;
    let bits = u64::from_le_bytes(chance::bytes());
    let made = app.events.create(settings, Some(access.player()), &[], now, bits).await;
    let (id, event) = made.map_err(ApiError::from)?;
    Ok(Json(shown(&app, id, &event, 1).await?))
}

/// `POST /api/tournament/ID`: changes an arena that has not begun.
pub(super) async fn update(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    let (id, event) = found(&app, &id).await?;
    if event.stage != Stage::Announced {
        return Err(Failure::bad("it has begun, and can't be changed any more"));
    }
    let now = app.people.now();
    let changed = settings(&form, Some(&event.settings), now)?;
    let who = caller_of(&access)?;
    let acted = app.events.act(id, &Command::ChangeSettings(changed), None, who, now).await;
    Ok(Json(shown(&app, id, &acted.map_err(ApiError::from)?.event, 1).await?))
}

/// `GET /api/tournament/ID[?page=]`
pub(super) async fn show(
    State(app): State<App>,
    _: Visitor,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let (id, event) = found(&app, &id).await?;
    let page = query.within("page", 1, HIGHEST)?.and_then(|page| usize::try_from(page).ok());
    Ok(Json(shown(&app, id, &event, page.unwrap_or(1)).await?))
}

async fn shown(app: &App, id: EventId, event: &Arc<Event>, page: usize) -> Result<Value, Failure> {
    let owner = Owners::default().key(app, event.owner).await?;
    let standings = app.events.standings(id, event).await.map_err(ApiError::from)?;
    let is_ghost = |player: PlayerId| app.people.ghosts.has(player);
    let standing = Standing::of(event, &standings, &is_ghost);
    Ok(arena_shown::full(id, event, owner, &standing, page, app.people.now()))
}

/// The ids of owners, each asked for once.
#[derive(Default)]
struct Owners(HashMap<PlayerId, Option<String>>);

impl Owners {
    async fn key(&mut self, app: &App, owner: Option<PlayerId>) -> Result<Option<String>, Failure> {
        let Some(owner) = owner else { return Ok(None) };
        if let Some(known) = self.0.get(&owner) {
            return Ok(known.clone());
        }
        let account = app.store.accounts.account(owner).await?.filter(|account| account.is_open());
        let key = account.map(|account| account.key);
        self.0.insert(owner, key.clone());
        Ok(key)
    }
}

/// An arena of a list; `None` where the event is none, or can't be read: it hides no other.
async fn listed(app: &App, owners: &mut Owners, stored: &StoredEvent) -> Result<Option<Value>, Failure> {
    let Ok(about) = Summary::read(stored) else { return Ok(None) };
    let Format::Arena { minutes } = about.format else { return Ok(None) };
    let owner = owners.key(app, stored.owner).await?;
    Ok(Some(arena_shown::listed(stored, &about, minutes, owner)))
}

/// `GET /api/tournament`: those to come, those that run, and the last ones.
pub(super) async fn list(State(app): State<App>, _: Visitor) -> Result<Json<Value>, Failure> {
    let mut lists = json!({});
    let mut owners = Owners::default();
    for (word, stage) in [
        ("created", EventStage::Announced),
        ("started", EventStage::Running),
        ("finished", EventStage::Finished),
    ] {
        let mut arenas = Vec::new();
        for stored in app.store.events.events_in(stage, None, LISTED).await? {
            arenas.extend(listed(&app, &mut owners, &stored).await?);
        }
        lists[word] = json!(arenas);
    }
    Ok(Json(lists))
}

/// `POST /api/tournament/ID/join`: enters, or comes back. Whoever comes back is paired with the next wave.
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

/// `POST /api/tournament/ID/withdraw`: leaves an arena to come, or pauses in one that runs.
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
    let has_begun = event.stage == Stage::Running;
    let command = if has_begun { Command::Pause(entrant) } else { Command::Withdraw(entrant) };
    act(&app, &access, &id, command).await
}

/// `POST /api/tournament/ID/terminate`
pub(super) async fn terminate(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    act(&app, &access, &id, Command::Finish).await
}

async fn act(app: &App, access: &Access, id: &str, command: Command) -> Result<Json<Value>, Failure> {
    let (id, _) = found(app, id).await?;
    let who = caller_of(access)?;
    app.events.act(id, &command, None, who, app.people.now()).await.map_err(ApiError::from)?;
    Ok(done())
}

/// `GET /api/tournament/ID/results[?nb=&sheet=]`: the standings, a line each.
pub(super) async fn results(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let (id, event) = found(&app, &id).await?;
    let most = query.within("nb", 1, HIGHEST)?.and_then(|most| usize::try_from(most).ok());
    let with_sheet = query.flag("sheet")? == Some(true);
    let standings = app.events.standings(id, &event).await.map_err(ApiError::from)?;
    visitor.charge_for(&app, &caller, standings.lines.len())?;
    let is_ghost = |player: PlayerId| app.people.ghosts.has(player);
    let mut text = String::new();
    for line in Standing::of(&event, &standings, &is_ghost).lines.iter().take(most.unwrap_or(usize::MAX)) {
        // Writing into a text does not fail.
        let _ = writeln!(text, "{}", line.result(with_sheet));
    }
    Ok(([(CONTENT_TYPE, NDJSON)], text).into_response())
}

/// `GET /api/tournament/ID/games`: PGN or ndjson, as the export of games.
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

/// How many lines of a player's list are wanted.
fn most_of(query: &Fields) -> Result<usize, Failure> {
    Ok(query.within("nb", 1, HIGHEST)?.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX))
}

/// `GET /api/user/NAME/tournament/created[?nb=&status=]`
pub(super) async fn created(
    State(app): State<App>,
    _: Visitor,
    Path(name): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let (most, status) = (most_of(&query)?, query.within("status", 10, 30)?);
    let player = person::shown(&app, &name).await?.player;
    let (mut text, mut owners, mut lines) = (String::new(), Owners::default(), 0);
    for stored in app.store.events.events_owned(player, LOOKED_AT).await? {
        if lines == most || status.is_some_and(|wanted| wanted != status_of(stored.stage)) {
            continue;
        }
        if let Some(line) = listed(&app, &mut owners, &stored).await? {
            lines += 1;
            let _ = writeln!(text, "{line}");
        }
    }
    Ok(([(CONTENT_TYPE, NDJSON)], text).into_response())
}

/// `GET /api/user/NAME/tournament/played[?nb=]`: with what the player has scored.
pub(super) async fn played(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(name): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let most = most_of(&query)?.min(LISTED as usize);
    let player = person::shown(&app, &name).await?.player;
    visitor.charge_for(&app, &caller, most)?;
    let (mut text, mut owners, mut lines) = (String::new(), Owners::default(), 0);
    let is_ghost = |player: PlayerId| app.people.ghosts.has(player);
    for stored in app.store.events.events_entered(player, LOOKED_AT).await? {
        let has_begun = matches!(stored.stage, EventStage::Running | EventStage::Finished);
        if lines == most || !has_begun {
            continue;
        }
        let Some(tournament) = listed(&app, &mut owners, &stored).await? else { continue };
        let (id, event) = app.events.named(&stored.id).await.map_err(ApiError::from)?;
        let standings = app.events.standings(id, &event).await.map_err(ApiError::from)?;
        let standing = Standing::of(&event, &standings, &is_ghost);
        let Some(own) = event.entrant_of(player).and_then(|entrant| standing.line_of(entrant.id)) else {
            continue;
        };
        lines += 1;
        let _ = writeln!(text, "{}", json!({ "tournament": tournament, "player": own.in_short() }));
    }
    Ok(([(CONTENT_TYPE, NDJSON)], text).into_response())
}
