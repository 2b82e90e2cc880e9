// SPDX-License-Identifier: AGPL-3.0-or-later
//! How what goes wrong in a subject is said over HTTP. The subjects themselves know no status.

use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_limits::rate_limit::whole_seconds;
use tabiya_protocol::http::Needs;

/// An error of a subject, as an answer to an HTTP call. It becomes an [`ApiError`](super::ApiError) by `?` or `into`.
pub trait Answered: std::error::Error + Send + Sync {
    /// The status, and the word that stays the same whatever the text says.
    fn status_and_code(&self) -> (StatusCode, &'static str);

    /// How many seconds to wait before the same call may succeed; none where waiting does not help.
    fn retry_after(&self) -> Option<u64> {
        None
    }

    /// What the same call would need to succeed.
    fn needs(&self) -> Option<Needs> {
        None
    }
}

impl Answered for PeopleError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NotLoggedIn => (StatusCode::UNAUTHORIZED, "not_logged_in"),
            Self::WrongLogin | Self::NeedsCode | Self::WrongCode => (StatusCode::UNAUTHORIZED, "wrong_login"),
            Self::WrongCard => (StatusCode::UNAUTHORIZED, "wrong_card"),
            Self::WrongPassword => (StatusCode::FORBIDDEN, "wrong_password"),
            Self::TooManyTries { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_tries"),
            Self::TooManyAccounts { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_accounts"),
            Self::Busy(_) => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Self::BadEmail(_) => (StatusCode::BAD_REQUEST, "bad_email"),
            Self::NoMail => (StatusCode::CONFLICT, "no_mail"),
            Self::Name(_) => (StatusCode::BAD_REQUEST, "bad_name"),
            Self::Password(_) => (StatusCode::BAD_REQUEST, "bad_password"),
            Self::NameTaken { .. } => (StatusCode::CONFLICT, "name_taken"),
            Self::HaveCards(_) => (StatusCode::CONFLICT, "have_cards"),
            Self::WrongToken => (StatusCode::BAD_REQUEST, "wrong_token"),
            Self::NoSuchPlayer(_) | Self::NoSuchSession => (StatusCode::NOT_FOUND, "not_found"),
            Self::NotAllowed(_) | Self::NeedsSecondFactor | Self::NeedsInvitation | Self::NeedsAccount => {
                (StatusCode::FORBIDDEN, "forbidden")
            }
            Self::Conflict(_) | Self::LastAdmin => (StatusCode::CONFLICT, "conflict"),
            Self::BadRequest(_) => (StatusCode::BAD_REQUEST, "bad_request"),
        }
    }

    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyTries { wait } | Self::TooManyAccounts { wait } => Some(whole_seconds(*wait)),
            Self::Busy(_) => Some(5),
            _ => None,
        }
    }

    fn needs(&self) -> Option<Needs> {
        match self {
            Self::NeedsCode | Self::WrongCode => Some(Needs::Code),
            Self::NeedsInvitation => Some(Needs::Invitation),
            Self::NeedsAccount => Some(Needs::Login),
            Self::NeedsSecondFactor => Some(Needs::SecondFactor),
            _ => None,
        }
    }
}
