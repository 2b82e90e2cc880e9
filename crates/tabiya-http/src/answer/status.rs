// SPDX-License-Identifier: AGPL-3.0-or-later
//! How what goes wrong in a subject is said over HTTP. The subjects themselves know no status.

use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_limits::rate_limit::whole_seconds;
use tabiya_protocol::http::{CallRefusal, Needs};

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

    /// Why the subject refuses it, for pages that say it in their own language.
    fn refusal(&self) -> Option<CallRefusal> {
        None
    }
}

impl Answered for PeopleError {
    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::NotLoggedIn => (StatusCode::UNAUTHORIZED, "not_logged_in"),
            Self::WrongLogin | Self::NeedsCode | Self::WrongCode => (StatusCode::UNAUTHORIZED, "wrong_login"),
            Self::WrongCard => (StatusCode::UNAUTHORIZED, "wrong_card"),
            Self::AccountClosed => (StatusCode::FORBIDDEN, "account_closed"),
            Self::WrongPassword => (StatusCode::FORBIDDEN, "wrong_password"),
            Self::TooManyTries { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_tries"),
            Self::TooOften { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_fast"),
            Self::TooManyAccounts { .. } => (StatusCode::TOO_MANY_REQUESTS, "too_many_accounts"),
            Self::Busy(_) | Self::Full(_) => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
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
            Self::TooManyTries { wait } | Self::TooOften { wait } | Self::TooManyAccounts { wait } => {
                Some(whole_seconds(*wait))
            }
            Self::Busy(_) => Some(5),
            Self::Full(_) => Some(60),
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;
    use std::time::Duration;

    use super::*;

    /// The text of every file of this crate.
    fn sources(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let texts = entries.flat_map(|path| match path.is_dir() {
            true => sources(&path),
            false => vec![fs::read_to_string(path).unwrap()],
        });
        texts.collect()
    }

    /// Every status and code in this crate, as numbers and words.
    fn codes() -> Vec<(u16, String)> {
        let named = |name: &str| {
            let is_it = |status: &StatusCode| {
                let reason = status.canonical_reason().unwrap_or_default();
                reason.to_uppercase().replace(' ', "_") == name
            };
            let status = (400..600).filter_map(|number| StatusCode::from_u16(number).ok()).find(is_it);
            status.unwrap_or_else(|| panic!("no status {name}")).as_u16()
        };
        let mut codes = Vec::new();
        for source in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
            for found in source.split("(StatusCode::").skip(1) {
                let Some((name, rest)) = found.split_once(',') else { continue };
                let Some(code) = rest.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next())
                else {
                    continue;
                };
                // The compatible API answers with sentences.
                if !code.contains(' ') {
                    codes.push((named(name), code.to_owned()));
                }
            }
        }
        codes
    }

    /// `have_cards` was missing.
    #[test]
    fn every_code_stands_in_the_protocol_with_its_status() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
        let protocol = std::fs::read_to_string(file).unwrap();
        let codes = codes();
        assert!(codes.len() > 30, "{codes:?}");
        for (status, code) in codes {
            let is_row = |line: &str| {
                let cells: Vec<_> = line.split('|').map(str::trim).collect();
                matches!(cells[..], ["", named, number, _, ""]
                    if named.contains(&format!("`{code}`")) && number == status.to_string())
            };
            assert!(protocol.lines().any(is_row), "{code} has no row with {status}");
        }
    }

    /// They heard of wrong tries, though they had tried nothing wrong, or of somebody who was faster.
    #[test]
    fn who_asks_too_often_or_in_a_crowd_hears_just_that_and_when_to_come_again() {
        let often = PeopleError::TooOften { wait: Duration::from_millis(1_500) };
        assert_eq!(often.status_and_code(), (StatusCode::TOO_MANY_REQUESTS, "too_fast"));
        assert_eq!(often.retry_after(), Some(2));
        assert!(!often.to_string().contains("wrong"), "{often}");
        let full = PeopleError::Full("try again in a minute");
        assert_eq!(full.status_and_code(), (StatusCode::SERVICE_UNAVAILABLE, "busy"));
        assert_eq!(full.retry_after(), Some(60));
    }
}
