// SPDX-License-Identifier: AGPL-3.0-or-later
//! What arenas and Swisses answer alike: which event is meant, who enters and leaves it, its games, and its end.

use std::sync::Arc;

use axum::Json;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::people::scopes::Scope;
use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{EntrantId, EntryRules, Event, Format};
use tabiya_events::topic::who;
use tabiya_game::Time;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::EventId;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::{Fields, HIGHEST};
use super::lines::NDJSON;
use super::users::date;
use super::{done, export};
use crate::answer::ApiError;
use crate::joining::join;
use crate::state::App;

/// The latest start, in milliseconds from now.
const LATEST: u64 = 366 * 24 * 3600 * 1000;

/// The highest rating that a condition names.
pub(super) const MOST_RATING: u64 = 4_000;

/// Which tournaments a path speaks of.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Arenas.
    Arena,
    /// Swisses.
    Swiss,
}

impl Kind {
    const fn has(self, format: Format) -> bool {
        match self {
            Self::Arena => matches!(format, Format::Arena { .. }),
            Self::Swiss => matches!(format, Format::Swiss { .. }),
        }
    }

    /// The tournament of this kind with this id.
    pub(super) async fn found(self, app: &App, id: &str) -> Result<(EventId, Arc<Event>), Failure> {
        let (id, event) = app.events.named(id).await.map_err(ApiError::from)?;
        if self.has(event.settings.format) {
            Ok((id, event))
        } else {
            Err(Failure::not_found("No such tournament"))
        }
    }

    /// The caller does something to a tournament.
    pub(super) async fn act(
        self,
        app: &App,
        access: Access,
        id: &str,
        command: Command,
    ) -> Result<Json<Value>, Failure> {
        let access = access.with(&[Scope::TournamentWrite])?;
        let (id, _) = self.found(app, id).await?;
        act(app, &access, id, &command).await
    }

    /// The caller enters, or comes back. The `password` is the entry code of an event that has one.
    pub(super) async fn enter(
        self,
        app: &App,
        (access, caller): (Access, &Caller),
        id: &str,
        form: &Fields,
    ) -> Result<Json<Value>, Failure> {
        let access = access.with(&[Scope::TournamentWrite])?;
        let (id, event) = self.found(app, id).await?;
        let code = form.text("password").map(str::to_owned);
        let command = join(app, (access.account(), caller), (id, &event), (String::new(), code)).await?;
        take_turn(app, &access)?;
        act(app, &access, id, &command).await
    }

    /// The caller goes away, in the way that the kind has.
    pub(super) async fn leave(
        self,
        app: &App,
        access: Access,
        id: &str,
        how: impl FnOnce(&Event, EntrantId) -> Command,
    ) -> Result<Json<Value>, Failure> {
        let access = access.with(&[Scope::TournamentWrite])?;
        let (id, event) = self.found(app, id).await?;
        let entrant = event.entrant_of(access.player()).map(|entrant| entrant.id);
        let entrant = entrant.ok_or_else(|| Failure::bad("You are not in this tournament"))?;
        take_turn(app, &access)?;
        act(app, &access, id, &how(&event, entrant)).await
    }

    /// The games: PGN or ndjson, as the export of games.
    pub(super) async fn games(
        self,
        app: &App,
        id: &str,
        (visitor, caller): (Visitor, Caller),
        headers: &HeaderMap,
        query: &Fields,
    ) -> Result<Response, Failure> {
        let (_, event) = self.found(app, id).await?;
        let ids: Vec<_> = event.games().collect();
        visitor.charge_for(app, &caller, ids.len())?;
        export::these(app, visitor.identity(), &caller, headers, query, ids).await
    }
}

pub(super) fn caller_of(access: &Access) -> Result<Who, Failure> {
    let who = who(Some(&access.identity()));
    who.ok_or_else(|| ApiError::from(PeopleError::NotLoggedIn).into())
}

async fn act(app: &App, access: &Access, id: EventId, command: &Command) -> Result<Json<Value>, Failure> {
    let who = caller_of(access)?;
    app.events.act(id, command, None, who, app.people.now()).await.map_err(ApiError::from)?;
    Ok(done())
}

/// Each coming and going stays in a journal.
fn take_turn(app: &App, access: &Access) -> Result<(), Failure> {
    let taken = app.events.comings_and_goings.take(&access.player(), 1);
    taken.map_err(|wait| ApiError::from(PeopleError::TooOften { wait }).into())
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

/// A moment as ISO 8601 has it.
pub(super) fn iso(at: Time) -> Option<String> {
    let at = date(at)?;
    let (day, clock) = (at.date(), at.time());
    Some(format!("{day}T{:02}:{:02}:{:02}Z", clock.hour(), clock.minute(), clock.second()))
}

/// Refuses what would restrict who plays whom, or who may enter. Whoever asks for it would otherwise play without it.
pub(super) fn refuse(form: &Fields, unknown: &[&str]) -> Result<(), Failure> {
    unknown.iter().try_for_each(|name| form.refuse(name, "tournaments here don't have it"))
}

/// Which ratings may enter by themselves. What a form leaves out stays as `before` has it.
pub(super) fn entry(form: &Fields, before: &EntryRules) -> Result<EntryRules, Failure> {
    let rating = |name, before: Option<u16>| -> Result<Option<u16>, Failure> {
        let limit = form.within(name, 1, MOST_RATING)?.and_then(|limit| u16::try_from(limit).ok());
        Ok(limit.or(before))
    };
    Ok(EntryRules {
        code: before.code.clone(),
        rating_from: rating("conditions.minRating.rating", before.rating_from)?,
        rating_to: rating("conditions.maxRating.rating", before.rating_to)?,
    })
}

/// Who may enter, in words for people.
pub(super) fn verdicts(rules: &EntryRules) -> Value {
    let from = rules.rating_from.map(|from| format!("A rating of {from} or more"));
    let to = rules.rating_to.map(|to| format!("A rating of {to} or less"));
    let code = rules.code.as_ref().map(|_| "A code from the organiser".to_owned());
    let list: Vec<Value> =
        [from, to, code].into_iter().flatten().map(|words| json!({ "condition": words })).collect();
    json!({ "accepted": list.is_empty(), "list": list })
}

/// A field is missing.
pub(super) fn missing(name: &str) -> Failure {
    Failure::bad(format!("{name}: say how much"))
}

/// How many lines of a list are wanted.
pub(super) fn most_of(query: &Fields) -> Result<usize, Failure> {
    Ok(query.within("nb", 1, HIGHEST)?.and_then(|most| usize::try_from(most).ok()).unwrap_or(usize::MAX))
}

/// Lines of JSON as an answer.
pub(super) fn ndjson(lines: String) -> Response {
    ([(CONTENT_TYPE, NDJSON)], lines).into_response()
}
