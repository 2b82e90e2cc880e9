// SPDX-License-Identifier: AGPL-3.0-or-later
//! The calls about challenges.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use tabiya_limits::address::{Caller, ChargeNewGame};
use tabiya_live::challenge::{ChallengeError, OfferError};
use tabiya_protocol::http::GameCreated;
use tabiya_protocol::{AnswerChallenge, ChallengeView, ChangeChallenge, DeclineChallenge, MakeChallenge};

use crate::answer::{Answered, ApiError, Calls, JsonBody, Member, SameOrigin};
use crate::state::App;

/// The calls about challenges.
pub(crate) fn calls() -> Calls {
    Calls::new([
        ("/api/page/challenges", post(make).get(mine)),
        ("/api/page/challenges/{id}/accept", post(accept)),
        ("/api/page/challenges/{id}/decline", post(decline)),
        ("/api/page/challenges/{id}/cancel", post(cancel)),
        ("/api/page/challenges/{id}/change", post(change)),
    ])
}

/// `GET /api/page/challenges`: all that wait, sent and received.
async fn mine(State(app): State<App>, Member(login): Member) -> Json<Vec<ChallengeView>> {
    Json(app.challenges.book().of(login.account.player))
}

/// `POST /api/page/challenges`
async fn make(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    JsonBody(wish): JsonBody<MakeChallenge>,
) -> Result<(StatusCode, Json<ChallengeView>), ApiError> {
    let to = app.people.named(&wish.to).await?;
    let players = [&login.account, &to];
    let made = app.challenges.make(&app.surroundings(), players, wish.terms, None).await?;
    Ok((StatusCode::CREATED, Json(made.view(login.account.player))))
}

/// `POST /api/page/challenges/ID/accept`
async fn accept(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(AnswerChallenge { version }): JsonBody<AnswerChallenge>,
) -> Result<Json<GameCreated>, ApiError> {
    let creation_limit = Arc::clone(&app.creation_limit);
    let charge: ChargeNewGame = Arc::new(move || creation_limit.take(&caller, 1));
    let (around, player) = (app.surroundings(), login.account.player);
    let id = app.challenges.accept_as_seen(&around, (id, version), player, charge).await?;
    Ok(Json(GameCreated { id }))
}

/// `POST /api/page/challenges/ID/decline`
async fn decline(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(DeclineChallenge { version, reason }): JsonBody<DeclineChallenge>,
) -> Result<StatusCode, ApiError> {
    app.challenges.decline_as_seen((id, version), login.account.player, reason)?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/challenges/ID/cancel`
async fn cancel(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(AnswerChallenge { version }): JsonBody<AnswerChallenge>,
) -> Result<StatusCode, ApiError> {
    app.challenges.cancel_as_seen((id, version), login.account.player).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/challenges/ID/change`
async fn change(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<u32>,
    JsonBody(ChangeChallenge { version, terms: wish }): JsonBody<ChangeChallenge>,
) -> Result<Json<ChallengeView>, ApiError> {
    let player = login.account.player;
    let changed = app.challenges.change(&app.surroundings(), (id, version), player, wish).await?;
    Ok(Json(changed.view(player)))
}

impl Answered for ChallengeError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Gone => (StatusCode::CONFLICT, "challenge_gone"),
            Self::Changed => (StatusCode::CONFLICT, "challenge_changed"),
            Self::NotYours => (StatusCode::FORBIDDEN, "not_your_challenge"),
            Self::Yourself => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::TooMany { .. } => (StatusCode::CONFLICT, "too_many_challenges"),
            Self::Busy => (StatusCode::CONFLICT, "too_many_challenges"),
            Self::Unwanted(_) => (StatusCode::FORBIDDEN, "unwanted"),
            Self::OpponentHasTooManyGames => (StatusCode::CONFLICT, "opponent_has_too_many_games"),
            Self::OpponentPaused => (StatusCode::CONFLICT, "opponent_paused"),
        }
    }
}

impl From<OfferError> for ApiError {
    fn from(error: OfferError) -> Self {
        match error {
            OfferError::Challenge(error) => error.into(),
            OfferError::Wrong(text) => Self::BadRequest(text),
            OfferError::Paused { wait } => Self::Paused { wait },
            OfferError::TooFast { wait } => Self::created_too_fast(wait),
            OfferError::TooMany { wait } => Self::TooFast { what: "you made too many challenges", wait },
            OfferError::Quota(error) => error.into(),
            OfferError::Storage(error) => Self::Storage(error),
            OfferError::Fault => Self::Fault,
        }
    }
}
