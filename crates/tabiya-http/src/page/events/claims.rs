// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players without an account: the code by which an account becomes one of them, and what is kept of them.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use tabiya_accounts::people::PeopleError;
use tabiya_accounts::people::class::child_of;
use tabiya_events::claims::{Code, LASTS, matching};
use tabiya_events::codes::Kind;
use tabiya_events::decide::{Command, Refusal};
use tabiya_events::topic::who;
use tabiya_game::Time;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{ClaimEntrant, EntrantId, EventView, NewClaimCode};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;

use super::shown::seen;
use crate::answer::{ApiError, JsonBody, Member, NoOtherSite, SameOrigin};
use crate::state::App;

/// `POST /api/page/events/ID/entrants/ENTRANT/claim`: gives an entrant without an account a code.
pub(super) async fn give(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    Path((id, entrant)): Path<(String, u16)>,
) -> Result<(StatusCode, Json<NewClaimCode>), ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    let (id, _) = app.events.named(&id).await?;
    let code = Code::of(u64::from_le_bytes(chance::bytes()));
    let salt = u64::from_le_bytes(chance::bytes());
    let (now, hash) = (app.people.now(), code.hash(salt));
    let command = Command::GiveClaim { entrant: EntrantId(entrant), now, salt, hash };
    app.events.act(id, &command, None, who, now).await?;
    Ok((StatusCode::CREATED, Json(NewClaimCode { code: code.to_string(), until: Time(now.0 + LASTS) })))
}

/// `POST /api/page/events/ID/claim`: the account of whoever asks becomes the entrant of a code.
pub(super) async fn claim(
    State(app): State<App>,
    _: (SameOrigin, Member),
    caller: Caller,
    identity: Identity,
    Path(id): Path<String>,
    JsonBody(ClaimEntrant { code }): JsonBody<ClaimEntrant>,
) -> Result<Json<EventView>, ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    let account = identity.account().ok_or(PeopleError::NotLoggedIn)?;
    let (id, event) = app.events.named(&id).await?;
    let now = app.people.now();
    let from = (id, caller.address, !caller.is_hidden);
    // Another page's code is a wrong one here, too: else this door would tell which digits are a code.
    let found = app
        .events
        .code_guesses
        .guess(from, Kind::Claim(account.player), now, || matching(&event, &code, now));
    let entrant = found.map_err(|wait| PeopleError::TooOften { wait })?.ok_or(Refusal::WrongCode)?;
    let command = Command::Claim { entrant, now, child_of: child_of(account) };
    let event = app.events.act(id, &command, None, who, now).await?.event;
    Ok(Json(seen(&app, id, &event, Some(&identity)).await?))
}

/// `GET /api/page/events/ID/entrants/ENTRANT`: all that is kept of an entrant whose name an organiser has written, as a file for
/// whoever owns the event.
pub(super) async fn kept(
    State(app): State<App>,
    _: NoOtherSite,
    visitor: Option<Identity>,
    Path((id, entrant)): Path<(String, u16)>,
) -> Result<Response, ApiError> {
    let (id, _) = app.events.named(&id).await?;
    let who = who(visitor.as_ref()).ok_or(Refusal::OwnerOnly)?;
    let entrant = EntrantId(entrant);
    let text = app.events.kept_of(id, entrant, who, &|player| app.people.ghosts.has(player)).await?;
    let name = format!("attachment; filename=\"event-{id}-player-{entrant}.json\"");
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text).into_response())
}
