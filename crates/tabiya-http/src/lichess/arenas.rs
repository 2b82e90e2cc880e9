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
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_accounts::people::scopes::Scope;
use tabiya_events::decide::Command;
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
use super::person;
use super::tournaments::{Kind, caller_of, entry, missing, most_of, ndjson, refuse, time};
use super::wish::{self, MOST_INCREMENT};
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

/// What is refused.
const UNKNOWN: [&str; 8] = [
    "position",
    "password",
    "teamBattleByTeam",
    "conditions.teamMember.teamId",
    "conditions.nbRatedGame.nb",
    "conditions.allowList",
    "conditions.accountAge",
    "conditions.bots",
];

/// What a form says about an arena. What it leaves out stays as `before` has it.
fn settings(form: &Fields, before: Option<&Settings>, now: Time) -> Result<Settings, Failure> {
    refuse(form, &UNKNOWN)?;
    if form.flag("streakable")? == Some(false) {
        return Err(Failure::bad("streakable: wins that follow each other always count more here"));
    }
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
        entry: entry(form, &base.entry)?,
        variant,
        starts,
        ..base
    })
}

/// What a form makes of an arena that has not begun.
fn changed(event: &Event, form: &Fields, now: Time) -> Result<Settings, Failure> {
    if event.stage != Stage::Announced {
        return Err(Failure::bad("it has begun, and can't be changed any more"));
    }
    settings(form, Some(&event.settings), now)
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
    let (id, event) = Kind::Arena.found(&app, &id).await?;
    let changed = changed(&event, &form, app.people.now())?;
    let who = caller_of(&access)?;
    let acted = app.events.act(id, &Command::ChangeSettings(changed), None, who, app.people.now()).await;
    Ok(Json(shown(&app, id, &acted.map_err(ApiError::from)?.event, 1).await?))
}

/// `GET /api/tournament/ID[?page=]`
pub(super) async fn show(
    State(app): State<App>,
    _: Visitor,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Json<Value>, Failure> {
    let (id, event) = Kind::Arena.found(&app, &id).await?;
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
    caller: Caller,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    Kind::Arena.enter(&app, (access, &caller), &id, &form).await
}

/// `POST /api/tournament/ID/withdraw`: leaves an arena to come, or pauses in one that runs.
pub(super) async fn withdraw(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let how = |event: &Event, entrant| {
        let has_begun = event.stage == Stage::Running;
        if has_begun { Command::Pause(entrant) } else { Command::Withdraw(entrant) }
    };
    Kind::Arena.leave(&app, access, &id, how).await
}

/// `POST /api/tournament/ID/terminate`
pub(super) async fn terminate(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    Kind::Arena.act(&app, access, &id, Command::Finish).await
}

/// `GET /api/tournament/ID/results[?nb=&sheet=]`: the standings, a line each.
pub(super) async fn results(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let (id, event) = Kind::Arena.found(&app, &id).await?;
    let most = most_of(&query)?;
    let with_sheet = query.flag("sheet")? == Some(true);
    let standings = app.events.standings(id, &event).await.map_err(ApiError::from)?;
    visitor.charge_for(&app, &caller, standings.lines.len())?;
    let is_ghost = |player: PlayerId| app.people.ghosts.has(player);
    let mut text = String::new();
    for line in Standing::of(&event, &standings, &is_ghost).lines.iter().take(most) {
        // Writing into a text does not fail.
        let _ = writeln!(text, "{}", line.result(with_sheet));
    }
    Ok(ndjson(text))
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
    Kind::Arena.games(&app, &id, (visitor, caller), &headers, &query).await
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
    Ok(ndjson(text))
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
    Ok(ndjson(text))
}

#[cfg(test)]
mod tests {
    use tabiya_events::decide::{Who, create, decide};
    use tabiya_events::event::{Card, Record};

    use super::*;

    const FORM: &str = "clockTime=3&clockIncrement=2&minutes=60";

    fn event() -> Event {
        let settings = settings(&Fields::sent(FORM), None, Time(1_000)).expect("an arena");
        let entry = create(settings, None).expect("an arena");
        Event::begin(&Record { number: 1, at: Time(1_000), by: None, entry }).expect("an event")
    }

    fn happens(event: &mut Event, command: &Command) {
        for entry in decide(event, command, None, Who::Operator).expect("it is allowed") {
            let record = Record { number: event.head + 1, at: Time(2_000), by: None, entry };
            event.apply(&record).expect("it fits");
        }
    }

    /// Its players had entered an arena of an hour at 3+2, and played on in another one.
    #[test]
    fn an_arena_that_runs_is_not_changed() {
        let mut event = event();
        let longer = Fields::sent("clockTime=1&clockIncrement=0&minutes=90");
        let settings = changed(&event, &longer, Time(2_000)).expect("it has not begun");
        assert_eq!(settings.format, Format::Arena { minutes: 90 });
        for number in 1..=2 {
            let player = Some(PlayerId::from_bytes([number; 16]));
            let card = Card::new(format!("Player {number}"), None);
            happens(&mut event, &Command::Enter { player, card, plays: None });
        }
        happens(&mut event, &Command::Start { ids: Vec::new() });
        assert_eq!(event.stage, Stage::Running);
        assert!(changed(&event, &longer, Time(3_000)).is_err());
    }

    /// Whoever asked for them got an arena without them.
    #[test]
    fn an_arena_with_conditions_for_its_players_is_refused() {
        for field in [
            "position=8%2F8%2F8%2F8%2F8%2F8%2F8%2F8+w+-+-",
            "password=x",
            "teamBattleByTeam=x",
            "conditions.teamMember.teamId=x",
            "conditions.nbRatedGame.nb=20",
            "conditions.allowList=ann",
            "conditions.accountAge=30",
            "conditions.bots=false",
        ] {
            let form = Fields::sent(&format!("{FORM}&{field}"));
            assert!(settings(&form, None, Time(1_000)).is_err(), "{field}");
        }
        assert!(settings(&Fields::sent(&format!("{FORM}&password=")), None, Time(1_000)).is_ok());
    }
}
