// SPDX-License-Identifier: AGPL-3.0-or-later
//! Helpers without an account: codes that organisers give, and what a code opens.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_events::codes::{Kind, digits, hash, is_link, link, matching};
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::Outcome;
use tabiya_events::topic::who;
use tabiya_events::view;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{
    DisputedBoard, GiveHelperCode, HelperCall, HelperGame, HelperResult, HelperView, LONGEST_TYPED_GAME,
    NewHelperCode,
};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;

use super::games;
use crate::answer::{ApiError, JsonBody, Member, SameOrigin};
use crate::state::App;

/// The longest body of what a helper does, in bytes: the text of a game, in which JSON writes each end of a line and each quotation
/// mark with two, and what says whose it is.
pub(super) const MAX_HELP: usize = 2 * LONGEST_TYPED_GAME + 1024;

/// `POST /api/page/events/ID/codes`: gives a helper a code.
pub(super) async fn give(
    State(app): State<App>,
    _: (SameOrigin, Member),
    identity: Identity,
    Path(id): Path<String>,
    JsonBody(GiveHelperCode { label, first, last, deputy }): JsonBody<GiveHelperCode>,
) -> Result<(StatusCode, Json<NewHelperCode>), ApiError> {
    let who = who(Some(&identity)).ok_or(PeopleError::NotLoggedIn)?;
    let (id, _) = app.events.named(&id).await?;
    let code = digits(u64::from_le_bytes(chance::bytes()));
    let salt = u64::from_le_bytes(chance::bytes());
    let (now, hash) = (app.people.now(), hash(salt, &code));
    let link = link(&hash);
    let command = Command::GiveCode { label, first, last, deputy, now, salt, hash };
    app.events.act(id, &command, None, who, now).await?;
    Ok((StatusCode::CREATED, Json(NewHelperCode { code, link })))
}

/// `POST /api/page/events/ID/results`: what a helper's code opens, after the result that the helper enters.
pub(super) async fn help(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    Path(id): Path<String>,
    JsonBody(HelperCall { code, result, dispute, game }): JsonBody<HelperCall>,
) -> Result<Json<HelperView>, ApiError> {
    let (id, mut event) = app.events.named(&id).await?;
    let now = app.people.now();
    let key = app.events.venue_key().await?;
    let found = if is_link(&code) {
        matching(&event, &code, now).right()
    } else {
        let from = (id, caller.address, !caller.is_hidden);
        let known = || event.of_another_page(matching(&event, &code, now), (id, &key), &code, now);
        let found = app.events.code_guesses.guess(from, Kind::Helper, now, known);
        found.map_err(|wait| PeopleError::TooOften { wait })?
    };
    let known = found.ok_or(Refusal::WrongCode)?;
    if let Some(result) = result {
        let taken = app.events.code_results.take(&(id, known.number), 1);
        taken.map_err(|wait| PeopleError::TooOften { wait })?;
        let outcome = result.outcome.parse::<Outcome>();
        let outcome = outcome.map_err(|error| ApiError::BadRequest(error.to_string()))?;
        let HelperResult { seen, round, board, game, .. } = result;
        let command = Command::EnterByCode { now, round, board, game, outcome };
        event = app.events.act(id, &command, Some(seen), Who::Code(known.number), now).await?.event;
    }
    if let Some(DisputedBoard { round, board }) = dispute {
        let taken = app.events.code_results.take(&(id, known.number), 1);
        taken.map_err(|wait| PeopleError::TooOften { wait })?;
        let command = Command::DisputeByCode { now, round, board };
        event = app.events.act(id, &command, None, Who::Code(known.number), now).await?.event;
    }
    if let Some(HelperGame { round, board, game, text }) = game {
        let taken = app.events.code_results.take(&(id, known.number), 1);
        taken.map_err(|wait| PeopleError::TooOften { wait })?;
        let sheet = Box::new(games::sheet(&app, &caller, text).await?);
        let command = Command::TypeGameByCode { now, round, board, game, sheet };
        event = app.events.act(id, &command, None, Who::Code(known.number), now).await?.event;
    }
    Ok(Json(view::helper(&event, &known, &|player| app.people.ghosts.has(player))))
}
