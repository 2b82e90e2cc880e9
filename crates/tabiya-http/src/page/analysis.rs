// SPDX-License-Identifier: AGPL-3.0-or-later
//! The computer analysis of a game: how far it is, and the wish for one.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use tabiya_analysis::{Asking, NotAnalysed, NotJudged};
use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_protocol::{AnalysisAnswer, LookDeeper, OwnRunning, Refusal};
use tabiya_runtime::identity::Identity;

use super::pages::{Opened, page};
use super::read_game;
use crate::answer::methods::{get, post};
use crate::answer::{Answered, ApiError, Calls, JsonBody, MayWatch, SameOrigin};
use crate::state::App;

/// The calls of analyses.
pub(super) fn calls() -> Calls {
    Calls::new([
        ("/api/page/analysis/{game}", get(look).merge(post(ask))),
        ("/api/page/analysis/{game}/deeper", post(look_deeper)),
        ("/api/page/engine", get(own_running)),
    ])
    .page("analysedGame", get(of_game))
}

/// `GET /analysis/GAME`: the page. Where there is no such game, or none for this visitor, the page says so, and the status
/// is 404.
async fn of_game(opened: Opened, Path(id): Path<String>) -> Result<Response, ApiError> {
    let (app, identity, ..) = &opened;
    let is_missing = match read_game(app, &id, identity.as_ref()).await {
        Ok(_) => false,
        Err(ApiError::NoSuch(_)) => true,
        Err(error) => return Err(error),
    };
    Ok(page(opened, is_missing))
}

/// `GET /api/page/analysis/ID`
async fn look(
    State(app): State<App>,
    _: MayWatch,
    caller: Caller,
    visitor: Option<Identity>,
    Path(game): Path<String>,
) -> Result<Json<AnalysisAnswer>, ApiError> {
    charge(&app, visitor.as_ref())?;
    let asking = Asking { visitor: visitor.as_ref(), caller: &caller };
    Ok(Json(app.analyses.look(id(&game)?, asking).await?))
}

/// `POST /api/page/analysis/ID`: asks for an analysis where there is none yet.
async fn ask(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    identity: Identity,
    Path(game): Path<String>,
) -> Result<Json<AnalysisAnswer>, ApiError> {
    charge(&app, Some(&identity))?;
    Ok(Json(app.analyses.ask(id(&game)?, &identity, &caller).await?))
}

/// `POST /api/page/analysis/ID/deeper`: has a move judged again.
async fn look_deeper(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    identity: Identity,
    Path(game): Path<String>,
    JsonBody(LookDeeper { ply }): JsonBody<LookDeeper>,
) -> Result<Json<AnalysisAnswer>, ApiError> {
    charge(&app, Some(&identity))?;
    Ok(Json(app.analyses.look_deeper(id(&game)?, ply, &identity, &caller).await?))
}

/// `GET /api/page/engine`: the caller's running games, whose positions the engine of the page keeps away from; none for a caller
/// without a cookie.
async fn own_running(
    State(app): State<App>,
    visitor: Option<Identity>,
) -> Result<Json<OwnRunning>, ApiError> {
    charge(&app, visitor.as_ref())?;
    Ok(Json(app.analyses.own_running(visitor.as_ref()).await?))
}

/// Counts a question before the running games of whoever asks are read for it.
pub(crate) fn charge(app: &App, visitor: Option<&Identity>) -> Result<(), ApiError> {
    let Some(visitor) = visitor else { return Ok(()) };
    let taken = app.engine_calls.take(&visitor.player, 1);
    taken.map_err(|wait| ApiError::TooFast { what: "you have asked for too many analyses", wait })
}

fn id(text: &str) -> Result<GameId, ApiError> {
    text.parse().map_err(|_| ApiError::no_such_game(text))
}

/// Why a move is not judged again, where it is not for want of an analysis.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unjudged(NotJudged);

impl Answered for Unjudged {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match &self.0 {
            NotJudged::NoSuchMove(_) => (StatusCode::BAD_REQUEST, "no_such_move"),
            NotJudged::DeepEnough => (StatusCode::CONFLICT, "deep_enough"),
            NotJudged::NotAnalysed(other) => {
                tracing::error!(%other, "it has an answer of its own");
                (StatusCode::INTERNAL_SERVER_ERROR, "fault")
            }
        }
    }
}

impl From<NotJudged> for ApiError {
    fn from(error: NotJudged) -> Self {
        match error {
            NotJudged::NotAnalysed(error) => error.into(),
            other @ (NotJudged::NoSuchMove(_) | NotJudged::DeepEnough) => Unjudged(other).into(),
        }
    }
}

/// Why there is no analysis for whoever asks, or no game with the computer.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(Refusal);

impl Answered for Refused {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match &self.0 {
            Refusal::AnalysisOfRunning => (StatusCode::CONFLICT, "analysis_of_running"),
            Refusal::AnalysisWhilePlaying => (StatusCode::FORBIDDEN, "analysis_while_playing"),
            Refusal::AnalysisNearOwnGame { .. } => (StatusCode::FORBIDDEN, "analysis_near_own_game"),
            Refusal::ComputerWhilePlaying => (StatusCode::FORBIDDEN, "computer_while_playing"),
            Refusal::ComputerNearOwnGame { .. } => (StatusCode::FORBIDDEN, "computer_near_own_game"),
            Refusal::AnalysesUsedUp { .. } => (StatusCode::TOO_MANY_REQUESTS, "analyses_used_up"),
            Refusal::AnalysisQueueFull => (StatusCode::SERVICE_UNAVAILABLE, "analysis_queue_full"),
            other => {
                tracing::error!(%other, "a refusal that no analysis has");
                (StatusCode::INTERNAL_SERVER_ERROR, "fault")
            }
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self.0 {
            // Until the day is over; `again_ms` of the other answers says when that is.
            Refusal::AnalysesUsedUp { .. } => Some(60 * 60),
            Refusal::AnalysisQueueFull => Some(60),
            _ => None,
        }
    }
}

impl From<NotAnalysed> for ApiError {
    fn from(error: NotAnalysed) -> Self {
        match error {
            NotAnalysed::Read(error) => error.into(),
            NotAnalysed::Refused(refusal) => Refused(refusal).into(),
        }
    }
}
