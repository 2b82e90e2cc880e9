// SPDX-License-Identifier: AGPL-3.0-or-later
//! The calls about challenges.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_live::challenge::{ChallengeError, OfferError, Seen};
use tabiya_protocol::http::GameCreated;
use tabiya_protocol::{AnswerChallenge, ChallengeView, ChangeChallenge, DeclineChallenge, MakeChallenge};

use crate::answer::methods::{get, post};
use crate::answer::{Answered, ApiError, Calls, JsonBody, Member, SameOrigin};
use crate::state::App;

/// The calls about challenges.
pub(crate) fn calls() -> Calls {
    Calls::new([
        ("/api/page/challenges", post(make).merge(get(mine))),
        ("/api/page/challenges/{id}/accept", post(accept)),
        ("/api/page/challenges/{id}/decline", post(decline)),
        ("/api/page/challenges/{id}/cancel", post(cancel)),
        ("/api/page/challenges/{id}/change", post(change)),
    ])
}

/// `GET /api/page/challenges`: all that wait, sent and received.
async fn mine(State(app): State<App>, Member(login): Member) -> Result<Json<Vec<ChallengeView>>, ApiError> {
    Ok(Json(app.challenges.of(login.account.player).await?))
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
    let made = app.challenges.make(players, wish.terms, None).await?;
    Ok((StatusCode::CREATED, Json(made.view(login.account.player))))
}

/// `POST /api/page/challenges/ID/accept`
async fn accept(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    Member(login): Member,
    Path(id): Path<String>,
    JsonBody(AnswerChallenge { version }): JsonBody<AnswerChallenge>,
) -> Result<Json<GameCreated>, ApiError> {
    let charge = app.charge(caller);
    let seen = Seen::ByPage(challenge_id(&id)?, version);
    let id = app.challenges.accept(seen, login.account.player, charge).await?;
    Ok(Json(GameCreated { id }))
}

/// `POST /api/page/challenges/ID/decline`
async fn decline(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<String>,
    JsonBody(DeclineChallenge { version, reason }): JsonBody<DeclineChallenge>,
) -> Result<StatusCode, ApiError> {
    let seen = Seen::ByPage(challenge_id(&id)?, version);
    app.challenges.decline(seen, login.account.player, reason, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/challenges/ID/cancel`
async fn cancel(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<String>,
    JsonBody(AnswerChallenge { version }): JsonBody<AnswerChallenge>,
) -> Result<StatusCode, ApiError> {
    let seen = Seen::ByPage(challenge_id(&id)?, version);
    app.challenges.cancel(seen, login.account.player).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/page/challenges/ID/change`
async fn change(
    State(app): State<App>,
    _: SameOrigin,
    Member(login): Member,
    Path(id): Path<String>,
    JsonBody(ChangeChallenge { version, terms: wish }): JsonBody<ChangeChallenge>,
) -> Result<Json<ChallengeView>, ApiError> {
    let player = login.account.player;
    let seen = (challenge_id(&id)?, version);
    let changed = app.challenges.change(seen, player, wish).await?;
    Ok(Json(changed.view(player)))
}

/// The id that a path names. What is none names no challenge.
fn challenge_id(text: &str) -> Result<GameId, ChallengeError> {
    text.parse().map_err(|_| ChallengeError::Gone)
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
        }
    }
}

impl From<OfferError> for ApiError {
    fn from(error: OfferError) -> Self {
        match error {
            OfferError::Challenge(error) => error.into(),
            OfferError::Wrong(text) => Self::BadRequest(text),
            OfferError::TooMany { wait } => Self::TooFast { what: "you made too many challenges", wait },
            OfferError::NoGame(error) => error.into(),
            OfferError::Fault => Self::Fault,
        }
    }
}
