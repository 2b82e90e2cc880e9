// SPDX-License-Identifier: AGPL-3.0-or-later
//! Swiss tournaments: the events of this server that are paired by the Swiss system.
//!
//! This server has no teams, so the team in the address of a new tournament is not looked at.

use std::fmt::Write as _;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tabiya_accounts::people::scopes::Scope;
use tabiya_events::decide::Command;
use tabiya_events::event::{EntryRules, Event, Format, Presence, Settings, Stage};
use tabiya_events::{files, view};
use tabiya_game::{Millis, Time, TimeControl};
use tabiya_limits::address::Caller;
use tabiya_protocol::events::EventId;
use tabiya_runtime::chance;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Fields, Form, Path, Query};
use super::game;
use super::tournaments::{Kind, caller_of, entry, iso, missing, most_of, ndjson, refuse, time, verdicts};
use super::wish::{MOST_INCREMENT, MOST_SECONDS};
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
/// What is refused.
const UNKNOWN: [&str; 7] = [
    "position.fen",
    "forbiddenPairings",
    "manualPairings",
    "password",
    "conditions.nbRatedGame.nb",
    "conditions.allowList",
    "conditions.accountAge",
];

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

/// What a form says about a Swiss. What it leaves out stays as `before` has it.
fn settings(form: &Fields, before: Option<&Settings>, now: Time) -> Result<Settings, Failure> {
    refuse(form, &UNKNOWN)?;
    let limit = form.within("clock.limit", 0, MOST_SECONDS)?.ok_or_else(|| missing("clock.limit"))?;
    let increment =
        form.within("clock.increment", 0, MOST_INCREMENT)?.ok_or_else(|| missing("clock.increment"))?;
    let rounds = form.within("nbRounds", 3, 99)?.ok_or_else(|| missing("nbRounds"))?;
    let ms = |seconds: u64| Millis::from_secs(u32::try_from(seconds).unwrap_or(u32::MAX));
    let clocks =
        TimeControl::new(ms(limit), ms(increment)).map_err(|error| Failure::bad(error.to_string()))?;
    let starts = time(form, "startsAt", now)?;
    let rounds = u16::try_from(rounds).unwrap_or(u16::MAX);
    let Some(before) = before else {
        let format = Format::Swiss { rounds, baku: false };
        let seed = u64::from_le_bytes(chance::bytes());
        let name = form.text("name").unwrap_or("Swiss");
        return Ok(Settings {
            rated: form.flag("rated")?.unwrap_or(true),
            programme: form.text("description").unwrap_or_default().to_owned(),
            starts: Some(starts.unwrap_or(Time(now.0 + BEGINS_AFTER))),
            pause: pause(form)?,
            entry: entry(form, &EntryRules::default())?,
            ..Settings::new(name, format, Some(clocks), seed)
        });
    };
    // How the first rounds are accelerated has no word in this dialect, and stays.
    let baku = matches!(before.format, Format::Swiss { baku: true, .. });
    let before = before.in_format(Format::Swiss { rounds, baku });
    Ok(Settings {
        rated: form.flag("rated")?.unwrap_or(before.rated),
        programme: form.text("description").map_or_else(|| before.programme.clone(), str::to_owned),
        starts: starts.or(before.starts),
        pause: if form.text("roundInterval").is_some() { pause(form)? } else { before.pause },
        time: Some(clocks),
        entry: entry(form, &before.entry)?,
        ..before
    })
}

/// What a form makes of a Swiss. Once its first round is published, its games stay as they are.
fn changed(event: &Event, form: &Fields, now: Time) -> Result<Settings, Failure> {
    let before = &event.settings;
    let after = settings(form, Some(before), now)?;
    let after = match form.text("name") {
        Some(name) => after.called(name),
        None => after,
    };
    let stay = [
        ("clock", after.time != before.time),
        ("rated", after.rated != before.rated),
        ("startsAt", after.starts != before.starts),
    ];
    match stay.iter().find(|(_, differs)| *differs && event.last_published() > 0) {
        Some((field, _)) => {
            Err(Failure::bad(format!("{field}: the tournament has begun, and this stays as it is")))
        }
        None => Ok(after),
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
    let now = app.people.now();
    let settings = settings(&form, None, now)?;
    let bits = u64::from_le_bytes(chance::bytes());
    let made = app.events.create(settings, Some(access.player()), &[], now, bits).await;
    let (id, event) = made.map_err(ApiError::from)?;
    Ok(Json(shown(&app, id, &event).await?))
}

/// `POST /api/swiss/ID/edit`: changes a tournament. One that is played keeps its clocks, and has no fewer rounds than were paired.
pub(super) async fn edit(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::TournamentWrite])?;
    let (id, event) = Kind::Swiss.found(&app, &id).await?;
    let changed = changed(&event, &form, app.people.now())?;
    let who = caller_of(&access)?;
    let (seen, now) = (Some(event.head), app.people.now());
    let acted = if event.settings.section.is_some() {
        // The sections of a festival begin together.
        app.events.change_timetable(id, changed, seen, (who, now)).await
    } else {
        app.events.act(id, &Command::ChangeSettings(changed), seen, who, now).await
    };
    Ok(Json(shown(&app, id, &acted.map_err(ApiError::from)?.event).await?))
}

/// `GET /api/swiss/ID`
pub(super) async fn show(
    State(app): State<App>,
    _: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let (id, event) = Kind::Swiss.found(&app, &id).await?;
    Ok(Json(shown(&app, id, &event).await?))
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
        "verdicts": verdicts(&settings.entry),
    });
    if let Some((_, at)) = event.next_start() {
        let left = at.0.saturating_sub(app.people.now().0) / 1000;
        shown["nextRound"] = json!({ "at": iso(at), "in": left });
    }
    Ok(shown)
}

/// `POST /api/swiss/ID/join`
pub(super) async fn join(
    State(app): State<App>,
    access: Access,
    caller: Caller,
    Path(id): Path<String>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    Kind::Swiss.enter(&app, (access, &caller), &id, &form).await
}

/// `POST /api/swiss/ID/withdraw`: leaves, and may come back.
pub(super) async fn withdraw(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    Kind::Swiss.leave(&app, access, &id, |_, entrant| Command::Withdraw(entrant)).await
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
    Kind::Swiss.act(&app, access, &id, Command::SetStart(Some(at))).await
}

/// `POST /api/swiss/ID/terminate`
pub(super) async fn terminate(
    State(app): State<App>,
    access: Access,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    Kind::Swiss.act(&app, access, &id, Command::Finish).await
}

/// `GET /api/swiss/ID/results`: the standings, a line each.
pub(super) async fn results(
    State(app): State<App>,
    visitor: Visitor,
    caller: Caller,
    Path(id): Path<String>,
    Query(query): Query,
) -> Result<Response, Failure> {
    let (id, event) = Kind::Swiss.found(&app, &id).await?;
    let most = most_of(&query)?;
    let standings = app.events.standings(id, &event).await.map_err(ApiError::from)?;
    visitor.charge_for(&app, &caller, standings.lines.len())?;
    let known = view::for_everybody(&event, &|player| app.people.ghosts.has(player));
    let mut text = String::new();
    for line in standings.lines.iter().take(most) {
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
    Ok(ndjson(text))
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
    Kind::Swiss.games(&app, &id, (visitor, caller), &headers, &query).await
}

/// `GET /swiss/ID.trf`: the tournament report, without what is the arbiter's alone.
pub(super) async fn trf(
    State(app): State<App>,
    _: Visitor,
    caller: Caller,
    Path(file): Path<String>,
) -> Result<Response, Failure> {
    let id = file.strip_suffix(".trf").ok_or_else(|| Failure::not_found("No such file"))?;
    let (_, event) = Kind::Swiss.found(&app, id).await?;
    let known = view::for_everybody(&event, &|player| app.people.ghosts.has(player));
    let text = app.calmly(&caller, move || files::trf_with_online(&known, false)).await?;
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[cfg(test)]
mod tests {
    use tabiya_events::decide::{Who, create, decide};
    use tabiya_events::event::{Card, Record};
    use tabiya_events::pairing::pair;

    use super::*;

    fn happens(event: &mut Event, command: &Command) {
        for entry in decide(event, command, None, Who::Operator).expect("it is allowed") {
            let record = Record { number: event.head + 1, at: Time(2_000), by: None, entry };
            event.apply(&record).expect("it fits");
        }
    }

    #[test]
    fn a_swiss_that_is_played_keeps_its_clocks() {
        let form = "clock.limit=300&clock.increment=3&nbRounds=3";
        let settings = settings(&Fields::sent(form), None, Time(1_000)).expect("a Swiss");
        let entry = create(settings, None).expect("a Swiss");
        let first = Record { number: 1, at: Time(1_000), by: None, entry };
        let mut event = Event::begin(&first).expect("an event");
        let other_clock = Fields::sent("clock.limit=60&clock.increment=0&nbRounds=5&name=Late");
        let after = changed(&event, &other_clock, Time(2_000)).expect("it has not begun");
        assert_eq!((after.name.as_str(), after.pause), ("Late", Some(USUAL_PAUSE)));
        assert!(after.rated && after.starts == event.settings.starts, "what was left out stays");
        for number in 1..=4 {
            let card = Card::new(format!("Player {number}"), None);
            happens(&mut event, &Command::Enter { player: None, card, plays: None });
        }
        let draft = pair(&event, |_, _| {}).expect("a pairing");
        happens(&mut event, &Command::TakeDraft(draft));
        happens(&mut event, &Command::Publish);
        let longer = format!("{form}&nbRounds=5&roundInterval=99999999&description=Late");
        let longer = longer.replacen("&nbRounds=3", "", 1);
        let after = changed(&event, &Fields::sent(&longer), Time(2_000)).expect("more rounds are possible");
        assert_eq!((after.format, after.pause), (Format::Swiss { rounds: 5, baku: false }, None));
        happens(&mut event, &Command::ChangeSettings(after));
        assert!(changed(&event, &other_clock, Time(3_000)).is_err());
        for more in ["&rated=false", "&startsAt=9000"] {
            assert!(changed(&event, &Fields::sent(&format!("{form}{more}")), Time(3_000)).is_err(), "{more}");
        }
    }

    /// Whoever asked for them got a Swiss without them.
    #[test]
    fn a_swiss_with_conditions_for_its_players_is_refused() {
        let form = "clock.limit=300&clock.increment=3&nbRounds=5";
        assert!(settings(&Fields::sent(form), None, Time(1_000)).is_ok());
        for field in [
            "position.fen=x",
            "forbiddenPairings=ann+bo",
            "manualPairings=ann+bo",
            "password=x",
            "conditions.nbRatedGame.nb=20",
            "conditions.allowList=ann",
            "conditions.accountAge=30",
        ] {
            let form = Fields::sent(&format!("{form}&{field}"));
            assert!(settings(&form, None, Time(1_000)).is_err(), "{field}");
        }
    }
}
