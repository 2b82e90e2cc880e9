// SPDX-License-Identifier: AGPL-3.0-or-later
//! Every way an HTTP call can fail: its status, its stable code, and how loudly it is logged.
//!
//! A failure of a kind that is listed here carries the subject's own sentence. A subject with codes of its own implements
//! [`Answered`] for its error.

use std::borrow::Cow;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use tabiya_accounts::people::PeopleFailure;
use tabiya_archive::archive::ReadError;
use tabiya_limits::address::{UsedBy, UsedUp};
use tabiya_limits::rate_limit::whole_seconds;
use tabiya_live::entry::NoGame;
use tabiya_protocol::http::{CallRefusal, ErrorBody, ErrorDetail, Needs};
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::StorageError;

use super::status::Answered;

/// The longest body of a call, in bytes.
pub(crate) const MAX_BODY: usize = 16 * 1024;
/// How long a body may take to come in. It is shorter than what a whole call may take, so that a slow caller hears of that
/// and not of a busy server.
pub(crate) const MAX_BODY_TIME: Duration = Duration::from_secs(25);
/// The longest text of a library's own error, in bytes.
const MAX_MESSAGE: usize = 4 * 1024;

/// Why an HTTP call failed. The text is for people and says what would be right.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// What a path names is not there.
    #[error("{0}")]
    NoSuch(Cow<'static, str>),
    #[error("the server does not know you yet; load a page of this server first, which sets a cookie")]
    NoIdentity,
    #[error("this path is there, but not for the method {0}; the Allow header says which it takes")]
    WrongMethod(Method),
    #[error("{0}")]
    BadRequest(String),
    #[error("the body is too long; the server takes {} KiB at most", .most / 1024)]
    TooLarge { most: usize },
    #[error("the request took too long to come in")]
    TooLate,
    #[error(
        "this server does not answer to the name {host}; if it should, its operator adds the name to allowed-hosts, or \
         sets public-url"
    )]
    UnknownHost { host: String },
    #[error("this call must come from a page of {expected}: its Origin header is {found}")]
    ForeignOrigin { expected: String, found: String },
    /// Things stand so that this is not possible now.
    #[error("{message}")]
    Conflict { code: &'static str, message: String },
    /// The other player does not want this one, or may not get it.
    #[error("{0}")]
    Unwanted(String),
    /// `what` was done too often.
    #[error("{what}; try again in {} seconds", whole_seconds(*.wait))]
    TooFast { what: &'static str, wait: Duration },
    #[error(
        "you left some of your last rated games early; you can create a rated game again in {} minutes, and casual games at once",
        .wait.as_secs() / 60 + 1
    )]
    Paused { wait: Duration },
    #[error("{}", used_up_words(.0))]
    UsedUp(UsedUp),
    #[error(
        "there are {limit} sockets open from your browser or your address; close some tabs and try again"
    )]
    TooManySockets { limit: u32 },
    #[error("too many long answers wait to be read; read yours to their end, or try again in {} seconds", whole_seconds(*.wait))]
    TooManyAnswers { wait: Duration },
    /// The server can't do it now, because of `what`.
    #[error("{what}; try again in a moment")]
    Busy { what: &'static str },
    #[error("the metrics are not for everybody; see metrics-addresses in the server's configuration")]
    NotForYou,
    #[error("the server is stopping; try again in a moment")]
    Stopping,
    #[error("{}", storage_words(.0))]
    Storage(#[from] StorageError),
    /// An error of a subject, which knows how it is answered.
    #[error("{0}")]
    Subject(Box<dyn Answered>),
    #[error("the server has a fault; its log says more")]
    Fault,
}

/// What failed. Which node of the site has a game is no secret: whoever asks can be led there.
fn storage_words(error: &StorageError) -> String {
    match error {
        StorageError::Elsewhere { .. } => format!("{error}; this one can't play it, please try again there"),
        _ => "the server could not read or write its data; nothing was changed, please try again".to_owned(),
    }
}

/// What is used up, by whom, and when there is room again.
fn used_up_words(UsedUp { by, most, left, wait }: &UsedUp) -> String {
    let (most, left) = (most / 1024, left / 1024);
    let whose = match by {
        UsedBy::Network => "guests of your network",
        UsedBy::Most | UsedBy::All => "all guests together",
    };
    let rest = match by {
        UsedBy::Network | UsedBy::All => format!("{left} KiB are left"),
        UsedBy::Most => {
            format!("the rest is kept for networks that have stored little: {left} KiB are left for yours")
        }
    };
    let minutes = wait.as_secs() / 60 + 1;
    format!(
        "{whose} may have {most} KiB of games stored in a day that were not played here, of which {rest}, and this game takes \
         more; try again in {} h {} min, at midnight UTC, or log in",
        minutes / 60,
        minutes % 60
    )
}

impl ApiError {
    pub(crate) const NO_SUCH_PATH: Self = Self::NoSuch(Cow::Borrowed("there is no such page or call here"));
    pub(super) const BUSY: Self = Self::Busy { what: "the server has too much to do just now" };

    /// For a text that should be a game's id.
    pub(crate) fn no_such_game(id: &str) -> Self {
        let id: String = id.chars().take(40).collect();
        let text =
            format!("there is no game {id:?}; a game's id is eight letters and digits, as in its link");
        Self::NoSuch(text.into())
    }

    /// Games that are played or kept are counted by address.
    pub(crate) const fn created_too_fast(wait: Duration) -> Self {
        Self::TooFast { what: "too many games were created from your address", wait }
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NoSuch(_) => (StatusCode::NOT_FOUND, "not_found"),
            Self::NoIdentity | Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
            Self::WrongMethod(_) => (StatusCode::METHOD_NOT_ALLOWED, "wrong_method"),
            Self::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large"),
            Self::TooLate => (StatusCode::REQUEST_TIMEOUT, "too_late"),
            Self::UnknownHost { .. } => (StatusCode::MISDIRECTED_REQUEST, "unknown_host"),
            Self::Subject(error) => error.status_and_code(),
            Self::Fault => (StatusCode::INTERNAL_SERVER_ERROR, "fault"),
            Self::ForeignOrigin { .. } => (StatusCode::FORBIDDEN, "foreign_origin"),
            Self::Conflict { code, .. } => (StatusCode::CONFLICT, code),
            Self::Unwanted(_) => (StatusCode::FORBIDDEN, "unwanted"),
            Self::Paused { .. } => (StatusCode::TOO_MANY_REQUESTS, "paused"),
            Self::Busy { .. } => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Self::UsedUp(_) => (StatusCode::TOO_MANY_REQUESTS, "too_much_stored"),
            Self::TooFast { .. } | Self::TooManyAnswers { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_fast"),
            Self::TooManySockets { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_sockets"),
            Self::NotForYou => (StatusCode::FORBIDDEN, "forbidden"),
            Self::Stopping => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
            Self::Storage(StorageError::Elsewhere { .. }) => (StatusCode::SERVICE_UNAVAILABLE, "elsewhere"),
            Self::Storage(_) => (StatusCode::SERVICE_UNAVAILABLE, "storage"),
        }
    }

    /// How many seconds to wait before the same call may succeed; none where waiting does not help.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooFast { wait, .. }
            | Self::TooManyAnswers { wait }
            | Self::Paused { wait }
            | Self::UsedUp(UsedUp { wait, .. }) => Some(whole_seconds(*wait)),
            Self::TooManySockets { .. } => Some(10),
            Self::Subject(error) => error.retry_after(),
            Self::Stopping | Self::Storage(_) | Self::Busy { .. } => Some(2),
            Self::NoSuch(_)
            | Self::WrongMethod(_)
            | Self::NoIdentity
            | Self::BadRequest(_)
            | Self::TooLarge { .. }
            | Self::TooLate
            | Self::UnknownHost { .. }
            | Self::ForeignOrigin { .. }
            | Self::Conflict { .. }
            | Self::Unwanted(_)
            | Self::NotForYou
            | Self::Fault => None,
        }
    }
}

/// Logged once a minute, however many requests fail.
static STORAGE: LogOnce = LogOnce::new();

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        match &self {
            // Nothing is wrong.
            Self::Storage(StorageError::Elsewhere { .. }) => {}
            Self::Storage(cause) => STORAGE.log(|| tracing::error!(%cause, "storage failed")),
            other => tracing::debug!(%other, "refused"),
        }
        let subject = if let Self::Subject(error) = &self { Some(error) } else { None };
        let needs = subject.and_then(|error| error.needs());
        let refusal = subject.and_then(|error| error.refusal());
        let mut response = error_body(status, code, self.to_string(), needs, refusal);
        if let Some(seconds) = self.retry_after() {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        response
    }
}

impl<E: Answered + 'static> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::Subject(Box::new(error))
    }
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NoSuchGame(id) => Self::no_such_game(&id.to_string()),
            ReadError::Storage(error) => Self::Storage(error),
        }
    }
}

impl From<UsedUp> for ApiError {
    fn from(used_up: UsedUp) -> Self {
        Self::UsedUp(used_up)
    }
}

/// As the player hears it who wants the game: see [`NoGame::told_to`].
impl From<NoGame> for ApiError {
    fn from(error: NoGame) -> Self {
        let message = error.to_string();
        match error {
            NoGame::TooMany { limit, .. } => {
                let message = format!(
                    "you have {limit} unfinished games; finish or abort one before you start another"
                );
                Self::Conflict { code: "too_many_games", message }
            }
            NoGame::TooFast { wait, .. } => {
                Self::TooFast { what: "you began too many games in a short time", wait }
            }
            NoGame::AddressTooFast { wait, .. } => Self::created_too_fast(wait),
            NoGame::Paused { wait, .. } => Self::Paused { wait },
            NoGame::OpponentHasTooManyGames => {
                Self::Conflict { code: "opponent_has_too_many_games", message }
            }
            NoGame::OpponentPaused => Self::Conflict { code: "opponent_paused", message },
            NoGame::Apart(_) => Self::Unwanted(message),
            NoGame::NoBots { .. } => Self::BadRequest(message),
            NoGame::Storage(error) => Self::Storage(error),
        }
    }
}

impl From<PeopleFailure> for ApiError {
    fn from(failure: PeopleFailure) -> Self {
        match failure {
            PeopleFailure::People(error) => error.into(),
            PeopleFailure::Storage(error) => error.into(),
        }
    }
}

/// What every error looks like: `{"error": {"code": …, "message": …}}`.
fn error_body(
    status: StatusCode,
    code: &str,
    message: String,
    needs: Option<Needs>,
    refusal: Option<CallRefusal>,
) -> Response {
    let error = ErrorDetail { code: code.to_owned(), message };
    (status, Json(ErrorBody { error, needs, refusal })).into_response()
}

/// Gives errors that come from libraries, which are plain text or empty, the form of ours.
pub(crate) async fn in_one_form(response: Response) -> Response {
    let status = response.status();
    let has_form = response.headers().get(CONTENT_TYPE).is_some_and(|kind| {
        [&b"application/json"[..], b"text/html"].iter().any(|form| kind.as_bytes().starts_with(form))
    });
    if !(status.is_client_error() || status.is_server_error()) || has_form {
        return response;
    }
    let (parts, body) = response.into_parts();
    let text = axum::body::to_bytes(body, MAX_MESSAGE).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text).trim().to_owned();
    let mut response = match status {
        StatusCode::REQUEST_TIMEOUT => ApiError::TooLate.into_response(),
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge { most: MAX_BODY }.into_response(),
        StatusCode::SERVICE_UNAVAILABLE => ApiError::BUSY.into_response(),
        status if status.is_server_error() => ApiError::Fault.into_response(),
        status => error_body(status, "bad_request", text, None, None),
    };
    // What the library says beside the body, such as which protocol it wants to switch to.
    for (name, value) in &parts.headers {
        if ![CONTENT_TYPE, CONTENT_LENGTH].contains(name) {
            response.headers_mut().entry(name).or_insert_with(|| value.clone());
        }
    }
    response
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

#[cfg(test)]
mod tests {
    use tabiya_accounts::people::{Busy, PeopleError};
    use tabiya_game::{GameId, PlayerId};

    use super::*;

    /// One of each kind. The match has no wildcard, so that a new kind is not forgotten here.
    fn all() -> Vec<ApiError> {
        let wait = Duration::from_millis(1_500);
        let all = vec![
            ApiError::NO_SUCH_PATH,
            ApiError::NoIdentity,
            ApiError::WrongMethod(Method::PUT),
            ApiError::BadRequest("x".to_owned()),
            ApiError::TooLarge { most: MAX_BODY },
            ApiError::TooLate,
            ApiError::UnknownHost { host: "x".to_owned() },
            ApiError::ForeignOrigin { expected: "x".to_owned(), found: "y".to_owned() },
            ApiError::Conflict { code: "x", message: "y".to_owned() },
            ApiError::Unwanted("x".to_owned()),
            ApiError::TooFast { what: "x", wait },
            ApiError::Paused { wait },
            ApiError::UsedUp(UsedUp { by: UsedBy::Network, most: 1024, left: 0, wait }),
            ApiError::TooManySockets { limit: 1 },
            ApiError::NotForYou,
            ApiError::Stopping,
            ApiError::Storage(StorageError::Full),
            PeopleError::WrongLogin.into(),
            PeopleError::TooManyTries { wait }.into(),
            PeopleError::TooManyAccounts { wait }.into(),
            PeopleError::Busy(Busy).into(),
            ApiError::TooManyAnswers { wait },
            ApiError::BUSY,
            ApiError::Fault,
        ];
        for error in &all {
            match error {
                ApiError::NoSuch(_)
                | ApiError::NoIdentity
                | ApiError::WrongMethod(_)
                | ApiError::BadRequest(_)
                | ApiError::TooLarge { .. }
                | ApiError::TooLate
                | ApiError::UnknownHost { .. }
                | ApiError::ForeignOrigin { .. }
                | ApiError::Conflict { .. }
                | ApiError::Unwanted(_)
                | ApiError::TooFast { .. }
                | ApiError::Paused { .. }
                | ApiError::UsedUp(_)
                | ApiError::TooManyAnswers { .. }
                | ApiError::Busy { .. }
                | ApiError::TooManySockets { .. }
                | ApiError::NotForYou
                | ApiError::Stopping
                | ApiError::Storage(_)
                | ApiError::Subject(_)
                | ApiError::Fault => {}
            }
        }
        all
    }

    /// Programs read the code, people the sentence.
    #[test]
    fn a_kind_of_failure_is_said_in_the_words_of_its_subject() {
        let wait = Duration::from_millis(1_500);
        let elsewhere = |node: Option<&str>| {
            let (game, node) = (GameId::from_bits(7), node.map(|name| name.parse().expect("a name")));
            ApiError::Storage(StorageError::Elsewhere { game, node })
        };
        for (error, status, code, message) in [
            (
                elsewhere(Some("two")),
                503,
                "elsewhere",
                "the game 00000007 is played on the node two of this site; this one can't play it, please try again there"
                    .to_owned(),
            ),
            (
                elsewhere(None),
                503,
                "elsewhere",
                "the game 00000007 is played on another node of this site; this one can't play it, please try again there"
                    .to_owned(),
            ),
            (
                ApiError::no_such_game(&"x".repeat(50)),
                404,
                "not_found",
                format!(
                    "there is no game \"{}\"; a game's id is eight letters and digits, as in its link",
                    "x".repeat(40)
                ),
            ),
            (
                NoGame::TooMany { player: PlayerId::from_bytes([7; PlayerId::LEN]), limit: 3 }.into(),
                409,
                "too_many_games",
                "you have 3 unfinished games; finish or abort one before you start another".to_owned(),
            ),
            (
                ApiError::created_too_fast(wait),
                429,
                "too_fast",
                "too many games were created from your address; try again in 2 seconds".to_owned(),
            ),
            (
                ApiError::BUSY,
                503,
                "busy",
                "the server has too much to do just now; try again in a moment".to_owned(),
            ),
            (
                PeopleError::WrongPassword.into(),
                403,
                "wrong_password",
                PeopleError::WrongPassword.to_string(),
            ),
        ] {
            assert_eq!(error.status_and_code(), (StatusCode::from_u16(status).unwrap(), code));
            assert_eq!(error.to_string(), message);
        }
    }

    /// As `docs/protocol.md` says.
    #[test]
    fn whoever_may_succeed_later_hears_when() {
        for error in all() {
            let said = error.to_string();
            let response = error.into_response();
            let wants_wait =
                [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&response.status());
            let header = response.headers().get(RETRY_AFTER).map(|value| value.to_str().unwrap().to_owned());
            assert_eq!(header.is_some(), wants_wait, "{said}");
            let seconds: Option<u64> = header.map(|value| value.parse().expect("whole seconds"));
            assert!(seconds.is_none_or(|seconds| (1..=60).contains(&seconds)), "{said}: {seconds:?}");
            if said.contains("seconds") {
                assert!(said.contains(&format!("{} seconds", seconds.unwrap())), "{said}: {seconds:?}");
            }
        }
    }
}
