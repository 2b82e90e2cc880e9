// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every way an HTTP call can fail: its status, its stable code, and how loudly it is logged.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tabiya_protocol::http::{ErrorBody, ErrorDetail};
use tabiya_store::StorageError;

use crate::archive::ReadError;
use crate::complaint::Complaint;

/// Why an HTTP call failed. The text is for people and says what would be right.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    #[error("there is no such page or call here")]
    NoSuchPath,
    #[error("there is no game {0:?}; a game's id is eight letters and digits, as in its link")]
    NoSuchGame(String),
    #[error("the server does not know you yet; load a page of this server first, which sets a cookie")]
    NoIdentity,
    #[error("{0}")]
    BadRequest(String),
    #[error("this call must come from a page of {expected}: its Origin header is {found}")]
    ForeignOrigin { expected: String, found: String },
    #[error("you have {limit} unfinished games; finish or abort one before you start another")]
    TooManyGames { limit: usize },
    #[error("too many games were created from your address; try again in {} seconds", .wait.as_secs() + 1)]
    TooFast { wait: Duration },
    #[error(
        "there are {limit} sockets open from your browser or your address; close some tabs and try again"
    )]
    TooManySockets { limit: u32 },
    #[error("the metrics are not for everybody; see metrics-addresses in the server's configuration")]
    NotForYou,
    #[error("the server is stopping; try again in a moment")]
    Stopping,
    #[error("the server could not read or write its data; nothing was changed, please try again")]
    Storage(#[from] StorageError),
}

impl ApiError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NoSuchPath | Self::NoSuchGame(_) => (StatusCode::NOT_FOUND, "not_found"),
            Self::NoIdentity | Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::ForeignOrigin { .. } => (StatusCode::FORBIDDEN, "foreign_origin"),
            Self::TooManyGames { .. } => (StatusCode::CONFLICT, "too_many_games"),
            Self::TooFast { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_fast"),
            Self::TooManySockets { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_sockets"),
            Self::NotForYou => (StatusCode::FORBIDDEN, "forbidden"),
            Self::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            Self::Storage(_) => (StatusCode::SERVICE_UNAVAILABLE, "storage"),
        }
    }
}

/// However many ask meanwhile.
static STORAGE: Complaint = Complaint::new();

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        match &self {
            Self::Storage(cause) => STORAGE.say(|| tracing::error!(%cause, "storage failed")),
            other => tracing::debug!(%other, "refused"),
        }
        let error = ErrorDetail { code: code.to_owned(), message: self.to_string() };
        (status, Json(ErrorBody { error })).into_response()
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NoSuchGame(id) => Self::NoSuchGame(id.to_string()),
            ReadError::Storage(error) => Self::Storage(error),
        }
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        Self::BadRequest(rejection.body_text())
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Self::BadRequest(rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        Self::BadRequest(rejection.body_text())
    }
}
