// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every way a call of this dialect fails: `{"error": "..."}` with a status.

use axum::Json;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tabiya_accounts::people::scopes::Scope;
use tabiya_accounts::people::{PeopleError, PeopleFailure};
use tabiya_archive::archive::ReadError;
use tabiya_limits::rate_limit::whole_seconds;
use tabiya_live::challenge::{ChallengeError, OfferError};
use tabiya_live::entry::NoGame;
use tabiya_live::room::OrderError;
use tabiya_protocol::Refusal;
use tabiya_store::StorageError;

use crate::answer::ApiError;

/// Why a call failed. Its text is for people and says what would be right.
#[derive(Debug)]
pub(super) struct Failure {
    status: StatusCode,
    message: String,
    retry_after: Option<HeaderValue>,
    /// Our own addition: why, for programs.
    refusal: Option<Value>,
}

impl Failure {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), retry_after: None, refusal: None }
    }

    pub(super) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub(super) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    pub(super) fn no_such_game() -> Self {
        Self::not_found("No such game")
    }

    /// There is no token, or it opens nothing.
    pub(super) fn no_such_token() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "No such token")
    }

    /// The token does not allow it.
    pub(super) fn missing_scope(scopes: &[Scope]) -> Self {
        let names: Vec<_> = scopes.iter().map(|scope| scope.name()).collect();
        Self::new(StatusCode::FORBIDDEN, format!("Missing scope: {}", names.join(" or ")))
    }

    /// The token is one that an organiser made for a player.
    pub(super) fn for_challenges_alone() -> Self {
        let message =
            "An organiser made this token for its player; it opens nothing but challenges of other players";
        Self::new(StatusCode::FORBIDDEN, message)
    }

    /// A page of another site asks for work or a change and shows no token.
    pub(super) fn from_another_site() -> Self {
        Self::new(StatusCode::FORBIDDEN, "A page of another site shows a token for this call. See /api")
    }

    /// The game, the lobby or a chat says no.
    pub(super) fn refused(refusal: &Refusal, message: impl Into<String>) -> Self {
        let (status, wait_s) = match refusal {
            Refusal::TooFast | Refusal::ChatTooFast => (StatusCode::TOO_MANY_REQUESTS, Some(1)),
            Refusal::Paused { wait_s } | Refusal::TooManyNewGames { wait_s } => {
                (StatusCode::TOO_MANY_REQUESTS, Some(*wait_s))
            }
            Refusal::NotKnown => (StatusCode::SERVICE_UNAVAILABLE, None),
            _ => (StatusCode::BAD_REQUEST, None),
        };
        let retry_after = wait_s.map(HeaderValue::from);
        Self { retry_after, refusal: serde_json::to_value(refusal).ok(), ..Self::new(status, message) }
    }

    /// A game or a chat can't be followed, or read.
    pub(super) fn no_topic(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoSuchTopic { .. } => Self::no_such_game(),
            Refusal::Unavailable => Self::new(StatusCode::SERVICE_UNAVAILABLE, refusal.to_string()),
            refusal => Self::refused(&refusal, refusal.to_string()),
        }
    }

    pub(super) fn too_fast(wait: std::time::Duration) -> Self {
        let seconds = whole_seconds(wait);
        let unit = if seconds == 1 { "second" } else { "seconds" };
        let message = format!("Too many requests. Try again in {seconds} {unit}");
        let retry_after = Some(HeaderValue::from(seconds));
        Self { retry_after, ..Self::new(StatusCode::TOO_MANY_REQUESTS, message) }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let Self { status, message, retry_after, refusal } = self;
        let mut body = json!({ "error": message });
        if let Some(refusal) = refusal {
            body["refusal"] = refusal;
        }
        let mut response = (status, Json(body)).into_response();
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        let message = error.to_string();
        let response = error.into_response();
        let retry_after = response.headers().get(RETRY_AFTER).cloned();
        Self { retry_after, ..Self::new(response.status(), message) }
    }
}

impl From<PeopleError> for Failure {
    fn from(error: PeopleError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<PeopleFailure> for Failure {
    fn from(failure: PeopleFailure) -> Self {
        ApiError::from(failure).into()
    }
}

impl From<StorageError> for Failure {
    fn from(error: StorageError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<NoGame> for Failure {
    fn from(error: NoGame) -> Self {
        match error {
            NoGame::AddressTooFast { wait, .. } => Self::too_fast(wait),
            error => ApiError::from(error).into(),
        }
    }
}

impl From<OfferError> for Failure {
    fn from(error: OfferError) -> Self {
        match error {
            // A challenge that waits no longer is not there.
            OfferError::Challenge(ChallengeError::Gone) => Self::not_found("No such challenge"),
            OfferError::Wrong(message) => Self::bad(message),
            OfferError::TooMany { wait } => Self::too_fast(wait),
            OfferError::NoGame(error) => error.into(),
            error => ApiError::from(error).into(),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NoSuchGame(_) => Self::no_such_game(),
            ReadError::Storage(error) => error.into(),
        }
    }
}

impl From<OrderError> for Failure {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::Read(error) => error.into(),
            // Whoever tries again at once may do it twice.
            OrderError::Gone => Self::refused(&Refusal::NotKnown, Refusal::NotKnown.to_string()),
            // Whoever does not play has nothing to do in the game, and learns nothing.
            OrderError::Refused { refusal: Refusal::NotAPlayer, .. } => Self::no_such_game(),
            OrderError::Refused { refusal, message } => Self::refused(&refusal, message),
        }
    }
}
